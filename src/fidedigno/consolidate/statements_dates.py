"""Instants: those that a sentence names, those that a live system gives, and when two are the same.

A day without an hour ends a minute before midnight, as people mean a closing day, and begins at midnight where
the fact is a beginning. It is written without seconds (``2026-10-12T23:59+02:00``), which no exact instant is:
so the day can be told from an hour that somebody really set (:func:`is_whole_day`), and nobody has to show an
hour that no source says.

This is the one module of consolidation that reads dates from words.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import NamedTuple

from fidedigno import dates
from fidedigno.consolidate.moments import aware, zone_named
from fidedigno.model import Evidence

FIRST_YEAR, LAST_YEAR = 1900, 2900
"""A document dated outside is dated by mistake; nothing is counted from there."""
LAST_MINUTE = time(23, 59)
_ONE_DAY = timedelta(hours=26)
"""A day of the autumn change of the clock has 25 hours; a longer stretch is a week or a month."""
_WHOLE_DAY = re.compile(r"\d{4}-\d\d-\d\dT(?:23:59|00:00)(?:[+-]\d\d:\d\d)?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


class Found(NamedTuple):
    """An instant named in a text, at ``[start, end)``; ``value`` as in the module's docstring.

    ``role`` is what the words around it make of it (``until``, ``from``, ``plain`` ...).
    """

    start: int
    end: int
    value: str
    timezone_known: bool
    role: str = "plain"


def find_instants(
    text: str, card: Evidence, fallback_timezone: str, *, beginning: bool = False
) -> tuple[Found, ...]:
    """The days and instants that ``text``, a stretch of ``card``, names for sure.

    A relative or incomplete date counts from when the card took effect, else from its last change, never
    from now; ``beginning`` makes a whole day its first instant. Left out are ambiguous dates, whatever is
    longer than a day, and relative dates that fall before the text itself: ``on Monday``, said on a Tuesday.
    """
    zone_known = zone_named(card.timezone) is not None
    timezone = card.timezone.strip() if zone_known else _existing(fallback_timezone)
    reference = reference_of(card, timezone)
    if reference is None:
        return ()
    found = []
    for mention in dates.find_dates(text, reference=reference, timezone=timezone, language=card.language):
        moment = mention.moment
        past = mention.relative and moment.end <= reference
        if mention.ambiguous or past or moment.end - moment.start > _ONE_DAY:
            continue
        known = zone_known or mention.timezone_known
        if moment.exact:
            value = _written(moment.start, known)
        else:
            value = _whole_day(moment.start, time() if beginning else LAST_MINUTE, known)
        found.append(Found(mention.start, mention.end, value, known, str(mention.role)))
    return tuple(found)


def reference_of(card: Evidence, timezone: str) -> datetime | None:
    """From when relative dates of a card count: when it took effect, else its last change, else when it was read;
    the first that is plausible."""
    dated = (card.validity.effective_from, card.updated_at, card.retrieved_at)
    plausible = (aware(each, timezone) for each in dated if each is not None)
    return next((each for each in plausible if FIRST_YEAR <= each.year <= LAST_YEAR), None)


def _existing(timezone: str) -> str:
    return timezone if zone_named(timezone) is not None else "UTC"


def _written(moment: datetime, known: bool) -> str:
    return (moment if known else moment.replace(tzinfo=None)).isoformat(timespec="seconds")


def _whole_day(day: datetime, hour: time, known: bool) -> str:
    moment = datetime.combine(day.date(), hour, day.tzinfo if known else None)
    return moment.isoformat(timespec="minutes")


@lru_cache(maxsize=4_096)
def canonical_instant(value: str, timezone: str) -> tuple[str, bool] | None:
    """A live system's instant as it is written here, and whether its timezone is known.

    An instant without an offset is in ``timezone`` where that exists. A date alone is a whole day.
    ``None`` where the value is not ISO 8601.
    """
    text = value.strip()
    zone = zone_named(timezone)
    try:
        if _DATE.fullmatch(text):
            closing = datetime.combine(date.fromisoformat(text), LAST_MINUTE, zone)
            return closing.isoformat(timespec="minutes"), zone is not None
        moment = datetime.fromisoformat(text)
        placed = _placed(moment, zone)
    except (ValueError, OverflowError):
        return None
    return placed.isoformat(timespec="seconds"), placed.tzinfo is not None


def _placed(moment: datetime, zone: tzinfo | None) -> datetime:
    """With the offset of ``zone``; an hour that the change of the clock skips becomes the one after it."""
    if moment.tzinfo is not None or zone is None:
        return moment
    return moment.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)


def timezone_of(value: str, timezone: str) -> str:
    """In which timezone a canonical instant is meant: ``timezone`` where its clock shows that, else the offset.

    ``UTC+02:00`` stands for a live instant whose card declares a timezone with another offset.
    """
    moment, zone = datetime.fromisoformat(value), zone_named(timezone)
    if moment.tzinfo is None or (zone and moment.astimezone(zone).utcoffset() == moment.utcoffset()):
        return timezone
    return f"UTC{value[-6:]}"


def is_whole_day(value: str) -> bool:
    """Whether a canonical instant stands for a day without an hour."""
    return _WHOLE_DAY.fullmatch(value) is not None


@lru_cache(maxsize=16_384)
def agree(one: str, other: str, timezone: str) -> bool:
    """Whether two canonical instants can both be true of one event.

    A whole day agrees with every hour of that day. Where only one of the two has an offset, the same
    wall clock agrees. Words that are no instants (``none``) agree when they are the same.
    """
    if one == other:
        return True
    try:
        first, second = datetime.fromisoformat(one), datetime.fromisoformat(other)
    except ValueError:
        return False
    if is_whole_day(one) or is_whole_day(other):
        day, hour = (first, second) if is_whole_day(one) else (second, first)
        if day.tzinfo is not None and hour.tzinfo is not None:
            hour = hour.astimezone(day.tzinfo)
        return day.date() == hour.date()
    return bool(dates.is_same_instant(one, other, timezone=_existing(timezone)))
