"""What is found: a stretch of a text that names a day or an instant, and what it means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from fidedigno.model import Moment


class Direction(StrEnum):
    """Where a weekday, or a day and month without a year, goes."""

    FUTURE = "future"
    """The next one: questions about what is still to come."""
    PAST = "past"
    """The last one."""
    NEAREST = "nearest"
    """The nearest one on either side of the reference: documents, whose reference is when they took effect."""


class MentionRole(StrEnum):
    """What the words around a date make of it."""

    AS_OF = "as_of"
    """The state at that date is asked about ("a fecha de", "as of")."""
    UNTIL = "until"
    """It is an end ("hasta", "by", "before", the second of a range)."""
    FROM = "from"
    """It is a beginning ("desde", "since", the first of a range)."""
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date in a text.

    ``text[start:end]`` are its words, which ``moment.text`` repeats; the words of its role are outside.
    A day is bounded by its first instant and that of the next day; an hour (``moment.exact``) lasts the
    minute, or the second where seconds are written.
    """

    start: int
    end: int
    moment: Moment
    relative: bool
    """Counted from the reference ("mañana", "el lunes", an hour without a day)."""
    year_given: bool
    """False: the year was inferred from the reference."""
    timezone_known: bool
    """A timezone or offset stands next to it; otherwise that of the call was taken."""
    role: MentionRole = MentionRole.PLAIN
    ambiguous: bool = False
    """The words have a second reading: day and month may be swapped (English ``03/04/2026``), the weekday
    is not that of the date or is today's, "next Friday", or ``CET`` said of a date in summer."""
    inexact_local_time: bool = False
    """The clock skipped or repeated that hour: the first instant after the gap, or the earlier of two."""
