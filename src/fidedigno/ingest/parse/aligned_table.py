"""Tables without ruling lines: rows whose numbers stand in columns, as in statements of accounts.

Merged header cells are repeated over the columns that they span; the rows above the first figures are joined
into one header row; a currency sign that stands apart goes with its figure; units that stand above the table
("in millions") stay in its header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from statistics import median
from typing import NamedTuple

from fidedigno.ingest.parse.layout import Fragment, joined, merged, rows_of
from fidedigno.ingest.parse.table_text import TableText, table_text

MIN_ROWS = 3
MIN_NUMERIC_ROWS = 0.5
CELL_GAP = 0.85
"""White space, in heights of the letters, that parts two cells; between words it is 0.3."""
ROW_GAP = 2.2
"""White space between two rows, in heights of the letters, that ends a table."""
MAX_COLUMNS = 40
MAX_HEADER_ROWS = 6
MAX_CELL_CHARACTERS = 60

NUMERIC = re.compile(
    r"[(\[]?\s*[-–—+−]?\s*(?:[$€£¥]|US\$|EUR|USD|CHF)?\s*[-–—−(]?\s*\d[\d.,'’  ]*\)?\s*"
    r"(?:%|x|bps|€|[$]|pts?|p\.p\.)?\s*[)\]]?\s*(?:\(\d\)|\*+)?|[-–—]|n/?[am]|N/?[AM]"
)
_SIGN_BEFORE = re.compile(r"[$€£¥(]|US\$")
_SIGN_AFTER = re.compile(r"[)%]|\)%")
_YEAR = re.compile(r"(?:FY\s?)?(?:19|20)\d\d[AEPe]?")
_UNITS = re.compile(
    r"\bin (?:millions|thousands|billions)|\ben (?:miles|millones)\b|\b(?:millions|thousands) of\b"
    r"|\b(?:miles|millones) de\b|000s?\b.{0,12}omitted|\$ ?000",
    re.IGNORECASE,
)


class FoundTable(NamedTuple):
    """A table and where it stands."""

    table: TableText
    left: float
    top: float
    right: float
    bottom: float
    confidence: float | None


def aligned_tables(fragments: Sequence[Fragment]) -> Iterator[FoundTable]:
    """The tables among the fragments of one column of a page, from top to bottom."""
    rows = [_with_signs(joined(row, CELL_GAP)) for row in rows_of(fragments)]
    for run in _runs(rows):
        found = _table(run)
        if found is not None:
            yield found


def is_numeric(text: str) -> bool:
    """Whether a cell holds a figure and no word."""
    return NUMERIC.fullmatch(text.strip()) is not None


def _with_signs(row: Sequence[Fragment]) -> list[Fragment]:
    cells: list[Fragment] = []
    for each in row:
        before = cells[-1].text if cells else ""
        if cells and _SIGN_BEFORE.fullmatch(before) and is_numeric(each.text):
            cells[-1] = merged((cells[-1], each), "" if before == "(" else " ")
        elif cells and _SIGN_AFTER.fullmatch(each.text) and is_numeric(before):
            cells[-1] = merged((cells[-1], each), "")
        else:
            cells.append(each)
    return cells


def _is_figures(row: Sequence[Fragment]) -> bool:
    return len(row) > 1 and any(is_numeric(each.text) for each in row[1:])


def _is_data(row: Sequence[Fragment]) -> bool:
    """A row of figures that are not only the years at the head of columns."""
    if not _is_figures(row):
        return False
    rest = [each.text.strip() for each in row[1:]]
    years = all(_YEAR.fullmatch(text) for text in rest if is_numeric(text))
    has_label = any(c.isalpha() for c in row[0].text)
    return not years or (has_label and not _YEAR.fullmatch(row[0].text.strip()) and len(rest) == 1)


def _runs(rows: Sequence[Sequence[Fragment]]) -> Iterator[list[list[Fragment]]]:
    """Rows that may be a table: figures, and what stands close between and above them."""
    run: list[list[Fragment]] = []
    for row in rows:
        if run and not _goes_on(run[-1], row):
            yield run
            run = []
        run.append(list(row))
    if run:
        yield run


def _goes_on(above: Sequence[Fragment], row: Sequence[Fragment]) -> bool:
    height = median(each.height for each in (*above, *row))
    return min(each.top for each in row) - max(each.bottom for each in above) <= ROW_GAP * height


def _trimmed(run: list[list[Fragment]]) -> list[list[Fragment]]:
    """From the header above the first figures to the last figures."""
    data = [index for index, row in enumerate(run) if _is_data(row)]
    first, last = data[0], data[-1]
    width = max(len(run[index]) for index in data)
    head = first
    while head > 0 and first - head < MAX_HEADER_ROWS and _is_header(run[head - 1], width):
        head -= 1
    if head > 0 and _UNITS.search(run[head - 1][0].text) and len(run[head - 1]) == 1:
        head -= 1
    return run[head : last + 1]


def _is_header(row: Sequence[Fragment], width: int) -> bool:
    short = all(len(each.text) <= MAX_CELL_CHARACTERS for each in row)
    if len(row) > 1:
        return short and len(row) <= width + 1
    text = row[0].text
    return short and (_UNITS.search(text) is not None or width > 2) and not text.rstrip().endswith(".")


def _table(run: list[list[Fragment]]) -> FoundTable | None:
    data = [row for row in run if _is_data(row)]
    if len(data) < MIN_ROWS:
        return None
    rows = _trimmed(run)
    full = [row for row in rows if len(row) > 1]
    prose = sum(len(row) == 1 and len(row[0].text) > MAX_CELL_CHARACTERS for row in rows)
    if len(data) < MIN_NUMERIC_ROWS * len(full) or prose > 0.3 * len(rows):
        return None
    edges = _columns(data)
    if not 2 <= len(edges) <= MAX_COLUMNS:
        return None
    first = next(index for index, row in enumerate(rows) if _is_data(row))
    header = _header(rows[:first], edges)
    body = [_cells(row, edges) for row in rows[first:]]
    every = merged([each for row in rows for each in row])
    text = table_text([header, *body] if header else body, has_header=bool(header))
    return FoundTable(text, every.left, every.top, every.right, every.bottom, every.confidence)


def _columns(data: Sequence[Sequence[Fragment]]) -> list[tuple[float, float]]:
    """The columns, each from its left to its right edge: where cells of different rows overlap."""
    columns: list[list[float]] = []
    for each in sorted((cell for row in data for cell in row), key=lambda f: f.left):
        home = next((c for c in columns if min(c[1], each.right) - max(c[0], each.left) > 0), None)
        if home is None:
            columns.append([each.left, each.right])
        else:
            home[0], home[1] = min(home[0], each.left), max(home[1], each.right)
    columns.sort()
    merged_columns: list[list[float]] = []
    for column in columns:
        if merged_columns and column[0] < merged_columns[-1][1]:
            merged_columns[-1][1] = max(merged_columns[-1][1], column[1])
        else:
            merged_columns.append(column)
    return [(left, right) for left, right in merged_columns]


def _home(cell: Fragment, edges: Sequence[tuple[float, float]]) -> list[int]:
    """The columns that a cell stands in or spans; the nearest where it stands in none."""
    over = [i for i, (left, right) in enumerate(edges) if min(right, cell.right) - max(left, cell.left) > 0]
    if over:
        return over
    middle = (cell.left + cell.right) / 2
    return [min(range(len(edges)), key=lambda i: abs((edges[i][0] + edges[i][1]) / 2 - middle))]


def _cells(
    row: Sequence[Fragment], edges: Sequence[tuple[float, float]], *, spread: bool = False
) -> list[str]:
    cells = [""] * len(edges)
    for each in row:
        home = _home(each, edges)
        for index in home if spread else home[:1]:
            cells[index] = f"{cells[index]} {each.text}".strip()
    return cells


def _header(rows: Sequence[Sequence[Fragment]], edges: Sequence[tuple[float, float]]) -> list[str]:
    """The rows above the figures as one; a title over the whole table is told in the first cell only."""
    parts: list[list[str]] = []
    for row in rows:
        is_title = len(row) == 1 and (len(_home(row[0], edges)) == len(edges) or _UNITS.search(row[0].text))
        cells = [""] * len(edges)
        if is_title:
            cells[0] = row[0].text
        else:
            cells = _cells(row, edges, spread=True)
        parts.append(cells)
    header = [" ".join(part[i] for part in parts if part[i]) for i in range(len(edges))]
    return header if any(header) else []
