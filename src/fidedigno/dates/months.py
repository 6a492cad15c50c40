"""Dates with the name of a month: ``13 de noviembre de 2026``, ``November 13th, 2026``, ``March 2024``."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from fidedigno.dates.choose import FIRST_YEAR, LAST_YEAR, month_span
from fidedigno.dates.found import Found, Named, Scan, blocked
from fidedigno.dates.lexicon import alternatives, lexicon, spaced
from fidedigno.dates.named import found_day

_YEAR = (
    r"(?:(?:\s?,\s{0,3}|\s{1,3}|[-/])(?:del?\s{1,3})?(?:ano\s{1,3})?(?P<year>\d{4})(?![\d%]|[-/:]\d|[.,]\d))?"
)
_NO_MORE = r"(?![\w%]|[:/]\d|[.,]\d|\s?%)"
_ORDINAL = r"(?:st|nd|rd|th|\.?[oa]\b|\.?[ºª°])?"


class _Patterns(NamedTuple):
    day_month: re.Pattern[str]
    words_month: re.Pattern[str]
    month_day: re.Pattern[str]
    month_year: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    words = lexicon()
    month = rf"(?P<month>{alternatives(words.months)})(?![a-z])(?P<dot>\.(?!\d))?"
    of = r"(?:\s{1,3}(?P<of>de|of)\s{1,3}|\s{1,3}|\.?[-/])"
    named = alternatives([*words.numbers, *words.ordinals])
    number = rf"(?P<day>\d{{1,2}}){_ORDINAL}"
    return _Patterns(
        re.compile(rf"{number}{of}{month}{_YEAR}", re.ASCII),
        re.compile(rf"(?P<day>{named})\s{{1,3}}(?P<of>de|of)\s{{1,3}}{month}{_YEAR}"),
        re.compile(
            rf"{month}\s{{1,3}}(?:the\s)?{number}(?P<tail>\s?[-–]\s?(?P<last>\d{{1,2}}))?{_NO_MORE}{_YEAR}",
            re.ASCII,
        ),
        re.compile(
            rf"{month}(?:\s{{1,3}}(?P<of>del?|of)\s{{1,3}}|\s{{1,3}}|,\s)(?P<year>\d{{4}})(?![\d%]|[-/:.,]\d)"
        ),
    )


def day_then_month(scan: Scan, start: int) -> Found | None:
    """Read ``13 de noviembre (de 2026)``, ``13th of November``, ``13-nov-2026``; figures or words."""
    patterns = _patterns()
    first = scan.folded[start]
    pattern = patterns.day_month if first.isdigit() else patterns.words_month
    match = pattern.match(scan.folded, start)
    if match is None or not _surely_month(scan, match):
        return None
    if first.isdigit():
        day = int(match["day"])
    else:
        words, key = lexicon(), spaced(match["day"])
        day = words.ordinals.get(key) or words.numbers[key]
    return found_day(scan, start, _end(match), Named(day, *_month_year(match)))


def month_then_day(scan: Scan, start: int) -> tuple[Found, ...]:
    """Read ``November 13th(, 2026)`` and ``November 9-13``, which is two dates."""
    match = _patterns().month_day.match(scan.folded, start)
    if match is None or not _surely_month(scan, match):
        return ()
    month, year = _month_year(match)
    if not match["last"]:
        return (found_day(scan, start, match.end(), Named(int(match["day"]), month, year)),)
    first = found_day(scan, start, match.start("tail"), Named(int(match["day"]), month, year))
    last = found_day(scan, match.start("last"), match.end(), Named(int(match["last"]), month, year))
    if not (first.possible and last.possible and first.first < last.first):
        return (blocked(start, match.end()),)
    return first._replace(role="from"), last._replace(role="until")


def month_alone(scan: Scan, start: int) -> Found | None:
    """Read ``marzo de 2024``, ``March 2024`` and, after a word like "in", a month without a year."""
    match = _patterns().month_year.match(scan.folded, start)
    if match is not None:
        if not (_surely_month(scan, match) and FIRST_YEAR <= int(match["year"]) <= LAST_YEAR):
            return None
        first, after = month_span(int(match["year"]), lexicon().months[match["month"]] - 1)
        return Found(start, match.end(), first, after)
    return _open_month_alone(scan, start)


def _open_month_alone(scan: Scan, start: int) -> Found | None:
    words = lexicon()
    end = start
    while end < len(scan.folded) and scan.folded[end].isalpha():
        end += 1
    name = scan.folded[start:end]
    cue = scan.word_before(start)[0]
    if name not in words.full_months or cue not in words.sets["month_cues"]:
        return None
    if name in words.doubtful_months and not scan.text[start].isupper():
        return None
    chosen = found_day(scan, start, end, Named(1, words.months[name], None))
    first, after = month_span(chosen.first.year, chosen.first.month - 1)
    return Found(start, end, first, after, year_given=False)


def _month_year(match: re.Match[str]) -> tuple[int, int | None]:
    return lexicon().months[match["month"]], int(match["year"]) if match["year"] else None


def _end(match: re.Match[str]) -> int:
    """The dot after an abbreviated month belongs to the date; that after a whole month ends a sentence."""
    if match["dot"] and match.end() == match.end("dot") and match["month"] in lexicon().full_months:
        return match.end() - 1
    return match.end()


def _surely_month(scan: Scan, match: re.Match[str]) -> bool:
    """``may`` and ``mar`` are months only where something shows it."""
    groups = match.groupdict()
    if match["month"] not in lexicon().doubtful_months or groups.get("of") or match["year"]:
        return True
    return bool(match["dot"]) or scan.text[match.start("month")].isupper()
