"""The cells of an HTML table as a grid: what spans rows or columns stands in each place that it covers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MAX_COLUMNS = 200
MAX_ROW_SPAN = 1_000
MAX_CELLS = 500_000
"""Places of one table; beyond it cells are not repeated."""
MAX_HEADER_ROWS = 5


@dataclass(slots=True)
class Cell:
    """One cell: its words, how many columns and rows it covers, and whether it is a header."""

    text: str
    columns: int = 1
    rows: int = 1
    is_header: bool = False


def span(value: str | None, limit: int) -> int:
    """The number of a ``colspan`` or ``rowspan``; 1 for what is none."""
    digits = (value or "").strip()
    return min(max(int(digits), 1), limit) if digits.isascii() and digits.isdigit() and len(digits) < 7 else 1


def grid_of(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """The text of every place, row by row; a row may be shorter than others. Below the last row nothing is added."""
    size = sum(cell.columns * cell.rows for row in rows for cell in row)
    spread = size <= MAX_CELLS
    filled: dict[tuple[int, int], str] = {}
    grid: list[list[str]] = []
    for number, row in enumerate(rows):
        at = 0
        for cell in row:
            while (number, at) in filled:
                at += 1
            down = min(cell.rows, len(rows) - number) if spread else 1
            across = cell.columns if spread else 1
            for step in range(down):
                for beside in range(across):
                    filled.setdefault((number + step, at + beside), cell.text)
            at += across
        width = 0
        while (number, width) in filled and width < MAX_COLUMNS:
            width += 1
        grid.append([filled[number, column] for column in range(width)])
    return grid


def header_depth(rows: Sequence[Sequence[Cell]]) -> int:
    """How many rows at the top are the header: those of header cells only, and as many as a cell of the first of
    them spans; 0 or 1 is a header of one row."""
    depth = 0
    for row in rows[:MAX_HEADER_ROWS]:
        if not row or not all(cell.is_header for cell in row):
            break
        depth += 1
    if not depth:
        return 0
    reach = max(cell.rows for cell in rows[0])
    return min(max(depth, min(reach, MAX_HEADER_ROWS)), max(len(rows) - 1, 0))


def with_one_header(grid: list[list[str]], depth: int) -> list[list[str]]:
    """The header rows as one: what stands above comes first in each column, and nothing is told twice."""
    if depth < 2:
        return grid
    width = max(len(row) for row in grid[:depth])
    head = [
        " ".join(dict.fromkeys(row[column] for row in grid[:depth] if column < len(row) and row[column]))
        for column in range(width)
    ]
    return [head, *grid[depth:]]
