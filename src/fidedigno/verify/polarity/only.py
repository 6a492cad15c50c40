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
        alone = _named(reading, quantity) if _is_only(quantity) else None
        if alone is None:
            continue
        for said in counterparts(alone, against):
            yield alone, said


def _is_only(quantity: Quantity) -> bool:
    return quantity.said is Amount.ONLY and not quantity.times


def _named(reading: Reading, quantity: Quantity) -> Token | None:
    """What is named alone; before a verb (``only members | solo pueden votar los socios``) the one thing behind it."""
    of = quantity.of
    if of is not None and _is_thing(reading, of):
        return of
    clause = reading.clause_of(quantity.first)
    behind = [t for t in clause if t.place > quantity.last.place and t.content and t.nominal]
    return behind[0] if len(behind) == 1 else None


def _beside(reading: Reading, token: Token) -> Iterator[Token]:
    """The words that are listed with one, before or behind it: ``members and guests``."""
    governed = token.nominal or bool(token.place and reading.has("preposition", token.place - 1))
    for step in (1, -1):
        place, joined = token.place + step, False
        while 0 <= place < len(reading.tokens) and abs(place - token.place) <= _NEAR:
            each = reading.tokens[place]
            joined = joined or bool(reading.has("listing", place)) or bool(reading.has("adding", place))
            if each.content:
                if joined and each.clause == token.clause and (governed or _is_thing(reading, each)):
                    yield each
                break
            place += step


def _is_thing(reading: Reading, token: Token) -> bool:
    """Whether a word in a list is no verb; a Spanish plural is none either (``empleados``)."""
    if token.place and reading.has("preposition", token.place - 1):
        return True
    plural = reading.language == "es" and token.text.endswith("s")
    return token.nominal or plural or not may_be_verb(token.root, reading.language)


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
