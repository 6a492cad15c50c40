"""Opposites: ``opens`` against ``closes``, ``annual`` against ``monthly``, ``before`` against ``after``.

A denied word counts for its opposite. What only tells subjects apart (``new users``, ``old users``) is a weak sign,
and so is a contrast of two kinds of thing. Bounds on numbers and dates are left to the comparator of values.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from fidedigno.verify.polarity.clauses import VERBS, Token
from fidedigno.verify.polarity.concepts import may_be_verb
from fidedigno.verify.polarity.inflection import fits
from fidedigno.verify.polarity.lexicon import Kind, Place, opposition, places_of
from fidedigno.verify.polarity.mirrored import is_mirrored, side_meant
from fidedigno.verify.polarity.modality import MODALITY, NEGATION
from fidedigno.verify.polarity.modes import sign_of
from fidedigno.verify.polarity.operators import Role
from fidedigno.verify.polarity.overlap import Pair, alike
from fidedigno.verify.polarity.parties import is_passive, parties_of
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.role_words import words
from fidedigno.verify.polarity.roles import turned
from fidedigno.verify.polarity.ways import ROLES
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

OPPOSITE = "opposite_differs"
COMPARISON = "comparison_differs"

_CONTRAST = 0.45
_BOTH_SAID = 0.4
"""One text has both: each may be of another thing."""
_MIRRORED = 0.4
"""A second word is opposed too: ``closed until May``, ``open after May`` say the same, or tell of two things."""
_BOTH_HAVE_BOTH = 0.8
"""Where both texts have both words, each likely goes with its own; only a clause that is the same tells otherwise."""
_TELLS_APART = 0.4
_TELLS_ONE_APART = 0.65
_BOTH_DENIED = 0.5
"""Neither expensive nor cheap: both may be denied."""
_OTHER_MEASURE = 0.5
_NEAR = 3
_TELLING = frozenset({Kind.QUALITY, Kind.COMPARISON})
_TURNING = frozenset({Kind.CONVERSE, Kind.CONTRAST})
"""Seen from the other side, the opposite agrees: who lost to B, B won against."""
_DONE_TO = ("ed", "ing")
_INFINITIVES = ("ar", "er", "ir")
_CODES = {Kind.COMPARISON: COMPARISON, Kind.CONVERSE: COMPARISON}


class _Meeting(NamedTuple):
    said: Token
    source: Token
    mine: Place
    their: Place
    sure: float


def differing_opposites(pair: Pair) -> list[Weighed]:
    """The words of the claim for which the evidence has the opposite."""
    ours, theirs = _with_places(pair.claim), _with_places(pair.evidence)
    found: list[Weighed] = []
    for said in ours:
        best: _Meeting | None = None
        agreed, alone = 0.0, None
        for source in theirs:
            opposed = opposition(said.root, pair.claim.language, source.root, pair.evidence.language)
            same = opposed is None and alike(said, source)
            signs = sign_of(said.under) * sign_of(source.under)
            if not signs or (opposed is None and not same):
                continue
            sure = pair.certainty(said, source, apart=True)
            turned_round = opposed is not None and _seen_from_the_other_side(pair, said, source, opposed[0])
            if same and signs > 0 and _orders_the_other_way(pair, said, source):
                mine, their = _orders(pair.claim, said)[0], _orders(pair.evidence, source)[0]
                if best is None or sure > best.sure:
                    best = _Meeting(said, source, mine, their, sure)
            elif (signs > 0) is (same or turned_round):
                agreed = max(agreed, sure)
                alone = source if same else alone
            elif opposed is not None and (best is None or sure > best.sure):
                best = _Meeting(said, source, *opposed, sure)
        if best is None:
            found.append(Weighed(said.place, 0.0, agreed))
        else:
            source = best.source
            apart = (
                alone is not None and best.mine.kind is not Kind.CONVERSE and not _says_both(pair.claim, said)
            )
            if alone is not None and best.sure < _BOTH_HAVE_BOTH:
                other = any(alike(each, source) for each in ours if each.place != said.place)
                agreed = max(agreed, best.sure) if other else agreed
            meant = side_meant(pair, said, source, alone) if apart and alone is not None else 0
            agreed = max(agreed, best.sure) if meant > 0 else 0.0 if meant < 0 else agreed
            found.append(
                Weighed(
                    said.place, best.sure, agreed, _difference(pair, best, told_apart=meant < 0), source.place
                )
            )
    return found


@lru_cache(maxsize=2_048)
def _with_places(reading: Reading) -> list[Token]:
    return [
        token
        for token in reading.tokens
        if not (token.hypothetical or token.excepted or token.idiom or token.joined)
        and places_of(token.root, reading.language)
    ]


def _difference(pair: Pair, meeting: _Meeting, *, told_apart: bool) -> Difference | None:
    said, source, mine, _, sure = meeting
    if mine.kind in _CODES and (_bounds_number(pair.claim, said) or _bounds_number(pair.evidence, source)):
        return None
    turned_round = _seen_from_the_other_side(pair, said, source, mine)
    if mine.kind is Kind.CONVERSE and not turned_round and _without_doer(pair, said, source):
        return None
    certainty = sure
    if sign_of(said.under) < 0:
        certainty *= _BOTH_DENIED
    if not told_apart and (_says_both(pair.claim, said) or _says_both(pair.evidence, source)):
        certainty *= _BOTH_SAID
    verb = _is_verb(pair.claim, said, mine) and _is_verb(pair.evidence, source, meeting.their)
    if not told_apart and is_mirrored(pair, said, source):
        certainty *= _MIRRORED
    if mine.kind is Kind.CONTRAST:
        certainty *= _CONTRAST
    elif mine.kind in _TELLING and not (verb and mine.kind is Kind.COMPARISON):
        apart = _tells_apart(pair.claim, said) + _tells_apart(pair.evidence, source)
        certainty *= (1.0, _TELLS_ONE_APART, _TELLS_APART)[apart]
    if (
        mine.kind is Kind.COMPARISON
        and not _is_verb(pair.claim, said, mine)
        and not _same_measure(pair, said, source)
    ):
        certainty *= _OTHER_MEASURE
    code = NEGATION if turned_round else _CODES.get(mine.kind, OPPOSITE)
    if said.root == source.root:
        code = ROLES
    if Role.FREE in {said.role, source.role}:
        code = MODALITY
    return Difference(
        code,
        said.start,
        said.end,
        source.start,
        source.end,
        _expected(pair, meeting),
        round(certainty, 3),
    )


def _is_verb(reading: Reading, token: Token, place: Place) -> bool:
    """Whether a word stands as a verb; one whose root is of a quality too is told by its ending."""
    if not token.content or token.nominal:
        return False
    if may_be_verb(token.root, reading.language):
        return True
    return token.text.endswith(_DONE_TO) if reading.language == "en" else place.base.endswith(_INFINITIVES)


def _seen_from_the_other_side(pair: Pair, said: Token, source: Token, mine: Place) -> bool:
    """Whether opposites say the same of exchanged parties: ``A lends to B``, ``B borrows from A``."""
    compared = _is_compared(pair.claim, said) and _is_compared(pair.evidence, source)
    return (mine.kind in _TURNING or compared) and _exchanged(pair, said, source)


def _without_doer(pair: Pair, said: Token, source: Token) -> bool:
    """Whether one of two converse verbs does not tell who does it: ``lenses can be bought there``."""
    return any(
        is_passive(reading, token)
        and (
            parties_of(reading, token.place) is None
            or (token.place and reading.has("reflexive", token.place - 1))
        )
        for reading, token in ((pair.claim, said), (pair.evidence, source))
    )


def _orders_the_other_way(pair: Pair, said: Token, source: Token) -> bool:
    """Whether one word puts two in the other order: ``A before B``, ``B before A``, ``A is longer than B``."""
    if said.root != source.root or not _orders(pair.claim, said) or not _orders(pair.evidence, source):
        return False
    return _exchanged(pair, said, source)


def _orders(reading: Reading, token: Token) -> list[Place]:
    """The places of a word that puts things in order, as it stands; empty for any other."""
    places = places_of(token.root, reading.language)
    if may_be_verb(token.root, reading.language) and token.text not in words(reading.language).sets["moment"]:
        return []
    converse = [each for each in places if each.kind is Kind.CONVERSE]
    return converse or (list(places) if _is_compared(reading, token) else [])


def _is_compared(reading: Reading, token: Token) -> bool:
    """Whether *than* follows: ``slower than``."""
    return any(reading.has("than", at) for at in range(token.place + 1, token.place + _NEAR))


def _expected(pair: Pair, meeting: _Meeting) -> str:
    """The evidence's own word, where it can stand in the claim as it is."""
    said, source, mine, their, _ = meeting
    if pair.across or said.under is not source.under or _seen_from_the_other_side(pair, said, source, mine):
        return ""
    here, there = pair.claim.text[said.start : said.end], pair.evidence.text[source.start : source.end]
    before = pair.claim.tokens[said.place - 1].text if said.place else ""
    if not fits(said.text, mine.base, source.text, their.base, pair.claim.language, before):
        return ""
    there = there.lower()
    return there.capitalize() if here[:1].isupper() else there


