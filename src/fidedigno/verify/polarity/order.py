"""Which of two things comes first: *wipe the tables, then stack the chairs* against *chairs stacked before ...*.

A statement is read as pairs of an earlier and a later event, whichever word tells it: *before*, *after*, *once*,
*then*, *followed by*. Two statements that have the same two events in the other order differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.role_words import words
from fidedigno.verify.polarity.ways import ROLES
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

_STRENGTH = 0.9
_ENOUGH = 0.5
"""The share of an event's words that the other text's event must have."""
_OPENING = 2
"""How many words into a clause the word that orders it may stand."""
_MOST = 6


class Order(NamedTuple):
    """Two events, by their words of content, and the word that orders them."""

    earlier: tuple[Token, ...]
    later: tuple[Token, ...]
    said: Token


def differing_orders(pair: Pair) -> list[Weighed]:
    """The events of the claim that the evidence has in the other order."""
    found: list[Weighed] = []
    ours = orders_in(pair.claim)
    theirs = orders_in(pair.evidence) if ours else ()
    for mine in ours:
        best: Weighed | None = None
        agreed = 0.0
        for their in theirs:
            straight = _share(pair, mine, their)
            crossed = _share(pair, mine, Order(their.later, their.earlier, their.said))
            agreed = max(agreed, straight)
            if crossed < _ENOUGH or straight >= crossed:
                continue
            sure = round(_STRENGTH * crossed, 3)
            both, others = (*mine.earlier, *mine.later), (*their.earlier, *their.later)
            difference = Difference(
                ROLES,
                min(t.start for t in both),
                max(t.end for t in both),
                min(t.start for t in others),
                max(t.end for t in others),
                "",
                sure,
            )
            if best is None or sure > best.sure:
                best = Weighed(mine.said.place, sure, 0.0, difference, their.said.place)
        if best is not None:
            found.append(best._replace(agreed=agreed))
        elif agreed:
            found.append(Weighed(mine.said.place, 0.0, agreed))
    return found


def settled_by_order(pair: Pair) -> frozenset[int]:
    """The places of the claim's words of order whose events the evidence has in the same order."""
    ours = orders_in(pair.claim)
    theirs = orders_in(pair.evidence) if ours else ()
    return frozenset(
        mine.said.place for mine in ours if any(_share(pair, mine, their) >= _ENOUGH for their in theirs)
    )


def _share(pair: Pair, mine: Order, their: Order) -> float:
    """How much of either event of the claim the evidence's has, the lesser share of the two."""
    return min(_met(pair, mine.earlier, their.earlier), _met(pair, mine.later, their.later))


def _met(pair: Pair, some: Sequence[Token], others: Sequence[Token]) -> float:
    met = sum(any(pair.same(one, other) for other in others) for one in some)
    fewer = min(len(some), len(others))
    return min(1.0, met / fewer) if met and 2 * met >= len(some) else 0.0


@lru_cache(maxsize=4_096)
def orders_in(reading: Reading) -> tuple[Order, ...]:
    """The events that a statement orders; what both of two share tells them not apart."""
    found: list[Order] = []
    for order in (*_by_link(reading), *_in_turn(reading)):
        both = {t.root for t in order.earlier} & {t.root for t in order.later}
        earlier = tuple(t for t in order.earlier if t.root not in both)
        later = tuple(t for t in order.later if t.root not in both)
        if earlier and later and max(len(earlier), len(later)) <= _MOST:
            found.append(Order(earlier, later, order.said))
    return tuple(found)


def _by_link(reading: Reading) -> Iterator[Order]:
    """``A before B``, ``after B, A``, ``once B, A``, ``A, followed by B``."""
    sets, tokens = words(reading.language).sets, reading.tokens
    for token in tokens:
        before, after = token.text in sets["earlier"], token.text in sets["later"]
        if not (before or after) or token.name or not _links(reading, token, sets):
            continue
        start, end = reading.clauses[token.clause]
        behind = _events(reading, token.place + 1, end)
        if token.place - start < _OPENING and not _events(reading, start, token.place):
            # The link opens its clause: the main clause is the next one, or the one before.
            if not behind:
                continue
            turn = _turn(reading, token.place, end)
            if turn:
                behind = _events(reading, token.place + 1, turn)
                other = _events(reading, turn, end)
                if other and behind:
                    yield Order(other, behind, token) if before else Order(behind, other, token)
                continue
            follows = token.clause == 0
            other = _clause(reading, token.clause + (1 if follows else -1))
        else:
            other = _events(reading, start, token.place)
        if other and behind:
            yield Order(other, behind, token) if before else Order(behind, other, token)


def _turn(reading: Reading, place: int, end: int) -> int:
    """Where the main clause begins without a comma: ``tras la cena | se sirve el café``; 0 for nowhere."""
    if reading.language != "es":
        return 0
    told = False
    for token in reading.tokens[place + 1 : end]:
        if told and (token.text == "se" or token.copula):
            return token.place
        told = told or token.content
    return 0


def _links(reading: Reading, token: Token, sets: dict[str, frozenset[str]]) -> bool:
    """Whether the word joins two events: Spanish ``antes`` and ``después`` do with ``de`` only."""
    if token.text == "vez":
        return bool(token.place) and reading.tokens[token.place - 1].text == "una"
    if token.text not in sets["with_de"]:
        return True
    behind = reading.tokens[token.place + 1 : token.place + 2]
    return any(t.text in {"de", "del", "que"} for t in behind)


def _in_turn(reading: Reading) -> Iterator[Order]:
    """``First A, then B``: what a clause opened by *then* tells comes after the clause before it."""
    sets = words(reading.language).sets
    for number, (start, end) in enumerate(reading.clauses):
        opening = [t for t in reading.tokens[start:end] if t.text in sets["then"]]
        if not opening:
            continue
        first = opening[0]
        if first.place - start < _OPENING and number:
            earlier, later = _clause(reading, number - 1), _events(reading, start, end)
        elif first.place and reading.has("joins", first.place - 1):
            earlier, later = _events(reading, start, first.place), _events(reading, first.place, end)
        else:
            continue
        if earlier and later:
            yield Order(earlier, later, first)


def _clause(reading: Reading, number: int) -> tuple[Token, ...]:
    return _events(reading, *reading.clauses[number]) if 0 <= number < len(reading.clauses) else ()


def _events(reading: Reading, start: int, end: int) -> tuple[Token, ...]:
    """The content between two places, without the words of order themselves."""
    sets = words(reading.language).sets
    order = sets["then"] | sets["earlier"] | sets["later"] | sets["first"]
    return tuple(
        t
        for t in reading.tokens[start:end]
        if t.content and not t.weak and t.text not in order and not t.text.isdigit()
    )
