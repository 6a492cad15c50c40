"""Confluence behind its connector: a space that all may enter, and pages that restrict pages below."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar

from fidedigno.sources.confluence import ConfluenceConnector
from fidedigno.sources.connector import Connector
from tests.fakes.confluence import ConfluenceServer, Restricted, permission
from tests.fakes.confluence_world import options
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
NO_ONE = "nobody-account"


class Confluence(Served):
    title = "Confluence"
    cannot: ClassVar[Mapping[Verb, str]] = {Verb.NEST: "groups of Confluence hold accounts only"}

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        self.server: ConfluenceServer = stack.enter_context(ConfluenceServer())
        self.server.page_size = 3
        for person in PEOPLE:
            self.server.account(f"{person}-account", address(person))
        self.server.groups["g-all"] = [f"{person}-account" for person in PEOPLE]
        for name, members in GROUPS.items():
            self.server.groups[f"g-{name}"] = [f"{each}-account" for each in members]
        self.server.space("1", "DOC", permission("group", "g-all"))
        self.ids: dict[str, str] = {}
        self.serial = 1000
        self.bulk = True
        self.silent = False
        self.server.recent = set()

    def connector(self) -> Connector:
        said = options(self.server, limits=FAST, bulk_restrictions=self.bulk)
        return ConfluenceConnector(said, sleep=no_sleep, now=self.clock.now)

    def put(self, key: str, text: str, readers: Readers = None, below: str | None = None) -> None:
        old = self.server.contents.get(self.ids.get(key, ""))
        if key not in self.ids:
            self.serial += 1
            self.ids[key] = str(self.serial)
        parent = self.ids[below] if below else None
        page = self.server.page(self.ids[key], parent, body=f"<p>{text}</p>")
        page.version = old.version + 1 if old else 1
        self._restrict(key, readers)

    def folder(self, key: str, readers: Readers = None, below: str | None = None) -> None:
        self.put(key, "A page above others.", readers, below)

    def share(self, key: str, readers: Readers) -> None:
        self._restrict(key, readers)

    def narrow(self) -> None:
        """Every restriction above a page counts."""

    def move(self, key: str, below: str) -> None:
        self.server.contents[self.ids[key]].parent = self.ids[below]
        self._tell(key)

    def entitle(self, key: str, title: str) -> None:
        self.server.contents[self.ids[key]].title = title
        self._tell(key)

    def delete(self, key: str) -> None:
        del self.server.contents[self.ids.pop(key)]

    def join(self, group: str, person: str) -> None:
        self.server.groups[f"g-{group}"].append(f"{person}-account")

    def leave(self, group: str, person: str) -> None:
        self.server.groups[f"g-{group}"].remove(f"{person}-account")

    def drop_group(self, group: str) -> None:
        del self.server.groups[f"g-{group}"]

    def disable(self, person: str) -> None:
        self.server.accounts[f"{person}-account"]["accountStatus"] = "inactive"

    def rename_user(self, person: str, name: str) -> None:
        self.server.accounts[f"{person}-account"]["email"] = address(name)

    def fail_acl(self, key: str, kind: str) -> None:
        self.bulk = False
        self.server.fail(f"/{self.ids[key]}/restriction/", STATUS[kind])

    def wrong_types(self, key: str) -> None:
        self.bulk = False
        self.server.fail(f"/{self.ids[key]}/restriction/", 200, body={"restrictions": {"user": [7]}})

    def fail_midway(self) -> None:
        self.at_request(2, lambda: self.server.fail("", 503), "/spaces/1/pages")

    def fail_people(self) -> None:
        self.server.fail("/users-bulk", 503)

    def expire_token(self) -> None:
        self.at_request(2, self._sign_out, "/spaces/1/pages")

    def stay_silent(self) -> None:
        self.silent = True

    def settle(self) -> None:
        self.clock.forward(minutes=30)

    def strange_group(self, name: str, person: str) -> str:
        key = f"strange{len(self.server.groups)}"
        self.server.groups[f"g-{key}"] = [f"{person}-account"]
        return f"@{key}"

    def strange_person(self, name: str) -> None:
        self.server.account(f"a{len(self.server.accounts)}", name, displayName=name)
        self.server.groups["g-all"].append(f"a{len(self.server.accounts) - 1}")

    def heal(self) -> None:
        super().heal()
        self.server.signed_in, self.bulk = True, True

    def _sign_out(self) -> None:
        self.server.signed_in = False

    def _restrict(self, key: str, readers: Readers) -> None:
        users = [f"{each}-account" for each in readers or () if not is_group(each)]
        groups = [f"g-{each[1:]}" for each in readers or () if is_group(each)]
        if readers is not None and not readers:
            users = [NO_ONE]
        self.server.contents[self.ids[key]].read = Restricted(users, groups)
        self._tell(key)

    def _tell(self, key: str) -> None:
        assert self.server.recent is not None
        if not self.silent:
            self.server.recent.add(self.ids[key])
