"""The one conclusion that the system draws itself: whether a day or hour lies inside a time allowed.

It follows from stated instants by comparison, says which, and cites the cards that state them. Everything
else in an answer is quoted. Where one of the dates that would change it is not settled, nothing is concluded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

import yaml

from fidedigno.consolidate.moments import aware
from fidedigno.consolidate.statements_dates import is_whole_day
from fidedigno.dates import format_instant
from fidedigno.model import Claim, ClaimMatrix, FactStatus, Moment, Plan, Statement
from fidedigno.plan.pack import Window

NO_LIMIT = "none"
"""The value of an instant that a source says does not exist."""
_UNSETTLED = frozenset({FactStatus.CONFLICTING, FactStatus.UNVERIFIABLE, FactStatus.EXPIRED})
_MINUTE = timedelta(minutes=1)


class Outcome(StrEnum):
    """How a time lies to a time allowed."""

    WITHIN = "within"
    UNLIMITED = "unlimited"
    LATE = "late"
    LATE_UNLIMITED = "late_unlimited"
    PARTLY_LATE = "partly_late"
    """It becomes late before the time asked about is over."""
    PARTLY_LATE_UNLIMITED = "partly_late_unlimited"
    PARTLY = "partly"
    """It closes before the time asked about is over."""
    OPENS_WITHIN = "opens_within"
    CLOSED = "closed"
    NOT_OPEN = "not_open"


_ABOUT_LATE = frozenset(
    {Outcome.LATE, Outcome.LATE_UNLIMITED, Outcome.PARTLY_LATE, Outcome.PARTLY_LATE_UNLIMITED}
)
_ABOUT_OPENING = frozenset({Outcome.NOT_OPEN, Outcome.OPENS_WITHIN})
_IN_PART = frozenset(
    {Outcome.PARTLY, Outcome.PARTLY_LATE, Outcome.PARTLY_LATE_UNLIMITED, Outcome.OPENS_WITHIN}
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The instants of a window; ``None`` where none is set. All are inside it."""

    closes: datetime | None
    opens: datetime | None = None
    due: datetime | None = None


def place_in(asked: Moment, bounds: Bounds) -> Outcome:
    """Where ``asked`` lies. An hour is its first instant; a day or more is every minute from first to last."""
    # Two clock times of one timezone are compared by Python as they are written; as instants they never err.
    first = asked.start.astimezone(UTC)
    last = first if asked.exact else max(first, asked.end.astimezone(UTC) - _MINUTE)
    if bounds.opens is not None and last < bounds.opens:
        return Outcome.NOT_OPEN
    if bounds.closes is not None and first > bounds.closes:
        return Outcome.CLOSED
    if bounds.closes is not None and last > bounds.closes:
        return Outcome.PARTLY
    if bounds.opens is not None and first < bounds.opens:
        return Outcome.OPENS_WITHIN
    unlimited = bounds.closes is None
    if bounds.due is not None and first > bounds.due:
        return Outcome.LATE_UNLIMITED if unlimited else Outcome.LATE
    if bounds.due is not None and last > bounds.due:
        return Outcome.PARTLY_LATE_UNLIMITED if unlimited else Outcome.PARTLY_LATE
    return Outcome.UNLIMITED if unlimited else Outcome.WITHIN


def conclude(plan: Plan, matrix: ClaimMatrix, window: Window, language: str) -> Claim | None:
    """The conclusion for the time that the question is about.

    ``None`` where it asks about none, where the closing moment is not covered, where another date of the
    window is known to exist and is not settled, or where the window ends before it begins.
    """
    asked = _left_of(plan.asked_moment, plan.as_of)
    closing = _stated(matrix, window.closes)
    if asked is None or closing is None or any(_unsettled(matrix, f) for f in (window.opens, window.due)):
        return None
    opening, due = _stated(matrix, window.opens), _stated(matrix, window.due)
    extension = _stated(matrix, window.extends)
    zone = plan.timezone
    if due is not None and extension is not None and _is_later(extension, due, zone):
        due = extension  # what comes before one's extension is not late
    bounds = Bounds(_last(closing, zone), _first(opening, zone), _last(due, zone))
    if bounds.opens is not None and bounds.closes is not None and bounds.opens > bounds.closes:
        return None
    outcome = place_in(asked, bounds)
    if outcome in _ABOUT_LATE and _not_covered(matrix, window.extends):
        return None
    whole = plan.asked_moment or asked
    text = _texts()["outcomes"][outcome][language].format(
        asked=_asked(whole, whole if outcome in _IN_PART else asked, language, zone),
        closes=_words(closing, language, zone),
        opens=_words(opening, language, zone),
        due=_words(due, language, zone),
    )
    used = [closing]
    used += [opening] if opening is not None and outcome in _ABOUT_OPENING else []
    used += [due] if due is not None and outcome in _ABOUT_LATE else []
    ids = tuple(dict.fromkeys(each.evidence_id for each in used))
    return Claim(text[0].upper() + text[1:], ids, window.closes, derived=True)