def _bounds_number(reading: Reading, token: Token) -> bool:
    near = reading.tokens[token.place + 1 : token.place + 1 + _NEAR]
    return any(any(letter.isdigit() for letter in each.text) for each in near)


def _tells_apart(reading: Reading, token: Token) -> bool:
    """Whether a quality stands in the subject, where it only tells which one is meant."""
    clause = reading.clause_of(token)
    if any(
        t.copula or (t.role is not None and t.role is not Role.LIGHT) for t in clause if t.place < token.place
    ):
        return False
    behind = [t for t in clause if t.place > token.place]
    if any(t.copula or t.role in VERBS for t in behind):
        return True
    before = sum(t.content for t in clause if t.place < token.place)
    return before <= 1 and len([t for t in behind if t.content]) >= 2


def _says_both(reading: Reading, token: Token) -> bool:
    """Whether the clause has the word's opposite too (``both new and old``)."""
    return any(
        opposition(token.root, reading.language, each.root, reading.language) is not None
        for each in reading.clause_of(token)
        if each.place != token.place and not each.idiom and places_of(each.root, reading.language)
    )


def turned_clauses(pair: Pair) -> frozenset[int]:
    """The clauses of the claim that compare the two of the evidence the other way round: ``A pays more than B``,
    ``B pays less than A``."""
    ours, theirs = (
        [t for t in each.tokens if places_of(t.root, each.language) and _is_compared(each, t)]
        for each in (pair.claim, pair.evidence)
    )
    return frozenset(
        said.clause
        for said in ours
        for source in theirs
        if opposition(said.root, pair.claim.language, source.root, pair.evidence.language) is not None
        and _exchanged(pair, said, source)
    )


