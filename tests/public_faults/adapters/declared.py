"""A declared service behind its connector: rows that name an owner, teams or everybody."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

from pydantic import SecretStr

from fidedigno.sources.connector import Connector
from fidedigno.sources.declared import DeclaredConnector, read_declaration
from tests.fakes.declared import HUB, CustomerSystem
from tests.public_faults.adapters.graph import STATUS
from tests.public_faults.systems import (
    DOMAIN,
    FAST,
    GROUPS,
    PEOPLE,
    Readers,
    Served,
    Verb,
    address,
    is_group,
    no_sleep,
)

NO_TREE = "a declaration describes rows, and no tree"


class Declared(Served):
    title = "Declared services"
    fails_whole = True
    cannot: ClassVar[Mapping[Verb, str]] = {
        Verb.FOLDER: NO_TREE,
        Verb.NARROW: NO_TREE,
        Verb.MOVE: NO_TREE,
        Verb.STRANGE_GROUP: "a team of this declaration is known by its id alone",
        Verb.NEST: "the teams of this declaration hold accounts only",
        Verb.STAY_SILENT: "every reading lists everything",
    }

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        self.server: CustomerSystem = stack.enter_context(CustomerSystem())
        for person in PEOPLE:
            row = {"id": f"o-{person}", "email": address(person), "archived": False, "userId": f"u-{person}"}
            self.server.owners.append(row)
        for name, members in GROUPS.items():
            self._team(f"t-{name}", *(f"u-{each}" for each in members))
        self.notes: dict[str, dict[str, Any]] = {}

    def connector(self) -> Connector:
        declared = read_declaration(HUB.replace("acme.example", DOMAIN).format(base=self.server.url))
        return DeclaredConnector(
            declared, SecretStr("sesame"), limits=FAST, sleep=no_sleep, now=self.clock.now
        )

    def put(self, key: str, text: str, readers: Readers = None, below: str | None = None) -> None:
        if key not in self.notes:
            self.notes[key] = self.server.note(key)
        note = self.notes[key]
        note["properties"] |= {"title": key, "body": f"<p>{text}</p>"}
        self.share(key, readers)

    def share(self, key: str, readers: Readers) -> None:
        said: dict[str, Any] = {"owner": None, "teams": [], "visibility": None}
        if readers is None:
            said["visibility"] = "company"
        people = sorted(each for each in readers or () if not is_group(each))
        said["teams"] = [f"t-{each[1:]}" for each in sorted(readers or ()) if is_group(each)]
        if len(people) == 1:
            said["owner"] = f"o-{people[0]}"
        elif people:
            self._team(f"t-of-{key}", *(f"u-{each}" for each in people))
            said["teams"].append(f"t-of-{key}")
        self.notes[key]["properties"] |= said

    def entitle(self, key: str, title: str) -> None:
        self.notes[key]["properties"]["title"] = title

    def delete(self, key: str) -> None:
        self.server.notes.remove(self.notes.pop(key))

    def join(self, group: str, person: str) -> None:
        self._members(group).append(f"u-{person}")

    def leave(self, group: str, person: str) -> None:
        self._members(group).remove(f"u-{person}")

    def drop_group(self, group: str) -> None:
        self.server.teams = [each for each in self.server.teams if each["id"] != f"t-{group}"]

    def disable(self, person: str) -> None:
        self._owner(person)["archived"] = True

    def rename_user(self, person: str, name: str) -> None:
        self._owner(person)["email"] = address(name)

    def fail_acl(self, key: str, kind: str) -> None:
        self.server.fail("/crm/v3/objects/notes", STATUS[kind])

    def wrong_types(self, key: str) -> None:
        self.notes[key]["properties"]["teams"] = {"t-hr": True}

    def fail_midway(self) -> None:
        for extra in ("filler-a", "filler-b", "filler-c"):
            self.put(extra, "filler")
        self.at_request(2, lambda: self.server.fail("", 503), "/notes")

    def fail_people(self) -> None:
        self.server.fail("/crm/v3/owners", 503)

    def expire_token(self) -> None:
        self.at_request(1, lambda: self.server.fail("", 401), "/notes")

    def strange_person(self, name: str) -> None:
        number = len(self.server.owners)
        row = {"id": f"o{number}", "email": name, "archived": False, "userId": f"u-{number}"}
        self.server.owners.append(row)

    def _team(self, key: str, *members: str) -> None:
        self.server.teams = [each for each in self.server.teams if each["id"] != key]
        self.server.teams.append({"id": key, "userIds": list(members), "secondaryUserIds": []})

    def _members(self, group: str) -> list[str]:
        found = next(each for each in self.server.teams if each["id"] == f"t-{group}")
        members: list[str] = found["userIds"]
        return members

    def _owner(self, person: str) -> dict[str, Any]:
        found: dict[str, Any] = next(e for e in self.server.owners if e["id"] == f"o-{person}")
        return found
