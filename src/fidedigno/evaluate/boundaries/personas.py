"""The seven personas of the boundary tests, found in the directory of the installation or made up for a run.

Somebody made up is written into the private copy of the workspace only.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.errors import UsageError
from fidedigno.evaluate.boundaries.oracle import Oracle, key
from fidedigno.evaluate.boundaries.records import Person, Records
from fidedigno.model import normalise_name

MADE_UP_DOMAIN = "boundary-test.invalid"


class PersonaKind(StrEnum):
    """The seven personas of the permissions article, and people named for the run."""

    WIDE = "wide"
    DEPARTMENT = "department"
    MANAGER = "manager"
    CONTRACTOR = "contractor"
    FORMER = "former"
    SUPPORT = "support"
    ADMINISTRATOR = "administrator"
    NAMED = "named"


SEVEN = tuple(kind for kind in PersonaKind if kind is not PersonaKind.NAMED)
_NAMED_FIRST = (
    PersonaKind.FORMER,
    PersonaKind.ADMINISTRATOR,
    PersonaKind.CONTRACTOR,
    PersonaKind.SUPPORT,
    PersonaKind.MANAGER,
    PersonaKind.DEPARTMENT,
    PersonaKind.WIDE,
)


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody who asks. ``groups`` are those of somebody made up, local ones, by name."""

    kind: PersonaKind
    user: str
    made_up: bool = False
    enabled: bool = True
    groups: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def email(self) -> str:
        """The address of somebody made up: of a domain to which nothing is granted."""
        return f"{self.user}@{MADE_UP_DOMAIN}"


def choose_personas(records: Records, oracle: Oracle, owner: str) -> list[Persona]:
    """The seven, in the order of the article; each account is used once.

    Args:
        records: the state of the workspace.
        oracle: says what each may read.
        owner: the account that administers the workspace.
    """
    chooser = _Chooser(records, oracle, normalise_name(owner))
    chosen = {kind: chooser.choose(kind) for kind in _NAMED_FIRST}
    return [chosen[kind] for kind in SEVEN]


def named_personas(records: Records, users: Iterable[str]) -> list[Persona]:
    """The accounts that were named for the run.

    Raises:
        UsageError: if there is no such account.
    """
    found = []
    for user in users:
        try:
            name = normalise_name(user)
        except ValueError as error:
            raise UsageError(f"not a name: {error}", "name accounts of the directory") from None
        if name not in records.people:
            raise UsageError("there is no account of a name that was given", "see 'fidedigno users list'")
        found.append(Persona(PersonaKind.NAMED, name, enabled=records.people[name].enabled))
    return found


