"""Where words stand on a page, in which order columns are read, and which words are of one row.

Shared by pages with a text layer and by pages read from an image. Coordinates grow to the right and
downwards, in any unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

MIN_COLUMN_FRAGMENTS = 5
MIN_COLUMN_CHARACTERS = 18
"""The middle length of the lines of a column of prose; cells of a table are shorter."""
MAX_CROSSING = 0.25
"""Of the fragments of a page that has two columns, so many may cross the gutter: titles, wide figures."""
MAX_DEPTH = 4
_STEPS = 48


class Fragment(NamedTuple):
    """A word, or some words of one line. ``confidence`` is set where an image was read."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: float | None = None

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


def columns_of(fragments: Sequence[Fragment], depth: int = MAX_DEPTH) -> list[list[Fragment]]:
    """Groups of fragments in reading order: what spans the page, then the left column, then the right one.

    A page without columns is one group. Inside a group the order is that of the argument.
    """
    gutter = _gutter(fragments) if depth else None
    if gutter is None:
        return [list(fragments)] if fragments else []
    spanning = sorted((each for each in fragments if each.left < gutter < each.right), key=lambda f: f.top)
    beside = [each for each in fragments if not each.left < gutter < each.right]
    groups: list[list[Fragment]] = []
    for across in [*_bands(spanning), None]:
        edge = across[0].top if across else float("inf")
        band = [each for each in beside if (each.top + each.bottom) / 2 < edge]
        beside = [each for each in beside if (each.top + each.bottom) / 2 >= edge]
        groups += columns_of([each for each in band if each.right <= gutter], depth - 1)
        groups += columns_of([each for each in band if each.left >= gutter], depth - 1)
        if across:
            groups.append(across)
    return groups


def _bands(spanning: Sequence[Fragment]) -> Iterable[list[Fragment]]:
    """Spanning fragments that follow each other closely, together."""
    band: list[Fragment] = []
    for each in spanning:
        if band and each.top - band[-1].bottom > 1.5 * band[-1].height:
            yield band
            band = []
        band.append(each)
    if band:
        yield band


def _gutter(fragments: Sequence[Fragment]) -> float | None:
    """The place across which two columns of prose face each other; ``None`` where there is none."""
    if len(fragments) < 2 * MIN_COLUMN_FRAGMENTS:
        return None
    low, high = min(f.left for f in fragments), max(f.right for f in fragments)
    best: tuple[int, float] | None = None
    for step in range(_STEPS // 5, _STEPS - _STEPS // 5):
        at = low + (high - low) * step / _STEPS
        crossing = sum(each.left < at < each.right for each in fragments)
        if crossing > MAX_CROSSING * len(fragments):
            continue
        left = [each for each in fragments if each.right <= at]
        right = [each for each in fragments if each.left >= at]
        if _is_column(left) and _is_column(right) and _face(left, right):
            # Of equally free places the one in the middle.
            score = (crossing, abs(step - _STEPS / 2))
            if best is None or score < best[:2]:
                best = (*score, at)  # type: ignore[assignment]
    return best[2] if best else None  # type: ignore[misc]


def _is_column(side: Sequence[Fragment]) -> bool:
    return (
        len(side) >= MIN_COLUMN_FRAGMENTS and median(len(each.text) for each in side) >= MIN_COLUMN_CHARACTERS
    )


def _face(left: Sequence[Fragment], right: Sequence[Fragment]) -> bool:
    """Whether two sides stand beside each other and not one below the other."""
    top = max(min(f.top for f in left), min(f.top for f in right))
    bottom = min(max(f.bottom for f in left), max(f.bottom for f in right))
    shorter = min(max(f.bottom for f in side) - min(f.top for f in side) for side in (left, right))
    return bottom - top > 0.5 * shorter


def rows_of(fragments: Iterable[Fragment]) -> list[list[Fragment]]:
    """Fragments whose middles are on one height, from top to bottom, each row from left to right."""
    rows: list[list[Fragment]] = []
    middle = 0.0
    for each in sorted(fragments, key=lambda f: (f.top + f.bottom) / 2):
        here = (each.top + each.bottom) / 2
        if rows and here - middle <= 0.45 * min(each.height, max(f.height for f in rows[-1])):
            rows[-1].append(each)
        else:
            rows.append([each])
        middle = sum((f.top + f.bottom) / 2 for f in rows[-1]) / len(rows[-1])
    return [sorted(row, key=lambda f: f.left) for row in rows]


def joined(row: Sequence[Fragment], gap: float) -> list[Fragment]:
    """The fragments of a row, those nearer than ``gap`` heights of their letters made one."""
    cells: list[Fragment] = []
    for each in row:
        if cells and each.left - cells[-1].right <= gap * min(each.height, cells[-1].height):
            cells[-1] = merged((cells[-1], each))
        else:
            cells.append(each)
    return cells


def merged(parts: Sequence[Fragment], separator: str = " ") -> Fragment:
    """Some fragments as one; its confidence is the mean over the characters."""
    weights = [len(each.text) for each in parts if each.confidence is not None]
    sure = sum(len(each.text) * each.confidence for each in parts if each.confidence is not None)
    return Fragment(
        separator.join(each.text for each in parts),
        min(each.left for each in parts),
        min(each.top for each in parts),
        max(each.right for each in parts),
        max(each.bottom for each in parts),
        sure / sum(weights) if sum(weights) else None,
    )
