"""Days named by their weekday: ``el lunes``, ``next Friday``, ``viernes 13 de noviembre``; timetables are not."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from typing import NamedTuple

from fidedigno.dates.choose import DAY
from fidedigno.dates.found import Found, Named, Scan, blocked
from fidedigno.dates.lexicon import alternatives, lexicon
from fidedigno.dates.mention import Direction
from fidedigno.dates.named import found_day, found_weekday

DateAt = Callable[[Scan, int], Found | None]
"""Reads the date that begins at a position: a day and month, or figures."""
_OF = re.compile(r"\s(?:of|de|del|in)\b")
MAX_LIST = 6
"""A timetable names at most a week's weekdays in a row."""


class _Patterns(NamedTuple):
    name: re.Pattern[str]
    list_on: re.Pattern[str]
    to_date: re.Pattern[str]
    number: re.Pattern[str]
    after: re.Pattern[str]
    hours: re.Pattern[str]
    recurring: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    words = lexicon()
    shifts = "|".join(
        f"(?P<{name}>{alternatives(each)})" for name, each in words.data["weekday_after"].items()
    )
    every = alternatives([*words.weekdays, *words.plurals])
    clock = r"\d{1,2}(?:[:.]\d{2}|\s?(?:h|am|pm)\b)"
    return _Patterns(
        name=re.compile(rf"{alternatives([*words.all_weekdays, *words.plurals])}(?![\w])"),
        list_on=re.compile(rf"\s?(?P<link>,|-|–|\b(?:a|to|through|y|e|and)\b)\s?(?:los\s)?{every}(?!\w)"),
        to_date=re.compile(r"\.?(?:\s?,)?\s{1,3}(?:(?:dia|el|the)\s){0,2}"),
        number=re.compile(
            r"(?:\s{1,3}|\s(?:dia|the)\s)(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![\w%]|[:/.,]\d|\s?%|\sh\b)"
        ),
        after=re.compile(rf"\s{{1,3}}(?:{shifts})(?!\w)"),
        hours=re.compile(
            rf"\s?[,:(]?\s?(?:de\s|from\s)?(?:las\s)?{clock}\s?(?:-|–|\b(?:a|to|y|and|hasta)\b)\s?(?:las\s)?\d{{1,2}}"
        ),
        recurring=re.compile(rf"\b(?:{alternatives(words.sets['every'])})\s{{1,3}}$"),
    )


def weekday_date(scan: Scan, start: int, date_at: DateAt) -> Found | None:
    """Read what begins with the name of a weekday at ``start``."""
    patterns, words = _patterns(), lexicon()
    match = patterns.name.match(scan.folded, start)
    if match is None:
        return None
    name = match[0]
    if name in words.plurals or patterns.recurring.search(scan.before(start)):
        return blocked(start, _list_end(scan, match.end())[0])
    weekday = words.all_weekdays[name]
    if dated := _with_date(scan, match, weekday, date_at):
        return dated
    if name not in words.weekdays:
        return None
    return _timetable(scan, start, match.end()) or _bare(scan, start, match.end(), weekday)


def _list_end(scan: Scan, end: int) -> tuple[int, int, str]:
    """Follow "martes y jueves", "lunes a viernes": where it ends, how many more names, the last link."""
    count, link = 0, ""
    while count < MAX_LIST and (match := _patterns().list_on.match(scan.folded, end)):
        end, count, link = match.end(), count + 1, match["link"]
    return end, count, link


def _timetable(scan: Scan, start: int, end: int) -> Found | None:
    """A range or list of weekdays without an article, or a weekday with the hours of a class."""
    last, more, link = _list_end(scan, end)
    definite = scan.word_before(start)[0] in {"el", "del", "al", "on", *lexicon().sets["this"]}
    if more and (link not in {"y", "e", "and", ","} or _patterns().hours.match(scan.folded, last)):
        return blocked(start, last)
    if not definite and _patterns().hours.match(scan.folded, end):
        return blocked(start, end)
    return None


def _with_date(scan: Scan, match: re.Match[str], weekday: int, date_at: DateAt) -> Found | None:
    """``viernes 13 de noviembre``: the date decides, and the weekday where the year is open."""
    start = match.start()
    gap = _patterns().to_date.match(scan.folded, match.end())
    found = date_at(scan, gap.end()) if gap else None
    if found and not found.possible:
        return found._replace(start=start)
    if found and found.named:
        dated = found_day(scan, start, found.end, found.named._replace(weekday=weekday))
        return dated._replace(ambiguous=dated.ambiguous or found.ambiguous)
    number = _patterns().number.match(scan.folded, match.end())
    if number and 1 <= int(number["day"]) <= 31 and match[0] in lexicon().weekdays:
        return found_day(scan, start, number.end(), Named(int(number["day"]), None, None, weekday))
    return None


def _bare(scan: Scan, start: int, end: int, weekday: int) -> Found:
    """A weekday with what stands before or after it ("next", "que viene", "of next week")."""
    sets = lexicon().sets
    if after := _patterns().after.match(scan.folded, end):
        return blocked(start, after.end()) if after["none"] else _shifted(scan, start, after, weekday)
    word, before = scan.word_before(start)
    if word in sets["nth"] or word in lexicon().ordinals:
        return blocked(before, end)
    if word in sets["towards_past"]:
        if _OF.match(scan.folded, end):
            return blocked(before, end)
        return found_weekday(scan, before, end, weekday, Direction.PAST)
    if word in sets["towards_future"]:
        return found_weekday(scan, before, end, weekday, Direction.FUTURE)
    if word in sets["next"]:
        found = found_weekday(scan, before, end, weekday, Direction.FUTURE)
        return found._replace(ambiguous=found.first.isocalendar()[:2] == scan.today.isocalendar()[:2])
    return found_weekday(scan, before if word in sets["this"] else start, end, weekday)


def _shifted(scan: Scan, start: int, after: re.Match[str], weekday: int) -> Found:
    if after["future"] or after["past"]:
        direction = Direction.FUTURE if after["future"] else Direction.PAST
        return found_weekday(scan, start, after.end(), weekday, direction)
    weeks = 1 if after["next_week"] else -1 if after["last_week"] else 0
    day = scan.today + timedelta(days=7 * weeks - scan.today.weekday() + weekday)
    return Found(start, after.end(), day, day + DAY, relative=True)