class _Chooser:
    def __init__(self, records: Records, oracle: Oracle, owner: str) -> None:
        self._records = records
        self._owner = owner
        self._used: set[str] = set()
        self._reads = {name: oracle.readable(name, as_if_enabled=True) for name in records.people}
        self._held = {name: oracle.holds(name, as_if_enabled=True) for name in records.people}
        self._public = oracle.readable(None)
        self._of_departments: dict[frozenset[int], frozenset[str]] = {}
        domains = Counter(_domain(each) for each in records.people.values() if each.email)
        self._home = domains.most_common(1)[0][0] if domains else ""

    def choose(self, kind: PersonaKind) -> Persona:
        """Somebody of that kind out of the directory, else somebody made up."""
        found = max(
            (each for each in self._records.people.values() if self._fits(kind, each)),
            key=lambda each: (*self._score(kind, each), each.name),
            default=None,
        )
        if found is None:
            return self._made_up(kind)
        self._used.add(found.name)
        return Persona(kind, found.name, enabled=found.enabled)

    def _fits(self, kind: PersonaKind, person: Person) -> bool:
        if person.name in self._used or (kind is PersonaKind.FORMER) == person.enabled:
            return False
        beyond = self._reads[person.name] - self._public
        match kind:
            case PersonaKind.FORMER:
                return True
            case PersonaKind.ADMINISTRATOR:
                return person.name == self._owner or self._is_called(person, kind)
            case PersonaKind.CONTRACTOR:
                return self._is_called(person, kind) or (bool(person.email) and _domain(person) != self._home)
            case PersonaKind.SUPPORT:
                return self._is_called(person, kind)
            case PersonaKind.MANAGER:
                return bool(beyond) and (self._is_called(person, kind) or self._owns(person))
            case PersonaKind.DEPARTMENT:
                return len(self._departments(person)) == 1
            case _:
                return bool(beyond) and len(self._reads[person.name]) < len(self._records.documents)

    def _score(self, kind: PersonaKind, person: Person) -> tuple[int, ...]:
        """More is better."""
        reads = len(self._reads[person.name])
        if kind is PersonaKind.ADMINISTRATOR:
            return (int(person.name == self._owner), reads)
        if kind in {PersonaKind.FORMER, PersonaKind.WIDE}:
            return (reads, len(self._departments(person)))
        called = int(self._is_called(person, kind))
        return (called, -len(self._departments(person)), reads)

    def _departments(self, person: Person) -> frozenset[str]:
        """The corpora of departments of which somebody reads something; many people read the same."""
        reads = self._reads[person.name]
        if reads not in self._of_departments:
            corpora = {self._records.documents[each].corpus for each in reads - self._public}
            names = frozenset(each.name for each in corpora if each.audience == "department")
            self._of_departments[reads] = names
        return self._of_departments[reads]

    def _owns(self, person: Person) -> bool:
        return any(_folded(each.owner) == _folded(person.name) for each in self._records.corpora.values())

    def _is_called(self, person: Person, kind: PersonaKind) -> bool:
        known = [*person.attributes.values()]
        known += [self._records.groups[each].name for each in person.groups if each in self._records.groups]
        said = [f" {' '.join(re.findall(r'[a-z0-9]+', _folded(each)))} " for each in known]
        return any(f" {word} " in each for word in _words().get(kind.value, ()) for each in said)

    def _made_up(self, kind: PersonaKind) -> Persona:
        name = f"boundary-{kind.value}"
        while name in self._records.people:
            name += "-x"
        enabled = kind is not PersonaKind.FORMER
        return Persona(kind, name, True, enabled, self._groups_for(kind), (("role", kind.value),))

    def _groups_for(self, kind: PersonaKind) -> tuple[str, ...]:
        """Local groups that open what somebody of that kind would read; none for outsiders."""
        opens = self._opened_by_groups()
        audiences = {
            name: {self._records.documents[each].corpus.audience for each in ids}
            for name, ids in opens.items()
        }
        harmless = {name for name, found in audiences.items() if "restricted" not in found}
        department = sorted(name for name in harmless if audiences[name] & {"department"})
        match kind:
            case PersonaKind.WIDE:
                return tuple(sorted(harmless))
            case PersonaKind.FORMER:
                return tuple(sorted(opens))
            case PersonaKind.DEPARTMENT | PersonaKind.MANAGER:
                return tuple(department[:1] if kind is PersonaKind.DEPARTMENT else department[-1:])
            case PersonaKind.SUPPORT:
                return tuple(sorted(name for name in harmless if "customer" in audiences[name])[:1])
            case _:
                return ()

    def _opened_by_groups(self) -> dict[str, set[int]]:
        """The local groups that a list of a document names, with those documents."""
        local = {
            key("group", "local", each.name): each.name
            for each in self._records.groups.values()
            if each.source == "local"
        }
        opens: dict[str, set[int]] = {}
        for document in self._records.documents.values():
            stored = self._records.lists.get(document.access or 0)
            for clause in stored.clauses.values() if stored else ():
                for each in clause & local.keys():
                    opens.setdefault(local[each], set()).add(document.id)
        return opens


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    text = files("fidedigno.evaluate.boundaries").joinpath("personas.yaml").read_text(encoding="utf-8")
    return {kind: tuple(words) for kind, words in yaml.safe_load(text).items()}


def _domain(person: Person) -> str:
    return (person.email or "").rsplit("@", 1)[-1]


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))
