"""Hours: ``a las 23:59``, ``18 h``, ``11:59 pm``, ``las 9 y media de la noche``, ``midnight``, ``24:00``."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from fidedigno.dates.found import Scan
from fidedigno.dates.lexicon import alternatives, lexicon, spaced

DAY_SECONDS = 86_400
NOON_SECONDS = DAY_SECONDS // 2


class Hour(NamedTuple):
    """An hour of a day: seconds from its beginning, of which the whole day is midnight at its end.

    ``sure`` tells whether its own form shows that it is an hour (``:``, ``h``, ``pm``, a word).
    ``seconds`` is ``None`` for an hour that no day has (``25:00``).
    """

    start: int
    end: int
    seconds: int | None
    to_the_second: bool = False
    sure: bool = True
    standalone: bool = False
    """Whether its form alone says that a moment is meant, and not a length or a ratio ("5 pm")."""
    like_a_length: bool = False
    """Whether the same words may be a length ("18 h")."""


class _Patterns(NamedTuple):
    words: re.Pattern[str]
    figures: re.Pattern[str]
    range: re.Pattern[str]
    cue: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    words = lexicon()
    data = words.data["hours"]
    parts = {name: alternatives(data[name]) for name in ("morning", "afternoon", "night")}
    return _Patterns(
        words=re.compile(
            rf"(?:(?P<midnight>{alternatives(data['midnight'])})|(?P<noon>{alternatives(data['noon'])}))(?!\w)"
        ),
        figures=re.compile(
            rf"(?:(?P<named>{alternatives(hours_in_words())})|(?P<hour>\d{{1,2}}))"
            r"(?:(?P<mark>[:.h])(?P<minute>\d{2})(?::(?P<second>\d{2})(?:\.\d{1,9})?)?)?(?![\d%]|[:/]\d|\.\d|\s%)"
            rf"(?:\s{{1,2}}(?P<quarter>{alternatives(data['quarters'])})(?!\w))?"
            r"(?:\s?(?P<half>[ap])(?:m\b|\.\s?m\b\.?))?"
            rf"(?:\s?(?P<unit>{alternatives(data['unit'])})(?!\w)(?!\s(?:de|of)\s(?!la\s)))?"
            rf"(?:\s{{1,2}}(?:(?P<morning>{parts['morning']})|(?P<afternoon>{parts['afternoon']})|(?P<night>{parts['night']}))(?!\w))?",
            re.ASCII,
        ),
        range=re.compile(rf"\s{{0,2}}{alternatives(data['range'])}\s{{0,2}}(?=\d)"),
        cue=re.compile(rf"(?<!\w){alternatives(data['cues'])}\s{{1,2}}$"),
    )


@cache
def hours_in_words() -> dict[str, int]:
    """The hours that are said in one word ("las nueve", "at nine")."""
    return {
        word: number
        for word, number in lexicon().numbers.items()
        if number <= 12 and " " not in word and word not in {"a", "an", "un", "uno", "primero"}
    }


def hour_at(scan: Scan, start: int, *, cued: bool = False) -> Hour | None:
    """Read the hour that begins at ``start``; a bare number is one only where a word announced it."""
    if match := _patterns().words.match(scan.folded, start):
        seconds = DAY_SECONDS if match["midnight"] else NOON_SECONDS
        return Hour(start, match.end(), seconds)
    match = _patterns().figures.match(scan.folded, start)
    if match is None or (match["mark"] == "h" and match["unit"]):
        return None
    suffix = match["unit"] or match["half"] or match["morning"] or match["afternoon"] or match["night"]
    sure = bool(match["mark"] in {":", "h"} or suffix)
    if (match["named"] or not sure) and not cued:
        return None
    standalone = bool(match["half"] or match["morning"] or match["afternoon"] or match["night"])
    end = match.end()
    if match["mark"] == "." and not suffix and not cued:
        return None
    return Hour(
        start,
        end,
        _seconds(match),
        match["second"] is not None,
        sure,
        standalone,
        not standalone and not match["mark"] and bool(match["unit"]),
    )


def _seconds(match: re.Match[str]) -> int | None:
    hour = hours_in_words()[match["named"]] if match["named"] else int(match["hour"])
    minute, second = int(match["minute"] or 0), int(match["second"] or 0)
    if minute > 59 or second > 59 or hour > 24 or (hour == 24 and (minute or second)):
        return None
    if match["half"] == "a":
        if hour > 12:
            return None
        hour %= 12
    elif hour <= 12 and (match["half"] == "p" or match["afternoon"]):
        hour = hour % 12 + 12
    elif match["night"] and 5 <= hour <= 12:
        hour += 12
    if match["quarter"]:
        minute += int(lexicon().data["hours"]["quarters"][spaced(match["quarter"])])
    seconds = hour * 3600 + minute * 60 + second
    return seconds if seconds >= 0 else None


def second_hour(scan: Scan, first: Hour) -> Hour | None:
    """Read the other hour of ``10:00 a 12:00``."""
    link = _patterns().range.match(scan.folded, first.end)
    hour = hour_at(scan, link.end()) if link else None
    return hour if hour and hour.seconds is not None else None


def with_cue(scan: Scan, start: int) -> tuple[int, str]:
    """Return where the cue before an hour begins, and the cue ("" if there is none)."""
    match = _patterns().cue.search(scan.before(start, 16))
    return (start - len(match[0]), match[0].strip()) if match else (start, "")
