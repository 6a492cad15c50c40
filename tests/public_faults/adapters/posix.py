"""A folder whose files carry POSIX access lists, and accounts that the operating system does not have."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import ClassVar
from unittest.mock import patch

import pytest

from fidedigno.sources.connector import Connector
from fidedigno.sources.posix import PosixConnector, PosixOptions, accounts, connector, walk
from fidedigno.sources.posix.accounts import SystemAccount
from fidedigno.sources.posix.acl import AclError, Rights, rights_of
from tests.fakes.posix import packed
from tests.public_faults.adapters.files import IN_BOUNDS
from tests.public_faults.adapters.graph import Node
from tests.public_faults.systems import GROUPS, PEOPLE, Connected, Readers, Verb, is_group, no_sleep

MISSING = "needs a file system with POSIX access lists"
KERNEL = "accounts and groups are numbers of the operating system"


class Posix(Connected):
    title = "POSIX"
    cannot: ClassVar[Mapping[Verb, str]] = {
        Verb.NEST: "groups of the operating system hold accounts only",
        Verb.DISABLE: "an account that is switched off keeps its files; it is switched off in the directory",
        Verb.FAIL_PEOPLE: KERNEL,
        Verb.EXPIRE_TOKEN: "a folder asks for no token",
        Verb.WRONG_TYPES: "the kernel keeps no list that is not well formed",
        Verb.ENTITLE: IN_BOUNDS,
        Verb.STAY_SILENT: "every reading lists everything",
        Verb.STRANGE_GROUP: KERNEL,
        Verb.STRANGE_PERSON: KERNEL,
    }

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        super().__init__(folder, stack)
        self.root = folder / "share"
        self.root.mkdir()
        try:
            os.setxattr(self.root, "system.posix_acl_access", packed(7, 5, 5, {61001: 7}, mask=7))
            os.removexattr(self.root, "system.posix_acl_access")
        except OSError:
            pytest.skip(MISSING)
        self.root.chmod(0o755)
        self.gids = {name: 62001 + number for number, name in enumerate(GROUPS)}
        self.uids = {name: 61001 + number for number, name in enumerate(PEOPLE)}
        self.accounts = {each: each for each in PEOPLE}
        self.nodes: dict[str, Node] = {}
        self.closed: set[int] = set()
        self.broken = stack.enter_context(ExitStack())
        stack.enter_context(patch.object(accounts, "find_account", self._account))
        stack.enter_context(patch.object(connector, "find_account", self._account))
        stack.enter_context(patch.object(accounts, "find_group", self.gids.get))
        stack.enter_context(patch.object(walk, "rights_of", self._rights))

    def connector(self) -> Connector:
        links = {person: person for person in PEOPLE}
        return PosixConnector(PosixOptions("share", self.root, links, share=True), sleep=no_sleep)

    def put(self, key: str, text: str, readers: Readers = None, below: str | None = None) -> None:
        self.nodes[key] = Node(readers, below, text)
        self._path(key).write_text(f"# {key}\n\n{text}\n", encoding="utf-8")
        self.share(key, readers)

    def folder(self, key: str, readers: Readers = None, below: str | None = None) -> None:
        self.nodes[key] = Node(readers, below)
        self._path(key).mkdir()
        self.share(key, readers)

    def share(self, key: str, readers: Readers) -> None:
        self.nodes[key].readers = readers
        path, bits = self._path(key), 4 if self.nodes[key].text is not None else 5
        if readers is None:
            acl = packed(7, bits, bits)
        else:
            users = {self.uids[each]: bits for each in readers if not is_group(each)}
            groups = {self.gids[each[1:]]: bits for each in readers if is_group(each)}
            acl = packed(7, 0, 0, users, groups, mask=7)
        os.setxattr(path, "system.posix_acl_access", acl)

    def narrow(self) -> None:
        """Whoever may not walk into a folder reads no file in it."""

    def move(self, key: str, below: str) -> None:
        old = self._path(key)
        self.nodes[key].below = below
        old.rename(self._path(key))

    def delete(self, key: str) -> None:
        self._path(key).unlink()
        del self.nodes[key]

    def join(self, group: str, person: str) -> None:
        self.members[group].add(person)

    def leave(self, group: str, person: str) -> None:
        self.members[group].discard(person)

    def drop_group(self, group: str) -> None:
        self.members[group].clear()

    def rename_user(self, person: str, name: str) -> None:
        self.accounts[name] = self.accounts.pop(person)

    def fail_acl(self, key: str, kind: str) -> None:
        self.closed.add(self._path(key).stat().st_ino)

    def fail_midway(self) -> None:
        calls, opened = 0, walk.opened

        @contextmanager
        def failing(name: str | Path, flags: int, folder: int | None = None) -> Iterator[int]:
            nonlocal calls
            calls += 1
            if calls > 1:
                raise OSError(errno.EIO, "the disk fails")
            with opened(name, flags, folder) as descriptor:
                yield descriptor

        self.broken.enter_context(patch.object(walk, "opened", failing))

    def heal(self) -> None:
        self.closed.clear()
        self.broken.close()

    def _path(self, key: str) -> Path:
        node = self.nodes[key]
        name = key if node.text is None else f"{key}.md"
        return (self._path(node.below) if node.below else self.root) / name

    def _account(self, name: str) -> SystemAccount | None:
        person = self.accounts.get(name)
        if person is None:
            return None
        gids = {self.gids[group] for group, members in self.members.items() if person in members}
        return SystemAccount(self.uids[person], frozenset({60000 + self.uids[person], *gids}))

    def _rights(self, descriptor: int) -> Rights:
        if os.fstat(descriptor).st_ino in self.closed:
            raise AclError("not to be read")
        return rights_of(descriptor)
