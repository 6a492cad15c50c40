"""Measures text in tokens: exactly where it matters, by a learned estimate everywhere else."""

from __future__ import annotations

from collections.abc import Callable

_START_RATIO = 2.5
_LEARNING = 0.2
_CAUTION = 0.95
_LEARN_FROM = 40
"""Characters: in shorter texts the special tokens weigh too much."""
_LONGEST_TOKEN = 12
"""Beyond this many characters a token a text is taken to be over the limit without counting."""


class Ruler:
    """Counts with ``count_tokens`` and learns, per document, how many characters a token has.

    An estimate may be wrong, so whoever packs by it counts the result once.
    """

    def __init__(self, count_tokens: Callable[[str], int]) -> None:
        self._count = count_tokens
        self._ratio = _START_RATIO

    def count(self, text: str) -> int:
        """The exact number of tokens."""
        tokens = self._count(text)
        if tokens > 0 and len(text) >= _LEARN_FROM:
            seen = max(1.0, len(text) / tokens * _CAUTION)
            self._ratio += _LEARNING * (seen - self._ratio)
        return tokens

    def estimate(self, length: int) -> int:
        """About how many tokens ``length`` characters have; a little more rather than less."""
        return int(length / self._ratio) + 1

    def measure(self, text: str, start: int, end: int, limit: int) -> int:
        """The tokens of a slice: estimated when clearly below ``limit``, counted when near it.

        A slice that is evidently too long gives ``limit + 1``.
        """
        length = end - start
        estimated = self.estimate(length)
        if estimated <= 0.8 * limit:
            return estimated
        if length > _LONGEST_TOKEN * limit:
            return limit + 1
        return self.count(text[start:end])

    def cut(self, text: str, start: int, end: int, limit: int) -> int:
        """The furthest offset such that ``text[start:offset]`` has at most ``limit`` tokens.

        A blank in the last part of the piece is preferred. At least one character is always taken.
        """
        size = min(end - start, max(1, int(limit * self._ratio)))
        while size > 1:
            tokens = self._count(text[start : start + size])
            if tokens <= limit:
                break
            size = max(1, min(size - 1, int(size * limit / tokens * _CAUTION)))
        stop = start + size
        if stop < end:
            blank = max(text.rfind(" ", start, stop), text.rfind("\n", start, stop))
            if blank > start + size * 0.7:
                return blank + 1
        return stop
