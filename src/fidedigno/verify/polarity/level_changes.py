"""Two amounts of one thing in a sentence, and which is the old one: *from 6.1% down to 5.7%*, *£2.40 instead of £2.60*.

A range (*from 5 to 7 euros*) is no change: a verb must tell that something changed, or a word which of the two was.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from fidedigno.consolidate.passages import words_in
from fidedigno.verify.polarity.level_words import level_words, trend_of
from fidedigno.verify.polarity.roots import root_of
from fidedigno.verify.statement import Statement
from fidedigno.verify.values.find import find_values
from fidedigno.verify.values.value import MEASURED, Kind, Value

_FAR = 60
"""Characters between two values that are set beside each other."""
_BEFORE = 60
_BREAK = re.compile(r"[,;()]\s|\.\s|\s(?:and|y|e|but|pero|while|mientras)\s")


class Change(NamedTuple):
    """An old and a new value, in their order in the text; ``sign`` is 1 where the new one is more, else -1."""

    first: Value
    second: Value
    sign: int


def amounts_in(statement: Statement) -> list[Value]:
    """The single amounts of a statement."""
    return [each for each in find_values(statement) if each.kind in MEASURED and not each.is_range]


@lru_cache(maxsize=2_048)
def changes_in(statement: Statement) -> tuple[Change, ...]:
    """The changes of an amount that a sentence tells."""
    found: list[Change] = []
    values = amounts_in(statement)
    ends = [0, *(each.end for each in values)]
    for (first, second), begin in zip(pairwise(values), ends, strict=False):
        if second.start - first.end > _FAR or not comparable(first, second):
            continue
        more = more_of(second, statement, first, statement)
        order = _order(statement, first, second, begin) if more else 0
        if order:
            found.append(Change(first, second, more * order))
    for each in find_values(statement):
        # Two amounts in rising order are read as a range.
        before = statement.folded[max(0, each.start - _BEFORE) : each.start]
        range_of_two = each.kind in MEASURED and each.from_to and each.is_range
        if range_of_two and _tells_change(_behind_break(before), statement.language):
            found.append(Change(each, each, 1))
    return tuple(found)


def _behind_break(text: str) -> str:
    breaks = list(_BREAK.finditer(text))
    return text[breaks[-1].end() :] if breaks else text


def comparable(one: Value, other: Value) -> bool:
    """Whether two amounts are of one measure; one without a unit takes that of the other (``from 12 to 9 euros``)."""
    return is_bare(one) or is_bare(other) or (one.kind is other.kind and one.unit == other.unit)


def more_of(one: Value, its: Statement, other: Value, others: Statement) -> int:
    """1 where the first of two comparable amounts is more, -1 where it is less, 0 where they are the same.

    Beside a number without a unit the figures count as they are written: ``40 minutes, down from 55``.
    """
    mine, their = one.low, other.low
    if is_bare(one) is not is_bare(other):
        mine, their = _written(one, its), _written(other, others)
    return 0 if mine == their else 1 if mine > their else -1


def _written(value: Value, statement: Statement) -> Decimal:
    figures = statement.text[value.number_start : value.number_end]
    alone = find_values(Statement.of(figures, statement.language))
    return alone[0].low if len(alone) == 1 else value.low


def is_bare(value: Value) -> bool:
    """Whether a number stands without what it counts."""
    return value.kind is Kind.NUMBER and not value.unit


def _order(statement: Statement, first: Value, second: Value, begin: int) -> int:
    """1 where the second value is the new one, -1 where the first is, 0 where nothing tells."""
    folded, words = statement.folded, level_words(statement.language).phrases
    gap = folded[first.end : second.start]
    before = folded[max(begin, first.start - _BEFORE) : first.start]
    behind = _upto_break(folded[second.end : second.end + _FAR])
    plain = gap.strip(" ,(:—–")
    if words["to"].fullmatch(plain) and (
        words["from"].search(before) or _tells_change(before, statement.language)
    ):
        return 1 if _tells_change(before + plain, statement.language) else 0
    if words["instead"].match(plain):
        return -1
    if words["against"].match(plain) and (words["earlier"].search(plain) or words["earlier"].search(behind)):
        return -1
    at = _BREAK.search(gap + " ")
    if at is None:
        return 0
    mine, their = before + gap[: at.start()], gap[at.end() :] + behind
    early, late = words["earlier"], words["later"]
    if early.search(mine) and late.search(their) and not late.search(mine):
        return 1
    return -1 if late.search(mine) and early.search(their) and not early.search(mine) else 0


def _upto_break(text: str) -> str:
    at = _BREAK.search(text + " ")
    return text[: at.start()] if at else text


def _tells_change(text: str, language: str) -> bool:
    """Whether a verb of change stands in a text; of a rise or a fall, or one that does not tell which."""
    change = level_words(language).change
    roots = [root_of(text[word.start : word.end], language) for word in words_in(text, language=language)]
    return any(root in change or trend_of(root, language) for root in roots)


class Fact(NamedTuple):
    """An amount and the stretch of its sentence that tells what it is of."""

    value: Value
    start: int
    end: int


@lru_cache(maxsize=2_048)
def facts_in(statement: Statement) -> tuple[Fact, ...]:
    """The amounts of a sentence, each with the words around it up to those of the next."""
    values = amounts_in(statement)
    found: list[Fact] = []
    begin = 0
    for place, value in enumerate(values):
        last = values[place + 1].start if place + 1 < len(values) else len(statement.folded)
        at = _BREAK.search(statement.folded, value.end, last)
        end = at.start() if at else (last if place + 1 == len(values) else value.end)
        found.append(Fact(value, begin, end))
        begin = at.end() if at else value.end
    return tuple(found)
