"""Attributes that go to the wrong one of two: *A has chat and B has mail* against *B has chat*.

Only where the evidence itself sets two side by side, in clauses that differ in who and in what alone.
"""

from __future__ import annotations

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.negation import LEAST
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.statement import Difference

ATTRIBUTE = "attribute_differs"
_STRENGTH = 0.9
_FEW = 3
"""How much two clauses set side by side may differ in who, and in what."""
_MAX_CLAUSES = 12


def differing_attributes(pair: Pair) -> list[Difference]:
    """The attributes that the claim gives to one of two and the evidence to the other."""
    theirs = _contents(pair.evidence)
    found: list[Difference] = []
    for mine in _contents(pair.claim):
        roots = {t.root for t in mine}
        for one in theirs:
            for other in theirs:
                if one is not other:
                    found += _mixed(mine, roots, one, other)
    return [each for each in found if each.certainty >= LEAST][:1]


def _contents(reading: Reading) -> list[list[Token]]:
    clauses = [
        [t for t in reading.tokens[start:end] if t.content and not t.hypothetical and not t.excepted]
        for start, end in reading.clauses[:_MAX_CLAUSES]
    ]
    return [each for each in clauses if len(each) >= 2]


def _mixed(mine: list[Token], roots: set[str], one: list[Token], other: list[Token]) -> list[Difference]:
    """The claim's subject is that of ``one``, what it says of it is that of ``other``."""
    first, second = {t.root for t in one}, {t.root for t in other}
    subject, attribute = (first & roots) - second, (second & roots) - first
    shared = first & second & roots
    rest, others = first - second - subject, second - first - attribute
    if not subject or not attribute or not shared or not 0 < len(rest) <= _FEW or not 0 < len(others) <= _FEW:
        return []
    known = len(subject | attribute | shared)
    said = [t for t in mine if t.root in attribute]
    source = [t for t in one if t.root in first - second - subject]
    heads = [t for t in mine if t.root in subject]
    if heads[0].place > said[0].place or not _in_order(one, subject, other, attribute):
        return []
    if any(sign_of(t.mode) <= 0 for t in (*said, *source)):
        return []
    certainty = _STRENGTH * (known / len(roots)) ** 2
    return [
        Difference(
            ATTRIBUTE, said[0].start, said[-1].end, source[0].start, source[-1].end, "", round(certainty, 3)
        )
    ]


def _in_order(one: list[Token], subject: set[str], other: list[Token], attribute: set[str]) -> bool:
    """Whether who stands before what in both clauses, so that they are built alike."""
    who = next(place for place, t in enumerate(one) if t.root in subject)
    what = next(place for place, t in enumerate(other) if t.root in attribute)
    return who < what
