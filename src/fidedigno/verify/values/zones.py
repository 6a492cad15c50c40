"""By whose clock an hour is told: what the dates know (``UTC``, ``hora peninsular``), cities, and ``local time``.

A place that is not known by name is kept as it is written: it is another clock than any other place's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta, tzinfo
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.dates.found import Scan
from fidedigno.dates.local_time import zone_or_none
from fidedigno.dates.mention import Direction
from fidedigno.dates.zones import zone_at
from fidedigno.verify.values.days import NEUTRAL
from fidedigno.verify.values.lexicon import alternatives, both, lexicon

_SEASONS = (NEUTRAL, NEUTRAL + timedelta(days=182))
LOCAL = "local"
_GAP = r"[\s,(]{0,3}(?:\(|en\s|in\s|at\s)?"


class Clock(NamedTuple):
    """Whose clock: a name for it, the offsets from UTC in minutes that it may have, and where its words end.

    ``offsets`` are those of winter and summer, or one that the letters promise; empty where they are not known.
    """

    name: str
    offsets: tuple[int, ...]
    end: int


class _Patterns(NamedTuple):
    known: re.Pattern[str]
    other: re.Pattern[str]
    local: re.Pattern[str]
    zones: dict[str, str]


@cache
def _patterns() -> _Patterns:
    data = lexicon().data
    zones = {plain(place): zone for zone, places in data["places"].items() for place in places}
    before, behind = alternatives(both(data["clock_of"])), alternatives(both(data["clock_behind"]))
    names = alternatives(zones)
    return _Patterns(
        re.compile(rf"{_GAP}(?:{before}\s(?P<es>{names})|(?P<en>{names})\s{behind})(?!\w)\)?"),
        re.compile(
            rf"{_GAP}(?:(?i:hora|horario)\sde(?:l|\sla)?\s(?P<es>[A-ZÁÉÍÓÚÑ][\w]{{2,20}})"
            r"|(?P<en>[A-Z][\w]{2,20}(?:\s[A-Z]\w{2,20})?)\s(?i:time))(?!\w)\)?"
        ),
        re.compile(rf"{_GAP}(?:en\s|in\s)?{alternatives(both(data['local']))}(?!\w)\)?"),
        zones,
    )


def clock_at(text: str, folded: str, position: int) -> Clock | None:
    """The clock that is named at a position, right behind an hour."""
    patterns = _patterns()
    if match := patterns.local.match(folded, position):
        return _offset_at(text, folded, match.end()) or Clock(LOCAL, (), match.end())
    if match := patterns.known.match(folded, position):
        zone = zone_called(match["es"] or match["en"])
        if zone is not None:
            # `Tokyo time (UTC+9)` says it twice.
            more = _offset_at(text, folded, match.end())
            offsets, end = (more.offsets, more.end) if more else (zone.offsets, match.end())
            return Clock(zone.name, offsets, end)
    if (clock := _offset_at(text, folded, position)) is not None:
        return clock
    if match := patterns.other.match(text, position):
        return Clock(plain(match["es"] or match["en"]), (), match.end())
    return None


def _offset_at(text: str, folded: str, position: int) -> Clock | None:
    """A zone that dates know, or an offset."""
    zone = zone_at(Scan(text, folded, NEUTRAL.date(), NEUTRAL, Direction.NEAREST, True), position)
    if zone is None:
        return None
    offsets = _offsets(zone.zone) if zone.promised is None else _in_minutes([zone.promised])
    return Clock(str(zone.zone), offsets, zone.end)


class ZoneCalled(NamedTuple):
    """A zone that is known by a name, its offsets, and all names that it goes by, folded."""

    name: str
    offsets: tuple[int, ...]
    forms: tuple[str, ...]


def zone_called(place: str) -> ZoneCalled | None:
    """The zone of a place, if that is known by name."""
    return _zones_called().get(plain(place))


@cache
def _zones_called() -> dict[str, ZoneCalled]:
    """The zones by each of their names. Kept for the names of the data file alone: texts name places without end."""
    forms: dict[str, list[str]] = {}
    for form, name in _patterns().zones.items():
        forms.setdefault(name, []).append(form)
    found: dict[str, ZoneCalled] = {}
    for name, its in forms.items():
        zone = zone_or_none(name)
        found |= dict.fromkeys(its, ZoneCalled(name, _offsets(zone) if zone else (), tuple(its)))
    return found


@cache
def _offsets(zone: tzinfo) -> tuple[int, ...]:
    """Those of winter and summer, or one where summer changes nothing."""
    offsets = _in_minutes([at.astimezone(zone).utcoffset() for at in _SEASONS])
    return offsets[:1] if len(set(offsets)) == 1 else offsets


def _in_minutes(offsets: Iterable[timedelta | None]) -> tuple[int, ...]:
    return tuple(int(each.total_seconds()) // 60 for each in offsets if each is not None)
