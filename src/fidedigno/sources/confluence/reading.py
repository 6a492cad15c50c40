"""One reading of a site: everything, or what changed.

Reading everything lists every page without its text and evaluates every access list anew, since a restriction
of a page changes the rights of all below it and the time of none. Reading what changed asks the search, which
lags behind, and the trash; what both miss is found by the next reading of everything.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta

from fidedigno.model import AccessList
from fidedigno.sources.confluence.documents import as_item
from fidedigno.sources.confluence.names import content_id
from fidedigno.sources.confluence.options import ConfluenceOptions
from fidedigno.sources.confluence.restrictions import RestrictionReader
from fidedigno.sources.confluence.service import PAGE, ConfluenceService
from fidedigno.sources.confluence.spaces import SpaceReader
from fidedigno.sources.confluence.subjects import Subjects
from fidedigno.sources.confluence.tree import SpaceTree
from fidedigno.sources.confluence.wire import Content, Found, Page, Space
from fidedigno.sources.connector import Change, Removed, SourceError, SourceErrorKind, Upserted
from fidedigno.sources.shapes import fits, read_shape

OVERLAP = timedelta(minutes=10)
"""How far a reading of changes goes back behind the one before: the search shows a change late."""


class SiteReading:
    """Reads a site once. ``counts`` says what was met: documents by the state of their access list, and
    ``left_out`` for entries that could not be understood."""

    def __init__(self, service: ConfluenceService, options: ConfluenceOptions, subjects: Subjects) -> None:
        self._service = service
        self._options = options
        self._spaces = SpaceReader(service, options, subjects)
        self._restrictions = RestrictionReader(service, options, subjects)
        self.counts: Counter[str] = Counter()

    async def everything(self) -> AsyncIterator[Change]:
        """Every document with its access list.

        Raises:
            SourceError: if the site could not be listed whole.
        """
        for space in await self._spaces.spaces():
            listed = {each.id: each for each in await self._contents(space)}
            entry = await self._spaces.access(space)
            levels = await self._restrictions.of_space(space.key, listed)
            tree = SpaceTree(self._service, space.id, entry, listed, levels, self._restrictions.of_content)
            for content in listed.values():
                yield await self._upserted(space, content, tree)

    async def since(self, age: timedelta) -> AsyncIterator[Change]:
        """What changed in the time ``age`` until now, and all that is in the trash.

        Raises:
            SourceError: if that could not be learnt whole.
        """
        gone = {each: None async for each in self._trash()}
        for identifier in gone:
            yield Removed(identifier)
        spaces = {each.id: each for each in await self._spaces.spaces()}
        entries: dict[str, AccessList] = {}
        for identifier, kind in (await self._changed(age)).items():
            if identifier in gone:
                continue
            content = await self._content(identifier, kind)
            space = spaces.get(content.space_id) if content is not None else None
            if content is None or space is None:
                yield Removed(identifier)
                continue
            if space.id not in entries:
                entries[space.id] = await self._spaces.access(space)
            one = {identifier: content}
            tree = SpaceTree(
                self._service, space.id, entries[space.id], one, {}, self._restrictions.of_content
            )
            yield await self._upserted(space, content, tree)

    async def _upserted(self, space: Space, content: Content, tree: SpaceTree) -> Upserted:
        place = await tree.place(content)
        self.counts[place.acl.state.value] += 1
        return Upserted(as_item(self._service, self._options, space, content, place))

    async def _contents(self, space: Space) -> list[Content]:
        """The current pages and posts of a space. An entry that is not understood is no document."""
        found: list[Content] = []
        query = {"status": "current", "limit": str(PAGE)}
        for kind, shape in self._kinds():
            async for entry in self._service.pages(f"/api/v2/spaces/{space.id}/{kind}", query, "the pages"):
                read: tuple[Content] | None = fits(shape, entry)
                if read is None or read[0].status != "current" or read[0].space_id != space.id:
                    self.counts["left_out"] += 1
                    continue
                found.append(read[0])
        return found

    async def _content(self, identifier: str, kind: type[Content]) -> Content | None:
        """A current content as it is now; ``None`` if it is not to be had or not understood."""
        address = f"/api/v2/{'pages' if kind is Page else 'blogposts'}/{identifier}"
        try:
            content: Content = read_shape(kind, await self._service.get(address), "a page")
        except SourceError as error:
            if error.kind in {SourceErrorKind.SIGNED_OUT, SourceErrorKind.TEMPORARY}:
                raise
            return None
        return content if content.status == "current" and content.id == identifier else None

    async def _changed(self, age: timedelta) -> dict[str, type[Content]]:
        minutes = math.ceil((age + OVERLAP).total_seconds() / 60)
        # Relative to the service's own clock: written times would be read in our account's time zone.
        query = {"cql": f'type in (page,blogpost) and lastmodified >= now("-{minutes}m")', "limit": "100"}
        found: dict[str, type[Content]] = {}
        kinds: dict[str, type[Content]] = {"page": Page}
        if self._options.blog_posts:
            kinds["blogpost"] = Content
        async for entry in self._service.pages("/rest/api/content/search", query, "a search"):
            read: tuple[Found] | None = fits(Found, entry)
            if read is None or content_id(read[0].id) is None:
                self.counts["left_out"] += 1
            elif read[0].type in kinds:
                found[read[0].id] = kinds[read[0].type]
        return found

    async def _trash(self) -> AsyncIterator[str]:
        query = {"status": "trashed", "limit": str(PAGE)}
        for kind, shape in self._kinds():
            async for entry in self._service.pages(f"/api/v2/{kind}", query, "the trash"):
                read: tuple[Content] | None = fits(shape, entry)
                # A service that does not know the status would answer with what is there.
                if read is not None and read[0].status == "trashed":
                    yield read[0].id

    def _kinds(self) -> tuple[tuple[str, type[Content]], ...]:
        posts: tuple[tuple[str, type[Content]], ...] = (("blogposts", Content),)
        return (("pages", Page), *(posts if self._options.blog_posts else ()))
