"""What the rules of the grammar hand to each other, before it is resolved to instants."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from fidedigno.dates.mention import Direction


class Scan(NamedTuple):
    """The text being read, its folded form, and from where open dates are counted."""

    text: str
    folded: str
    today: date
    now: datetime
    direction: Direction
    day_first_sure: bool
    """Whether figures are surely day/month (Spanish)."""

    def before(self, position: int, length: int = 24) -> str:
        """The folded text just before a position."""
        return self.folded[max(0, position - length) : position]

    def word_before(self, position: int) -> tuple[str, int]:
        """The word that ends just before a position, only blanks between, and where it begins."""
        bare = self.before(position).rstrip(" \t\n\u00a0")
        index = len(bare)
        while index and bare[index - 1].isalpha():
            index -= 1
        word = bare[index:]
        return word, position - min(position, 24) + index

    def over_words(self, position: int, words: frozenset[str]) -> int:
        """Where the word before a position begins if it is one of ``words``, else the position."""
        word, start = self.word_before(position)
        return start if word in words else position


class Named(NamedTuple):
    """A date as it was named; ``year`` or ``month`` is ``None`` where it was left open."""

    day: int
    month: int | None
    year: int | None
    weekday: int | None = None


class Found(NamedTuple):
    """A stretch that names days, or, where ``possible`` is false, one in which nothing else is to be read.

    ``first`` and ``last`` are days, ``last`` not included. ``instant`` is set where the words count hours.
    ``named`` is kept so that a weekday, a late year or the other end of a range can still decide.
    """

    start: int
    end: int
    first: date = date.min
    last: date = date.min
    possible: bool = True
    relative: bool = False
    year_given: bool = True
    ambiguous: bool = False
    instant: datetime | None = None
    named: Named | None = None
    role: str | None = None

    @property
    def one_day(self) -> bool:
        """Whether an hour may follow."""
        return self.possible and self.instant is None and self.last - self.first == timedelta(days=1)


def blocked(start: int, end: int) -> Found:
    """A stretch that is not a date, and of which no part is."""
    return Found(start, end, possible=False)
