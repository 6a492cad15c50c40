"""Measures of two parts as one value: ``2 hours and 20 minutes``, ``5 ft 3 in``, ``minuto y medio``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from fidedigno.verify.values.bounds import with_around
from fidedigno.verify.values.lexicon import alternatives, lexicon
from fidedigno.verify.values.numerals import more_behind
from fidedigno.verify.values.skipped import Mask
from fidedigno.verify.values.value import Bound, Kind, Value

_BETWEEN = re.compile(r"\s{0,2}(?:,\s|(?:y|and|con|with)\s{1,2})?")
_JOINED = frozenset({Kind.NUMBER, Kind.DURATION})


def join_compounds(text: str, folded: str, values: Sequence[Value]) -> list[Value]:
    """Put a measure and the smaller one right behind it together."""
    found: list[Value] = []
    for value in values:
        if found and _belongs(folded, found[-1], value):
            found[-1] = _sum(text, found[-1], value)
        else:
            found.append(value)
    return found


def _belongs(folded: str, first: Value, second: Value) -> bool:
    units = lexicon().units
    if first.kind is not second.kind or first.kind not in _JOINED or first.unit != second.unit:
        return False
    if first.is_range or second.is_range or first.other or second.other or second.article:
        return False
    if (
        second.bound is not Bound.NONE
        or first.behind
        or first.named not in units
        or second.named not in units
    ):
        return False
    larger, smaller = units[first.named], units[second.named]
    fits = smaller.factor < larger.factor and second.low < larger.factor and not larger.offset
    return (
        fits
        and first.unit not in lexicon().counted
        and _BETWEEN.fullmatch(folded, first.end, second.start) is not None
    )


def _sum(text: str, first: Value, second: Value) -> Value:
    return first._replace(
        low=first.low + second.low, high=first.high + second.high, end=second.end,
        written=text[first.start : second.end], named=second.named, number_end=second.number_end,
        whole_end=max(first.whole_end, second.whole_end), behind=second.behind, article=False,
    )  # fmt: skip


@cache
def _alone() -> re.Pattern[str]:
    known = lexicon()
    words = [
        unit.forms[language][0]
        for unit in known.units.values()
        if unit.base not in known.counted and unit.base not in known.percentages
        for language in unit.forms
        if unit.forms[language]
    ]
    more = alternatives(known.more)
    return re.compile(rf"(?<![\w.,])(?P<unit>{alternatives(words)})(?=\s{{1,3}}{more}(?!\w))")


def find_units_and_more(text: str, folded: str, language: str, mask: Mask) -> list[Value]:
    """``hora y media``: one of a unit, without a number, and some more of it. They are taken from the mask."""
    known = lexicon()
    words = known.number_words(language)
    found = []
    for match in _alone().finditer(folded):
        share, end = more_behind(folded, match.end(), words)
        start, stop = match.span("unit")
        if not share or not mask.is_free(start, end):
            continue
        mask.take(start, end)
        unit = known.unit_called(match["unit"])
        low = unit.in_base(1 + share)
        duration = unit.base in known.durations
        value = Value(
            start, end, Kind.DURATION if duration else Kind.NUMBER, text[start:end], low=low, high=low,
            unit=unit.base, named=unit.name, nouns=frozenset() if duration else frozenset({unit.base}),
            number_start=start, number_end=stop,
        )  # fmt: skip
        found.append(with_around(folded, value))
    return found
