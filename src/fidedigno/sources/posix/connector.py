"""A folder as a connected system: files with the rights of the operating system, people, the live question."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime

from fidedigno.access.content import DirectoryContent, checked_name
from fidedigno.clock import Clock, utc_now
from fidedigno.model import UNKNOWN, Identity, Principal
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    SourceError,
    SourceErrorKind,
    SourceItem,
    Upserted,
)
from fidedigno.sources.posix.access import PosixNames, access_of, named_in
from fidedigno.sources.posix.accounts import directory_content, find_account, linked
from fidedigno.sources.posix.acl import EXECUTE, READ, Rights
from fidedigno.sources.posix.options import PosixOptions
from fidedigno.sources.posix.walk import Found, Walk, read_below

_log = logging.getLogger(__name__)


class PosixConnector:
    """Reads one folder. A document is known by the number of its file (inode), whatever its name or place.

    ``unknown`` counts the files of the last reading whose rights, or a folder's above them, could not be
    read; ``skipped`` what was not a file of this folder; ``left_out`` the links to absent accounts.
    """

    group_expansion = GroupExpansion.AT_QUERY

    def __init__(
        self,
        options: PosixOptions,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Clock = utc_now,
    ) -> None:
        self.name = f"posix:{options.name}"
        self.options = options
        self.unknown = self.skipped = self.left_out = 0
        self._named: frozenset[Principal] | None = None
        self._root = options.root.resolve()
        self._sleep, self._now = sleep, now

    async def changes(self, cursor: str | None) -> Changes:  # noqa: ARG002 - everything is listed each time
        """All files, each with its readers as the rights say now.

        Raises:
            SourceError: if the folder cannot be listed.
        """
        started = self._now().isoformat()
        found = await asyncio.to_thread(self._walk)
        links = await asyncio.to_thread(linked, self.options.users, self.options.groups)
        names = links.names(self.options.name)
        return Changes(Coverage.FULL, self._items(found, names), lambda: started)

    async def people(self) -> DirectoryContent:
        """Linked people and the groups of the operating system, as they are now.

        Raises:
            SourceError: if the folder was not listed yet and cannot be: which groups to empty is not known.
        """
        links = await asyncio.to_thread(linked, self.options.users, self.options.groups)
        self.left_out = links.left_out
        if links.left_out:
            _log.warning("%s: %d links are to nobody", self.name, links.left_out)
        if self._named is None:
            await asyncio.to_thread(self._walk)
        return directory_content(links, self.options.name, self._named or ())

    def known_as(self, person: Identity) -> tuple[str, ...]:
        """The accounts that are linked to a person."""
        return tuple(
            account
            for account, user in sorted(self.options.users.items())
            if person.user is not None and checked_name(user)[0] == person.user
        )

    async def check(self, person: str, external_id: str) -> LiveVerdict:
        """Whether the account ``person`` (name or number) may read a file now, as the kernel decides it."""
        try:
            account = await asyncio.to_thread(find_account, person)
            found = {_id(each): each for each in await asyncio.to_thread(self._walk)}.get(external_id)
        except SourceError:
            return LiveVerdict.UNKNOWN
        if account is None or found is None:
            return LiveVerdict.DENIED
        if found.rights is None or found.above is None:
            return LiveVerdict.UNKNOWN
        allowed = found.rights.allows(account.uid, account.gids, READ) and all(
            each.allows(account.uid, account.gids, EXECUTE) for each in found.above
        )
        return LiveVerdict.ALLOWED if allowed else LiveVerdict.DENIED

    async def close(self) -> None:
        """Nothing is kept open between readings."""

    def _walk(self) -> list[Found]:
        walk = Walk(self._root, self.options.share)
        seen: dict[str, Found] = {}
        try:
            for each in walk.files():
                # A file with two names is one document, with the readers of the first.
                seen.setdefault(_id(each), each)
        except OSError:
            seen.clear()
            walk.skipped = -1
        if walk.skipped < 0:
            raise SourceError(SourceErrorKind.NOT_AVAILABLE, f"{self.name}: the folder cannot be listed")
        self.skipped = walk.skipped
        # Files of one folder share what is above them: each is looked at once.
        once = {id(rights): rights for each in seen.values() for rights in _all_rights(each)}
        self._named = frozenset(named_in(once.values(), PosixNames(self.options.name)))
        return list(seen.values())

    async def _items(self, files: list[Found], names: PosixNames) -> AsyncIterator[Change]:
        self.unknown = 0
        for file in files:
            item = self._item(file, names)
            self.unknown += item.acl == UNKNOWN
            yield Upserted(item)
        if self.unknown:
            _log.warning("%s: %d files are closed: rights not read", self.name, self.unknown)

    def _item(self, file: Found, names: PosixNames) -> SourceItem:
        acl = UNKNOWN
        if file.rights is not None and file.above is not None:
            acl = access_of(file.rights, file.above, names)
        return SourceItem(
            external_id=_id(file),
            name=file.parts[-1],
            title=file.parts[-1].rpartition(".")[0] or file.parts[-1],
            acl=acl,
            version=f"{file.status.st_mtime_ns}:{file.status.st_size}",
            updated_at=datetime.fromtimestamp(file.status.st_mtime, UTC),
            read=lambda: self._content(file),
            path=file.parts[:-1],
            owner=str(file.status.st_uid),
            size=file.status.st_size,
        )

    async def _content(self, file: Found) -> bytes:
        content: bytes | None = None
        try:
            content = await asyncio.to_thread(
                read_below, self._root, file.parts, file.status.st_ino, self.options.file_bytes
            )
        except OSError:
            content = None
        if content is None:
            raise SourceError(SourceErrorKind.NOT_AVAILABLE, f"{self.name}: a file is not to be read")
        return content


def _all_rights(file: Found) -> list[Rights]:
    return [each for each in (file.rights, *(file.above or ())) if each is not None]


def _id(file: Found) -> str:
    return str(file.status.st_ino)
