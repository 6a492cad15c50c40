"""The connector to Notion."""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime

from fidedigno.access.content import DirectoryContent, GroupEntry
from fidedigno.clock import Clock, utc_now
from fidedigno.model import UNKNOWN, AclState, Identity
from fidedigno.sources import shapes
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    Removed,
    SourceItem,
    Upserted,
)
from fidedigno.sources.instants import instant
from fidedigno.sources.notion import wire
from fidedigno.sources.notion.blocks import page_text, rich_text
from fidedigno.sources.notion.client import NotionClient
from fidedigno.sources.notion.names import Names
from fidedigno.sources.notion.options import NotionOptions
from fidedigno.sources.notion.tree import Tree

_log = logging.getLogger(__name__)
_NEVER = datetime.fromtimestamp(0, UTC)


class NotionConnector:
    """Pages that are shared with an integration, for declared audiences.

    Notion tells nobody who may read a page. So there are no people here, no live check, and no audience but
    the declared ones, whose groups are in the directory already. A change of rights in Notion changes nothing
    here until the declaration does, or the page is no longer shared with the integration.
    """

    group_expansion = GroupExpansion.AT_QUERY

    def __init__(
        self,
        options: NotionOptions,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Clock = utc_now,
    ) -> None:
        self.name = f"notion:{options.name}"
        self._client = NotionClient(options, sleep=sleep)
        self._names = Names(options.name)
        self._audiences = options.readers()
        self._now = now

    def __repr__(self) -> str:
        return f"NotionConnector({self.name!r})"

    async def changes(self, cursor: str | None) -> Changes:  # noqa: ARG002 - everything is listed each time
        """Every shared page, whatever the cursor: search knows of no deletions, and moves change audiences."""
        readers = {root: self._names.root(root) for root in self._audiences}
        began = self._now()
        reading = _Reading(self._client, Tree(self._client, readers), began)
        return Changes.guarded(self.name, Coverage.FULL, reading.stream(), began.isoformat)

    async def people(self) -> DirectoryContent:
        """No people, and a group for each declared audience, with the directory's groups inside.

        So a change of the declaration, or in the directory, touches no access list.
        """
        members = {self._names.root(root): groups for root, groups in self._audiences.items()}
        members[self._names.people()] = frozenset(members)
        groups = (
            GroupEntry(each.name, each.name, inside, self.name) for each, inside in sorted(members.items())
        )
        return DirectoryContent((), tuple(groups), partial=True)

    def known_as(self, person: Identity) -> tuple[str, ...]:  # noqa: ARG002 - as below
        """Nobody: Notion cannot be asked about a person."""
        return ()

    async def check(self, person: str, external_id: str) -> LiveVerdict:  # noqa: ARG002 - nobody can be asked
        """Always unknown: Notion cannot be asked about a person."""
        return LiveVerdict.UNKNOWN

    async def close(self) -> None:
        """Let go of connections."""
        await self._client.close()


class _Reading:
    """One reading of everything: first where things lie, then what they are."""

    def __init__(self, client: NotionClient, tree: Tree, began: datetime) -> None:
        self._client = client
        self._tree = tree
        self._began = began

    async def stream(self) -> AsyncIterator[Change]:
        pages: dict[str, object] = {}
        async for each in self._client.search():
            named = shapes.required(wire.Named, each, f"{self._client.name}: something found")
            content = shapes.found(wire.Content, each)
            if content is not None:
                self._tree.add(named.id, content.parent, is_trashed=content.archived or content.in_trash)
            if named.object == "page":
                pages[named.id] = each
        unknown = 0
        for number, found in pages.items():
            change = await self._change(number, found)
            unknown += isinstance(change, Upserted) and change.item.acl.state is AclState.UNKNOWN
            yield change
        if unknown:
            _log.warning("%s: %d access lists are unknown", self._client.name, unknown)

    async def _change(self, number: str, found: object) -> Change:
        page = shapes.found(wire.Content, found)
        edited = instant(page.last_edited_time) if page else None
        acl = await self._tree.acl(number) if page else UNKNOWN
        if acl is None:
            return Removed(number)

        async def read() -> bytes:
            text = await page_text(self._client, number)
            return f"# {title}\n\n{text}\n".encode("utf-8", "replace")

        title = title_of(page.properties if page else None) or f"page {number}"
        url = page.url if page and page.url and page.url.startswith("https://") else ""
        return Upserted(
            SourceItem(
                external_id=number,
                name=f"{number}.md",
                title=title,
                acl=acl if edited else UNKNOWN,
                version=self._version(edited),
                updated_at=edited or _NEVER,
                read=read,
                created_at=instant(page.created_time) if page else None,
                url=url,
            )
        )

    def _version(self, edited: datetime | None) -> str:
        """The time of the last edit is told in whole minutes.

        Until its minute has surely passed, a page may change without changing it: such a version is not kept
        for the next reading.
        """
        if edited is None or (self._began - edited).total_seconds() < 120:
            return f"open-{self._began.isoformat()}"
        return edited.isoformat()


def title_of(properties: object) -> str:
    """The title among the properties of a page, in one line."""
    for each in properties.values() if isinstance(properties, dict) else ():
        if isinstance(each, dict) and each.get("type") == "title":
            text = rich_text(each.get("title"))[:10_000]
            kept = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
            return " ".join(kept.split())[:300].strip()
    return ""
