"""Reads a scenario from YAML; refuses what it does not know, with the line and the key.

This example has every key. Only ``site``, ``timezone``, the full name and address of a person, the full name of
a course, the ``kind`` and ``name`` of a module and what that kind needs must be there. Whatever has an ``id``,
``instance`` or ``context`` may leave it out: then it is numbered in the order written. Moments are in the
timezone of the site.

```yaml
site: Campus
timezone: Europe/Madrid
now: 2027-01-11 09:00                  # where its clock starts; absent: the clock of the machine
changed: 2027-01-04 08:00              # when everything was last edited; absent: a day before now
service:                               # the account of connectors
  user: bot
  shortname: rag_connector
  capabilities: [mod/assign:grade]     # beyond what the recorded one had
users:
  ana: {id: 4, fullname: Ana Ruiz, email: ana@example.test, idnumber: N-4, password: secret}
  luis: {id: 5, fullname: Luis Gil, email: luis@example.test, token: 0123456789abcdef, suspended: no}
  tere: {id: 6, fullname: Tere Paz, email: tere@example.test, deleted: no}
  bot: {id: 7, fullname: Sync Service, email: bot@example.test}
courses:
  HIST1:                               # its short name
    id: 2
    fullname: History
    idnumber: H-27
    summary: <p>From the beginning.</p>
    starts: 2027-01-01 00:00
    ends: 2027-06-30 00:00
    visible: yes
    members: {tere: teacher, ana: student, luis: suspended student}
    groups:
      A: {id: 1, name: Group A, idnumber: GA, members: [ana], visibility: all}   # or members, own, none
    manual_items:                      # columns of the gradebook that no activity feeds
      talk: {name: Participation, max_grade: 20, hidden: yes, grades: {ana: {value: 17}}}
    sections:
      start:
        id: 1
        name: General
        visible: yes
        modules:
          policy:                      # these keys are for every kind of module
            {kind: page, id: 1, instance: 1, context: 30, name: Late work, idnumber: P, intro: <p>Rules</p>,
             visible: yes, stealth: no, only_group: A, completion: manual, completed: {ana: 2027-01-09 10:00},
             content: <p>A tenth a day.</p>}
          guide: {kind: file, name: Guide, filename: guide.txt, mimetype: text/plain, content: Read me}
          essay:
            kind: assignment
            name: Essay
            opens: 2027-01-05 00:00
            due: 2027-01-18 23:59
            cutoff: 2027-01-25 23:59
            grading_due: 2027-02-01 12:00
            max_grade: 100
            team: no                   # yes: submissions are named by group
            completion: submit
            overrides:                 # the person's row, else the group's of the lowest order, wins whole
              for-ana: {user: ana, opens: 2027-01-05 00:00, due: 2027-01-20 23:59, cutoff: 2027-01-27 23:59}
              for-a: {group: A, order: 1, due: 2027-01-19 23:59}
            extensions: {ana: 2027-02-01 23:59}
            submissions:               # status: new, draft, submitted, reopened
              ana: {status: submitted, attempt: 0, text: <p>My essay.</p>, locked: no}
            grades:
              ana: {value: 78, feedback: <p>Good.</p>, hidden: no, hidden_until: 2027-02-10 09:00}
```
"""

from __future__ import annotations

import time
from collections import defaultdict
from pathlib import Path
from typing import cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.strict_yaml import YamlProblemError, read_yaml
from fidedigno.testing.moodle.fields import Fields
from fidedigno.testing.moodle.load_modules import read_manual_item, read_module
from fidedigno.testing.moodle.numbers import Numbers
from fidedigno.testing.moodle.scenario import (
    Course,
    Enrolment,
    Group,
    ManualItem,
    Module,
    Scenario,
    Section,
    Service,
    User,
    Visibility,
)

MAX_BYTES = 262_144
DAY = 86_400
_ENROLMENTS = {
    "teacher": Enrolment("teacher"),
    "student": Enrolment("student"),
    "suspended teacher": Enrolment("teacher", active=False),
    "suspended student": Enrolment("student", active=False),
}


def load_scenario(path: Path) -> Scenario:
    """Read the file at ``path``.

    Raises:
        ConfigurationError: if it cannot be read or is not valid.
    """
    try:
        content = path.read_bytes() if path.stat().st_size <= MAX_BYTES else b"\xff"
        text = content.decode()
    except (OSError, UnicodeDecodeError, ValueError):
        raise ConfigurationError(
            f"The scenario {path.name} cannot be read as a UTF-8 text of at most {MAX_BYTES:,} bytes",
            "Check the path and how the file was saved.",
        ) from None
    return parse_scenario(text, path.name)


