"""Where pages lie, and the audience that follows from it.

Notion does not say who may read a page. What counts is what the operator declared for a page, database or
data source above it. A page with something above it that cannot be read, or in a circle, is closed: an
audience that narrows could be hidden there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fidedigno.model import UNKNOWN, AccessList, Principal
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.notion import wire
from fidedigno.sources.notion.client import NotionClient

MAX_DEPTH = 100
TOP = "workspace"
_PARENTS = {
    "page_id": "pages",
    "database_id": "databases",
    "data_source_id": "data_sources",
    "block_id": "blocks",
}


class Tree:
    """What lies above what. Whatever search did not find is asked for once.

    ``readers`` are the groups of the declared audiences, by the ids of their roots.
    """

    def __init__(self, client: NotionClient, readers: Mapping[str, Principal]) -> None:
        self._client = client
        self._readers = readers
        self._found: dict[str, tuple[str, str] | None] = {}
        self._trashed: set[str] = set()

    def add(self, number: str, parent: Mapping[str, Any], *, is_trashed: bool) -> None:
        """Tell of something that search found."""
        self._found[number] = _parent_of(parent)
        if is_trashed:
            self._trashed.add(number)

    async def acl(self, number: str) -> AccessList | None:
        """Who reads; ``None`` where something above it is in the trash.

        Raises:
            SourceError: if something failed that may pass by itself.
        """
        clauses: list[AccessList] = []
        seen: set[str] = set()
        kind, place = "pages", number
        while place != TOP:
            if place in seen or len(seen) > MAX_DEPTH:
                return UNKNOWN
            seen.add(place)
            if place in self._readers:
                clauses.append(AccessList.any_of(self._readers[place]))
            above = await self._above(kind, place)
            if place in self._trashed:
                return None
            if above is None:
                return UNKNOWN
            kind, place = above
        # No audience above it is no audience: never the whole workspace.
        return AccessList.all_of(*clauses)

    async def _above(self, kind: str, number: str) -> tuple[str, str] | None:
        if number not in self._found:
            self._found[number] = None
            try:
                answer = await self._client.get(f"/{kind}/{number}")
            except SourceError as error:
                if error.kind in {SourceErrorKind.TEMPORARY, SourceErrorKind.SIGNED_OUT}:
                    raise
                return None
            if not isinstance(answer, dict) or wire.plain_uuid(answer.get("id")) != number:
                return None
            self._found[number] = _parent_of(answer.get("parent"))
            if answer.get("in_trash") is not False or answer.get("archived", False) is not False:
                self._trashed.add(number)
        return self._found[number]


def _parent_of(parent: object) -> tuple[str, str] | None:
    """The kind and id of what lies above; ``None`` where that is not understood."""
    if not isinstance(parent, Mapping):
        return None
    kind = parent.get("type")
    if kind == "workspace" and parent.get("workspace") is True:
        return "", TOP
    if not isinstance(kind, str) or kind not in _PARENTS:
        return None
    number = wire.plain_uuid(parent.get(kind))
    return (_PARENTS[kind], number) if number else None