def _same_measure(pair: Pair, said: Token, source: Token) -> bool:
    """Whether two ends of a scale are of the same thing: the word behind, else the one before, is shared."""
    mine, their = set(_neighbours(pair.claim, said)), set(_neighbours(pair.evidence, source))
    return not mine or not their or not mine.isdisjoint(their)


def _neighbours(reading: Reading, token: Token) -> Iterator[str]:
    clause = [t for t in reading.clause_of(token) if t.content or t.place == token.place]
    at = next(place for place, each in enumerate(clause) if each.place == token.place)
    yield from (each.root for each in clause[max(0, at - 1) : at + 2] if each.place != token.place)


def _exchanged(pair: Pair, said: Token, source: Token) -> bool:
    """Whether the parties on both sides of a word are exchanged: ``A before B``, ``B after A``."""
    mine = parties_of(pair.claim, said.place)
    their = parties_of(pair.evidence, source.place)
    if mine is not None and their is not None and (mine.passive or their.passive):
        return turned(pair, mine, their)
    left, right = sides_of(pair.claim, said)
    other_left, other_right = sides_of(pair.evidence, source)
    if is_passive(pair.claim, said) is not is_passive(pair.evidence, source):
        left, right = right, left
    same = (left & other_left) | (right & other_right)
    return bool((left & other_right) - same) and bool((right & other_left) - same)


def sides_of(reading: Reading, token: Token) -> tuple[frozenset[str], frozenset[str]]:
    """The content before and behind a word; of one that opens its sentence (``before A, B``), B and A."""
    clause = reading.clause_of(token)
    left = frozenset(t.root for t in clause if t.content and t.place < token.place)
    right = frozenset(t.root for t in clause if t.content and t.place > token.place)
    if not left and token.clause + 1 < len(reading.clauses):
        start, end = reading.clauses[token.clause + 1]
        left = frozenset(t.root for t in reading.tokens[start:end] if t.content)
    if not left and token.clause:
        start, end = reading.clauses[token.clause - 1]
        left = frozenset(t.root for t in reading.tokens[start:end] if t.content)
    return left, right
