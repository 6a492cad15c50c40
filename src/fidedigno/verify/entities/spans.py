"""Stretches of a text that do not lie over each other, and whether another stretch touches one of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable


class Spans:
    """Looks stretches up by their place; made from ``[start, end)`` in any order."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._ends = [end for _, end in self._spans]

    def touch(self, start: int, end: int) -> bool:
        """Whether ``[start, end)`` has a character in common with one of them."""
        return self.at(start, end) is not None

    def at(self, start: int, end: int) -> tuple[int, int] | None:
        """The first of them that has a character in common with ``[start, end)``."""
        number = bisect_left(self._ends, start + 1)
        if number < len(self._spans) and self._spans[number][0] < end:
            return self._spans[number]
        return None
