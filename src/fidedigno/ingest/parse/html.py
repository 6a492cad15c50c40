"""HTML: the text that a reader sees, with its structure; never what is hidden.

Scripts, styles, comments, templates, and elements hidden by attribute or inline style are dropped: an
instruction that only a machine would read has no place in evidence. The text is built here, so offsets
point into the parsed text and not into the file.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from types import MappingProxyType

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.decode import decode_text
from fidedigno.ingest.parse.html_text import BLOCK_TAGS, HtmlText
from fidedigno.ingest.parse.titles import title_of
from fidedigno.ingest.parsed import ParsedDocument

_DROPPED = frozenset(
    (
        "script",
        "style",
        "template",
        "noscript",
        "head",
        "iframe",
        "object",
        "svg",
        "math",
        "canvas",
        "select",
        "button",
        "nav",
        "textarea",
    )
)
_VOID = frozenset(
    (
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    )
)
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|$)"
    r"|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--.*?(?:-->|--!>)", re.DOTALL)
_DECLARATION = re.compile(r"<[!?][^>]*>")
_CLOSED_BY = {
    "p": BLOCK_TAGS,
    "li": frozenset({"li"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "tr": frozenset({"tr"}),
    "td": frozenset({"td", "th", "tr"}),
    "th": frozenset({"td", "th", "tr"}),
    "option": frozenset({"option"}),
}
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]{1,40})", re.IGNORECASE)


class HtmlParser:
    """Reads one page."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse one file."""
        source = _decode(content, name)
        reader = _Reader()
        reader.feed(_without_traps(source))
        reader.close()
        text, blocks = reader.out.finish()
        if not blocks:
            raise DocumentFailedError(
                f"{name}: the page has no visible text", "Remove it, or add its content."
            )
        metadata = {"title": reader.title} if reader.title else {}
        title = title_of(metadata, text, blocks, name)
        return ParsedDocument(text, blocks, title, MappingProxyType(metadata), "html 1")


def _decode(content: bytes, name: str) -> str:
    declared = _CHARSET.search(content[:4096])
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        if declared is not None:
            try:
                return decode_text(content.decode(declared.group(1).decode("ascii")).encode(), name=name)
            except (LookupError, UnicodeError, ValueError):
                pass
    return decode_text(content, name=name)


def _without_traps(source: str) -> str:
    """Take out comments and declarations, closed or not.

    The standard parser rescans the rest of the page for each one that is never closed; without them, and
    with no ``<`` after the last ``>``, its time is linear.
    """
    last_close = max(source.rfind("-->"), source.rfind("--!>"))
    if source.rfind("<!--") > last_close:
        source = source[: source.find("<!--", last_close + 1)]
    source = _COMMENT.sub("", source)
    end = source.rfind(">") + 1
    return _DECLARATION.sub("", source[:end]) + source[end:].replace("<", "&lt;")


class _Reader(HTMLParser):
    """Follows the tags, skipping hidden elements, and hands what is visible to :class:`HtmlText`.

    Open elements are counted, not nested in calls, so depth costs nothing.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out = HtmlText()
        self.title = ""
        self._open: list[str] = []
        self._hidden_from: int | None = None
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        self._close_implied(tag)
        if tag == "title" and not self.title:
            self._in_title = True
        if tag in _VOID:
            if self._hidden_from is None:
                self.out.void(tag, dict(attrs))
            return
        self._open.append(tag)
        if self._hidden_from is not None:
            return
        if tag in _DROPPED or _is_hidden(dict(attrs)):
            self._hidden_from = len(self._open) - 1
            self.out.space()
        else:
            self.out.begin(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        """End an element and whatever was left open inside it."""
        if tag == "title":
            self._in_title = False
        # Only the nearest elements are looked at: an unmatched end tag must not cost the whole stack.
        depth = next(
            (
                i
                for i in range(len(self._open) - 1, max(-1, len(self._open) - 64), -1)
                if self._open[i] == tag
            ),
            -1,
        )
        if depth < 0:
            return
        self._close_down_to(depth)

    def _close_down_to(self, depth: int) -> None:
        while len(self._open) > depth:
            closed = self._open.pop()
            if self._hidden_from is None:
                self.out.end(closed)
            elif len(self._open) <= self._hidden_from:
                self._hidden_from = None

    def _close_implied(self, tag: str) -> None:
        if self._open and tag in _CLOSED_BY.get(self._open[-1], frozenset()):
            self._close_down_to(len(self._open) - 1)
            self._close_implied_cell(tag)

    def _close_implied_cell(self, tag: str) -> None:
        if tag == "tr" and self._open and self._open[-1] == "tr":
            self._close_down_to(len(self._open) - 1)

    def handle_data(self, data: str) -> None:
        """Take text."""
        if self._in_title:
            self.title = " ".join((self.title + data[:300]).split())[:300]
        elif self._hidden_from is None:
            self.out.write(data)


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    style = attributes.get("style") or ""
    return (
        "hidden" in attributes
        or (attributes.get("aria-hidden") or "").strip().lower() == "true"
        or _HIDING.search(style[:2000]) is not None
    )
