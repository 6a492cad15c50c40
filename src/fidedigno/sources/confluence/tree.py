"""The tree of a space: a content is open to whoever may enter the space AND passes every level above AND its own.

What stands above may not be in the list of pages: a folder, a whiteboard, an archived page. It is asked for by
itself, and where that fails, everything below it is closed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from fidedigno.model import UNKNOWN, AccessList, AclState
from fidedigno.sources.confluence.names import content_id
from fidedigno.sources.confluence.restrictions import Level
from fidedigno.sources.confluence.service import ConfluenceService
from fidedigno.sources.confluence.wire import Content, Node
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.shapes import read_shape

MAX_DEPTH = 500
_KINDS = {
    "page": "pages",
    "folder": "folders",
    "whiteboard": "whiteboards",
    "database": "databases",
    "embed": "embeds",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a content stands: who may read there, and the titles above it from the top."""

    acl: AccessList
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Above:
    title: str
    parent: tuple[str, str | None] | None


class SpaceTree:
    """Places of contents in one space. Asks for each level once.

    Args:
        service: of the site.
        space_id: the space's id; what belongs to another is not above anything here.
        entry: who may enter the space.
        listed: contents with what they stand below.
        levels: restrictions that were read already, by content.
        read_level: reads the restriction of another content.
    """

    def __init__(
        self,
        service: ConfluenceService,
        space_id: str,
        entry: AccessList,
        listed: dict[str, Content],
        levels: dict[str, Level],
        read_level: Callable[[str], Awaitable[Level]],
    ) -> None:
        self._service = service
        self._space = space_id
        self._entry = Place(entry, ())
        self._above = {each.id: _Above(each.title, each.parent) for each in listed.values()}
        self._levels = levels
        self._read_level = read_level
        self._below: dict[str, Place] = {}
        """The place of what stands directly below a content, by that content."""

    async def place(self, content: Content) -> Place:
        """Who may read a content, and what is above it.

        Raises:
            SourceError: if our access has ended.
        """
        over = await self._over(content.parent)
        return Place(await self._narrowed(over.acl, content.id), over.path)

    async def _over(self, parent: tuple[str, str | None] | None) -> Place:
        """What holds directly below ``parent``. A loop, as every doubt, is unknown."""
        chain: dict[str, str] = {}
        place = self._entry
        while parent is not None:
            at, kind = parent
            if at in self._below:
                place = self._below[at]
                break
            above = await self._node(at, kind) if at not in chain and len(chain) < MAX_DEPTH else None
            if above is None:
                place = Place(UNKNOWN, ())
                break
            chain[at] = above.title
            parent = above.parent
        for each, title in reversed(chain.items()):
            place = Place(await self._narrowed(place.acl, each), (*place.path, title))
            self._below[each] = place
        return place

    async def _narrowed(self, acl: AccessList, content: str) -> AccessList:
        if acl.state is AclState.UNKNOWN:
            return UNKNOWN
        if content not in self._levels:
            self._levels[content] = await self._read_level(content)
        level = self._levels[content]
        return acl if level is None else AccessList.all_of(acl, level)

    async def _node(self, identifier: str, kind: str | None) -> _Above | None:
        """What stands at an id; ``None`` where it cannot be known."""
        if identifier in self._above:
            return self._above[identifier]
        kinds = _KINDS.get(kind or "page")
        if kinds is None or content_id(identifier) is None:
            return None
        try:
            answer = await self._service.get(f"/api/v2/{kinds}/{identifier}")
            node: Node = read_shape(Node, answer, "what is above a page")
        except SourceError as error:
            if error.kind is SourceErrorKind.SIGNED_OUT:
                raise
            return None
        if node.id != identifier or node.space_id not in {None, self._space}:
            return None
        self._above[identifier] = _Above(node.title, node.parent)
        return self._above[identifier]
