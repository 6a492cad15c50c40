"""The text of Atlassian's document format. Nothing is fetched: media, macros and cards give no content."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

MAX_DEPTH = 60
_BLOCKS = frozenset(
    {
        "paragraph",
        "heading",
        "codeBlock",
        "blockquote",
        "listItem",
        "tableRow",
        "rule",
        "panel",
        "expand",
        "nestedExpand",
        "taskItem",
        "decisionItem",
    }
)
_CELLS = frozenset({"tableCell", "tableHeader"})
_LEFT_OUT = frozenset({"extension", "bodiedExtension", "inlineExtension", "syncBlock", "bodiedSyncBlock"})


def text_of(node: object) -> str:
    """The text of a document or comment as Markdown-like lines; empty for what is none.

    What lies deeper than :data:`MAX_DEPTH` is left out. A text that is not in the format is given as it is.
    """
    if isinstance(node, str):
        return node.strip()
    lines = (line.rstrip() for line in "".join(_pieces(node, 0)).splitlines())
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip()


def _pieces(node: object, depth: int) -> Iterator[str]:
    if not isinstance(node, dict) or depth > MAX_DEPTH:
        return
    kind = node.get("type")
    if not isinstance(kind, str) or kind in _LEFT_OUT:
        return
    raw = node.get("attrs")
    yield _before(kind, raw if isinstance(raw, dict) else {})
    if kind == "text":
        yield _text(node.get("text"))
    content = node.get("content")
    for child in content if isinstance(content, list) else ():
        yield from _pieces(child, depth + 1)
    if kind in _BLOCKS:
        yield "\n" if kind in {"listItem", "tableRow"} else "\n\n"
    elif kind in _CELLS:
        yield " | "


def _before(kind: str, attrs: dict[str, Any]) -> str:
    match kind:
        case "hardBreak":
            return "\n"
        case "heading":
            level = attrs.get("level")
            # The title of the issue is the first heading, and comments the second.
            return "#" * min(6, 2 + (level if isinstance(level, int) and level > 0 else 1)) + " "
        case "listItem":
            return "- "
        case "mention" | "emoji" | "status":
            return _text(attrs.get("text"))
        case _:
            return ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
