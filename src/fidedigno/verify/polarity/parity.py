"""One of two clauses about the same denies what it says, the other does not, in verbs that no lexicon brings together.

``The fee is never refunded`` against ``you get the fee back``: all else is shared, and each has one verb that the other
lacks. It refuses where the two verbs are opposites (then both may say the same), and is less sure than the
comparison of words that are known to mean the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.verify.polarity.clauses import MODAL, Token
from fidedigno.verify.polarity.lexicon import Kind, opposition, places_of
from fidedigno.verify.polarity.modality import NEGATION
from fidedigno.verify.polarity.modes import NEGATIVE, POSITIVE
from fidedigno.verify.polarity.operators import Role
from fidedigno.verify.polarity.overlap import Pair, counterparts
from fidedigno.verify.polarity.reading import Reading
from fidedigno.verify.polarity.weighed import Weighed
from fidedigno.verify.statement import Difference

_STRENGTH = 0.85
_ALIKE = 0.7
"""How surely the rest of two clauses must tell of the same thing."""
_COVERED = 0.5
_LONG = 10
"""Words of content of a sentence that is still plain enough for this."""
_SAYING = frozenset({Role.HAVE, Role.ENABLE})
_FEWEST = 2
"""Words of content that the rest must share."""


def differing_parity(pair: Pair) -> list[Weighed]:
    """The clauses of the claim that assert what a clause of evidence denies, or the other way."""
    if sum(t.content for t in pair.evidence.tokens) > _LONG:
        return []
    found: list[Weighed] = []
    for start, _ in pair.claim.clauses:
        mine = pair.claim.clause_of(pair.claim.tokens[start])
        for first, _ in pair.evidence.clauses:
            their = pair.evidence.clause_of(pair.evidence.tokens[first])
            found += _weighed(pair, mine, their)
    return found


def _weighed(pair: Pair, mine: Sequence[Token], their: Sequence[Token]) -> list[Weighed]:
    denied_here, denied_there = _denied(mine), _denied(their)
    if (denied_here is None) is (denied_there is None):
        return []
    denied = denied_here or denied_there
    if denied is None or any(t.hypothetical or t.excepted for t in (*mine, *their)):
        return []
    asserting, reading, against = (
        (mine, pair.claim, pair.evidence) if denied_here is None else (their, pair.evidence, pair.claim)
    )
    if counterparts(denied, reading) or _is_thing(mine if denied_here else their, denied):
        return []
    said = _asserted(asserting, reading, against)
    if said is None or _opposed(pair, said, denied, reading):
        return []
    ours, source = (said, denied) if denied_here is None else (denied, said)
    skip = frozenset({ours.place}), frozenset({source.place})
    shared = sum(t.content and t.place != ours.place and bool(pair.in_evidence(t)) for t in mine)
    sure = pair.likeness(ours, source, *skip)
    others = [t for t in their if t.content and t.place != source.place]
    met = sum(bool(pair.in_claim(t)) for t in others)
    if shared < _FEWEST or sure < _ALIKE or met < _COVERED * len(others):
        return []
    certainty = round(sure * _STRENGTH, 3)
    difference = Difference(NEGATION, ours.start, ours.end, source.start, source.end, "", certainty)
    return [Weighed(ours.place, sure, 0.0, difference, source.place)]


def _denied(clause: Sequence[Token]) -> Token | None:
    """The word that a clause's denial is about; None where it denies nothing."""
    return next((t for t in clause if t.content and t.focus and t.mode in NEGATIVE and not t.inherited), None)


def _is_thing(clause: Sequence[Token], denied: Token) -> bool:
    """Whether a denial is of having something (``does not include parking``): of other things nothing is told."""
    modal = [t for t in clause if t.role in MODAL and t.place < denied.place]
    return bool(modal) and modal[-1].role is Role.HAVE


def _asserted(clause: Sequence[Token], reading: Reading, against: Reading) -> Token | None:
    """The verb that a clause asserts, if the other text lacks it; None where something is open or denied."""
    if any(t.mode not in POSITIVE for t in clause if t.content) or any(t.limited for t in clause):
        return None
    unknown = [t for t in clause if t.content and not counterparts(t, against)]
    table = reading.operators
    verbs = [
        t
        for t in clause
        if t.role in _SAYING
        and not table.has("preposition", [t.text], 0)
        and not reading.has("exists", t.place)
    ]
    if len(unknown) > 1:
        return None
    return unknown[0] if unknown and not unknown[0].nominal else (verbs[0] if verbs else None)


def _opposed(pair: Pair, said: Token, denied: Token, reading: Reading) -> bool:
    """Whether two verbs are opposites, or tell of two qualities: what is not heavy may well be dear."""
    language = pair.claim.language if reading is pair.claim else pair.evidence.language
    other = pair.evidence.language if reading is pair.claim else pair.claim.language
    if opposition(said.root, language, denied.root, other) is not None:
        return True
    return all(
        any(each.kind is not Kind.ACTION for each in places_of(root, known))
        for root, known in ((said.root, language), (denied.root, other))
    )
