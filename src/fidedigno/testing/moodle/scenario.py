"""The nouns of a simulated site: people, courses, groups, modules and what was handed in and marked.

Everything is frozen: a change makes a new scenario (``changes``), so that an answer is always computed from
one consistent state. People, courses, groups, sections and modules are named by the keys of the YAML file,
which are unique over the whole site; the numbers are Moodle's ids. Moments are seconds since 1970, and 0 means
"not set", as in Moodle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

Role = Literal["teacher", "student"]
Visibility = Literal["all", "members", "own", "none"]
Completion = Literal["none", "manual", "submit"]
Status = Literal["new", "draft", "submitted", "reopened"]


@dataclass(frozen=True, slots=True)
class User:
    """An account. Without a ``token`` the server makes one up at every start."""

    key: str
    id: int
    fullname: str
    email: str
    idnumber: str = ""
    token: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    suspended: bool = False
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Service:
    """The service account of connectors: sees every course, and has what ``capabilities`` adds."""

    user: str
    shortname: str = "rag_connector"
    capabilities: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Enrolment:
    """That a person belongs to a course; ``active`` is false for a suspended enrolment."""

    role: Role
    active: bool = True


@dataclass(frozen=True, slots=True)
class Group:
    """People of a course. ``visibility`` says who may see that it exists ("none": only who manages it)."""

    key: str
    id: int
    course: str
    name: str
    idnumber: str
    members: tuple[str, ...]
    visibility: Visibility = "all"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a course page; what it holds is hidden with it."""

    key: str
    id: int
    course: str
    name: str
    number: int
    visible: bool = True


@dataclass(frozen=True, slots=True)
class Override:
    """Other dates for one person or one group; ``None`` leaves the assignment's own date."""

    key: str
    user: str | None
    group: str | None
    order: int
    opens: int | None
    due: int | None
    cutoff: int | None


@dataclass(frozen=True, slots=True)
class Flags:
    """Moodle's row of an extension (0: none) and a lock; a person without one has no row at all."""

    id: int
    extension: int = 0
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Submission:
    """What a person handed in (or, for a team assignment, a group)."""

    id: int
    status: Status
    attempt: int
    text: str
    changed: int


@dataclass(frozen=True, slots=True)
class Grade:
    """A mark. Not to be seen by its owner while ``hidden``, or before ``hidden_until``."""

    id: int
    value: float
    feedback: str
    changed: int
    hidden: bool = False
    hidden_until: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """A page written in Moodle's editor."""

    content: str


@dataclass(frozen=True, slots=True)
class File:
    """A file that was uploaded."""

    filename: str
    content: bytes
    mimetype: str


@dataclass(frozen=True, slots=True)
class Assignment:
    """Something to hand in. Submissions are named by person, or by group where ``team``."""

    opens: int = 0
    due: int = 0
    cutoff: int = 0
    grading_due: int = 0
    max_grade: int = 100
    team: bool = False
    grades_hidden: bool = False
    overrides: Mapping[str, Override] = field(default_factory=dict)
    flags: Mapping[str, Flags] = field(default_factory=dict)
    submissions: Mapping[str, Submission] = field(default_factory=dict)
    grades: Mapping[str, Grade] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Module:
    """One thing on a course page: ``id`` is the course module, ``instance`` the page, file or assignment."""

    key: str
    id: int
    instance: int
    context: int
    course: str
    section: str
    name: str
    intro: str
    idnumber: str
    body: Page | File | Assignment
    changed: int
    visible: bool = True
    stealth: bool = False
    only_group: str | None = None
    completion: Completion = "none"
    completed: Mapping[str, int] = field(default_factory=dict)

    @property
    def kind(self) -> Literal["page", "resource", "assign"]:
        """Moodle's name of the plugin."""
        if isinstance(self.body, Assignment):
            return "assign"
        return "page" if isinstance(self.body, Page) else "resource"


@dataclass(frozen=True, slots=True)
class ManualItem:
    """A column of the gradebook that no activity feeds."""

    key: str
    course: str
    name: str
    max_grade: int
    hidden: bool
    grades: Mapping[str, Grade]


@dataclass(frozen=True, slots=True)
class Course:
    """A course; its key is its short name."""

    key: str
    id: int
    fullname: str
    idnumber: str
    summary: str
    starts: int
    ends: int
    visible: bool
    members: Mapping[str, Enrolment]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A whole site at one moment. ``now`` is where its clock starts (``None``: the machine's clock)."""

    site: str
    timezone: ZoneInfo
    now: int | None
    changed: int
    users: Mapping[str, User]
    service: Service | None
    courses: Mapping[str, Course]
    groups: Mapping[str, Group]
    sections: Mapping[str, Section]
    modules: Mapping[str, Module]
    manual_items: Mapping[str, ManualItem]

    @classmethod
    def load(cls, path: str | Path) -> Scenario:
        """Read a scenario from YAML; ``fidedigno.testing.moodle.load`` lists every key.

        Raises:
            ConfigurationError: if it cannot be read or is not valid; says the line and the key.
        """
        from fidedigno.testing.moodle.load import load_scenario

        return load_scenario(Path(path))

    def modules_of(self, course: str) -> list[Module]:
        """The modules of a course, in the order of its page."""
        return [each for each in self.modules.values() if each.course == course]

    def groups_of(self, course: str) -> list[Group]:
        """The groups of a course."""
        return [each for each in self.groups.values() if each.course == course]

    def students_of(self, course: str) -> list[User]:
        """The people with an active enrolment as students, whatever the state of their account."""
        members = self.courses[course].members
        return [self.users[key] for key, each in members.items() if each.active and each.role == "student"]
