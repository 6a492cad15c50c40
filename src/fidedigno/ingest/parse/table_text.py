"""A table as the text that is kept of it: Markdown's rows under its header row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_BLANK = re.compile(r"\s+")


class TableText(NamedTuple):
    """``text`` is the whole table, ``header`` its header row with the rule below, empty where there is none.

    ``width`` is the number of its columns.
    """

    text: str
    header: str
    width: int


def table_text(rows: Sequence[Sequence[str]], *, has_header: bool = True) -> TableText:
    """Write a table; rows of which nothing is left are left out, short ones are filled up.

    Without a header the first row is written under an empty one, because Markdown has no table without.
    """
    clean = [[cell_text(cell) for cell in row] for row in rows]
    clean = [row for row in clean if any(row)]
    width = max((len(row) for row in clean), default=0)
    if not clean:
        return TableText("", "", 0)
    lines = [row_text(row, width) for row in clean]
    rule = "|" + " --- |" * width
    if has_header and len(lines) > 1:
        return TableText("\n".join((lines[0], rule, *lines[1:])), f"{lines[0]}\n{rule}", width)
    return TableText("\n".join((row_text([], width), rule, *lines)), "", width)


def row_text(cells: Sequence[str], width: int) -> str:
    """One row."""
    return "| " + " | ".join([*cells, *[""] * (width - len(cells))]) + " |"


def cell_text(cell: str) -> str:
    """The words of a cell on one line, its bars escaped."""
    return _BLANK.sub(" ", cell).strip().replace("|", "\\|")
