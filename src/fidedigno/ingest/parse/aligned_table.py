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
ROW_GAP = 3.0
"""White space between two rows, in heights of the letters, that ends a table."""
MAX_COLUMNS = 40
MAX_HEADER_ROWS = 6
MAX_LABELS = 3
MAX_CELL_CHARACTERS = 60
MAX_PROSE_CHARACTERS = 130
MAX_PROSE_ROWS = 0.3

NUMERIC = re.compile(
    r"[(\[]?\s*[-–—+−]?\s*(?:[$€£¥]|US\$|EUR|USD|CHF)?\s*[-–—−(]?\s*\d[\d.,'’  ]*\)?\s*"
    r"(?:%|x|bps|€|[$]|pts?|p\.p\.)?\s*[)\]]?\s*(?:\(\d\)|\*+)?|[-–—]|n/?[am]|N/?[AM]"
)
_SIGN_BEFORE = re.compile(r"[$€£¥(]|US\$")
_SIGN_AFTER = re.compile(r"[)%]|\)%")
_LOOSE = re.compile(r"(?<=\d) (?=[)%])|(?<=\() (?=\d)")
_YEAR = re.compile(r"(?:FY\s?)?(?:19|20)\d\d[AEPe]?")
_UNITS = re.compile(
    r"\bin (?:millions|thousands|billions)|\ben (?:miles|millones)\b|\b(?:millions|thousands) of\b"
    r"|\b(?:miles|millones) de\b|000s?\b.{0,12}omitted|\$ ?000",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"\b(?:year|month|week|quarter|period)s?\b.{0,12}\bended\b|\b(?:as of|at|ended) [A-Z][a-z]{2,8}\.? \d"
    r"|\b(?:ejercicio|trimestre|periodo|período)s?\b|\ba \d{1,2} de [a-z]{4,10}\b",
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
    for loose in row:
        each = loose._replace(text=_LOOSE.sub("", loose.text))
        before = cells[-1].text if cells else ""
        if cells and _SIGN_BEFORE.fullmatch(before) and is_numeric(each.text):
            cells[-1] = merged((cells[-1], each), "" if before == "(" else " ")
        elif cells and _SIGN_AFTER.fullmatch(each.text) and is_numeric(before):
            cells[-1] = merged((cells[-1], each), "")
        else:
            cells.append(each)
    return cells


def _is_data(row: Sequence[Fragment]) -> bool:
    """A row of figures that are not only the years at the head of columns, and that is no prose."""
    rest = [each.text.strip() for each in row[1:]]
    figures = [text for text in rest if is_numeric(text)]
    if not figures or any(len(text) > MAX_CELL_CHARACTERS and not is_numeric(text) for text in rest):
        return False
    if not all(_YEAR.fullmatch(text) for text in figures):
        return True
    label = row[0].text.strip()
    return (
        len(rest) == 1 and label[:1].isalpha() and _UNITS.search(label) is None and not _YEAR.fullmatch(label)
    )


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


def _table(run: list[list[Fragment]]) -> FoundTable | None:
    data = [row for row in run if _is_data(row)]
    if len(data) < MIN_ROWS:
        return None
    edges = _columns(data)
    if not 2 <= len(edges) <= MAX_COLUMNS:
        return None
    first = next(index for index, row in enumerate(run) if _is_data(row))
    last = max(index for index, row in enumerate(run) if _is_data(row))
    head, body_from = _header_rows(run, first, edges)
    rows = run[body_from : last + 1]
    full = [row for row in rows if len(row) > 1]
    prose = sum(any(len(each.text) > MAX_PROSE_CHARACTERS for each in row) for row in rows)
    if len(data) < MIN_NUMERIC_ROWS * len(full) or prose > MAX_PROSE_ROWS * len(rows):
        return None
    header = _header(run[head:body_from], edges)
    body = [_cells(row, edges) for row in rows]
    every = merged([each for row in run[head : last + 1] for each in row])
    text = table_text([header, *body] if header else body, has_header=bool(header))
    return FoundTable(text, every.left, every.top, every.right, every.bottom, every.confidence)


def _header_rows(
    run: Sequence[Sequence[Fragment]], first: int, edges: Sequence[tuple[float, float]]
) -> tuple[int, int]:
    """Where the header begins and where it ends, above the first row of figures.

    Labels alone in the first column ("Revenue:") that stand between both belong to what is below.
    """
    begin = end = first
    for index in range(first - 1, max(-1, first - 1 - MAX_HEADER_ROWS), -1):
        row = run[index]
        if _is_header(row, edges):
            end = index + 1 if begin == first else end
            begin = index
        elif len(row) > 1 or begin < first or first - index > MAX_LABELS:
            break
    return (begin, end) if begin < first else (first, first)


def _is_header(row: Sequence[Fragment], edges: Sequence[tuple[float, float]]) -> bool:
    if any(len(each.text) > MAX_CELL_CHARACTERS for each in row):
        return False
    over_figures = [each for each in row if (each.left + each.right) / 2 > edges[1][0] - 1]
    if len(row) > 1:
        return len(row) <= len(edges) + 1 and bool(over_figures)
    text = row[0].text
    is_told = _UNITS.search(text) or _YEAR.search(text) or _PERIOD.search(text)
    return is_told is not None or row[0].left >= edges[1][0] - 2 * row[0].height


def _columns(data: Sequence[Sequence[Fragment]]) -> list[tuple[float, float]]:
    """The columns, each from its left to its right edge.

    Figures make columns where those of different rows overlap. Other cells make columns only where they overlap
    none of those; a long label that reaches into a column of figures does not widen it.
    """
    figures = _clusters([each for row in data for each in row[1:] if is_numeric(each.text)])
    least = figures[0][0]
    beside = []
    for row in data:
        for index, each in enumerate(row):
            if index == 0 and each.left < least:
                beside.append(each._replace(right=min(each.right, max(each.left + 1, least - 1))))
            elif not any(_overlap(each, column) > 0 for column in figures):
                beside.append(each)
    return sorted([*figures, *_clusters(beside)])


def _clusters(cells: Sequence[Fragment]) -> list[tuple[float, float]]:
    clusters: list[list[float]] = []
    for each in sorted(cells, key=lambda f: f.left):
        if clusters and each.left < clusters[-1][1]:
            clusters[-1][1] = max(clusters[-1][1], each.right)
        else:
            clusters.append([each.left, each.right])
    return [(left, right) for left, right in clusters]


def _overlap(cell: Fragment, column: tuple[float, float]) -> float:
    return min(column[1], cell.right) - max(column[0], cell.left)


def _home(cell: Fragment, edges: Sequence[tuple[float, float]]) -> list[int]:
    """The columns that a cell stands in or spans; the nearest where it stands in none."""
    over = [index for index, column in enumerate(edges) if _overlap(cell, column) > 0]
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
        # A figure stands where its right edge is: a wide one may reach over the column before.
        one = home[-1:] if is_numeric(each.text) else home[:1]
        for index in home if spread else one:
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
        elif len(row) == 1 and _PERIOD.search(row[0].text):
            # One period over all figures: "Year ended 31 December", the years stand below.
            cells[1:] = [row[0].text] * (len(edges) - 1)
        else:
            cells = _cells(row, edges, spread=True)
        parts.append(cells)
    header = [" ".join(part[i] for part in parts if part[i]) for i in range(len(edges))]
    return header if any(header) else []
