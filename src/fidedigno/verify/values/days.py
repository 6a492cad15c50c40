"""Dates of a statement, as far as they were said: a year, a month or a day that was left open stays open.

Days counted from now (``mañana``) are read only where the statement says when that is. Durations (``in 14 days``)
are left to the quantities.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import cache

from fidedigno.consolidate.plain import plain
from fidedigno.dates import DateMention, find_dates
from fidedigno.dates.lexicon import lexicon as date_words
from fidedigno.verify.values.bounds import with_around
from fidedigno.verify.values.lexicon import alternatives, lexicon
from fidedigno.verify.values.skipped import Mask
from fidedigno.verify.values.value import Kind, Value

NEUTRAL = datetime(2000, 1, 3, 12, tzinfo=UTC)
"""From where open years are counted when nobody says; a leap year, so that every day exists."""
_FIGURES = re.compile(
    r"[0-9]{1,4}[/.-][0-9]{1,2}(?:[/.-][0-9]{1,4})?|(?:en|in|de|of|since|desde|until|hasta)\s[0-9]{4}"
)
_CLOCK = re.compile(
    r"(?:[,\s]|\b(?:a las|a la|at|t|by|las|de las|de|from|between|entre)\b)*"
    r"[0-9]{1,2}(?:[:.][0-9]{2}|\s?h\b|\s?[ap]\.?m).*$",
    re.DOTALL,
)
_SHORT = re.compile(r"(?<![\w/.])(0?[1-9]|[12][0-9]|3[01])/(0[1-9]|1[0-2])(?![\w/])")
_ARTICLE = re.compile(r"(?:el|the|on)\s(?:dia\s)?")
_FULL = ("year", "month", "day")
_LAST_DAY = 31
_DAY_ALONE = re.compile(
    r"(?<!\w)the\s(?P<en>[0-9]{1,2})(?:st|nd|rd|th)(?:\sof\s(?:that|the\ssame)\smonth)?(?!\w|\s(?:floor|century|day|time))"
    r"|(?<!\w)el\sdia\s(?P<es>[0-9]{1,2})(?:\sdel?\s(?:mismo|ese|este)\smes)?(?![\w.,]\w|\w)"
    r"|(?<!\w)el\s(?P<same>[0-9]{1,2})\sdel?\s(?:mismo|ese|este)\smes(?!\w)"
)
_LONGEST_MONTH = timedelta(days=40)


@cache
def _cheap() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){alternatives(date_words().months)}(?!\w)|{_FIGURES.pattern}")


@cache
def _relative() -> re.Pattern[str]:
    words = [phrase for phrase, (unit, _) in date_words().phrases.items() if unit != "none"]
    return re.compile(rf"(?<!\w){alternatives([*words, *date_words().weekdays])}(?!\w)")


@cache
def _counting() -> frozenset[str]:
    """Words by which days are counted from now, and so name a duration too."""
    data = date_words().data
    lists = ("counted_ahead", "counted_back", "counted_back_after")
    return frozenset(f"{plain(word)} " for name in lists for word in data[name] if len(word) > 2)


def find_days(text: str, folded: str, language: str, reference: datetime | None, mask: Mask) -> list[Value]:
    """The dates that a statement names, in order; they are taken from the mask."""
    relative = reference is not None and _relative().search(folded) is not None
    if not relative and not _cheap().search(folded):
        return []
    counted = reference if reference is not None and reference.tzinfo is not None else NEUTRAL
    found = []
    for mention in find_dates(text, reference=counted, timezone="UTC", language=language):
        value = _value(text, folded, mention, known_now=counted is reference)
        if (
            value is not None
            and value.parts[1:] == (0, 0)
            and lexicon().unit_pattern.match(folded, value.end)
        ):
            # `up to 2000 kg` is no year.
            continue
        if value is not None and mask.is_free(value.start, value.end):
            mask.take(value.start, value.end)
            found.append(value)
    return found


def find_short_days(text: str, folded: str, mask: Mask) -> list[Value]:
    """``03/03`` without a year, where nothing else says that it is a date: a leading zero does."""
    found = []
    for match in _SHORT.finditer(text):
        if "0" not in {match[1][0], match[2][0]}:
            continue
        first, second = int(match[1]), int(match[2])
        mask.take(*match.span())
        found.append(
            _dated(text, folded, *match.span(), (0, second, first), (0, first, second) if first <= 12 else ())
        )
    return found


def find_days_of_a_month(text: str, folded: str, days: list[Value], mask: Mask) -> list[Value]:
    """``the 31st`` and ``el día 31`` where the statement names one month: they are days of it."""
    months = {value.parts[:2] for value in days if len(value.parts) == len(_FULL) and value.parts[1]}
    if len(months) != 1:
        return []
    year, month = months.pop()
    found = []
    for match in _DAY_ALONE.finditer(folded):
        day = int(match["en"] or match["es"] or match["same"])
        group = "en" if match["en"] else "es" if match["es"] else "same"
        start, end = match.start(group), match.end()
        if 1 <= day <= _LAST_DAY and mask.is_free(start, end):
            mask.take(start, end)
            found.append(_dated(text, folded, start, end, (year, month, day)))
    return found


def _value(text: str, folded: str, mention: DateMention, *, known_now: bool) -> Value | None:
    words = folded[mention.start : mention.end]
    first, last = mention.moment.start, mention.moment.end
    if mention.relative:
        # An hour alone belongs to the clocks, and `in 14 days` to the quantities.
        if not known_now or any(character.isdigit() for character in words) or mention.moment.exact:
            return None
        counted = any(phrase in words for phrase in _counting())
        if last - first > timedelta(days=1) or counted:
            return None
        return _dated(text, folded, mention.start, mention.end, (first.year, first.month, first.day))
    start, end = _without_the_hour(words, mention)
    if start == end:
        # The end of hours of a day that stands before: `from 2:00 to 4:00`.
        return None
    year = first.year if mention.year_given else 0
    if mention.moment.exact or last - first <= timedelta(days=1):
        parts = (year, first.month, first.day)
    else:
        parts = (year, first.month, 0) if last - first < _LONGEST_MONTH else (year, 0, 0)
    swapped = (
        mention.ambiguous
        and parts[2]
        and parts[2] <= 12
        and not any(map(str.isalpha, words[start - mention.start : end - mention.start]))
    )
    return _dated(text, folded, start, end, parts, (parts[0], parts[2], parts[1]) if swapped else ())


@cache
def _a_day() -> re.Pattern[str]:
    months, weekdays = alternatives(date_words().months), alternatives(date_words().all_weekdays)
    return re.compile(
        rf"(?<!\w)(?:{weekdays}\b|(?:[0-9]{{1,2}}(?:st|nd|rd|th|[ºo])?\s(?:de\s|of\s)?)?{months}(?!\w)"
        r"|[0-9]{1,4}[/.-][0-9]{1,2}[/.-][0-9]{1,4}|[0-9]{1,2}/[0-9]{1,2}(?![0-9]))"
    )


def _without_the_hour(words: str, mention: DateMention) -> tuple[int, int]:
    """Where the day stands in a date that has an hour too, before or behind it; nothing if there is only an hour."""
    if not mention.moment.exact:
        return mention.start, mention.end
    day = _a_day().search(words)
    if day is None:
        return (mention.start, mention.start) if _CLOCK.sub("", words) == "" else (mention.start, mention.end)
    head = words[: day.start()]
    first = day.start() if re.search(r"[0-9]|noon|mid|medi", head) else 0
    length = len(_CLOCK.sub("", words[first:]))
    return mention.start + first, mention.start + first + (length or len(words) - first)


def _dated(
    text: str, folded: str, start: int, end: int, parts: tuple[int, int, int], other: tuple[int, ...] = ()
) -> Value:
    if article := _ARTICLE.match(folded, start, end):
        start = article.end()
    value = Value(
        start, end, Kind.DATE, text[start:end], parts=parts, other_parts=other, number_start=start, number_end=end
    )  # fmt: skip
    return with_around(folded, value)
