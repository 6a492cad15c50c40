"""A claim and a sentence of evidence with what was read in them, and what sort of values can differ."""

from __future__ import annotations

from typing import NamedTuple

from fidedigno.verify.statement import Difference, Statement
from fidedigno.verify.values.agreement import comparable
from fidedigno.verify.values.clauses import Surroundings
from fidedigno.verify.values.rewrite import expected_text
from fidedigno.verify.values.value import MEASURED, Kind, Value


class Pair(NamedTuple):
    """Both statements with what was read in them."""

    claim: Statement
    evidence: Statement
    mine: Surroundings
    theirs: Surroundings


def of_one_sort(value: Value, found: Value) -> bool:
    """Whether the two are of one dimension, or ``found`` leaves out of which (``costs 12 euros; the other, 9``)."""
    if comparable(value, found):
        return True
    bare = found.kind is Kind.NUMBER and not found.unit and not found.nouns
    return bare and value.kind in MEASURED


def difference(
    pair: Pair, number: int, other: int, code: str, certainty: float, *, unique: bool
) -> Difference:
    """The difference between a value of the claim and one of the evidence."""
    value, found = pair.mine.values[number], pair.theirs.values[other]
    expected = expected_text(pair.claim, value, pair.evidence, found) if unique else ""
    return Difference(code, value.start, value.end, found.start, found.end, expected, certainty)
