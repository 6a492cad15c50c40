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
from fidedigno.dates.lexicon import spaced
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
        return Clock(LOCAL, (), match.end())
    if match := patterns.known.match(folded, position):
        name = patterns.zones[spaced(match["es"] or match["en"])]
        zone_of_place = zone_or_none(name)
        return Clock(name, _offsets(zone_of_place) if zone_of_place else (), match.end())
    zone = zone_at(Scan(text, folded, NEUTRAL.date(), NEUTRAL, Direction.NEAREST, True), position)
    if zone is not None:
        offsets = _offsets(zone.zone) if zone.promised is None else _in_minutes([zone.promised])
        return Clock(str(zone.zone), offsets, zone.end)
    if match := patterns.other.match(text, position):
        return Clock(plain(match["es"] or match["en"]), (), match.end())
    return None


@cache
def _offsets(zone: tzinfo) -> tuple[int, ...]:
    """Those of winter and summer, or one where summer changes nothing."""
    offsets = _in_minutes([at.astimezone(zone).utcoffset() for at in _SEASONS])
    return offsets[:1] if len(set(offsets)) == 1 else offsets


def _in_minutes(offsets: Iterable[timedelta | None]) -> tuple[int, ...]:
    return tuple(int(each.total_seconds()) // 60 for each in offsets if each is not None)
