"""The best rows of an engine, with a cut that equal scores cannot move.

Which of several equal rows an engine gives last depends on everything else that it weighed, rows that a person
may not read among them. A cut through equals would therefore show that those rows exist.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Row = tuple[int, float, int]
"""A chunk, its score (higher is better), and how many terms it holds."""

_SPARE = 16
_GROWTH = 4
MOST_ROUNDS = 4
"""How often an engine is asked again; beyond ``(depth + 16) * 64`` equal rows the engine's own choice stands."""


def best_rows(fetch: Callable[[int], Sequence[Row]], depth: int) -> list[Row]:
    """The ``depth`` best rows, of equal scores those with the lower chunk id.

    Args:
        fetch: gives at most that many rows, the best ones, in any order among equals.
        depth: how many are wanted.

    >>> table = [(4, 0.5, 0), (9, 0.5, 0), (2, 0.5, 0), (7, 0.9, 0)]
    >>> [chunk for chunk, *_ in best_rows(lambda most: sorted(table, key=lambda row: -row[1])[:most], 2)]
    [7, 2]
    """
    limit = depth + _SPARE
    for _ in range(MOST_ROUNDS):
        rows = sorted(fetch(limit), key=lambda row: (-row[1], row[0]))
        if len(rows) < limit or rows[-1][1] < rows[depth - 1][1]:
            break
        limit *= _GROWTH
    return rows[:depth]
