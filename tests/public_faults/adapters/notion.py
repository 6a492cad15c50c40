"""Notion behind its connector: audiences that the operator declares, of groups of Fidedigno's directory."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

from pydantic import SecretStr

from fidedigno import Fidedigno
from fidedigno.access import DirectoryContent, GroupEntry
from fidedigno.model import Principal
from fidedigno.sources.connector import Connector
from fidedigno.sources.notion import NotionConnector, NotionOptions
from tests.fakes.notion import Workspace, below, plain, said, uuid, workspace
from tests.public_faults.adapters.graph import STATUS, Node
from tests.public_faults.systems import FAST, PEOPLE, Readers, Served, Verb, is_group, no_sleep, principal

NO_ACCOUNTS = "Notion names no reader: accounts are those of Fidedigno's directory"
HALL = 1


class Notion(Served):
    title = "Notion"
    cannot: ClassVar[Mapping[Verb, str]] = {
        Verb.DISABLE: NO_ACCOUNTS,
        Verb.RENAME_USER: NO_ACCOUNTS,
        Verb.FAIL_PEOPLE: NO_ACCOUNTS,
        Verb.STRANGE_PERSON: NO_ACCOUNTS,
        Verb.DROP_GROUP: "an audience is a group of Fidedigno's directory",
        Verb.STAY_SILENT: "every reading lists everything",
    }

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        self.server: Workspace = stack.enter_context(Workspace())
        self.server.add(HALL, workspace(), listed=False)
        self.nodes: dict[str, Node] = {}
        self.numbers: dict[str, int] = {}
        self.serial = 10
        self.members |= {"all": set(PEOPLE), "no-one": set()}
        self.members |= {f"only-{each}": {each} for each in PEOPLE}

    def connector(self) -> Connector:
        audiences = {uuid(HALL): ("group:all",)}
        for key, node in self.nodes.items():
            if node.readers is not None:
                audiences[uuid(self.numbers[key])] = _audience(node.readers)
        options = NotionOptions(
            "wiki", SecretStr("sesame"), audiences, url=self.server.url, per_second=100.0, limits=FAST
        )
        return NotionConnector(options, sleep=no_sleep, now=self.clock.now)

    def bring(self, workspace: Fidedigno, *, contents: bool = True) -> int:
        groups = tuple(
            GroupEntry(name, name, frozenset(Principal.parse(principal(each)) for each in members))
            for name, members in self.members.items()
        )
        workspace.directory.load(DirectoryContent((), groups, partial=True), replace=False)
        return super().bring(workspace, contents=contents)

    def put(self, key: str, text: str, readers: Readers = None, below: str | None = None) -> None:
        old = self.nodes.get(key)
        self.nodes[key] = Node(readers, below, text, old.serial + 1 if old else 1)
        self._write(key)
        inside = self.numbers[key]
        self.server.inside.pop(plain(inside), None)
        self.server.block(inside, inside + 10_000, "paragraph", text)

    def folder(self, key: str, readers: Readers = None, below: str | None = None) -> None:
        self.nodes[key] = Node(readers, below)
        self._write(key)

    def share(self, key: str, readers: Readers) -> None:
        self.nodes[key].readers = readers

    def narrow(self) -> None:
        """An audience further down never widens those above it."""

    def move(self, key: str, below: str) -> None:
        self.nodes[key].below = below
        self._write(key)

    def entitle(self, key: str, title: str) -> None:
        named = {"Name": {"type": "title", "title": said(title)}}
        self.server.things[plain(self.numbers[key])]["properties"] = named

    def delete(self, key: str) -> None:
        number = self.numbers.pop(key)
        del self.nodes[key]
        thing = self.server.things.pop(plain(number))
        self.server.found.remove(thing)

    def join(self, group: str, person: str) -> None:
        self.members[group].add(person)

    def leave(self, group: str, person: str) -> None:
        self.members[group].discard(person)

    def nest(self, outer: str, inner: str) -> None:
        for each in (outer, inner):
            self.members.setdefault(each, set())
        self.members[outer].add(f"@{inner}")

    def fail_acl(self, key: str, kind: str) -> None:
        self.server.fail(f"/v1/pages/.*{plain(HALL)[-12:]}$", STATUS[kind])

    def wrong_types(self, key: str) -> None:
        self.server.things[plain(self.numbers[key])]["parent"] = {"type": 7}

    def fail_midway(self) -> None:
        for extra in ("filler-a", "filler-b", "filler-c"):
            self.folder(extra)
        self.at_request(2, lambda: self.server.fail("", 503), "/v1/search")

    def expire_token(self) -> None:
        self.at_request(1, lambda: self.server.fail("", 401), "/v1/search")

    def strange_group(self, name: str, person: str) -> str:
        key = f"strange{len(self.members)}"
        self.members[key] = {person}
        return f"@{key}"

    def _write(self, key: str) -> None:
        if key not in self.numbers:
            self.serial += 1
            self.numbers[key] = self.serial
        number = self.numbers[key]
        node = self.nodes[key]
        self.server.found = [each for each in self.server.found if each["id"] != uuid(number)]
        parent = below(self.numbers[node.below] if node.below else HALL)
        title = {"Name": {"type": "title", "title": said(key)}}
        edited = f"2026-11-30T10:{node.serial:02}:00.000Z"
        self.server.add(number, parent, properties=title, last_edited_time=edited)


def _audience(readers: Collection[str]) -> tuple[str, ...]:
    names = [each[1:] if is_group(each) else f"only-{each}" for each in sorted(readers)]
    return tuple(f"group:{each}" for each in names or ["no-one"])
