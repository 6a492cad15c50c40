"""Puts the tables of a PDF page in the place of the lines that they are made of."""

from __future__ import annotations

from collections.abc import Sequence

import pypdfium2

from fidedigno.ingest.parse.aligned_table import FoundTable, aligned_tables, is_numeric
from fidedigno.ingest.parse.layout import Fragment, columns_of, joined, rows_of
from fidedigno.ingest.parse.ocr_lines import is_inside, table_line
from fidedigno.ingest.parse.pdf_frame import PdfFrame
from fidedigno.ingest.parse.pdf_lines import PdfLine
from fidedigno.ingest.parse.pdf_rules import rules_of_page
from fidedigno.ingest.parse.pdf_words import words_of_page
from fidedigno.ingest.parse.ruled_table import ruled_tables

MIN_FIGURE_LINES = 3
MIN_RULES = 4
_LINE_GAP = 0.8


def with_tables(
    page: pypdfium2.PdfPage, text: pypdfium2.PdfTextPage, lines: Sequence[PdfLine], frame: PdfFrame
) -> list[PdfLine]:
    """The lines of a page, those of a table replaced by it.

    Tables are looked for only where the page has ruling lines in both directions or some lines of figures: the
    words of other pages are not even placed.
    """
    rules = rules_of_page(page, frame)
    has_grid = sum(rule.upright for rule in rules) >= 2 and len(rules) >= MIN_RULES
    if not has_grid and not _has_figures(lines):
        return list(lines)
    words = words_of_page(text, frame)
    tables = (
        [table for table in ruled_tables(rules, words) if _is_whole(table, lines, frame)] if has_grid else []
    )
    rest = [word for word in words if not any(is_inside(word, table) for table in tables)]
    if _has_figures(lines):
        for column in columns_of([cell for row in rows_of(rest) for cell in joined(row, _LINE_GAP)]):
            tables += [table for table in aligned_tables(column) if _is_whole(table, lines, frame)]
    return _replaced(lines, tables, frame) if tables else list(lines)


def _is_whole(table: FoundTable, lines: Sequence[PdfLine], frame: PdfFrame) -> bool:
    """Whether every line that goes into the table is wholly in it: nothing of the page may be lost."""
    return all(
        table.left - 3 <= line.left and line.right <= table.right + 3
        for line in lines
        if is_inside(_place(line, frame), table)
    )


def _has_figures(lines: Sequence[PdfLine]) -> bool:
    """Whether some lines hold two figures or end in one."""
    count = 0
    for line in lines:
        parts = line.text.split()
        figures = sum(any(c.isdigit() for c in part) and is_numeric(part) for part in parts)
        count += figures >= 2 or (len(parts) > 1 and figures == 1 and is_numeric(parts[-1]))
        if count >= MIN_FIGURE_LINES:
            return True
    return False


def _replaced(lines: Sequence[PdfLine], tables: Sequence[FoundTable], frame: PdfFrame) -> list[PdfLine]:
    done: set[int] = set()
    result: list[PdfLine] = []
    for line in lines:
        index = next((i for i, table in enumerate(tables) if is_inside(_place(line, frame), table)), None)
        if index is None:
            result.append(line)
        elif index not in done:
            done.add(index)
            result.append(table_line(tables[index], frame))
    # A table whose words are in no line by themselves (a line may run across it) is not told twice.
    return result


def _place(line: PdfLine, frame: PdfFrame) -> Fragment:
    return Fragment(line.text, line.left, frame.height - line.top, line.right, frame.height - line.bottom)


def continued(pages: Sequence[Sequence[PdfLine]]) -> list[list[PdfLine]]:
    """Tables that go on at the head of the next page without a header get that of the page before."""
    result: list[list[PdfLine]] = []
    open_header = ""
    for page in pages:
        done = list(page)
        first = next((i for i, line in enumerate(done) if line.header is not None), None)
        if first is not None and first <= 2 and not done[first].header and open_header:
            done[first] = _under(done[first], open_header)
        last = next((i for i in range(len(done) - 1, -1, -1) if done[i].header is not None), None)
        is_last = last is not None and len(done) - last <= 3
        open_header = (done[last].header or "") if is_last and last is not None else ""
        result.append(done)
    return result


def _under(table: PdfLine, header: str) -> PdfLine:
    own = table.text.split("\n")
    if own[1].count(" --- ") != header.count(" --- "):
        return table
    return table._replace(text="\n".join((header, *own[2:])), header=header)
