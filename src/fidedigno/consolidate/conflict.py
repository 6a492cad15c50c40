"""Whether two statements of one fact can both be true, and in what they differ.

Instants are compared as instants (a whole day agrees with its hours; without an offset the wall clock counts),
amounts in the base of their unit, states as words, texts by their amounts, dates and denials where they speak
of the same thing. A denial opposes an equal value only: ``not on the 12th`` agrees with ``on the 19th``. Nothing
is averaged and nothing is chosen here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fidedigno.consolidate.amounts import is_zero, same_amount
from fidedigno.consolidate.said import Said
from fidedigno.consolidate.statements_dates import agree
from fidedigno.consolidate.text_conflict import texts_differ
from fidedigno.model import ConflictKind, FactKind, Statement


class Disagreement(NamedTuple):
    """The statements on one side, those against them, and in what the two sides differ."""

    statements: tuple[Said, ...]
    opposed: tuple[Said, ...]
    kind: ConflictKind


def differ(one: Said, other: Said, timezone: str) -> ConflictKind | None:
    """In what two statements of a fact differ; ``None`` where they agree or do not speak of the same."""
    if one.statement.kind is FactKind.TEXT and not (one.statement.value or other.statement.value):
        return texts_differ(one, other, timezone)
    return values_differ(one.statement, other.statement, timezone)


def values_differ(one: Statement, other: Statement, timezone: str) -> ConflictKind | None:
    """As :func:`differ`, for two values."""
    equal = _EQUAL.get(one.kind, _same_word)(one.value, other.value, timezone)
    if one.negated != other.negated:
        denial, affirmed = (one, other) if one.negated else (other, one)
        opposes = equal or (not denial.value and not is_zero(affirmed.value))
        return ConflictKind.NEGATION if opposes else None
    if equal or one.negated:
        return None
    return _KINDS.get(one.kind, ConflictKind.STATE)


def detect_conflict(said: Sequence[Said], timezone: str) -> Disagreement | None:
    """The first disagreement among statements of equal rank, in their canonical order.

    The first statement that another opposes stands on one side with all that agree with it.
    """
    ordered = sorted(said, key=Said.order)
    for first in ordered:
        opposed = [each for each in ordered if differ(first, each, timezone)]
        if opposed:
            kind = differ(first, opposed[0], timezone)
            beside = [each for each in ordered if each not in opposed]
            return Disagreement(tuple(beside), tuple(opposed), kind or ConflictKind.STATE)
    return None


def _same_instant(one: str, other: str, timezone: str) -> bool:
    return agree(one, other, timezone)


def _same_quantity(one: str, other: str, _: str) -> bool:
    return same_amount(one, other)


def _same_word(one: str, other: str, _: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


_EQUAL: dict[FactKind, Callable[[str, str, str], bool]] = {
    FactKind.INSTANT: _same_instant,
    FactKind.AMOUNT: _same_quantity,
}
_KINDS = {FactKind.INSTANT: ConflictKind.INSTANT, FactKind.AMOUNT: ConflictKind.AMOUNT}
