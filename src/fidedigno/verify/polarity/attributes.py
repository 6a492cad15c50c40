"""Attributes that go to the wrong one of two: *A has chat and B has mail* against *B has chat*.

Only where the evidence itself sets two side by side, in clauses or sentences that are built alike and differ in who and in what: the
claim mixes what tells one apart with what is said of the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.overlap import alike
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.weighed import LEAST
from fidedigno.verify.statement import Difference

ATTRIBUTE = "attribute_differs"
_STRENGTH = 0.9
_FEW = 4
"""How much two clauses set side by side may differ in who, and in what."""
_MAX_CLAUSES = 12
_KNOWN = 0.5


class _Clause(NamedTuple):
    sentence: int
    reading: Reading
    tokens: list[Token]


def differing_attributes(
    claim: Reading, sentences: Sequence[tuple[int, Reading]]
) -> list[tuple[int, Difference]]:
    """The attributes that the claim gives to one of two and the evidence to the other, each with the number of the
    sentence that gives it."""
    theirs = [each for number, reading in sentences for each in _contents(number, reading)][:_MAX_CLAUSES]
    if len(theirs) < 2:
        return []
    found: list[tuple[int, Difference]] = []
    for mine in _contents(0, claim):
        for one in theirs:
            for other in theirs:
                if one is not other:
                    found += _mixed(mine.tokens, claim, one, other)
    found = [each for each in found if each[1].certainty >= LEAST]
    return sorted(found, key=lambda each: -each[1].certainty)[:1]


def _contents(number: int, reading: Reading) -> list[_Clause]:
    clauses = [
        [t for t in reading.tokens[start:end] if t.content and not t.hypothetical and not t.excepted]
        for start, end in reading.clauses
    ]
    return [_Clause(number, reading, each) for each in clauses if len(each) >= 2]


def _mixed(
    mine: Sequence[Token], claim: Reading, one: _Clause, other: _Clause
) -> list[tuple[int, Difference]]:
    """The claim has a word of ``one`` alone, and of ``other`` alone, each for what the other clause says else."""
    shared = [t for t in one.tokens if _has(other.tokens, t)]
    first = [t for t in one.tokens if not _has(other.tokens, t)]
    second = [t for t in other.tokens if not _has(one.tokens, t)]
    if not shared or not first or not second:
        return []
    key, rest = _parted(first, mine)
    value, others = _parted(second, mine)
    if not key or not value or not 0 < len(rest) <= _FEW or not 0 < len(others) <= _FEW:
        return []
    if any(_has(claim.tokens, t) for t in (*rest, *others)):
        return []
    # Built alike: who before what in both.
    if (key[0].place < rest[0].place) is not (others[0].place < value[0].place):
        return []
    said = [t for t in mine if _has(value, t)]
    if any(sign_of(t.mode) <= 0 for t in (*said, *rest)) or all(t.text.isdigit() for t in said):
        return []
    known = sum(_has(one.tokens, t) or _has(other.tokens, t) for t in mine) / len(mine)
    if known < _KNOWN:
        return []
    certainty = round(_STRENGTH * known**0.5, 3)
    difference = Difference(
        ATTRIBUTE, said[0].start, said[-1].end, rest[0].start, rest[-1].end, "", certainty
    )
    return [(one.sentence, difference)]


def _parted(tokens: Sequence[Token], mine: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    """Those that the claim has, and the rest."""
    return [t for t in tokens if _has(mine, t)], [t for t in tokens if not _has(mine, t)]


def _has(tokens: Sequence[Token], token: Token) -> bool:
    return any(alike(token, each) for each in tokens)
