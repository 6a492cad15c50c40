"""Microsoft 365 behind its connector: items with whole lists of permissions, and a feed that names few of them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from pydantic import SecretStr

from fidedigno.sources.connector import Connector
from fidedigno.sources.graph import ClientSecret, GraphConnector, GraphOptions
from tests.fakes.graph import CLIENT, DRIVE, ROOT, SECRET, TENANT, GraphServer, account_id
from tests.fakes.graph_rows import to_account, to_group
from tests.public_faults.systems import (
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

STATUS = {"refused": 403, "throttled": 429, "broken": 500}


@dataclass
class Node:
    readers: Readers
    below: str | None
    text: str | None = None
    serial: int = 1


class Graph(Served):
    title = "Graph"
    renews_tokens = True
    cannot: ClassVar[Mapping[Verb, str]] = {
        Verb.NARROW: "an item's own permissions replace those above it",
    }

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        self.server: GraphServer = stack.enter_context(GraphServer())
        self.server.page_size = 3
        self.numbers = {person: number for number, person in enumerate(PEOPLE, 1)}
        for person, number in self.numbers.items():
            self.server.user(number, address(person))
        self.group_ids: dict[str, str] = {}
        for name, members in GROUPS.items():
            self.group_ids[name] = self.server.group(
                len(self.group_ids) + 1, *(account_id(self.numbers[each]) for each in members)
            )
        self.nodes: dict[str, Node] = {}
        self.silent = False

    def connector(self) -> Connector:
        server = self.server
        options = GraphOptions(
            "corp", TENANT, CLIENT, ClientSecret(SecretStr(SECRET)), (DRIVE,), base=server.url + "/v1.0",
            login=server.url, limits=FAST,
        )  # fmt: skip
        return GraphConnector(options, sleep=no_sleep, now=self.clock.now)

    def put(self, key: str, text: str, readers: Readers = None, below: str | None = None) -> None:
        old = self.nodes.get(key)
        self.nodes[key] = Node(readers, below, text, old.serial + 1 if old else 1)
        self._tell(key)

    def folder(self, key: str, readers: Readers = None, below: str | None = None) -> None:
        self.nodes[key] = Node(readers, below)
        self._tell(key)

    def share(self, key: str, readers: Readers) -> None:
        self.nodes[key].readers = readers
        self._tell(key)

    def move(self, key: str, below: str) -> None:
        self.nodes[key].below = below
        self._tell(key)

    def entitle(self, key: str, title: str) -> None:
        item = self.server.items[key]
        self.server.put({**item, "name": title if "folder" in item else f"{title}.txt"})

    def delete(self, key: str) -> None:
        del self.nodes[key]
        del self.server.permissions[key]
        if self.silent:
            del self.server.items[key]
        else:
            self.server.delete(key)

    def join(self, group: str, person: str) -> None:
        self.server.members[self.group_ids[group]].append({"id": account_id(self.numbers[person])})

    def leave(self, group: str, person: str) -> None:
        self._remove(self.group_ids[group], account_id(self.numbers[person]))

    def nest(self, outer: str, inner: str) -> None:
        for each in (outer, inner):
            if each not in self.group_ids:
                self.group_ids[each] = self.server.group(len(self.group_ids) + 1)
        self.server.members[self.group_ids[outer]].append({"id": self.group_ids[inner]})

    def drop_group(self, group: str) -> None:
        key = self.group_ids[group]
        del self.server.groups[key], self.server.members[key]

    def disable(self, person: str) -> None:
        self.server.users[account_id(self.numbers[person])]["accountEnabled"] = False

    def rename_user(self, person: str, name: str) -> None:
        self.server.users[account_id(self.numbers[person])]["mail"] = address(name)

    def fail_acl(self, key: str, kind: str) -> None:
        self.server.fail_part(f"items/{key}/permissions", STATUS[kind])

    def wrong_types(self, key: str) -> None:
        self.server.permissions[key] = {"value": {"id": 7}}

    def fail_midway(self) -> None:
        self.at_request(2, lambda: self.server.fail("", 503), "delta")

    def fail_people(self) -> None:
        self.server.fail("/v1.0/users", 503)

    def expire_token(self) -> None:
        self.at_request(2, lambda: self.server.expired.update(self.server.tokens), "delta")

    def stay_silent(self) -> None:
        self.silent = True

    def settle(self) -> None:
        self.clock.forward(hours=2)

    def strange_group(self, name: str, person: str) -> str:
        self.group_ids[name] = self.server.group(len(self.group_ids) + 1, displayName=name)
        self.join(name, person)
        return f"@{name}"

    def strange_person(self, name: str) -> None:
        number = 100 + len(self.server.users)
        self.server.user(number, name, displayName=name, userPrincipalName=name)

    def heal(self) -> None:
        super().heal()
        self.server.part_failures.clear()
        self._compute()

    def _remove(self, group: str, member: str) -> None:
        held = self.server.members[group]
        held[:] = [each for each in held if each["id"] != member]

    def _tell(self, key: str) -> None:
        """Write the item; the feed tells of it alone, and of nothing below."""
        node = self.nodes[key]
        told = len(self.server.log)
        if node.text is None:
            self.server.folder(key, key, node.below or ROOT)
        else:
            self.server.contents[key] = node.text.encode()
            self.server.file(key, f"{key}.txt", node.below or ROOT, cTag=f"c:{key}:{node.serial}")
        if self.silent:
            del self.server.log[told:]
        self._compute()

    def _compute(self) -> None:
        for key in self.nodes:
            readers = self._readers(key)
            self.server.permissions[key] = [self._row(each) for each in sorted(readers)]

    def _readers(self, key: str) -> set[str]:
        node = self.nodes[key]
        if node.readers is not None:
            return set(node.readers)
        return self._readers(node.below) if node.below else set(PEOPLE)

    def _row(self, reader: str) -> dict[str, Any]:
        if is_group(reader):
            return to_group(self.group_ids[reader[1:]])
        return to_account(account_id(self.numbers[reader]))
