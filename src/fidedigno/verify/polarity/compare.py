"""All comparators of meaning on one claim and one sentence of evidence, and which of their findings to keep.

Where two of them see one difference (``permits`` against ``forbids`` is both an opposite and another mode) the more
telling one is kept. A statement never differs from itself, and questions assert nothing.
"""

from __future__ import annotations

from fidedigno.verify.polarity.attributes import differing_attributes
from fidedigno.verify.polarity.modality import MODALITY, NEGATION
from fidedigno.verify.polarity.negation import differing_modes
from fidedigno.verify.polarity.opposites import differing_opposites
from fidedigno.verify.polarity.overlap import Pair
from fidedigno.verify.polarity.quantifiers import QUANTIFIER, differing_quantifiers
from fidedigno.verify.polarity.reading import Reading, read
from fidedigno.verify.polarity.roles import ROLES, differing_roles
from fidedigno.verify.statement import Comparison, Difference, Statement

_NEARLY = 0.7
_ORDER = (
    QUANTIFIER,
    "opposite_differs",
    "comparison_differs",
    MODALITY,
    NEGATION,
    ROLES,
    "attribute_differs",
)


def compare_polarity(claim: Statement, evidence: Statement) -> Comparison:
    """What a claim says otherwise than a sentence of evidence, apart from values: denial, opposites, amounts in
    words, obligation, who does what to whom.

    The differences come in the order of the claim, each with its certainty that both speak of the same thing.
    Source: hallucination detector article, contradictions.
    """
    ours, theirs = read(claim), read(evidence)
    if ours.asks or theirs.asks or not ours.tokens or not theirs.tokens:
        return Comparison()
    if [t.text for t in ours.tokens] == [t.text for t in theirs.tokens]:
        return Comparison()
    pair = Pair(ours, theirs)
    found = [
        *differing_quantifiers(pair),
        *differing_opposites(pair),
        *differing_modes(pair),
        *differing_roles(pair),
    ]
    if len(theirs.clauses) > 1:
        found += differing_attributes(pair)
    return Comparison(differences=_kept(found, ours))


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
