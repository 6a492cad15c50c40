"""Hours of the day: ``14:30``, ``2:30 pm``, ``a las tres de la tarde``, ``9 am to 5 pm``, ``noon``.

An hour up to twelve without a half of the day keeps both readings. A duration (``1:30 hours``) and a ratio are
no hours.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from fidedigno.dates.lexicon import spaced
from fidedigno.verify.values.bounds import with_around
from fidedigno.verify.values.lexicon import alternatives, both, lexicon
from fidedigno.verify.values.skipped import Mask
from fidedigno.verify.values.value import Kind, Value
from fidedigno.verify.values.zones import Clock, clock_at

_HALF_DAY = 720
_LINK = re.compile(r"\s?(?:-|–|a|a las|to|and|y|y las|until|hasta|hasta las)\s?")
_LENGTH = re.compile(r"\s(?:hours|minut)")
_CHEAP = re.compile(
    r"[0-9]\s?(?:[:h.]|[ap]\.?\s?m|de la |in the |at night)|\blas? [0-9a-z]|noon|midday|mediodia|midnight|medianoche"
    r"|\bat [0-9]"
)


class _Patterns(NamedTuple):
    clock: re.Pattern[str]
    span: re.Pattern[str]
    cued: re.Pattern[str]
    named: re.Pattern[str]
    hours: dict[str, int]


@cache
def _patterns() -> _Patterns:
    data = lexicon().data
    halves = {name: alternatives(words) for name, words in data["halves_of_day"].items()}
    half = rf"(?:\s{{0,2}}(?:(?P<am>{halves['am']})|(?P<pm>{halves['pm']}))(?![^\W_]))"
    figures = r"(?<![\w.,:/$€£])(?<![^0-9mh]-)(?P<hour>[0-9]{1,2})"
    minute = r"[:.](?P<minute>[0-5][0-9])(?::[0-5][0-9])?(?![0-9:]|[.,][0-9])"
    units = rf"(?:\s?{alternatives(data['clock_units'])}(?!\w))"
    numbers = {
        word: number
        for language in lexicon().words.values()
        for word, number in language.numbers.items()
        if 1 <= number <= 12 and word not in language.articles - {"una", "one"}
    }
    quarters = r"(?:\s(?P<more>y media|y cuarto|menos cuarto))?"
    cues = alternatives(both(data["clock_cues"]))
    return _Patterns(
        clock=re.compile(rf"{figures}(?:{minute}|\s?h(?P<h>[0-5][0-9])?(?!\w))?{half}?{units}?"),
        span=re.compile(
            r"(?<![\w.,:/$€£-])(?P<hour>[0-9]{1,2})(?P<end>)\s?(?:-|–|\bto\b|\ba\b)\s?"
            rf"(?=[0-9]{{1,2}}(?::[0-5][0-9])?{half.replace('(?P<am>', '(?P<am2>').replace('(?P<pm>', '(?P<pm2>')})"
        ),
        cued=re.compile(
            rf"(?<!\w)(?P<cue>{cues})\s(?:(?P<hour>[0-9]{{1,2}})|(?P<word>{alternatives(numbers)}))"
            rf"(?![\w:,/%$€-]|[.][0-9]){quarters}(?:{half}|{units})?"
        ),
        named=re.compile(
            rf"(?<!\w)(?:(?P<noon>{alternatives(data['noon'])})|(?P<midnight>{alternatives(data['midnight'])}))(?!\w)"
        ),
        hours=numbers,
    )


def find_clocks(text: str, folded: str, mask: Mask) -> list[Value]:
    """The hours that a statement names, in order; they are taken from the mask."""
    if not _CHEAP.search(folded):
        return []
    patterns = _patterns()
    found = []
    for match in patterns.clock.finditer(folded):
        found += _read(text, folded, match, mask)
    for match in patterns.span.finditer(folded):
        found += _before_another(text, match, mask)
    for match in patterns.cued.finditer(folded):
        if _is_sure(match):
            found += _read(text, folded, match, mask)
    for match in patterns.named.finditer(folded):
        clock = clock_at(text, folded, match.end())
        end = clock.end if clock else match.end()
        minutes = _HALF_DAY if match["noon"] else 0
        found.append(_with_clock(_value(text, match.start(), end, minutes, None), clock))
    values = _of_one_clock(folded, sorted(found, key=lambda value: value.start))
    return [with_around(folded, value) for value in values]


def _of_one_clock(folded: str, values: list[Value]) -> list[Value]:
    """The first hour of a span has the clock that is named behind the last (``de 02:00 a 04:00 UTC``)."""
    for number in range(len(values) - 2, -1, -1):
        value, after = values[number], values[number + 1]
        if not value.named and after.named and _LINK.fullmatch(folded, value.end, after.start):
            values[number] = value._replace(named=after.named, parts=after.parts)
    return values


def _is_sure(match: re.Match[str]) -> bool:
    """A bare number after a cue is an hour only after ``a las``."""
    cue = match["cue"]
    if match["am"] or match["pm"] or match["more"]:
        return True
    return cue.split()[-1] in {"las", "la"} and cue != "las" and (cue != "a la" or match["word"] == "una")


def _read(text: str, folded: str, match: re.Match[str], mask: Mask) -> list[Value]:
    groups = match.groupdict()
    hour = int(groups["hour"]) if groups.get("hour") else _patterns().hours[groups["word"]]
    minute = int(groups.get("minute") or groups.get("h") or 0)
    start = match.start("hour") if groups.get("hour") else match.start("word")
    half = "am" if groups["am"] else "pm" if groups["pm"] else ""
    end = match.end()
    said = groups.get("minute") or groups.get("h") or half or not match.re.groupindex.get("minute")
    if not (said or (_cue_before(folded, start) and end > match.end("hour"))):
        return []
    if not mask.is_free(start, end) or hour > 24 or (hour > 12 and half == "am"):
        return []
    if groups.get("more"):
        minute += {"y media": 30, "y cuarto": 15, "menos cuarto": -15}[spaced(groups["more"])]
    dotted = groups.get("minute") is not None and folded[match.start("minute") - 1] == "."
    if dotted and not half:
        return []
    # `1:30 hours` is how long.
    if _LENGTH.match(folded, end):
        return []
    minutes, other = _minutes(hour, minute, half, padded=text.startswith("0", start))
    clock = clock_at(text, folded, end)
    end = clock.end if clock else end
    mask.take(start, end)
    return [_with_clock(_value(text, start, end, minutes, other), clock)]


def _with_clock(value: Value, clock: Clock | None) -> Value:
    return value._replace(parts=clock.offsets, named=clock.name) if clock else value


def _cue_before(folded: str, start: int) -> bool:
    """Whether ``14 h`` is a time of the day, and no duration."""
    return folded[max(0, start - 5) : start].endswith((" las ", "las "))


def _minutes(hour: int, minute: int, half: str, *, padded: bool) -> tuple[int, int | None]:
    if half and hour <= 12:
        return hour % 12 * 60 + minute + (_HALF_DAY if half == "pm" else 0), None
    minutes = (hour * 60 + minute) % (2 * _HALF_DAY)
    if half or hour > 12 or padded or hour == 0:
        return minutes, None
    return minutes, (minutes + _HALF_DAY) % (2 * _HALF_DAY)


def _before_another(text: str, match: re.Match[str], mask: Mask) -> list[Value]:
    """``9`` of ``9 to 5 pm``: of the morning if it would not come before otherwise."""
    start, end = match.start("hour"), match.end("end")
    hour = int(match["hour"])
    if not mask.is_free(start, end) or not 1 <= hour <= 12:
        return []
    mask.take(start, end)
    minutes = hour % 12 * 60
    return [_value(text, start, end, minutes, minutes + _HALF_DAY)]


def _value(text: str, start: int, end: int, minutes: int, other: int | None) -> Value:
    low = Decimal(minutes)
    return Value(
        start, end, Kind.TIME, text[start:end], low=low, high=low,
        other=None if other is None else (Decimal(other), Decimal(other)),
        number_start=start, number_end=end, whole_start=start, whole_end=end,
    )  # fmt: skip
