"""Dates counted from the reference: ``mañana``, ``la semana que viene``, ``en tres días``, ``10 days ago``."""

from __future__ import annotations

import re
from datetime import UTC, timedelta
from functools import cache
from typing import NamedTuple

from fidedigno.dates.choose import DAY, FIRST_YEAR, LAST_YEAR, month_span, shifted, span_of
from fidedigno.dates.fold import fold
from fidedigno.dates.found import Found, Named, Scan, blocked
from fidedigno.dates.lexicon import alternatives, count_of, lexicon, spaced
from fidedigno.dates.named import found_day

_DAY_NUMBER = re.compile(r"(\d{1,2})(st|nd|rd|th)?(?![\w%]|[:/.,-]\d|\s?%|\s(?:de|of)\s)", re.ASCII)
_NOT_NUMBERED = re.compile(r"\s?(?:$|[.,;:?!)]|(?:at|and|or|is)\b)")
_YEAR_GOES_ON = re.compile(r"[\w%]|[-–/:.,]\d|\s?%|\s[-–]\s?")
_OPENERS = {"on", "by", "until", "till", "before", "from", "since", "to", "due"}


class _Patterns(NamedTuple):
    phrase: re.Pattern[str]
    counted: re.Pattern[str]
    ahead: re.Pattern[str]
    back: re.Pattern[str]
    last_day: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    words = lexicon()
    back_after = words.any_of("counted_back_after")
    months = alternatives(words.full_months)
    return _Patterns(
        phrase=re.compile(rf"{alternatives(words.phrases)}(?!\w)"),
        counted=re.compile(
            rf"(?P<count>\d{{1,3}}|{alternatives(words.numbers)})\s{{1,3}}(?P<unit>{alternatives(words.units)})"
            rf"(?!\w)(?P<back>\s{{1,3}}{back_after}(?!\w))?",
            re.ASCII,
        ),
        ahead=re.compile(rf"(?<!\w){words.any_of('counted_ahead')}\s{{1,3}}$"),
        back=re.compile(rf"(?<!\w){words.any_of('counted_back')}\s{{1,3}}$"),
        last_day=re.compile(
            rf"{words.any_of('last_day_of_month')}\s{{1,3}}(?P<month>{months})(?!\w)(?:\s(?:de\s|del\s)?(?P<year>\d{{4}})(?!\d))?",
            re.ASCII,
        ),
    )


@cache
def _not_after() -> dict[str, frozenset[str]]:
    return {
        fold(phrase): frozenset(map(fold, words))
        for phrase, words in lexicon().data["phrase_not_after"].items()
    }


def phrase(scan: Scan, start: int) -> Found | None:
    """Read a whole phrase of the list that begins at ``start``."""
    match = _patterns().phrase.match(scan.folded, start)
    if match is None:
        return None
    key = spaced(match[0])
    unit, shift = lexicon().phrases[key]
    if unit == "none":
        return blocked(start, match.end())
    if scan.word_before(start)[0] in _not_after().get(key.split()[0], ()):
        return None
    first, last = span_of(unit, shift, scan.today)
    return Found(start, match.end(), first, last, relative=True)


def counted(scan: Scan, start: int) -> Found | None:
    """Read ``tres días`` after "en" or "hace", ``10 days`` after "in" or before "ago"."""
    match = _patterns().counted.match(scan.folded, start)
    if match is None:
        return None
    ahead = None if match["back"] else _patterns().ahead.search(scan.before(start))
    back = None if match["back"] or ahead else _patterns().back.search(scan.before(start))
    if not (match["back"] or ahead or back):
        return None
    opener = ahead or back
    begin = start - len(opener[0]) if opener else start
    count = count_of(match["count"])
    return _away(scan, begin, match.end(), count if ahead else -count, lexicon().units[match["unit"]])


def _away(scan: Scan, start: int, end: int, count: int, unit: str) -> Found:
    if unit in {"hour", "minute"}:
        hours = timedelta(hours=count) if unit == "hour" else timedelta(minutes=count)
        at = (scan.now.astimezone(UTC) + hours).replace(second=0, microsecond=0).astimezone(scan.now.tzinfo)
        return Found(start, end, at.date(), at.date() + DAY, relative=True, instant=at)
    day = shifted(scan.today, unit, count)
    if day is None:
        return blocked(start, end)
    return Found(start, end, day, day + DAY, relative=True)


def last_day(scan: Scan, start: int) -> Found | None:
    """Read ``end of November``, ``último día de noviembre de 2026``."""
    match = _patterns().last_day.match(scan.folded, start)
    if match is None:
        return None
    month = lexicon().months[match["month"]]
    year = int(match["year"]) if match["year"] else None
    chosen = found_day(scan, start, match.end(), Named(1, month, year))
    if not chosen.possible or not FIRST_YEAR <= chosen.first.year <= LAST_YEAR:
        return blocked(start, match.end())
    _, after = month_span(chosen.first.year, chosen.first.month - 1)
    return Found(start, match.end(), after - DAY, after, year_given=year is not None)


def year_alone(scan: Scan, start: int) -> Found | None:
    """Read ``2024`` after "in", "durante", "as of"."""
    year = scan.folded[start : start + 4]
    following = scan.folded[start + 4 : start + 7]
    if not (year.isascii() and year.isdigit() and year[:2] in {"19", "20"}):
        return None
    if _YEAR_GOES_ON.match(following):
        return None
    word = scan.word_before(start)[0]
    if word not in lexicon().sets["year_cues"] and not scan.before(start).endswith("as of "):
        return None
    first, last = span_of("year", int(year) - scan.today.year, scan.today)
    return Found(start, start + 4, first, last)


def day_number(scan: Scan, start: int) -> Found | None:
    """Read ``día 13``'s number, and ``the 13th`` where nothing that it could number follows."""
    match = _DAY_NUMBER.match(scan.folded, start)
    if match is None:
        return None
    number = Named(int(match[1]), None, None)
    word, begin = scan.word_before(start)
    if word in lexicon().sets["day_cues"] and not match[2]:
        return found_day(scan, begin, match.end(), number)
    ends = _NOT_NUMBERED.match(scan.folded[match.end() : match.end() + 8])
    if match[2] and ends and word == "the" and scan.word_before(begin)[0] in _OPENERS:
        return found_day(scan, start, match.end(), number)
    return None
