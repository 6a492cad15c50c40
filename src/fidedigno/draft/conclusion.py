"""The one conclusion that the system draws itself: whether a day or hour lies inside a time allowed.

It follows from stated instants by comparison, says which, and cites the cards that state them. Everything
else in an answer is quoted.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

import yaml

from fidedigno.dates import format_instant
from fidedigno.model import Claim, ClaimMatrix, FactStatus, Moment, Plan, Statement
from fidedigno.plan.pack import Window

NO_LIMIT = "none"
"""The value of an instant that a source says does not exist."""


class Outcome(StrEnum):
    """How a day or hour lies to a time allowed."""

    WITHIN = "within"
    UNLIMITED = "unlimited"
    LATE = "late"
    LATE_UNLIMITED = "late_unlimited"
    PARTLY = "partly"
    CLOSED = "closed"
    NOT_OPEN = "not_open"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The instants of a window; ``None`` where none is set."""

    closes: datetime | None
    opens: datetime | None = None
    due: datetime | None = None


def place_in(asked: Moment, bounds: Bounds) -> Outcome:
    """Where ``asked`` lies. A day counts whole: it is inside if its last minute is."""
    last = asked.start if asked.exact else asked.end - timedelta(minutes=1)
    if bounds.opens is not None and last < bounds.opens:
        return Outcome.NOT_OPEN
    late = bounds.due is not None and asked.start > bounds.due
    if bounds.closes is None:
        return Outcome.LATE_UNLIMITED if late else Outcome.UNLIMITED
    if asked.start > bounds.closes:
        return Outcome.CLOSED
    if last > bounds.closes:
        return Outcome.PARTLY
    return Outcome.LATE if late else Outcome.WITHIN


def conclude(plan: Plan, matrix: ClaimMatrix, window: Window, language: str) -> Claim | None:
    """The conclusion for the day or hour that the question is about, or ``None`` where it asks about none
    or the closing moment is not covered."""
    if plan.asked_moment is None:
        return None
    closing = _stated(matrix, window.closes)
    if closing is None:
        return None
    opening, due = _stated(matrix, window.opens), _stated(matrix, window.due)
    zone = plan.timezone
    extended = _instant(_stated(matrix, window.extends), zone)
    instants = [_instant(each, zone) for each in (closing, opening, due)]
    if extended is not None and instants[2] is not None:
        instants[2] = max(instants[2], extended)  # what comes before one's extension is not late
    bounds = Bounds(*instants)
    outcome = place_in(plan.asked_moment, bounds)
    text = _texts()[outcome][language].format(
        asked=_asked(plan.asked_moment, language, zone),
        closes=_words(bounds.closes, language, zone),
        opens=_words(bounds.opens, language, zone),
        due=_words(bounds.due, language, zone),
    )
    used = [closing]
    used += [opening] if opening is not None and outcome is Outcome.NOT_OPEN else []
    used += [due] if due is not None and outcome in {Outcome.LATE, Outcome.LATE_UNLIMITED} else []
    ids = tuple(dict.fromkeys(each.evidence_id for each in used))
    return Claim(text[0].upper() + text[1:], ids, window.closes, derived=True)


def _stated(matrix: ClaimMatrix, fact: str) -> Statement | None:
    row = matrix.row(fact) if fact else None
    return row.statements[0] if row is not None and row.status is FactStatus.COVERED else None


def _instant(statement: Statement | None, timezone: str) -> datetime | None:
    if statement is None or statement.value in {"", NO_LIMIT}:
        return None
    instant = datetime.fromisoformat(statement.value)
    return instant if instant.tzinfo else instant.replace(tzinfo=ZoneInfo(timezone))


def _asked(asked: Moment, language: str, timezone: str) -> str:
    words = format_instant(asked.start, language, timezone=timezone)
    whole = words if asked.exact else words.partition(",")[0]
    return f"el {whole}" if language == "es" else whole


def _words(instant: datetime | None, language: str, timezone: str) -> str:
    return format_instant(instant, language, timezone=timezone) if instant else ""


@cache
def _texts() -> dict[Outcome, dict[str, str]]:
    data = yaml.safe_load(files("fidedigno.draft").joinpath("conclusions.yaml").read_text(encoding="utf-8"))
    return {Outcome(key): texts for key, texts in data.items()}
