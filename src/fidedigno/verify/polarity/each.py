"""What each of some is given, and each of others: *two rolls for each crew* against *two rolls for each volunteer*.

Only where the evidence speaks of both, and tells the same number of the same thing of the one.
"""

from __future__ import annotations

from fidedigno.verify.polarity.amount_words import Amount, numbers_in, tells_each
from fidedigno.verify.polarity.amounts import Quantity, quantities_in
from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.overlap import Pair, alike, counterparts
from fidedigno.verify.polarity.quantifiers import QUANTIFIER
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

_STRENGTH = 0.9
_FEWEST = 0.5
"""How surely both must tell of the same, whoever gets it."""
_LEAST = 0.65
"""The certainty where so much is told, however little else is."""
_AHEAD = 3


def differing_each(pair: Pair) -> list[Weighed]:
    """The words of the claim that name others who get what the evidence gives to each of some."""
    found: list[Weighed] = []
    for mine in _each_in(pair.claim):
        for their in _each_in(pair.evidence):
            if mine.of is None or their.of is None or alike(mine.of, their.of):
                continue
            if counterparts(their.of, pair.claim) or not counterparts(mine.of, pair.evidence):
                continue
            found += _weighed(pair, mine, mine.of, their, their.of)
    return found


def _each_in(reading: Reading) -> list[Quantity]:
    return [
        each
        for each in quantities_in(reading)
        if each.amount is Amount.EVERY
        and not each.times
        and tells_each(reading.texts[each.first.place : each.last.place + 1], reading.language)
    ]


def _weighed(pair: Pair, mine: Quantity, said: Token, their: Quantity, source: Token) -> list[Weighed]:
    skip, skipped = frozenset({said.place}), frozenset({source.place})
    ours = _numbers(pair.claim, mine.first.clause)
    best, told = 0.0, their.first
    for start, _ in pair.evidence.clauses[their.first.clause : their.first.clause + _AHEAD]:
        first = pair.evidence.tokens[start]
        sure = pair.likeness(mine.first, first, skip, skipped)
        if sure > best and ours & _numbers(pair.evidence, first.clause):
            best, told = sure, first
    if best < _FEWEST:
        return []
    certainty = round(max(best * _STRENGTH, _LEAST), 3)
    difference = Difference(QUANTIFIER, said.start, said.end, source.start, source.end, "", certainty)
    return [Weighed(said.place, best, 0.0, difference, told.place)]


def _numbers(reading: Reading, clause: int) -> frozenset[int]:
    start, end = reading.clauses[clause]
    return numbers_in(reading.texts[start:end], reading.language)
