"""A wiki behind its connector: rules by page and namespace, of which the nearest decides."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from pydantic import SecretStr

from fidedigno.sources.connector import Connector
from fidedigno.sources.dokuwiki import DokuWikiConnector, DokuWikiOptions
from tests.fakes.dokuwiki import PASSWORD, SERVICE, FakeWiki, account_lines
from tests.public_faults.adapters.graph import STATUS, Node
from tests.public_faults.systems import FAST as SHORT
from tests.public_faults.systems import GROUPS, PEOPLE, Readers, Served, Verb, address, no_sleep

ALL = "everybody"


class DokuWiki(Served):
    title = "DokuWiki"
    fails_whole = True
    cannot: ClassVar[Mapping[Verb, str]] = {
        Verb.NARROW: "the nearest place with a rule decides alone",
        Verb.NEST: "groups of DokuWiki hold accounts only",
        Verb.STAY_SILENT: "every reading lists everything",
        Verb.ENTITLE: "a page is called by its id, which the wiki cleans",
        Verb.MOVE: "a page that moves has another name, and is another page",
        Verb.STRANGE_GROUP: "a group with such a name closes the account; see the connector's own tests",
    }

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        place = folder / "wiki"
        place.mkdir()
        self.server: FakeWiki = stack.enter_context(FakeWiki(place))
        self.server.pages.clear()
        self.accounts = {person: (address(person), {ALL}) for person in PEOPLE}
        for name, members in GROUPS.items():
            for each in members:
                self.accounts[each][1].add(name)
        self.strangers: list[str] = []
        self.off: set[str] = set()
        self.nodes: dict[str, Node] = {}
        self._write()

    def connector(self) -> Connector:
        options = DokuWikiOptions(
            "corp", self.server.url, SERVICE, SecretStr(PASSWORD), self.server.rules_file,
            self.server.accounts_file, emails_verified=True, limits=replace(SHORT, response_bytes=200_000),
        )  # fmt: skip
        return DokuWikiConnector(options, sleep=no_sleep, now=self.clock.now)

    def put(self, key: str, text: str, readers: Readers = None, below: str | None = None) -> None:
        self.nodes[key] = Node(readers, below, text)
        self._write()
        self.server.pages[self.page(key)] = text

    def folder(self, key: str, readers: Readers = None, below: str | None = None) -> None:
        self.nodes[key] = Node(readers, below)
        self._write()

    def share(self, key: str, readers: Readers) -> None:
        self.nodes[key].readers = readers
        self._write()

    def delete(self, key: str) -> None:
        del self.server.pages[self.page(key)]
        del self.nodes[key]

    def join(self, group: str, person: str) -> None:
        self.accounts[person][1].add(group)
        self._write()

    def leave(self, group: str, person: str) -> None:
        self.accounts[person][1].discard(group)
        self._write()

    def drop_group(self, group: str) -> None:
        for _, groups in self.accounts.values():
            groups.discard(group)
        self._write()

    def disable(self, person: str) -> None:
        self.off.add(person)
        self._write()

    def rename_user(self, person: str, name: str) -> None:
        self.accounts[person] = (address(name), self.accounts[person][1])
        self._write()

    def fail_acl(self, key: str, kind: str) -> None:
        if kind == "refused":
            self.server.rules_file.unlink()
        elif kind == "broken":
            self.server.rules_file.write_bytes(b"\xff\xfe*  @ALL  16")
        else:
            self.server.fail("xmlrpc", STATUS[kind])

    def wrong_types(self, key: str) -> None:
        rows = list(self.server._rows())
        page = self.page(key)
        self.server.rows = [row | {"rev": ["1"]} if row["id"] == page else row for row in rows]

    def fail_midway(self) -> None:
        self.at_request(2, lambda: self.server.fail("", 503))

    def fail_people(self) -> None:
        self.server.accounts_file.unlink()

    def expire_token(self) -> None:
        self.at_request(2, lambda: self.server.fail("", 401))

    def strange_person(self, name: str) -> None:
        self.strangers.append(name.replace("\\", "\\\\").replace(":", "\\:"))
        self._write()

    def heal(self) -> None:
        super().heal()
        self.server.rows = None
        self._write()

    def page(self, key: str) -> str:
        below = self.nodes[key].below
        return f"{self.page(below)}:{key.casefold()}" if below else key.casefold()

    def _write(self) -> None:
        lines = ["# acl.auth.php", "* @ALL 0", f"* @{ALL} 1"]
        for key, node in self.nodes.items():
            if node.readers is not None:
                place = self.page(key) + ("" if node.text is not None else ":*")
                lines.append(f"{place} @ALL 0")
                lines += [f"{place} {each} 1" for each in sorted(node.readers)]
        self.server.rules_file.write_text("\n".join([*lines, ""]), encoding="utf-8")
        rows = [account_lines("reader:{service}:Reader::staff")]
        for person, (mail, groups) in self.accounts.items():
            if person not in self.off:
                rows.append(f"{person}:x:{person}:{mail}:{','.join(sorted(groups))}")
        rows += [f"stranger{n}:x:{name}:{name}:{ALL}" for n, name in enumerate(self.strangers)]
        rows += [f"{name}:x:{name}::{ALL}" for name in self.strangers]
        self.server.accounts_file.write_text("\n".join([*rows, ""]), encoding="utf-8")
