"""How many and how often: all, most, some, few, none of the same things; always, sometimes, never; only some.

An amount in words is compared with another amount of the same noun, or in clauses about the same; a quantifier on
one side alone tells nothing. Who says *some* where the evidence says *all* says another thing, if less surely so.
A denied *all* counts for *none*, a denied *some* for *not all*. Numbers are left to the comparator of values.
"""

from __future__ import annotations

from operator import itemgetter

from fidedigno.verify.polarity.amount_words import Amount
from fidedigno.verify.polarity.amounts import Quantity, quantities_in
from fidedigno.verify.polarity.clauses import MODAL, Token
from fidedigno.verify.polarity.lexicon import Kind, opposition, places_of
from fidedigno.verify.polarity.overlap import Pair, alike, counterparts
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

QUANTIFIER = "quantifier_differs"
_OTHER_NOUN = 0.8
"""Other nouns on both sides, each of which the other text lacks: perhaps two words for one thing."""
_NO_NOUN = 0.95
_OTHER_KIND = 0.9
"""Things against times: *each session* against *sometimes*."""

_E, _A, _M, _Y, _H, _3, _4, _5, _10, _S, _F, _1, _N, _P, _O = Amount
_CLASHES: dict[tuple[Amount, Amount], float] = {
    (_E, _M): 0.8, (_E, _Y): 0.7, (_E, _H): 1.0, (_E, _S): 0.8, (_E, _F): 1.0, (_E, _1): 0.9,
    (_E, _N): 1.0, (_E, _P): 1.0, (_E, _O): 0.6,
    (_M, _E): 0.75, (_M, _H): 0.5, (_M, _F): 1.0, (_M, _1): 1.0, (_M, _N): 1.0, (_M, _O): 0.5,
    (_Y, _E): 0.5, (_Y, _F): 1.0, (_Y, _1): 0.8, (_Y, _N): 1.0,
    (_H, _E): 0.8, (_H, _M): 0.5, (_H, _F): 0.7, (_H, _1): 0.8, (_H, _N): 1.0,
    (_S, _E): 0.75, (_S, _M): 0.4, (_S, _F): 0.3, (_S, _N): 1.0,
    (_F, _E): 1.0, (_F, _M): 1.0, (_F, _Y): 1.0, (_F, _H): 0.7, (_F, _S): 0.3, (_F, _N): 0.8,
    (_1, _E): 0.8, (_1, _M): 1.0, (_1, _Y): 0.8, (_1, _H): 0.8, (_1, _N): 1.0,
    (_N, _E): 1.0, (_N, _M): 1.0, (_N, _Y): 1.0, (_N, _H): 1.0, (_N, _S): 1.0, (_N, _F): 0.8,
    (_N, _1): 1.0, (_N, _P): 0.7, (_N, _O): 0.8,
    (_P, _E): 1.0, (_P, _N): 0.5,
    (_E, _A): 0.75, (_A, _E): 0.75, (_A, _M): 0.3, (_M, _A): 0.3, (_A, _Y): 0.3, (_A, _H): 1.0, (_H, _A): 0.9,
    (_A, _S): 0.75, (_S, _A): 0.5, (_A, _F): 1.0, (_F, _A): 1.0, (_A, _1): 1.0, (_1, _A): 1.0, (_A, _N): 1.0,
    (_N, _A): 1.0, (_A, _O): 0.5, (_O, _A): 0.6,
    (_O, _E): 0.8, (_O, _M): 0.6, (_O, _N): 0.8,
}  # fmt: skip
"""How far (claim, evidence) exclude each other, or how far the claim says more or less than the evidence."""
_TURNING = frozenset({Kind.ACTION, Kind.QUALITY, Kind.COMPARISON})
_OF_THE_OPPOSITE = {
    Amount.EVERY: Amount.NONE,
    Amount.NONE: Amount.EVERY,
    Amount.NEARLY: Amount.FEW,
    Amount.MOST: Amount.FEW,
    Amount.FEW: Amount.NEARLY,
    Amount.SOME: Amount.PART,
    Amount.PART: Amount.SOME,
    Amount.HALF: Amount.HALF,
}
_SHARES = frozenset({_H, _3, _4, _5, _10})
_LESS_THAN_HALF = _SHARES - {_H}
_NOT_LESS = frozenset({_E, _A, _M, _N})
_ONLY_OTHERS = 0.9
"""Only these, and any of those or only those."""


def differing_quantifiers(pair: Pair) -> list[Weighed]:
    """The places where the claim says another share of the same things than the evidence."""
    found: list[Weighed] = []
    theirs = quantities_in(pair.evidence)
    if not theirs:
        return found
    for mine in quantities_in(pair.claim):
        best: tuple[float, Quantity, Token] | None = None
        agreed = 0.0
        for their in theirs:
            opposed = _opposed(pair, mine, their)
            compared = _turned(their) if opposed else their
            if compared is None:
                continue
            sure, told = _sure(pair, mine, their, opposed)
            strength = _strength(pair, mine, compared)
            if not strength:
                agreed = max(agreed, sure)
            elif best is None or sure * strength > best[0]:
                best = (sure * strength, their, told)
        place = mine.first.place
        if best is None:
            found.append(Weighed(place, 0.0, agreed))
        else:
            sure, their, told = best
            found.append(Weighed(place, sure, agreed, _difference(mine, sure, their), told.place))
    return found


