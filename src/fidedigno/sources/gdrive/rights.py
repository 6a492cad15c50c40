"""Who may read a file: its own list, cut by folders with limited access and by its shared drive's rules.

Drive lists for each file everybody who may read it, inherited or not. Two things are checked again above it,
so that a list that says too much opens nothing: below a folder with limited access only what was granted
there or deeper counts, save for owners and organisers; and a shared drive may admit its members, or the
organisation, only. What could not be read above a file makes the file's list unknown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar, cast

from fidedigno.clock import Clock
from fidedigno.model import NOBODY, UNKNOWN, AccessList
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.api import DriveApi
from fidedigno.sources.gdrive.grants import Grant, IncompleteRowError, Reader
from fidedigno.sources.gdrive.names import principal

MAX_DEPTH = 100
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rights:
    """The access list, the folders above (names and ids, outermost first), and when a grant in it ends."""

    acl: AccessList
    path: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """The folders above a file, nearest first. ``whole``: nothing can be above the last one."""

    folders: tuple[wire.File, ...]
    whole: bool


class _UnknownError(Exception):
    """Something that decides could not be read."""


class RightsReader:
    """Reads the rights of files during one synchronisation; folders and drives are read once in it."""

    def __init__(self, api: DriveApi, reader: Reader, now: Clock) -> None:
        self._api = api
        self._reader = reader
        self._now = now
        self._answers: dict[tuple[str, ...], asyncio.Future[object]] = {}

    async def of(self, file: wire.File, subject: str) -> Rights:
        """The rights of a file that ``subject`` sees.

        Raises:
            SourceError: if the connector's own access does not count any more.
        """
        try:
            chain = await self._chain(file, subject)
            # Not kept: only what is above many files is asked for again.
            rows = _known(await _asked(self._api.permissions(subject, file.id)))
            own = self._reader.grants(rows, self._now())
            grants, until = await self._within(file, own, chain, subject)
            lists = [AccessList.any_of(*{each.who for each in grants})]
            if file.drive_id is not None:
                lists += await self._of_drive(file.drive_id, subject)
        except (_UnknownError, IncompleteRowError):
            return Rights(UNKNOWN)
        above = chain.folders[::-1]
        path, folders = tuple(each.name for each in above), tuple(each.id for each in above)
        return Rights(AccessList.all_of(*lists).normalised(), path, folders, until)

    async def _within(
        self, file: wire.File, own: list[Grant], chain: Chain, subject: str
    ) -> tuple[list[Grant], datetime | None]:
        """The grants that limited access leaves, and the first end among those that matter."""
        limit = next((n for n, each in enumerate(chain.folders) if each.inherited_permissions_disabled), None)
        if limit is None and not chain.whole:
            limit = len(chain.folders) - 1
        if file.inherited_permissions_disabled:
            limit = -1
        above: list[Grant] = []
        for folder in chain.folders[: (limit if limit is not None else -1) + 1]:
            above += [each for each in await self._grants(folder.id, subject) if each.direct]
        inside = {each.who for each in above}
        kept = [each for each in own if limit is None or each.direct or each.always or each.who in inside]
        ends = [each.until for each in (*kept, *above) if each.until is not None]
        return kept, min(ends, default=None)

    async def _of_drive(self, drive: str, subject: str) -> list[AccessList]:
        found = await self._once(("drive", drive), lambda: self._api.drive(subject, drive))
        lists = []
        if found.restrictions.domain_users_only:
            lists.append(AccessList.any_of(principal(self._reader.names.everyone)))
        if found.restrictions.drive_members_only:
            members = {each.who for each in await self._grants(drive, subject)}
            lists.append(AccessList.any_of(*members) if members else NOBODY)
        return lists

    async def _grants(self, item: str, subject: str) -> list[Grant]:
        rows = await self._once(("rows", item, subject), lambda: self._api.permissions(subject, item))
        return self._reader.grants(rows, self._now())

    async def _chain(self, file: wire.File, subject: str) -> Chain:
        folders: list[wire.File] = []
        seen = {file.id}
        parents = file.parents or ()
        end = file.drive_id or await self._root(subject)
        while parents != (end,):
            if not parents and file.drive_id is None:
                return Chain(tuple(folders), False)
            if len(parents) != 1 or parents[0] in seen or len(seen) > MAX_DEPTH:
                raise _UnknownError
            seen.add(parents[0])
            folder = await self._folder(parents[0], subject)
            if folder.inherited_permissions_disabled is None or folder.drive_id != file.drive_id:
                raise _UnknownError
            folders.append(folder)
            parents = folder.parents or ()
        return Chain(tuple(folders), True)

    async def _folder(self, folder: str, subject: str) -> wire.File:
        return await self._once(("folder", folder, subject), lambda: self._api.get_file(subject, folder))

    async def _root(self, subject: str) -> str:
        return (await self._once(("root", subject), lambda: self._api.get_file(subject, "root"))).id

    async def _once(self, key: tuple[str, ...], ask: Callable[[], Awaitable[T]]) -> T:
        """Ask once in a synchronisation, for all who want to know at the same time too."""
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = asyncio.ensure_future(_asked(ask()))
        return _known(cast("T | SourceError", await asyncio.shield(answer)))


async def _asked(answer: Awaitable[T]) -> T | SourceError:
    try:
        return await answer
    except SourceError as error:
        return error


def _known(answer: T | SourceError) -> T:
    if not isinstance(answer, SourceError):
        return answer
    if answer.kind is SourceErrorKind.SIGNED_OUT:
        raise answer
    raise _UnknownError
