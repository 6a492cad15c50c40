"""The text of a page's blocks. Pages, databases and copies from elsewhere inside of it are left out.

A page inside of a page is a document of its own; a synchronised copy belongs to the page it comes from.
"""

from __future__ import annotations

from typing import Any

from fidedigno.sources import shapes
from fidedigno.sources.notion import wire
from fidedigno.sources.notion.client import NotionClient

MAX_DEPTH = 30
MAX_BLOCKS = 20_000
_PREFIXES = {
    "heading_1": "## ",
    "heading_2": "### ",
    "heading_3": "#### ",
    "bulleted_list_item": "- ",
    "numbered_list_item": "1. ",
    "to_do": "- ",
    "quote": "> ",
}
_OF_ITS_OWN = frozenset({"child_page", "child_database", "link_to_page", "unsupported"})
_TOGETHER = frozenset({"bulleted_list_item", "numbered_list_item", "to_do", "table_row"})


async def page_text(client: NotionClient, page: str) -> str:
    """The text of a page in Markdown.

    Blocks deeper than :data:`MAX_DEPTH`, and after the first :data:`MAX_BLOCKS`, are left out; so is a circle.

    Raises:
        SourceError: if a part of it could not be read.
    """
    lines: list[str] = []
    await _Walk(client, lines).below(page, 0)
    return "\n".join(lines).strip()


class _Walk:
    def __init__(self, client: NotionClient, lines: list[str]) -> None:
        self._client = client
        self._lines = lines
        self._seen: set[str] = set()

    async def below(self, block: str, depth: int) -> None:
        if depth > MAX_DEPTH or block in self._seen:
            return
        self._seen.add(block)
        async for each in self._client.children(block):
            if len(self._seen) > MAX_BLOCKS:
                return
            child = shapes.required(wire.Block, each, f"{self._client.name}: a block")
            if child.type in _OF_ITS_OWN or child.archived or child.in_trash or _is_copy(each, child.type):
                continue
            text = _line(each, child.type)
            if text:
                self._lines += [text] if child.type in _TOGETHER else ["", text, ""]
            if child.has_children:
                await self.below(child.id, depth + 1)
            else:
                self._seen.add(child.id)


def rich_text(value: object) -> str:
    """The plain text of a rich text; empty for what is none. Mentions of other pages and people are left out."""
    parts = value if isinstance(value, list) else []
    kept = (each for each in parts if isinstance(each, dict) and each.get("type") != "mention")
    return "".join(text for each in kept if isinstance(text := each.get("plain_text"), str))


def _line(block: Any, kind: str) -> str:
    content = block.get(kind)
    if not isinstance(content, dict):
        return ""
    if kind == "table_row":
        cells = content.get("cells")
        return " | ".join(rich_text(cell) for cell in cells) if isinstance(cells, list) else ""
    text = rich_text(content.get("rich_text")) or rich_text(content.get("caption"))
    return _PREFIXES.get(kind, "") + text if text else ""


def _is_copy(block: Any, kind: str) -> bool:
    """Whether a synchronised block shows what another page holds."""
    if kind != "synced_block":
        return False
    content = block.get(kind)
    return not isinstance(content, dict) or content.get("synced_from", "") is not None
