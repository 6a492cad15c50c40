"""Clocks that the evidence tells of: ``Madrid is UTC+1``, ``Pacific time is three hours behind Eastern time``.

They hold for the hours of the claim and of every sentence that stand with that place, so that an hour which was
worked out is compared on one clock. Where a claim's hour falls on another day by its clock, the day does too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.dates.lexicon import count_of, spaced
from fidedigno.dates.lexicon import lexicon as date_words
from fidedigno.verify.statement import Statement
from fidedigno.verify.values.agreement import agrees
from fidedigno.verify.values.clauses import Surroundings
from fidedigno.verify.values.lexicon import alternatives, both, lexicon
from fidedigno.verify.values.value import Kind, Value
from fidedigno.verify.values.zones import zone_called

_CHEAP = re.compile(
    r"utc|gmt|hours?\s(?:ahead|behind|later|earlier|in\s)|horas?\s(?:mas|menos|por|de\s|adel|atra)"
)
_NAME = re.compile(r"[A-ZÁÉÍÓÚÑ][\w’'-]+(?:\s(?:de\s(?:la\s)?|del\s)?[A-ZÁÉÍÓÚÑ][\w’'-]+){0,2}")
_OFFSET = re.compile(
    r"(?<!\w)(?:utc|gmt)(?:\s?(?P<sign>[+\-−–])\s?(?P<hours>[0-9]{1,2})(?::?(?P<minutes>[0-5][0-9]))?)?(?!\w)"
)
_STOP = re.compile(r"[.;\n](?:\s|$)")
_EDGE = re.compile(r"[,;:(](?=\s)|(?<!\w)(?:when|while|as|cuando|mientras|and|y)(?!\w)")
_FEW = 2
_UTC = "utc"
_LINKED = 14
"""How far behind an hour another one may stand whose clock is that of both (``from 2 to 4 UTC``)."""
_RIGHT_BEHIND = 4
_REACH = 24
_HOUR = 60
_DAY = 1440
_OPEN_YEAR = 2001


class _Patterns(NamedTuple):
    apart: re.Pattern[str]
    ahead: frozenset[str]
    no_places: frozenset[str]


class Clocks(NamedTuple):
    """The offsets from UTC, in minutes, of the places that the evidence tells of, and a pattern of their names."""

    offsets: Mapping[str, int]
    names: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    data = lexicon().data
    ahead, behind = both(data["hours_apart"]["ahead"]), both(data["hours_apart"]["behind"])
    return _Patterns(
        re.compile(
            rf"(?<!\w)(?P<count>[0-9]{{1,2}}|{alternatives(date_words().numbers)})[\s-](?:full\s)?(?:hours?|horas?)"
            rf"(?P<half>\sand\sa\shalf|\sy\smedia)?\s(?P<way>{alternatives([*ahead, *behind])})(?!\w)"
        ),
        frozenset(map(plain, ahead)),
        frozenset(map(plain, both(data["no_places"]))),
    )


def tells_of_a_clock(sentence: Statement) -> bool:
    """Whether a sentence says by how much a place's clock is another than others."""
    return _CHEAP.search(sentence.folded) is not None and (
        _OFFSET.search(sentence.folded) is not None or _patterns().apart.search(sentence.folded) is not None
    )


def clocks_told(sentences: Sequence[Statement]) -> Clocks | None:
    """The clocks that these sentences tell of; ``None`` if they tell of none."""
    told = [each for each in sentences if _CHEAP.search(each.folded)]
    offsets = {_UTC: 0}
    forms: dict[str, str] = {_UTC: _UTC, "gmt": _UTC}
    for sentence in told:
        _read_offsets(sentence, offsets, forms)
    for sentence in told:
        _read_differences(sentence, offsets, forms)
    if not told:
        return None
    return Clocks(
        {form: offsets[place] for form, place in forms.items() if place in offsets},
        re.compile(rf"(?<!\w)(?P<name>{alternatives(forms)})(?!\w|\s?[+\-−–]\s?[0-9])"),
    )


def _read_offsets(sentence: Statement, offsets: dict[str, int], forms: dict[str, str]) -> None:
    first = 0
    for match in _OFFSET.finditer(sentence.folded):
        name = _name_before(sentence, first, match.start())
        first = match.end()
        if name and match["hours"]:
            minutes = int(match["hours"]) * _HOUR + int(match["minutes"] or 0)
            place = _named(name, forms)
            offsets[place] = minutes if match["sign"] == "+" else -minutes