def parse_scenario(text: str, source: str = "scenario") -> Scenario:
    """Read a scenario from text; ``source`` is its name in messages.

    Raises:
        ConfigurationError: if it is not valid.
    """
    try:
        yaml = read_yaml(text)
    except YamlProblemError as error:
        raise ConfigurationError(
            f"{source}, line {error.line}: {error.problem}", "Correct the YAML on that line."
        ) from None
    top = Fields(yaml.data, (), lines=yaml.lines, source=source, timezone=ZoneInfo("UTC"))
    return _Loader(top).scenario()


class _Loader:
    """Collects the nouns of one file; names are unique over the site."""

    def __init__(self, top: Fields) -> None:
        self.top = top
        self.numbers: defaultdict[str, Numbers] = defaultdict(Numbers)
        self.names: set[str] = set()
        self.courses: dict[str, Course] = {}
        self.groups: dict[str, Group] = {}
        self.sections: dict[str, Section] = {}
        self.modules: dict[str, Module] = {}
        self.manual_items: dict[str, ManualItem] = {}

    def scenario(self) -> Scenario:
        """The whole file."""
        top = self.top
        site, name = top.text("site"), top.text("timezone")
        try:
            top.timezone = ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            top.fail("timezone", "must be a timezone such as Europe/Madrid")
        now = top.moment("now")
        self.changed = top.moment("changed") or (now or int(time.time())) - DAY
        self.users = {each.key: self._user(each) for each in top.mapping("users")}
        service = self._service()
        for each in top.mapping("courses"):
            self._course(each)
        top.done()
        return Scenario(
            site=site,
            timezone=top.timezone,
            now=now,
            changed=self.changed,
            users=self.users,
            service=service,
            courses=self.courses,
            groups=self.groups,
            sections=self.sections,
            modules=self.modules,
            manual_items=self.manual_items,
        )

    def _user(self, fields: Fields) -> User:
        user = User(
            key=fields.key,
            id=self.numbers["user"].take(fields, start=3),
            fullname=fields.text("fullname"),
            email=fields.text("email"),
            idnumber=fields.text("idnumber", ""),
            token=fields.optional("token"),
            password=fields.optional("password"),
            suspended=fields.flag("suspended", default=False),
            deleted=fields.flag("deleted", default=False),
        )
        fields.done()
        return user

    def _service(self) -> Service | None:
        fields = self.top.within("service")
        if fields is None:
            return None
        service = Service(
            user=fields.word("user", tuple(self.users)),
            shortname=fields.text("shortname", "rag_connector"),
            capabilities=frozenset(fields.names("capabilities")),
        )
        fields.done()
        return service

    def _course(self, fields: Fields) -> None:
        key = self._name(fields)
        members = self._members(fields)
        self.courses[key] = Course(
            key=key,
            id=self.numbers["course"].take(fields, start=2),
            fullname=fields.text("fullname"),
            idnumber=fields.text("idnumber", ""),
            summary=fields.text("summary", ""),
            starts=fields.moment("starts") or 0,
            ends=fields.moment("ends") or 0,
            visible=fields.flag("visible", default=True),
            members=members,
        )
        for each in fields.mapping("groups"):
            self._group(each, key)
        for number, each in enumerate(fields.mapping("sections")):
            self._section(each, key, number)
        for each in fields.mapping("manual_items"):
            item = read_manual_item(each, key, tuple(members), self.numbers, self.changed)
            self.manual_items[self._name(each)] = item
        fields.done()

    def _members(self, fields: Fields) -> dict[str, Enrolment]:
        members: dict[str, Enrolment] = {}
        listed = fields.within("members")
        if listed is None:
            return members
        for key in listed.given():
            if key not in self.users:
                listed.fail(key, "is not one of the users")
            members[key] = _ENROLMENTS[listed.word(key, tuple(_ENROLMENTS))]
        return members

    def _group(self, fields: Fields, course: str) -> None:
        key = self._name(fields)
        members = fields.names("members")
        for each in members:
            if each not in self.courses[course].members:
                fields.fail("members", f"{each!r} is not a member of the course")
        self.groups[key] = Group(
            key=key,
            id=self.numbers["group"].take(fields),
            course=course,
            name=fields.text("name", key),
            idnumber=fields.text("idnumber", ""),
            members=members,
            visibility=cast(Visibility, fields.word("visibility", ("all", "members", "own", "none"), "all")),
        )
        fields.done()

    def _section(self, fields: Fields, course: str, number: int) -> None:
        key = self._name(fields)
        section = Section(
            key=key,
            id=self.numbers["section"].take(fields),
            course=course,
            name=fields.text("name", key),
            number=number,
            visible=fields.flag("visible", default=True),
        )
        self.sections[key] = section
        members = tuple(self.courses[course].members)
        groups = tuple(each.key for each in self.groups.values() if each.course == course)
        for each in fields.mapping("modules"):
            module = read_module(each, section, members, groups, self.numbers, self.changed)
            self.modules[self._name(each)] = module
        fields.done()

    def _name(self, fields: Fields) -> str:
        if fields.key in self.names:
            fields.fail("", "this name is used twice in the site")
        self.names.add(fields.key)
        return fields.key
