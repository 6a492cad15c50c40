"""Builds text and blocks from the visible elements of a page: Markdown's tables, lists and code fences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from fidedigno.ingest.parse.html_table import (
    MAX_COLUMNS,
    MAX_ROW_SPAN,
    Cell,
    grid_of,
    header_depth,
    span,
    with_one_header,
)
from fidedigno.ingest.parse.table_text import cell_text, row_text
from fidedigno.ingest.parsed import Block, BlockKind

BLOCK_TAGS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "dd", "details", "div", "dl"),
        *("dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3"),
        *("h4", "h5", "h6", "header", "hr", "html", "li", "main", "ol"),
        *("p", "pre", "section", "summary", "table", "td", "th", "tr", "ul", "caption", "tbody"),
        *("thead", "tfoot"),
    )
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLANK = re.compile(r"\s+")
MAX_INDENT = 8


@dataclass(slots=True)
class HtmlText:
    """Collects a page. Finished blocks are in ``parts``; the current one is in ``inline``."""

    parts: list[tuple[BlockKind, int, str, str]] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)
    heading: int = 0
    preformatted: int = 0
    lists: list[list[int]] = field(default_factory=list)
    """One entry an open list: the next number (0 for bullets)."""
    items: list[str] = field(default_factory=list)
    marker: str = ""
    tables: int = 0
    rows: list[list[Cell]] = field(default_factory=list)
    cell: Cell | None = None
    """The open cell of the outermost table; its text is still in ``inline``."""

    def begin(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        """An element opens."""
        if self.tables and tag != "table":
            self._begin_in_table(tag, attributes)
            return
        if tag in BLOCK_TAGS:
            self._flush()
        if tag in _HEADINGS:
            self.heading = _HEADINGS[tag]
        elif tag == "pre":
            self.preformatted += 1
        elif tag in {"ul", "ol"}:
            self.lists.append([1 if tag == "ol" else 0])
        elif tag == "li":
            self.marker = self._marker()
        elif tag == "table":
            if not self.tables:
                self._flush_list()
            self.tables += 1

    def _begin_in_table(self, tag: str, attributes: Mapping[str, str | None]) -> None:
        # A table inside a cell, and any block there, is read as the words of that cell.
        if self.tables == 1 and tag == "tr":
            self.rows.append([])
        elif self.tables == 1 and tag in {"td", "th"}:
            self.inline.clear()
            columns = span(attributes.get("colspan"), MAX_COLUMNS)
            rows = span(attributes.get("rowspan"), MAX_ROW_SPAN)
            self.cell = Cell("", columns, rows, tag == "th")
        elif tag in BLOCK_TAGS:
            self.space()

    def end(self, tag: str) -> None:
        """An element closes."""
        if self.tables:
            self._end_in_table(tag)
            return
        if tag in BLOCK_TAGS:
            self._flush()
        if tag in _HEADINGS:
            self.heading = 0
        elif tag == "pre":
            self.preformatted = max(0, self.preformatted - 1)
        elif tag in {"ul", "ol"} and self.lists:
            self.lists.pop()
            if not self.lists:
                self._flush_list()

    def _end_in_table(self, tag: str) -> None:
        if tag == "table":
            self.tables -= 1
            if not self.tables:
                self._flush_table()
        elif self.tables == 1 and tag in {"td", "th"}:
            if not self.rows:
                self.rows.append([])
            self._end_cell()
        elif self.tables == 1 and tag == "caption":
            self._flush_paragraph()
        elif tag in BLOCK_TAGS:
            self.space()

    def _end_cell(self) -> None:
        cell = self.cell or Cell("")
        cell.text = cell_text("".join(self.inline))
        self.rows[-1].append(cell)
        self.cell = None
        self.inline.clear()

    def void(self, tag: str, attributes: dict[str, str | None]) -> None:
        """An element without content."""
        if tag == "br":
            self.inline.append("\n" if self.preformatted else " ")
        elif tag == "hr" and not self.tables:
            self._flush()
        elif tag == "img" and (alt := (attributes.get("alt") or "").strip()):
            self.inline.append(f" {alt[:300]} ")

    def space(self) -> None:
        """Keep the words on both sides apart."""
        self.inline.append(" ")

    def write(self, data: str) -> None:
        """Text of the current element."""
        self.inline.append(data)

    def _marker(self) -> str:
        if not self.lists:
            return "- "
        number = self.lists[-1][0]
        if number:
            self.lists[-1][0] = number + 1
        indent = "  " * min(len(self.lists) - 1, MAX_INDENT)
        return f"{indent}{number}. " if number else f"{indent}- "

    def _flush(self) -> None:
        if self.lists and not self.preformatted:
            words = _BLANK.sub(" ", "".join(self.inline)).strip()
            self.inline.clear()
            if words:
                indent = "  " * min(len(self.lists), MAX_INDENT)
                self.items.append((self.marker or indent) + words)
                self.marker = ""
            return
        self._flush_paragraph()

    def _flush_paragraph(self) -> None:
        raw = "".join(self.inline)
        self.inline.clear()
        if not raw.strip():
            return
        if self.preformatted:
            self._flush_list()
            self.parts.append((BlockKind.CODE, 0, raw.strip("\r\n").rstrip(), ""))
            return
        kind = BlockKind.HEADING if self.heading else BlockKind.PARAGRAPH
        self.parts.append((kind, self.heading, _BLANK.sub(" ", raw).strip(), ""))

    def _flush_list(self) -> None:
        if self.items:
            self.parts.append((BlockKind.LIST, 0, "\n".join(self.items), ""))
            self.items.clear()

    def _flush_table(self) -> None:
        self.inline.clear()
        rows = [row for row in self.rows if row]
        self.rows = []
        if not any(cell.text for row in rows for cell in row):
            return
        grid = with_one_header(grid_of(rows), header_depth(rows))
        grid = [row for row in grid if any(row)]
        width = max(len(row) for row in grid)
        lines = [row_text(row, width) for row in grid]
        lines.insert(1, "|" + " --- |" * width)
        header = "\n".join(lines[:2]) if len(grid) > 1 else ""
        self.parts.append((BlockKind.TABLE, 0, "\n".join(lines), header))

    def finish(self) -> tuple[str, tuple[Block, ...]]:
        """The whole text and its blocks."""
        if self.tables:
            if self.rows and self.inline:
                self._end_cell()
            self.tables = 0
            self._flush_table()
        self._flush()
        self._flush_list()
        texts: list[str] = []
        blocks: list[Block] = []
        at = 0
        for kind, level, text, header in self.parts:
            blocks.append(Block(kind, at, at + len(text), level=level, header=header))
            texts.append(text)
            at += len(text) + 2
        return "\n\n".join(texts), tuple(blocks)