def _read_differences(sentence: Statement, offsets: dict[str, int], forms: dict[str, str]) -> None:
    for match in _patterns().apart.finditer(sentence.folded):
        one = _name_before(sentence, 0, match.start())
        behind = _NAME.search(sentence.text, match.end(), match.end() + _REACH)
        other = _place(behind[0]) if behind else ""
        if not one or not other:
            continue
        minutes = count_of(match["count"]) * _HOUR + (_HOUR // 2 if match["half"] else 0)
        if spaced(match["way"]) not in _patterns().ahead:
            minutes = -minutes
        first, second = _named(one, forms), _named(other, forms)
        if second not in offsets and first in offsets:
            offsets[second] = offsets[first] - minutes
            continue
        if second not in offsets:
            known = zone_called(other)
            offsets[second] = known.offsets[0] if known and known.offsets else 0
        offsets[first] = offsets[second] + minutes


def _name_before(sentence: Statement, first: int, end: int) -> str:
    """The last place named before, in the same clause."""
    stops = [match.end() for match in _STOP.finditer(sentence.text, first, end)]
    names = [_place(match[0]) for match in _NAME.finditer(sentence.text, stops[-1] if stops else first, end)]
    return next((name for name in reversed(names) if name), "")


def _place(written: str) -> str:
    """A name without the words in capitals that are no part of it; empty if nothing is left."""
    words = plain(written).split()
    while words and (words[0] in _patterns().no_places | {"de", "del", "la"}) and words != [_UTC]:
        words = words[1:]
    while words and words[-1] in _patterns().no_places and words != [_UTC]:
        words = words[:-1]
    return " ".join(words)


def _named(name: str, forms: dict[str, str]) -> str:
    """One name for a place, whose other names are put into ``forms``."""
    zone = zone_called(name)
    place = forms.get(name) or (zone.name if zone else name)
    for form in (name, *(zone.forms if zone else ())):
        forms.setdefault(form, place)
    return place


def on_told_clocks(
    read: Surroundings, statement: Statement, clocks: Clocks, following: Statement | None = None
) -> Surroundings:
    """What was read in a statement, its hours on the clocks that the evidence tells of.

    ``following`` may hold no more than the name of the clock, cut off by the point of ``6 p.m. Eastern``.
    """
    if not any(value.kind is Kind.TIME for value in read.values):
        return read
    folded = statement.folded
    if following is not None and len(following.words) <= _FEW and folded.endswith("m."):
        folded = f"{folded} {following.folded}"
    values: list[Value] = []
    for value in reversed(read.values):
        is_hour = value.kind is Kind.TIME
        values.append(_on_a_clock(folded, value, clocks, values[-1:]) if is_hour else value)
    return read._replace(values=tuple(reversed(values)))


def _on_a_clock(folded: str, value: Value, clocks: Clocks, following: Sequence[Value]) -> Value:
    places = [place for place in clocks.names.finditer(folded) if spaced(place["name"]) in clocks.offsets]
    near = next(
        (place for place in places if value.start <= place.start() <= value.end + _RIGHT_BEHIND), None
    )
    if near is not None:
        name = spaced(near["name"])
        return value._replace(parts=(clocks.offsets[name],), named=name)
    if value.parts:
        return value
    after = next((each for each in following if each.kind is Kind.TIME and each.parts), None)
    if after is not None and after.start - value.end <= _LINKED:
        return value._replace(parts=after.parts, named=after.named)
    # Of several places that of its own clause (`in Rome it is nine when the shop in Lima opens`).
    first = max((edge.end() for edge in _EDGE.finditer(folded, 0, value.start)), default=0)
    last = next((edge.start() for edge in _EDGE.finditer(folded, value.end)), len(folded))
    for kept in (places, [place for place in places if first <= place.start() < last]):
        only = {clocks.offsets[spaced(place["name"])] for place in kept}
        if len(only) == 1:
            offset = only.pop()
            return value._replace(parts=(offset,), named=f"{offset}")
    return value


def on_the_day(mine: Surroundings, theirs: Surroundings) -> Surroundings:
    """The evidence's days by the claim's clock, where an hour of both is one and falls on another day there."""
    shifts = {
        _days_on(value, found)
        for value in mine.values
        for found in theirs.values
        if value.kind is found.kind is Kind.TIME and value.parts and found.parts and agrees(value, found)
    }
    if len(shifts) != 1 or shifts == {0}:
        return theirs
    shift = shifts.pop()
    return theirs._replace(
        values=tuple(_moved(each, shift) if each.kind is Kind.DATE else each for each in theirs.values)
    )


def _days_on(value: Value, found: Value) -> int:
    for low in (found.low, *(each[0] for each in (found.other,) if each)):
        minutes = int(low) - found.parts[0] + value.parts[0]
        if minutes % _DAY in {int(value.low), int(value.other[0]) if value.other else -1}:
            return minutes // _DAY
    return 0


def _moved(value: Value, days: int) -> Value:
    if len(value.parts) != 3 or not value.parts[1] or not value.parts[2]:
        return value
    try:
        then = date(value.parts[0] or _OPEN_YEAR, *value.parts[1:]) + timedelta(days=days)
    except (ValueError, OverflowError):
        return value
    weekday = None if value.weekday is None else (value.weekday + days) % 7
    year = then.year if value.parts[0] else 0
    return value._replace(parts=(year, then.month, then.day), other_parts=(), weekday=weekday, implied=True)