def _left_of(asked: Moment | None, now: datetime) -> Moment | None:
    """Of a time that is running, what is left of it."""
    if asked is None or asked.exact or not asked.start < now < asked.end:
        return asked
    return Moment(asked.text, now, asked.end)


def _stated(matrix: ClaimMatrix, fact: str) -> Statement | None:
    """The statement of a covered instant; of several that agree, one that says the hour."""
    row = matrix.row(fact) if fact else None
    if row is None or row.status is not FactStatus.COVERED:
        return None
    usable = [each for each in row.statements if each.value and not each.negated]
    return min(usable, key=lambda each: is_whole_day(each.value), default=None)


def _unsettled(matrix: ClaimMatrix, fact: str) -> bool:
    row = matrix.row(fact) if fact else None
    return row is not None and row.status in _UNSETTLED


def _not_covered(matrix: ClaimMatrix, fact: str) -> bool:
    row = matrix.row(fact) if fact else None
    return row is not None and row.status is not FactStatus.COVERED


def _is_later(one: Statement, other: Statement, timezone: str) -> bool:
    first, second = _last(one, timezone), _last(other, timezone)
    return first is not None and second is not None and first > second


def _last(statement: Statement | None, timezone: str) -> datetime | None:
    """The last instant of what is stated: of a day without an hour, its end."""
    instant = _instant(statement, timezone)
    if statement is None or instant is None or not is_whole_day(statement.value):
        return instant
    return datetime.combine(instant.date(), time.max, instant.tzinfo)


def _first(statement: Statement | None, timezone: str) -> datetime | None:
    """The first instant of what is stated: of a day without an hour, its beginning."""
    instant = _instant(statement, timezone)
    if statement is None or instant is None or not is_whole_day(statement.value):
        return instant
    return datetime.combine(instant.date(), time.min, instant.tzinfo)


def _instant(statement: Statement | None, timezone: str) -> datetime | None:
    if statement is None or statement.value in {"", NO_LIMIT}:
        return None
    return aware(datetime.fromisoformat(statement.value), timezone)


def _asked(whole: Moment, left: Moment, language: str, timezone: str) -> str:
    """The time asked about in words; ``left`` is what is left of it."""
    zone = ZoneInfo(timezone)
    first = left.start.astimezone(zone)
    last = (left.end.astimezone(UTC) - _MINUTE).astimezone(zone)
    form = "hour" if whole.exact else "days" if first.date() < last.date() else "day"
    if form == "day" and whole.start < left.start:
        form = "rest"
    names = [format_instant(each, language, timezone=timezone) for each in (first, last)]
    if form != "hour":
        names = [_day_of(each) for each in names]
    return _texts()["asked"][form][language].format(first=names[0], last=names[1])


def _words(statement: Statement | None, language: str, timezone: str) -> str:
    """A stated instant in words; a day without an hour is told as a day."""
    instant = _instant(statement, timezone)
    if statement is None or instant is None:
        return ""
    if not is_whole_day(statement.value):
        return format_instant(instant, language, timezone=timezone)
    noon = datetime.combine(instant.date(), time(12), ZoneInfo(timezone))  # the day stays what was stated
    return _day_of(format_instant(noon, language, timezone=timezone))


def _day_of(written: str) -> str:
    """A written instant without its hour and timezone."""
    return written.partition(",")[0]


@cache
def _texts() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    text = files("fidedigno.draft").joinpath("conclusions.yaml").read_text(encoding="utf-8")
    data: Mapping[str, Mapping[str, Mapping[str, str]]] = yaml.safe_load(text)
    return data
