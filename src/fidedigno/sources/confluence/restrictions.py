"""Restrictions of reading, one level at a time: none here, a list, or not known.

A level without restriction restricts nobody. A level that names only somebody who is not understood
restricts everybody. A level that could not be read is unknown, and closes what stands at it and below.
"""

from __future__ import annotations

from collections.abc import Iterable

from fidedigno.model import UNKNOWN, AccessList, Principal
from fidedigno.sources.confluence.names import content_id
from fidedigno.sources.confluence.options import ConfluenceOptions
from fidedigno.sources.confluence.service import ConfluenceService, each_of
from fidedigno.sources.confluence.subjects import Subjects
from fidedigno.sources.confluence.wire import BothSubjects, Restricted, Restriction, SomeSubjects
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.shapes import fits, read_shape

ROWS = 200
MAX_ROUNDS = 200
_EXPAND = "restrictions.read.restrictions.user,restrictions.read.restrictions.group"

Level = AccessList | None
"""What one level says: ``None`` where it restricts nobody."""


class RestrictionReader:
    """Reads restrictions of contents with our account."""

    def __init__(self, service: ConfluenceService, options: ConfluenceOptions, subjects: Subjects) -> None:
        self._service = service
        self._options = options
        self._subjects = subjects

    async def of_space(self, key: str, contents: Iterable[str]) -> dict[str, Level]:
        """The level of each content of a space; by the hundred where that is complete, else one by one.

        Raises:
            SourceError: if our access has ended; whatever else fails makes a level unknown.
        """
        wanted = list(dict.fromkeys(contents))
        found = await self._by_search(key) if self._options.bulk_restrictions else {}
        missing = [each for each in wanted if each not in found]
        levels = dict(zip(missing, await each_of(missing, self.of_content), strict=True))
        return {each: found[each] if each in found else levels[each] for each in wanted}

    async def of_content(self, content: str) -> Level:
        """The level of one content, with all its pages of users and groups.

        Raises:
            SourceError: if our access has ended; whatever else fails makes it unknown.
        """
        if content_id(content) is None:
            return UNKNOWN
        try:
            return await self._of_content(content)
        except SourceError as error:
            if error.kind is SourceErrorKind.SIGNED_OUT:
                raise
            return UNKNOWN

    async def _of_content(self, content: str) -> Level:
        address = f"/rest/api/content/{content}/restriction/byOperation/read"
        named: set[Principal] = set()
        restricted, start = False, 0
        for _ in range(MAX_ROUNDS):
            query = {
                "expand": "restrictions.user,restrictions.group",
                "start": str(start),
                "limit": str(ROWS),
            }
            read: Restriction = read_shape(
                Restriction, await self._service.get(address, query), "restrictions"
            )
            both = _checked(read)
            restricted |= bool(both.user.results or both.group.results)
            named |= self._principals(both)
            full = [len(each.results) for each in (both.user, both.group) if _is_full(each)]
            if not full:
                return _level(named, restricted=restricted)
            # Both lists go by one start: the next page begins where the shorter of those that go on ended.
            start += min(full)
        raise SourceError(SourceErrorKind.SHAPE, "restrictions: the list does not end")

    async def _by_search(self, key: str) -> dict[str, Level]:
        """The levels that a search shows whole. It may lag behind, so what it does not show says nothing."""
        found: dict[str, Level] = {}
        doubtful: set[str] = set()
        query = {"cql": f'space="{key}" and type in (page,blogpost)', "expand": _EXPAND, "limit": "100"}
        try:
            async for entry in self._service.pages("/rest/api/content/search", query, "a search"):
                read: tuple[Restricted] | None = fits(Restricted, entry)
                if read is None:
                    continue
                restriction = read[0].restrictions.read
                both = restriction.restrictions
                if restriction.operation == "read" and _is_whole(both):
                    restricted = bool(both.user.results or both.group.results)
                    level = _level(self._principals(both), restricted=restricted)
                    if found.setdefault(read[0].id, level) != level:
                        doubtful.add(read[0].id)
        except SourceError as error:
            if error.kind is SourceErrorKind.SIGNED_OUT:
                raise
        return {each: level for each, level in found.items() if each not in doubtful}

    def _principals(self, both: BothSubjects) -> set[Principal]:
        return self._subjects.of_users(both.user.results) | self._subjects.of_groups(both.group.results)


def _checked(read: Restriction) -> BothSubjects:
    both = read.restrictions
    if read.operation != "read" or any(each.size != len(each.results) for each in (both.user, both.group)):
        raise SourceError(SourceErrorKind.SHAPE, "restrictions: not those that were asked for, or not whole")
    return both


def _level(named: Iterable[Principal], *, restricted: bool) -> Level:
    return AccessList.any_of(*named) if restricted else None


def _is_whole(both: BothSubjects) -> bool:
    return all(each.size == len(each.results) < each.limit for each in (both.user, both.group))


def _is_full(some: SomeSubjects) -> bool:
    return len(some.results) >= (min(ROWS, some.limit) if some.limit > 0 else ROWS)
