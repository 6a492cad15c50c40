"""What the rest of a text says of its dates: whether the day or the month comes first, and which are by-lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from fidedigno.consolidate.plain import plain
from fidedigno.verify.statement import Statement
from fidedigno.verify.values.lexicon import alternatives, both, lexicon
from fidedigno.verify.values.value import Kind, Value

_FIGURES = re.compile(r"(?P<first>[0-9]{1,2})[/.-](?P<second>[0-9]{1,2})(?:[/.-][0-9]{2,4})?")
_LONGEST = 64
_LAST_MONTH = 12
_BY = re.compile(
    r"(?<!\w)(?:[Bb]y|BY|[Pp]or)\s[A-ZÁÉÍÓÚÑ][\w.’'-]*(?:\s[A-ZÁÉÍÓÚÑ][\w.’'-]*){1,3}\s?(?:on|el|[|,–-])?\s?$"
)


@cache
def _orders() -> tuple[re.Pattern[str], re.Pattern[str]]:
    data = lexicon().data
    one, other = (
        rf"(?<!\w){alternatives(both(data[name]))}(?![a-z])" for name in ("day_first", "month_first")
    )
    return re.compile(one), re.compile(other)


@cache
def _by_line() -> re.Pattern[str]:
    data = lexicon().data
    return re.compile(
        rf"(?:(?<!\w)(?P<before>[a-z]+)\s)?(?<!\w){alternatives(both(data['by_line']))}\s?:?\s?(?:the\s|el\s)?$"
    )


@cache
def _auxiliaries() -> frozenset[str]:
    return frozenset(map(plain, both(lexicon().data["auxiliaries"])))


@cache
def published() -> frozenset[str]:
    """Words by which a claim speaks of when a text came out."""
    return frozenset(map(plain, both(lexicon().data["published"])))


def in_told_order(statement: Statement, days: Sequence[Value]) -> list[Value]:
    """Dates in figures as the text says that they are meant: in words, or by another one that has only one reading."""
    if not any(day.other_parts for day in days):
        return list(days)
    day_first = _is_day_first(statement, days)
    return [_ordered(day, day_first=day_first) for day in days] if day_first is not None else list(days)


def _is_day_first(statement: Statement, days: Sequence[Value]) -> bool | None:
    for text in (statement.folded, plain(statement.context), plain(statement.before)):
        told = [pattern.search(text) is not None for pattern in _orders()]
        if told[0] != told[1]:
            return told[0]
    signs = set()
    for day in days:
        match = _FIGURES.fullmatch(day.written)
        if match and not day.other_parts and int(match["first"]) != int(match["second"]):
            signs |= {True} if int(match["first"]) > _LAST_MONTH else set()
            signs |= {False} if int(match["second"]) > _LAST_MONTH else set()
    return signs.pop() if len(signs) == 1 else None


def _ordered(day: Value, *, day_first: bool) -> Value:
    match = _FIGURES.fullmatch(day.written)
    if not day.other_parts or match is None:
        return day
    first, second = int(match["first"]), int(match["second"])
    parts = (day.parts[0], second, first) if day_first else (day.parts[0], first, second)
    return day._replace(parts=parts, other_parts=())


def with_by_line(statement: Statement, day: Value) -> Value:
    """A day that is marked if it stands in a by-line (``Published 3 May``, ``By Ann Lee on 3 May``)."""
    if day.kind is not Kind.DATE:
        return day
    first = max(0, day.start - _LONGEST)
    match = _by_line().search(statement.folded[first : day.start])
    told = match is not None and match["before"] not in _auxiliaries()
    if told or _BY.search(statement.text[first : day.start]):
        return day._replace(by_line=True)
    return day