def _opposed(pair: Pair, mine: Quantity, their: Quantity) -> tuple[Token, Token] | None:
    """The words that say opposite things of what is counted: ``none of them passed``, ``two failed``."""
    if mine.times or their.times or Amount.ONLY in {mine.amount, their.amount}:
        return None
    ours = [t for t in pair.claim.clause_of(mine.first) if _tells(pair.claim, t)]
    theirs = [t for t in pair.evidence.clause_of(their.first) if _tells(pair.evidence, t)]
    for said in ours:
        for source in theirs:
            met = opposition(said.root, pair.claim.language, source.root, pair.evidence.language)
            if met is not None and met[0].kind in _TURNING:
                return said, source
    return None


def _tells(reading: Reading, token: Token) -> bool:
    return token.content and not token.nominal and bool(places_of(token.root, reading.language))


def _turned(quantity: Quantity) -> Quantity | None:
    """What an amount comes to where the opposite is said of the rest; None where that is open."""
    amount = _OF_THE_OPPOSITE.get(quantity.amount)
    return None if amount is None else quantity._replace(amount=amount, said=amount)


def _strength(pair: Pair, mine: Quantity, their: Quantity) -> float:
    """How far two amounts of the same exclude each other."""
    if mine.said is their.said and mine.said is not Amount.ONLY:
        return 0.0
    only = (mine.amount is Amount.ONLY, their.amount is Amount.ONLY)
    same = _same_noun(mine, their)
    if only == (True, True):
        return 0.0 if same is not False or _known_elsewhere(pair, mine, their) else _ONLY_OTHERS
    if any(only):
        other = their.amount if only[0] else mine.amount
        if other is Amount.EVERY and same is not True:
            return _ONLY_OTHERS
        if other is not Amount.EVERY and same is not True:
            return 0.0
    if {mine.amount, their.amount} <= _SHARES:
        return float(mine.amount is not their.amount)
    if _LESS_THAN_HALF & {mine.amount, their.amount} and _NOT_LESS & {mine.amount, their.amount}:
        return 1.0
    return _CLASHES.get((mine.amount, their.amount), 0.0)


def _same_noun(mine: Quantity, their: Quantity) -> bool | None:
    """Whether two quantifiers are of the same; None where one of them has no noun."""
    if mine.of is None or their.of is None or mine.times or their.times:
        return None
    return alike(mine.of, their.of)


def _known_elsewhere(pair: Pair, mine: Quantity, their: Quantity) -> bool:
    """Whether a text has the noun that the other counts, though it does not count it itself."""
    return bool(
        (mine.of is not None and counterparts(mine.of, pair.evidence))
        or (their.of is not None and counterparts(their.of, pair.claim))
    )


def _sure(
    pair: Pair, mine: Quantity, their: Quantity, opposed: tuple[Token, Token] | None
) -> tuple[float, Token]:
    """How sure it is that both amounts are of the same things, said of the same, and where the evidence says that."""
    same = _same_noun(mine, their)
    factor = 1.0
    if mine.times is not their.times:
        factor = _OTHER_KIND
        if not _tells_times(pair.claim, mine) or not _tells_times(pair.evidence, their):
            return 0.0, their.first
    only = Amount.ONLY in {mine.amount, their.amount}
    if same is False and not only:
        if _known_elsewhere(pair, mine, their):
            return 0.0, their.first
        factor *= _OTHER_NOUN
    elif same is None and not mine.times and not their.times:
        factor *= _NO_NOUN
    skip, skipped = _skip(mine, same), _skip(their, same)
    if opposed is not None:
        skip, skipped = skip | {opposed[0].place}, skipped | {opposed[1].place}
    ours, theirs = _anchors(pair.claim, mine), _anchors(pair.evidence, their)
    if not same or only:
        ours, theirs = ours[:1], theirs[:1]
    found = [(pair.likeness(said, source, skip, skipped), source) for said in ours for source in theirs]
    likeness, told = max(found, key=itemgetter(0))
    return factor * likeness, told


def _anchors(reading: Reading, quantity: Quantity) -> list[Token]:
    """The clauses that tell what is said of an amount, by a token: its own, and that of a verb behind it
    (``some of them, not all, | are new``); where it stands alone (``with few exceptions, ...``), the next."""
    first = quantity.first
    own = reading.clause_of(first)
    if not any(t.content for t in own):
        beside = first.clause + 1 if first.clause + 1 < len(reading.clauses) else max(0, first.clause - 1)
        return [reading.tokens[reading.clauses[beside][0]]]
    if any(t.copula or t.role in MODAL for t in own):
        return [first]
    behind = [reading.tokens[start] for start, _ in reading.clauses[first.clause + 1 : first.clause + 3]]
    return [first, *[t for t in behind if t.copula]]


def _skip(quantity: Quantity, same: bool | None) -> frozenset[int]:
    """The noun, where it is not what both count."""
    if quantity.of is None or quantity.times or same is True:
        return frozenset()
    return frozenset({quantity.of.place})


def _tells_times(reading: Reading, quantity: Quantity) -> bool:
    """Whether a quantifier tells how often: ``always``, ``in some sessions``."""
    before = reading.tokens[quantity.first.place - 1] if quantity.first.place else None
    table = reading.operators
    return quantity.times or (before is not None and bool(table.has("preposition", [before.text], 0)))


def _difference(mine: Quantity, sure: float, their: Quantity) -> Difference:
    return Difference(
        QUANTIFIER,
        mine.first.start,
        mine.last.end,
        their.first.start,
        their.last.end,
        "",
        round(sure, 3),
    )
