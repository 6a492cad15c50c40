"""What a value is: a kind, its reading in a base unit, and what limits, rates and names stand at it.

Data only; nothing is read or compared here.
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What sort of value; only values of one sort are compared, but for a bare number."""

    NUMBER = "number"
    """A count or a measure; ``unit`` is its base unit, empty for a bare number."""
    AMOUNT = "amount"
    """Money; ``unit`` is the currency."""
    PERCENTAGE = "percentage"
    DURATION = "duration"
    DATE = "date"
    """``parts`` are year, month and day, 0 where they are left open."""
    TIME = "time"
    """An hour of the day; ``low`` counts minutes, ``parts`` are the offsets from UTC that its zone may mean."""
    WEEKDAY = "weekday"
    """``parts`` are the weekdays that are named, Monday is 0."""
    PERIOD = "period"
    """How often; ``unit`` says each what."""
    ORDINAL = "ordinal"
    """Which in a row; ``nouns`` tell of what, empty for one alone."""
    VERSION = "version"
    """``parts`` are its numbers."""


MEASURED = frozenset({Kind.NUMBER, Kind.AMOUNT, Kind.PERCENTAGE, Kind.DURATION})
"""How much or how many: ``low`` and ``high`` in a unit."""


class Bound(StrEnum):
    """The limit that the words around a value make of it."""

    NONE = ""
    AT_LEAST = "at_least"
    MORE_THAN = "more_than"
    AT_MOST = "at_most"
    LESS_THAN = "less_than"
    WITHIN = "within"
    AFTER = "after"

    @property
    def is_floor(self) -> bool:
        """Whether everything from the value up is meant."""
        return self in {Bound.AT_LEAST, Bound.MORE_THAN, Bound.AFTER}

    @property
    def is_ceiling(self) -> bool:
        """Whether everything up to the value is meant."""
        return self in {Bound.AT_MOST, Bound.LESS_THAN, Bound.WITHIN}

    @property
    def is_open(self) -> bool:
        """Whether the value itself does not belong to it."""
        return self in {Bound.MORE_THAN, Bound.LESS_THAN, Bound.AFTER}


class Value(NamedTuple):
    """A value at ``[start, end)`` of a statement, its unit included, the words of its limit not.

    ``low`` and ``high`` are in the base ``unit``, equal unless it is a range; ``other`` is the second reading
    of an ambiguous one (``1.000``). ``[number_start, number_end)`` is the number alone and ``[whole_start,
    whole_end)`` takes in the words of limit, approximation and rate. ``named`` is the unit as the lexicon
    calls it (or the zone of an hour), ``per`` a rate's period, ``nouns`` the stems of what is counted. ``article``
    marks a number that may be an article only (``un mes``); ``places`` are the decimals that were written.
    """

    start: int
    end: int
    kind: Kind
    written: str
    low: Decimal = Decimal(0)
    high: Decimal = Decimal(0)
    other: tuple[Decimal, Decimal] | None = None
    unit: str = ""
    named: str = ""
    per: str = ""
    bound: Bound = Bound.NONE
    approximate: bool = False
    parts: tuple[int, ...] = ()
    other_parts: tuple[int, ...] = ()
    nouns: frozenset[str] = frozenset()
    number_start: int = 0
    number_end: int = 0
    whole_start: int = 0
    whole_end: int = 0
    article: bool = False
    places: int = 0
    step: Decimal = Decimal(0)
    """What the last figure stands for where the number was written in millions: ``2.5 million``, 100,000."""
    from_to: bool = False
    """A range that may as well tell a change (``from 5 to 7``)."""

    every: tuple[Decimal, ...] = ()
    """How often, as seconds from one time to the next; two of them for words of two meanings (``bimonthly``)."""
    behind: int = 0
    """Where the words of its limit begin that stand behind it, if some do."""
    denied: bool = False
    """Its limit comes from a denial or refusal (``cannot exceed``)."""
    limit_word: tuple[int, int] | None = None
    """Where the word stands that makes the value a limit, if it is not right beside it."""
    weekday: int | None = None
    """Which day of the week a day is, if that is known; ``None`` for days that come again and again."""
    years: tuple[int, ...] = ()
    """The first and the last year of a decade or a century."""
    months: tuple[int, ...] = ()
    """The first and the last month of a quarter or a half of a year."""
    exact: bool = False
    """Nothing but the value is meant (``exactly 40``, ``200 euros justos``)."""
    by_line: bool = False
    """It says when the text came out, and not when what it tells of happened."""
    counted_from: bool = False
    """Another day is counted from it (``two days after 4 May``)."""
    implied: bool = False
    """It stands nowhere, but follows from another value and what is said of it (``two days later``)."""

    @property
    def is_range(self) -> bool:
        """Whether it has two ends."""
        return self.low != self.high
