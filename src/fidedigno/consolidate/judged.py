"""Contradictions that no rule sees, by somebody who was handed in to judge pairs of sentences.

A judge can only add a conflict. It is asked after every rule, only where a fact in words is covered, and only
of two sentences of different documents, of equal authority and scope, that speak of the same thing. What it finds
is declared with both sides and settled by nobody; that it finds nothing changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from fidedigno.consolidate.said import Said
from fidedigno.consolidate.text_conflict import comparable
from fidedigno.model import ConflictKind, FactKind, FactRow, FactStatus

Judge = Callable[[str, str], bool]
"""Whether two sentences cannot both be true. It keeps its own limits of time and number, and gives the same answer
to the same pair."""


def declare_judged(row: FactRow, standing: Sequence[Said], timezone: str, judge: Judge) -> FactRow:
    """``row``, or the same fact as conflicting where the judge says so of two sentences that carry it.

    The pairs are put to the judge in the canonical order of statements, which the arrival of cards cannot change.
    """
    if row.fact.kind is not FactKind.TEXT or row.status is not FactStatus.COVERED:
        return row
    carrying = [each for each in sorted(standing, key=Said.order) if each.statement in row.statements]
    for one, other in combinations(carrying, 2):
        same = one.statement.text == other.statement.text
        if same or not _are_equals(one, other) or not comparable(one, other, timezone):
            continue
        if judge(one.statement.text, other.statement.text):
            beside = tuple(each for each in row.statements if each != other.statement)
            return replace(
                row,
                status=FactStatus.CONFLICTING,
                statements=beside,
                opposed=(other.statement,),
                conflict=ConflictKind.MODEL,
                reason="",
            )
    return row


def _are_equals(one: Said, other: Said) -> bool:
    """Whether neither rules over the other, and both are sentences without a value that could be compared."""
    worded = not (one.statement.value or other.statement.value)
    return worded and (one.rank, one.specificity) == (other.rank, other.specificity)
