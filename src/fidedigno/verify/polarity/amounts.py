"""The quantifiers of a statement: which amount each tells, and of what.

A denial of what is said turns the amount (*all lack it* is *none has it*). Nothing inside a condition or an
exception counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fidedigno.verify.polarity.amount_words import Amount, Phrase, is_time, links, spans_in
from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.operators import Role
from fidedigno.verify.polarity.reading import Reading

_NEAR = 4
_DENYING = frozenset({Role.NEGATOR, Role.REVERSE, Role.DISABLE, Role.LOCAL})
_ANY = frozenset({"any", "anyone", "anybody", "anything", "cualquier", "cualquiera"})
_LISTING = frozenset({"nor", "ni"})
_CONCORD = frozenset({Role.NEGATOR, Role.LOCAL})
_PART = frozenset({"part", "parte"})
_ALONE = frozenset(Amount) - {Amount.MANY, Amount.PART, Amount.ONLY}
"""Amounts whose quantifier may stand without its noun: ``all agreed``, ``ninguno vino``."""
_TURNED = {
    Amount.EVERY: Amount.NONE,
    Amount.NONE: Amount.EVERY,
    Amount.SOME: Amount.PART,
    Amount.MANY: Amount.PART,
    Amount.NEARLY: Amount.FEW,
    Amount.MOST: Amount.FEW,
    Amount.FEW: Amount.MOST,
    Amount.ONE: Amount.PART,
}


class Quantity(NamedTuple):
    """A quantifier from its first to its last token, the token that it counts, and whether it counts times.
    ``said`` is the amount that the words tell, ``amount`` what it comes to where the clause denies."""

    amount: Amount
    said: Amount
    times: bool
    first: Token
    last: Token
    of: Token | None


@lru_cache(maxsize=2_048)
def quantities_in(reading: Reading) -> Sequence[Quantity]:
    """The quantifiers of a statement that count something in it."""
    spans = spans_in(reading.texts, reading.language)
    inside = frozenset(first + at for phrase, first in spans for at in range(len(phrase.words)))
    concord = reading.language == "es" and any(phrase.amount is Amount.NONE for phrase, _ in spans)
    found: list[Quantity] = []
    for phrase, first in spans:
        opening, last = reading.tokens[first], reading.tokens[first + len(phrase.words) - 1]
        if opening.hypothetical or opening.excepted:
            continue
        if opening.role is Role.CANCELS and phrase.amount in {Amount.EVERY, Amount.ONLY}:
            continue
        if not _PART.isdisjoint(phrase.words) and _is_part(reading, opening):
            continue
        if phrase.amount is Amount.NONE and _but_for_those_with(reading, last):
            continue
        times = phrase.kind == "times"
        of = None if phrase.kind == "all" else _counted(reading, opening, last.place, times=times)
        if of is None and (phrase.amount is Amount.ONLY or phrase.kind == "turns"):
            of = _counted_before(reading, opening)
        if phrase.kind == "turns" and (of is None or not is_time(of.text, reading.language)):
            # `Every other member` may be all the others.
            continue
        alone = phrase.amount is Amount.ONLY and any(t.content for t in reading.clause_of(opening))
        if of is None and phrase.kind == "things" and phrase.amount not in _ALONE and not alone:
            continue
        amount = _turned(reading, opening, phrase, inside, concord=concord)
        if amount is Amount.EVERY and _has_exception(reading, last):
            amount = Amount.MOST
        found.append(Quantity(amount, phrase.amount, times, opening, last, of))
    return tuple(found)


def _but_for_those_with(reading: Reading, last: Token) -> bool:
    """Whether what is behind *without* has it: ``nobody without a badge is admitted``."""
    near = reading.tokens[last.place + 1 : last.place + 1 + _NEAR]
    return any(t.role is Role.LOCAL for t in near)


def _has_exception(reading: Reading, last: Token) -> bool:
    """Whether an exception follows soon: ``all the lamps but two``."""
    near = reading.tokens[last.place + 1 : last.place + 1 + _NEAR]
    return any(t.role is Role.EXCEPTION for t in near)


def _is_part(reading: Reading, opening: Token) -> bool:
    """Whether *part of* tells of belonging: ``is part of``, ``forma parte de``."""
    before = reading.tokens[opening.place - 1] if opening.place else None
    return before is not None and (before.copula or before.role is not None or before.text.startswith("form"))


def _turned(
    reading: Reading, opening: Token, phrase: Phrase, inside: frozenset[int], *, concord: bool
) -> Amount:
    """The amount, turned where its clause denies what is said by a word that is no quantifier itself."""
    amount = phrase.amount
    if amount in {Amount.PART, Amount.ONLY}:
        return amount
    denying = [
        t
        for t in reading.clause_of(opening)
        if t.role in _DENYING
        and t.place not in inside
        and t.text not in _LISTING
        and not (concord and t.role in _CONCORD)
        and not (t.place and reading.tokens[t.place - 1].role is t.role is Role.REVERSE)
    ]
    if len(denying) % 2 == 0:
        return amount
    before = denying[0].place < opening.place
    if amount is Amount.EVERY and before and phrase.words[0] not in _ANY:
        return Amount.PART
    return _TURNED.get(amount, amount)


def _counted(reading: Reading, opening: Token, last: int, *, times: bool) -> Token | None:
    clause = reading.clause_of(opening)
    if times:
        return next((t for t in clause if t.content), None)
    between = links(reading.language)
    near = [t for t in clause if t.place > last and t.text not in between][:_NEAR]
    if any(_is_pronoun(reading, place) for place in range(last + 1, last + 3)):
        return None
    for token in near:
        if token.content:
            if token.place == last + 1 and _is_verb(reading, token):
                return None
            # `all chemistry students`: the noun is the last of several words that stand together.
            behind = reading.tokens[token.place + 1 : token.place + 2]
            together = reading.language == "en" and behind and _goes_together(token, behind[0])
            return behind[0] if together else token
        if token.role is not None and token.role is not Role.LIGHT:
            return None
    return None


def _is_pronoun(reading: Reading, place: int) -> bool:
    """Whether others are meant without a noun: ``each of those on board``."""
    if reading.language != "en" or not reading.has("any_of_them", place):
        return False
    return bool(reading.has("preposition", place + 1) or reading.has("relative", place + 1))


def _is_verb(reading: Reading, token: Token) -> bool:
    """Whether what follows a quantifier right away is what is done: ``half speak French``."""
    behind = reading.tokens[token.place + 1 : token.place + 2]
    plain = may_be_verb(token.root, reading.language) and not token.nominal
    return bool(
        plain and behind and behind[0].content and reading.language == "en" and not token.text.endswith("s")
    )


def _goes_together(token: Token, behind: Token) -> bool:
    noun = behind.content and behind.clause == token.clause and not may_be_verb(behind.root, "en")
    return noun and behind.text.endswith("s") and not token.text.endswith("s")


def _counted_before(reading: Reading, opening: Token) -> Token | None:
    """The noun before a quantifier at the end of its clause: ``for members only``."""
    before = [t for t in reading.clause_of(opening) if t.place < opening.place and t.content]
    return before[-1] if before else None
