"""Google Drive behind its connector: a shared drive whose folders with readers of their own are limited."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

from fidedigno.sources.connector import Connector
from fidedigno.sources.gdrive import GoogleDrive, GoogleDriveOptions, ServiceAccount
from tests.fakes.gdrive import Workspace, error, group, member, sign, user
from tests.public_faults.adapters.graph import Node
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

DRIVE = "DRIVE"
ADMIN = user(f"admin@{DOMAIN}", "organizer", inherited=True)
REASON = {
    "refused": (403, "insufficientFilePermissions"),
    "throttled": (429, "rateLimitExceeded"),
    "broken": (500, "internalError"),
}


class GDrive(Served):
    title = "Google Drive"
    renews_tokens = True
    cannot: ClassVar[Mapping[Verb, str]] = {
        Verb.NARROW: "what a file grants itself counts beside what its folder grants",
    }

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        self.server: Workspace = stack.enter_context(Workspace())
        self.server.page_size = 3
        self.server.add_user("100", f"admin@{DOMAIN}", isAdmin=True)
        self.ids = {person: str(200 + number) for number, person in enumerate(PEOPLE)}
        for person, key in self.ids.items():
            self.server.add_user(key, address(person))
        for name, members in GROUPS.items():
            self._add_group(name)
            for each in members:
                self.join(name, each)
        self.server.add_drive(DRIVE, user(f"admin@{DOMAIN}", "organizer"))
        self.nodes: dict[str, Node] = {}
        self.addresses = {person: address(person) for person in PEOPLE}
        self.silent = False

    def connector(self) -> Connector:
        url = self.server.url
        options = GoogleDriveOptions(
            "corp", ServiceAccount("bot@project.example", "key-1"), f"admin@{DOMAIN}", users=(),
            drives=(DRIVE,), limits=FAST, drive_url=url, admin_url=url, token_url=url + "/token",
        )  # fmt: skip
        return GoogleDrive(options, sign=sign, sleep=no_sleep, now=self.clock.now)

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
        folder = self.nodes[key].text is None
        self.server.files[key]["name"] = title if folder else f"{title}.txt"
        self._touch(key)

    def delete(self, key: str) -> None:
        del self.nodes[key], self.server.files[key]
        self._touch(key)

    def join(self, group: str, person: str) -> None:
        self.server.members[f"g-{group}"].append(member(self.ids[person]))
        self._count(group)

    def leave(self, group: str, person: str) -> None:
        held = self.server.members[f"g-{group}"]
        held[:] = [each for each in held if each["id"] != self.ids[person]]
        self._count(group)

    def nest(self, outer: str, inner: str) -> None:
        for each in (outer, inner):
            if f"g-{each}" not in self.server.groups:
                self._add_group(each)
        self.server.members[f"g-{outer}"].append(member(f"g-{inner}", "GROUP"))

    def drop_group(self, group: str) -> None:
        del self.server.groups[f"g-{group}"], self.server.members[f"g-{group}"]

    def disable(self, person: str) -> None:
        self.server.users[self.ids[person]]["suspended"] = True

    def rename_user(self, person: str, name: str) -> None:
        self.addresses[person] = address(name)
        self.server.users[self.ids[person]]["primaryEmail"] = address(name)
        self._compute()

    def fail_acl(self, key: str, kind: str) -> None:
        status, reason = REASON[kind]
        self.server.fail(f"/{key}/permissions", status, body=error(status, reason).body)

    def wrong_types(self, key: str) -> None:
        self.server.permissions[key] = [*self.server.permissions[key], {"type": 7, "role": []}]
        self._touch(key)

    def fail_midway(self) -> None:
        self.at_request(2, lambda: self.server.fail("", 503), "/drive/v3/files")

    def fail_people(self) -> None:
        self.server.fail("/admin/directory/v1/users", 503)

    def expire_token(self) -> None:
        self.at_request(2, self.server.expire_tokens, "/drive/v3/files")

    def stay_silent(self) -> None:
        self.silent = True

    def settle(self) -> None:
        self.server.forgotten.add(DRIVE)

    def strange_group(self, name: str, person: str) -> str:
        key = f"strange{len(self.server.groups)}"
        self._add_group(key)
        self.server.groups[f"g-{key}"]["name"] = name
        self.join(key, person)
        return f"@{key}"

    def strange_person(self, name: str) -> None:
        key = str(900 + len(self.server.users))
        self.server.add_user(key, name, name={"fullName": name})

    def heal(self) -> None:
        super().heal()
        self._compute()

    def _add_group(self, name: str) -> None:
        self.server.add_group(f"g-{name}", address(name))

    def _count(self, name: str) -> None:
        people = sum(each["type"] == "USER" for each in self.server.members[f"g-{name}"])
        self.server.groups[f"g-{name}"]["directMembersCount"] = str(people)

    def _touch(self, key: str) -> None:
        if not self.silent:
            self.server.touch(DRIVE, key)

    def _tell(self, key: str) -> None:
        node = self.nodes[key]
        if node.text is None:
            limited = {"inheritedPermissionsDisabled": node.readers is not None}
            self.server.add_folder(key, node.below or DRIVE, ADMIN, **limited)
        else:
            self.server.add_file(key, node.below or DRIVE, ADMIN, sha256Checksum=f"{key}-{node.serial}")
            self.server.contents[key] = node.text.encode()
        self._compute()
        self._touch(key)

    def _compute(self) -> None:
        for key, node in self.nodes.items():
            rows = [self._row(each, inherited=False) for each in sorted(node.readers or ())]
            above = node.below
            # What lies above counts too, up to the nearest folder with limited access.
            if node.text is not None or node.readers is None:
                for each in sorted(self._granted(above)) if node.readers is None else ():
                    rows.append(self._row(each, inherited=True))
            self.server.permissions[key] = [ADMIN, *rows]

    def _granted(self, folder: str | None) -> set[str]:
        if folder is None:
            return set(PEOPLE)
        readers = self.nodes[folder].readers
        return set(readers) if readers is not None else self._granted(self.nodes[folder].below)

    def _row(self, reader: str, *, inherited: bool) -> dict[str, Any]:
        if is_group(reader):
            return group(self.server.groups[f"g-{reader[1:]}"]["email"], inherited=inherited)
        return user(self.addresses[reader], inherited=inherited)
