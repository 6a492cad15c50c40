"""Tables with ruling lines: the grid that the lines make, the words in its cells, merged cells filled."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from fidedigno.ingest.parse.aligned_table import FoundTable, is_numeric
from fidedigno.ingest.parse.layout import Fragment, merged, rows_of
from fidedigno.ingest.parse.pdf_rules import Rule
from fidedigno.ingest.parse.table_text import TableText, table_text

SNAP = 3.0
"""Points: lines nearer to each other are one."""
MAX_CELLS = 3_000
MIN_FILLED = 0.25
"""Of the cells, so many must hold words: a frame around a chart is no table."""
MIN_APART = 0.6
"""Of the cells, so many must be drawn apart: shaded rows and boxes around headings are no grid."""
_COVERED = 0.75


def ruled_tables(rules: Sequence[Rule], words: Sequence[Fragment]) -> Iterator[FoundTable]:
    """The tables whose cells are drawn: at least two rows and two columns, lines on all sides of most cells."""
    level = _joined(rule for rule in rules if not rule.upright)
    upright = _joined(rule for rule in rules if rule.upright)
    for group in _connected([*level, *upright]):
        found = _table(group, words)
        if found is not None:
            yield found


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """Pieces of one line made one."""
    lines: list[Rule] = []
    for rule in sorted(rules, key=lambda r: (round(r.at / SNAP), r.start)):
        last = lines[-1] if lines else None
        if last is not None and abs(last.at - rule.at) <= SNAP and rule.start <= last.end + SNAP:
            lines[-1] = last._replace(end=max(last.end, rule.end))
        else:
            lines.append(rule)
    return lines


def _crosses(one: Rule, other: Rule) -> bool:
    return (
        one.upright != other.upright
        and one.start - SNAP <= other.at <= one.end + SNAP
        and other.start - SNAP <= one.at <= other.end + SNAP
    )


def _connected(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Lines that cross each other, directly or by way of others."""
    left = [rule for rule in rules if rule.upright]
    level = [rule for rule in rules if not rule.upright]
    while left:
        group, edge = [left.pop()], [0]
        while edge:
            rule = group[edge.pop()]
            pool = level if rule.upright else left
            touching = [other for other in pool if _crosses(rule, other)]
            for other in touching:
                pool.remove(other)
                group.append(other)
                edge.append(len(group) - 1)
        yield group


def _marks(rules: Iterable[Rule]) -> list[float]:
    marks: list[float] = []
    for at in sorted(rule.at for rule in rules):
        if not marks or at - marks[-1] > SNAP:
            marks.append(at)
    return marks


def _table(group: Sequence[Rule], words: Sequence[Fragment]) -> FoundTable | None:
    across = _marks(rule for rule in group if rule.upright)
    down = _marks(rule for rule in group if not rule.upright)
    columns, rows = len(across) - 1, len(down) - 1
    if columns < 2 or rows < 2 or columns * rows > MAX_CELLS:
        return None
    inside = [
        word
        for word in words
        if across[0] <= (word.left + word.right) / 2 <= across[-1]
        and down[0] <= (word.top + word.bottom) / 2 <= down[-1]
    ]
    if any(_is_cut(word, across, down) for word in words):
        return None
    cells, apart = _cells(group, across, down, inside)
    if apart < MIN_APART:
        return None
    filled = sum(bool(cell) for row in cells for cell in row)
    if not inside or filled < max(3, MIN_FILLED * columns * rows):
        return None
    kept = [index for index in range(columns) if any(row[index] for row in cells)]
    if len(kept) < 2:
        return None
    confidence = merged(inside).confidence
    text = _with_header([[row[index] for index in kept] for row in cells])
    return FoundTable(text, across[0], down[0], across[-1], down[-1], confidence)


def _with_header(rows: list[list[str]]) -> TableText:
    """The first rows without a figure are the header, joined where a cell of theirs spans others."""
    rows = [row for row in rows if any(row)]
    depth = 1
    while depth < min(3, len(rows) - 1) and _repeats(rows[depth - 1]) and not _has_figures(rows[depth]):
        depth += 1
    head = [
        " ".join(dict.fromkeys(row[index] for row in rows[:depth] if row[index]))
        for index in range(len(rows[0]))
    ]
    return table_text([head, *rows[depth:]])


def _repeats(row: Sequence[str]) -> bool:
    return any(row[i] and row[i] == row[i + 1] for i in range(len(row) - 1))


def _has_figures(row: Sequence[str]) -> bool:
    return any(is_numeric(cell) for cell in row[1:] if cell)


def _cells(
    group: Sequence[Rule], across: Sequence[float], down: Sequence[float], words: Sequence[Fragment]
) -> tuple[list[list[str]], float]:
    """The text of each cell, and the share of cells that are drawn apart.

    Cells without a line between them are one, whose text stands in all of them.
    """
    columns, rows = len(across) - 1, len(down) - 1
    owner = list(range(columns * rows))

    def root(cell: int) -> int:
        while owner[cell] != cell:
            owner[cell] = owner[owner[cell]]
            cell = owner[cell]
        return cell

    for row in range(rows):
        for column in range(columns):
            cell = row * columns + column
            if column + 1 < columns and not _is_drawn(
                group, True, across[column + 1], down[row], down[row + 1]
            ):
                owner[root(cell + 1)] = root(cell)
            if row + 1 < rows and not _is_drawn(
                group, False, down[row + 1], across[column], across[column + 1]
            ):
                owner[root(cell + columns)] = root(cell)
    held: dict[int, list[Fragment]] = {}
    for word in words:
        column = _slot(across, (word.left + word.right) / 2)
        row = _slot(down, (word.top + word.bottom) / 2)
        held.setdefault(root(row * columns + column), []).append(word)
    texts = {cell: _text(inside) for cell, inside in held.items()}
    filled = [
        [texts.get(root(row * columns + column), "") for column in range(columns)] for row in range(rows)
    ]
    return filled, len({root(cell) for cell in range(columns * rows)}) / (columns * rows)


def _is_cut(word: Fragment, across: Sequence[float], down: Sequence[float]) -> bool:
    """Whether a word stands partly in the grid and partly beside it: the lines are no edges of a table then."""
    if not down[0] <= (word.top + word.bottom) / 2 <= down[-1]:
        return False
    return any(word.left + SNAP < edge < word.right - SNAP for edge in (across[0], across[-1]))


def _slot(marks: Sequence[float], at: float) -> int:
    return min(max(bisect_left(marks, at) - 1, 0), len(marks) - 2)


def _is_drawn(group: Sequence[Rule], upright: bool, at: float, start: float, end: float) -> bool:
    drawn = sum(
        max(0.0, min(rule.end, end) - max(rule.start, start))
        for rule in group
        if rule.upright == upright and abs(rule.at - at) <= SNAP
    )
    return drawn >= _COVERED * (end - start)


def _text(words: Sequence[Fragment]) -> str:
    return " ".join(word.text for row in rows_of(words) for word in row)
