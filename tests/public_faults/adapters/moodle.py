"""A simulated Moodle: one course, pages of it, and groups that pages are kept for."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import yaml

from fidedigno import Fidedigno
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.testing.moodle import MoodleServer, Scenario
from fidedigno.testing.moodle.live import FaultMode
from fidedigno.testing.moodle.scenario import User
from tests.fakes.connected import write_moodle, write_places
from tests.public_faults.systems import PEOPLE, Readers, System, Verb, address, is_group

PLACES = "courses:\n  bd:\n    name: Databases\n    visible_to: [anyone]\n    moodle: 41\n"
SECTION = "a section is shown or hidden, and has no readers of its own"
MODES: Mapping[str, FaultMode] = {
    "refused": "maintenance",
    "throttled": "service_unavailable",
    "broken": "half_json",
}


@dataclass
class Page:
    text: str
    readers: Readers
    number: int
    title: str


class Moodle(System):
    title = "Moodle"
    fails_whole = True
    cannot: ClassVar[Mapping[Verb, str]] = {
        Verb.FOLDER: SECTION,
        Verb.NARROW: SECTION,
        Verb.MOVE: SECTION,
        Verb.NEST: "groups of a course hold people only",
        Verb.DROP_GROUP: "the simulated course keeps the groups that a page names",
        Verb.WRONG_TYPES: "its shapes are tested against recordings of a real site",
        Verb.STAY_SILENT: "every reading lists everything",
    }

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        self.names = {person: person for person in PEOPLE}
        self.mails = {person: address(person) for person in PEOPLE}
        self.shown = {person: f"Person {person}" for person in PEOPLE}
        self.suspended: set[str] = set()
        self.group_names: dict[str, str] = {}
        self.nodes: dict[str, Page] = {}
        self.serial = 0
        self.put("guide", "How to begin.")
        self.server = stack.enter_context(MoodleServer(self._scenario()))
        self.bot = self.server.token("bot")
        self.folder_of_files = folder / "moodle"
        self.folder_of_files.mkdir()

    def put(self, key: str, text: str, readers: Readers = None, below: str | None = None) -> None:
        old = self.nodes.get(key)
        self.nodes[key] = Page(text, readers, old.number if old else 4000 + self.serial, key)
        self._change()

    def share(self, key: str, readers: Readers) -> None:
        self.nodes[key].readers = readers
        self._change()

    def entitle(self, key: str, title: str) -> None:
        self.nodes[key].title = title.strip() or "."
        self._change()

    def delete(self, key: str) -> None:
        del self.nodes[key]
        self._change()

    def join(self, group: str, person: str) -> None:
        self.members[group].add(person)
        self._change()

    def leave(self, group: str, person: str) -> None:
        self.members[group].discard(person)
        self._change()

    def disable(self, person: str) -> None:
        self.suspended.add(person)
        self._change()

    def rename_user(self, person: str, name: str) -> None:
        self.names[person], self.mails[person] = name, address(name)
        self._change()

    def fail_acl(self, key: str, kind: str) -> None:
        self.server.fail(MODES[kind], seconds=0, function="core_course_get_contents")

    def fail_midway(self) -> None:
        self.server.fail("half_json", function="mod_page_get_pages_by_courses")

    def fail_people(self) -> None:
        self.server.fail("half_json", function="core_enrol_get_enrolled_users")

    def expire_token(self) -> None:
        count, calls = self.server.count, 0

        def counted(function: str, user: User | None) -> None:
            nonlocal calls
            calls += 1
            if calls == 3:
                self.server.revoke_token("bot")
            count(function, user)

        self.server.count = counted  # type: ignore[method-assign]

    def strange_group(self, name: str, person: str) -> str:
        key = f"strange{len(self.members)}"
        self.members[key] = {person}
        self.group_names[key] = name.strip() or "."
        self._change()
        return f"@{key}"

    def strange_person(self, name: str) -> None:
        key = f"stranger{len(self.names)}"
        self.names[key], self.shown[key] = key, name.strip() or "."
        self.mails[key] = f"{key}@elsewhere.example"
        self._change()

    def heal(self) -> None:
        self.server.heal()
        self.server.__dict__.pop("count", None)
        self.server._tokens[self.bot] = "bot"

    def bring(self, workspace: Fidedigno, *, contents: bool = True) -> int:
        workspace.load_places(write_places(self.folder_of_files, PLACES))
        token = self.folder_of_files / "service.token"
        try:
            workspace.connect_moodle(write_moodle(self.folder_of_files, _Known(self.server, self.bot)))
        finally:
            token.chmod(0o600)
        done = workspace.sync_moodle("owner")
        if done.folders:
            workspace.ingest(*done.folders)
        if done.failed:
            raise SourceError(SourceErrorKind.TEMPORARY, "the course was not read")
        return len(done.unknown_groups)

    def _change(self) -> None:
        self.serial += 1
        if "server" in self.__dict__:
            scenario = self._scenario()
            self.server._change(lambda _: scenario)

    def _scenario(self) -> Scenario:
        users: dict[str, Any] = {"bot": {"id": 2, "fullname": "Bot", "email": "bot@campus.example"}}
        for number, (person, name) in enumerate(self.names.items(), 11):
            users[name] = {"id": number, "fullname": self.shown[person], "email": self.mails[person]}
            if person in self.suspended:
                users[name]["suspended"] = True
        groups = dict(self.members)
        modules: dict[str, Any] = {}
        for key, node in self.nodes.items():
            module: dict[str, Any] = {"kind": "page", "name": node.title, "content": f"<p>{node.text}</p>"}
            module |= dict.fromkeys(("id", "instance", "context"), node.number)
            if node.readers is not None and not node.readers:
                module["visible"] = False
            elif node.readers is not None:
                name = next(iter(node.readers))[1:]
                if len(node.readers) > 1 or name not in groups:
                    name = "of-" + "-".join(sorted(node.readers)).replace("@", "in-")
                    groups.setdefault(name, self._people_of(node.readers))
                module["only_group"] = name
            modules[f"page-{key}"] = module
        said = {
            "site": "Campus",
            "timezone": "Europe/Madrid",
            "now": "2026-11-12 10:00",
            "changed": f"2026-11-09 {8 + self.serial // 60:02}:{self.serial % 60:02}",
            "service": {"user": "bot"},
            "users": users,
            "courses": {
                "BD": {
                    "id": 41,
                    "fullname": "Databases",
                    "members": dict.fromkeys(self.names.values(), "student"),
                    "groups": {
                        key: {
                            "name": self.group_names.get(key, key),
                            "members": sorted(self.names[each] for each in members),
                        }
                        for key, members in groups.items()
                    },
                    "sections": {"inicio": {"name": "Start", "modules": modules}},
                }
            },
        }
        path = self.home / f"scenario-{self.serial}.yaml"
        path.write_text(yaml.safe_dump(said, allow_unicode=True, sort_keys=False), encoding="utf-8")
        return Scenario.load(path)

    def _people_of(self, readers: Readers) -> set[str]:
        people: set[str] = set()
        for each in readers or ():
            people |= self.members[each[1:]] if is_group(each) else {each}
        return people


class _Known:
    """The server with the token that its connector was given, whether it still counts or not."""

    def __init__(self, server: MoodleServer, token: str) -> None:
        self.url = server.url
        self._token = token

    def token(self, user: str) -> str:
        return self._token
