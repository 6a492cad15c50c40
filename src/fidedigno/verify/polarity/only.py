"""Only these, and these and others: *by pharmacists only* against *by pharmacists and nurses*.

Where one text says something of one kind alone, another that says it of this kind and of a further one, side by side,
says more.
"""

from __future__ import annotations

from collections.abc import Iterator

from fidedigno.verify.polarity.amount_words import Amount
from fidedigno.verify.polarity.amounts import Quantity, quantities_in
from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.modes import POSITIVE
from fidedigno.verify.polarity.overlap import Pair, counterparts
from fidedigno.verify.polarity.quantifiers import QUANTIFIER
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

_STRENGTH = 0.9
_FEWEST = 0.6
"""How surely both clauses must tell of the same."""
_NEAR = 3


def differing_only(pair: Pair) -> list[Weighed]:
    """The words of the claim that are beside what the evidence names alone, or the other way."""
    found: list[Weighed] = []
    for alone, said_there in _alone(pair.evidence, pair.claim):
        for further in _beside(pair.claim, said_there):
            if not _told_too(pair.evidence, alone, further):
                found += _weighed(pair, further, alone, frozenset({further.place}), frozenset())
    for alone, said_there in _alone(pair.claim, pair.evidence):
        for further in _beside(pair.evidence, said_there):
            if not _told_too(pair.claim, alone, further):
                found += _weighed(pair, alone, further, frozenset(), frozenset({further.place}))
    return found


def _alone(reading: Reading, against: Reading) -> Iterator[tuple[Token, Token]]:
    """What is named alone in one text, with the word for it in the other, where that does not say *only* too."""
    if not reading.by_root or any(_is_only(each) for each in quantities_in(against)):
        return
    for quantity in quantities_in(reading):
        alone = quantity.of
        if not _is_only(quantity) or alone is None or may_be_verb(alone.root, reading.language):
            continue
        for said in counterparts(alone, against):
            yield alone, said


def _is_only(quantity: Quantity) -> bool:
    return quantity.said is Amount.ONLY and not quantity.times


def _beside(reading: Reading, token: Token) -> Iterator[Token]:
    """The words that are listed with one, before or behind it: ``members and guests``."""
    for step in (1, -1):
        place, joined = token.place + step, False
        while 0 <= place < len(reading.tokens) and abs(place - token.place) <= _NEAR:
            each = reading.tokens[place]
            joined = joined or bool(reading.has("listing", place)) or bool(reading.has("adding", place))
            if each.content:
                if joined and each.clause == token.clause and not may_be_verb(each.root, reading.language):
                    yield each
                break
            place += step


def _told_too(reading: Reading, alone: Token, further: Token) -> bool:
    """Whether the clause that names one alone has the further one as well."""
    return any(each.clause == alone.clause for each in counterparts(further, reading))


def _weighed(
    pair: Pair, said: Token, source: Token, skip: frozenset[int], skipped: frozenset[int]
) -> Iterator[Weighed]:
    if any(t.hypothetical or t.excepted for t in (said, source)):
        return
    modes = (t.mode for t in (said, source))
    if any(mode not in POSITIVE and mode != "unknown" for mode in modes):
        return
    sure = pair.likeness(said, source, skip, skipped)
    if sure < _FEWEST:
        return
    certainty = round(sure * _STRENGTH, 3)
    difference = Difference(QUANTIFIER, said.start, said.end, source.start, source.end, "", certainty)
    yield Weighed(said.place, sure, 0.0, difference, source.place)
