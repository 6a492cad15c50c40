"""A plain reader of dates, to test consolidation apart from the real one: days, months, hours, ISO."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from fidedigno.model import Moment

MONTHS = {
    name: number
    for names in (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "january february march april may june july august september october november december",
    )
    for number, name in enumerate(names.split(), 1)
}
MONTH = "|".join(MONTHS)
DAY = re.compile(
    rf"\b(?:(\d{{1,2}})(?: de)? ({MONTH})|({MONTH}) (\d{{1,2}}))(?:(?: de|,)? (\d{{4}}))?"
    r"(?:,? (?:a las |at )?(\d{1,2}):(\d\d))?(?: (CEST|CET|UTC))?",
    re.IGNORECASE,
)
NEAR_DAYS = {"ayer": -1, "mañana": 1, "yesterday": -1, "tomorrow": 1}
NEAR = re.compile(rf"\b(?:{'|'.join(NEAR_DAYS)})\b", re.IGNORECASE)
ENDS = ("hasta el ", "hasta ", "until ", "by ", " al ", " to ")
STARTS = ("desde el ", "from ", "since ")


@dataclass(frozen=True)
class Mention:
    start: int
    end: int
    moment: Moment
    relative: bool
    year_given: bool
    timezone_known: bool
    role: str
    ambiguous: bool


def find_dates(
    text: str, *, reference: datetime, timezone: str, language: str | None = None
) -> tuple[Mention, ...]:
    """The days and hours that ``text`` names in words."""
    zone = ZoneInfo(timezone)
    found = []
    for match in DAY.finditer(text):
        day, month = match[1] or match[4], MONTHS[(match[2] or match[3]).lower()]
        year = int(match[5]) if match[5] else _nearest_year(reference, month, int(day))
        hour, minute = int(match[6] or 0), int(match[7] or 0)
        try:
            start = datetime(year, month, int(day), hour, minute, tzinfo=zone)
        except ValueError:
            continue
        end = start + (timedelta(minutes=1) if match[6] else timedelta(days=1))
        before = text[: match.start()]
        opens = before.endswith(STARTS) or text[match.end() :].startswith((" al ", " to "))
        role = "until" if before.endswith(ENDS) else "from" if opens else "plain"
        moment = Moment(match[0], start, end, exact=bool(match[6]))
        found.append(
            Mention(match.start(), match.end(), moment, False, bool(match[5]), bool(match[8]), role, False)
        )
    for match in NEAR.finditer(text):
        today = reference.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
        start = today + timedelta(days=NEAR_DAYS[match[0].lower()])
        moment = Moment(match[0], start, start + timedelta(days=1))
        found.append(Mention(match.start(), match.end(), moment, True, False, False, "plain", False))
    return tuple(sorted(found, key=lambda each: each.start))


def _nearest_year(reference: datetime, month: int, day: int) -> int:
    years = (reference.year - 1, reference.year, reference.year + 1)
    return min(
        years, key=lambda y: abs(datetime(y, month, min(day, 28), tzinfo=reference.tzinfo) - reference)
    )


def is_same_instant(one: str, other: str, timezone: str) -> bool:
    """With two offsets the instants, else the wall clocks."""
    first, second = datetime.fromisoformat(one), datetime.fromisoformat(other)
    if first.tzinfo is None or second.tzinfo is None:
        return first.replace(tzinfo=None) == second.replace(tzinfo=None)
    return first == second
