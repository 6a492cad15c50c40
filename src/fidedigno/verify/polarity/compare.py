"""All comparators of meaning on a claim and the sentences of evidence before it, and which of their findings to keep.

Each sentence is compared alone; then what one of them agrees with outweighs what another differs in, and a
difference with a sentence that speaks less of the claim than another does counts less. Where two comparators see one
difference (``permits`` against ``forbids`` is both an opposite and another mode) the more telling one is kept. A
statement never differs from itself, and questions assert nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fidedigno.verify.polarity.attributes import differing_attributes
from fidedigno.verify.polarity.each import differing_each
from fidedigno.verify.polarity.exceptions import differing_exceptions
from fidedigno.verify.polarity.modality import MODALITY, NEGATION
from fidedigno.verify.polarity.negation import differing_modes
from fidedigno.verify.polarity.only import differing_only
from fidedigno.verify.polarity.opposites import differing_opposites, turned_clauses
from fidedigno.verify.polarity.order import differing_orders, settled_by_order
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.parity import differing_parity
from fidedigno.verify.polarity.quantifiers import QUANTIFIER, differing_quantifiers
from fidedigno.verify.polarity.reading import Reading, read
from fidedigno.verify.polarity.relations import differing_relations, settled_by_relation
from fidedigno.verify.polarity.roles import differing_roles
from fidedigno.verify.polarity.ways import ROLES, settled_by_way
from fidedigno.verify.polarity.weighed import Weighed, stands
from fidedigno.verify.statement import Comparison, Difference, Statement

_NEARLY = 0.7
_SPEAKS_LESS = 0.8
"""Below this share of the best sentence's certainty a sentence is most likely about something else."""
_ORDER = (
    QUANTIFIER,
    "opposite_differs",
    "comparison_differs",
    MODALITY,
    NEGATION,
    ROLES,
    "attribute_differs",
)
_OF_VERBS = frozenset({ROLES, "opposite_differs", "comparison_differs"})
"""What is settled where a relation holds the same way round, whichever verbs tell it."""
_COMPARATORS: tuple[Callable[[Pair], list[Weighed]], ...] = (
    differing_quantifiers,
    differing_each,
    differing_exceptions,
    differing_only,
    differing_opposites,
    differing_modes,
    differing_parity,
    differing_roles,
    differing_relations,
    differing_orders,
)
_WHOLE = frozenset({differing_relations, differing_orders})
"""They look for all that a clause tells: whether another sentence has more of its words does not matter."""
_NONE: frozenset[int] = frozenset()


class _Found(NamedTuple):
    pair: int
    weighed: Weighed


def compare_polarity(claim: Statement, evidence: Statement) -> Comparison:
    """What a claim says otherwise than a sentence of evidence, apart from values: denial, opposites, amounts in
    words, obligation, who does what to whom.

    The differences come in the order of the claim, each with its certainty that both speak of the same thing.
    Source: hallucination detector article, contradictions.
    """
    return weigh_polarity(claim, (evidence,))[0]


def weigh_polarity(claim: Statement, evidence: Sequence[Statement]) -> tuple[Comparison, ...]:
    """:func:`compare_polarity` with several sentences together: a comparison for each, in their order.

    What one sentence settles, another that speaks less of the claim does not contradict.
    """
    ours = read(claim)
    pairs = [_pair(ours, each) for each in evidence]
    kept: list[list[Difference]] = [[] for _ in pairs]
    if ours.tokens and not ours.asks and any(pairs):
        settled = frozenset[int]().union(*(_settled(pair) for pair in pairs if pair is not None))
        for compare in _COMPARATORS:
            for found in _standing(compare, pairs):
                kept[found.pair] += [
                    each
                    for each in (_scaled(found, pairs) if compare not in _WHOLE else _whole(found))
                    if found.weighed.place not in settled or each.code not in _OF_VERBS
                ]
        known = [(number, pair.evidence) for number, pair in enumerate(pairs) if pair is not None]
        for number, difference in differing_attributes(ours, known):
            kept[number].append(difference)
    for number, pair in enumerate(pairs):
        if pair is not None and any(each.code == ROLES for each in kept[number]):
            turned = turned_clauses(pair)
            kept[number] = [
                each for each in kept[number] if each.code != ROLES or _clause(ours, each.start) not in turned
            ]
    return tuple(Comparison(differences=_kept(each, ours)) for each in kept)


def _settled(pair: Pair) -> frozenset[int]:
    return settled_by_relation(pair) | settled_by_way(pair) | settled_by_order(pair)


def _pair(ours: Reading, evidence: Statement) -> Pair | None:
    """The two to compare; None where there is nothing to compare."""
    theirs = read(evidence)
    if theirs.asks or not theirs.tokens:
        return None
    if ours.texts == theirs.texts:
        return None
    return Pair(ours, theirs)


def _standing(compare: Callable[[Pair], list[Weighed]], pairs: Sequence[Pair | None]) -> list[_Found]:
    """What a comparator finds that nothing outweighs, in any of the sentences."""
    found = [
        _Found(number, each)
        for number, pair in enumerate(pairs)
        if pair is not None
        for each in compare(pair)
    ]
    agreed: dict[int, float] = {}
    for each in found:
        place = each.weighed.place
        agreed[place] = max(agreed.get(place, 0.0), each.weighed.agreed)
    return [each for each in found if stands(each.weighed, agreed[each.weighed.place])]


def _whole(found: _Found) -> list[Difference]:
    difference = found.weighed.difference
    return [] if difference is None else [difference]


def _scaled(found: _Found, pairs: Sequence[Pair | None]) -> list[Difference]:
    """The difference, less sure where another sentence speaks more of the claim's clause."""
    difference = found.weighed.difference
    pair = pairs[found.pair]
    if difference is None or pair is None:
        return []
    if len(pairs) == 1 and len(pair.evidence.clauses) == 1:
        return [difference]
    said = pair.claim.tokens[found.weighed.place]
    own = pair.likeness(said, pair.evidence.tokens[found.weighed.source], _NONE, _NONE)
    best = max(_best(each, found.weighed.place) for each in pairs if each is not None)
    if best <= 0 or own >= _SPEAKS_LESS * best:
        return [difference]
    scaled = round(difference.certainty * own / best, 3)
    return [difference._replace(certainty=scaled)] if scaled > 0 else []


def _best(pair: Pair, place: int) -> float:
    """How surely the clause of evidence that is nearest to a word's clause speaks of the same."""
    said = pair.claim.tokens[place]
    firsts = [pair.evidence.tokens[start] for start, _ in pair.evidence.clauses]
    return max(pair.likeness(said, each, _NONE, _NONE) for each in firsts)


def _kept(found: list[Difference], claim: Reading) -> tuple[Difference, ...]:
    """One finding for each place, and one for a clause where modes and words differ together."""
    kept: list[Difference] = []
    for each in sorted(found, key=lambda d: (_ORDER.index(d.code), -d.certainty, d.start)):
        if not any(_same(each, other, claim) for other in kept):
            kept.append(each)
    return tuple(sorted(kept))


def _same(each: Difference, other: Difference, claim: Reading) -> bool:
    overlaps = each.start < other.end and other.start < each.end
    together = _clause(claim, each.start) == _clause(claim, other.start)
    return (overlaps or together) and other.certainty >= _NEARLY * each.certainty


def _clause(claim: Reading, start: int) -> int:
    return next((t.clause for t in claim.tokens if t.start >= start), -1)
