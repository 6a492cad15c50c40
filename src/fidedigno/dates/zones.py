"""Timezones said in a text: ``hora peninsular``, ``CET``, ``UTC+1``, ``Europe/Madrid``, ``+01:00``."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache
from typing import NamedTuple

from fidedigno.dates.found import Scan
from fidedigno.dates.lexicon import alternatives, lexicon, spaced
from fidedigno.dates.local_time import zone_or_none

MAX_OFFSET = timedelta(hours=15)


class Zone(NamedTuple):
    """A zone as it was said, where its words end, and the offset that its letters promise."""

    end: int
    zone: tzinfo
    promised: timedelta | None = None

    def contradicts(self, at: datetime) -> bool:
        """Whether the letters promise another offset than the zone has then (``CET`` in summer)."""
        return self.promised is not None and at.utcoffset() != self.promised


@cache
def _pattern() -> re.Pattern[str]:
    words = lexicon()
    sign = r"(?P<sign>[+\-−])(?P<hours>\d{1,2})(?::?(?P<minutes>\d{2}))?(?!\d)"
    return re.compile(
        rf"\s{{0,2}}[,·]?\s{{0,2}}(?P<open>[(\[])?\s?(?:(?P<named>{alternatives(words.zones)})"
        rf"|(?:utc|gmt)\s?{sign}"
        rf"|(?P<abbreviation>{alternatives(words.zone_abbreviations)})"
        r"|(?P<iana>[a-z]{2,12}(?:/[a-z][a-z0-9_+-]{1,20}){1,2}))(?!\w)(?:,\s?(?:utc|gmt)"
        r"(?P<sign2>[+\-−])(?P<hours2>\d{2}):(?P<minutes2>\d{2}))?(?P<close>\s?[)\]])?"
    )


_ISO_OFFSET = re.compile(r"(?:(z)|\s?([+\-−])(\d{2}):?(\d{2}))(?!\w|:\d)", re.ASCII)


def zone_at(scan: Scan, position: int) -> Zone | None:
    """Read the zone that stands at ``position``, blanks, a comma or brackets around it."""
    match = _pattern().match(scan.folded, position)
    if match is None or (match["open"] and not match["close"]):
        return None
    end = match.end() if match["open"] else _bare_end(match)
    if match["named"]:
        zone = zone_or_none(lexicon().zones[spaced(match["named"])])
        return Zone(end, zone) if zone else None
    if match["sign"]:
        return _offset(end, match["sign"], match["hours"], match["minutes"])
    if match["abbreviation"]:
        return _abbreviated(scan, match, end)
    zone = zone_or_none(scan.text[match.start("iana") : match.end("iana")])
    if zone is None:
        return None
    fixed = _offset(end, match["sign2"], match["hours2"], match["minutes2"]) if match["sign2"] else None
    return fixed or Zone(end, zone)


def iso_offset_at(scan: Scan, position: int) -> Zone | None:
    """Read ``Z`` or ``+01:00`` directly after an hour."""
    match = _ISO_OFFSET.match(scan.folded, position)
    if match is None:
        return None
    if match[1]:
        return _offset(match.end(), "+", "0", "0")
    return _offset(match.end(), match[2], match[3], match[4])


def _bare_end(match: re.Match[str]) -> int:
    return match.start("close") if match["close"] else match.end()


def _abbreviated(scan: Scan, match: re.Match[str], end: int) -> Zone | None:
    """Only in capitals: ``est`` and ``et`` are words elsewhere."""
    letters = scan.text[match.start("abbreviation") : match.end("abbreviation")]
    if letters not in lexicon().zone_abbreviations:
        return None
    name, minutes = lexicon().zone_abbreviations[letters]
    zone = zone_or_none(name)
    promised = None if minutes is None else timedelta(minutes=minutes)
    return Zone(end, zone, promised) if zone else None


def _offset(end: int, sign: str, hours: str, minutes: str | None) -> Zone | None:
    size = timedelta(hours=int(hours), minutes=int(minutes or 0))
    if size > MAX_OFFSET or int(minutes or 0) > 59:
        return None
    return Zone(end, timezone(size if sign == "+" else -size))
