"""From what was measured to a verdict for each claim, and the probability that the whole answer is carried.

Order of what decides a claim:

1. It stands word for word in its evidence: supported.
2. It cites a passage that does not carry it while another does: out of contract.
3. A typed difference: contradicted.
4. A name, reference or quotation that is nowhere: out of contract.
5. The combiner's probability, or, without a combiner, the share of its words that the evidence has. Where optional
   judges took part theirs is joined with it (:mod:`fidedigno.verify.entailment.joining`), and they lower the
   confidence of 1 to 4 if they disagree.

Where some of the evidence is in another language than the answer, words cannot tell that a claim is not carried: it
is then inconclusive, unless vectors are sure of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fidedigno.model.verdict import Support
from fidedigno.verify.combiner import Combiner
from fidedigno.verify.faithfulness import Measured, signals
from fidedigno.verify.judges import NO_OPINION, Judges, Opinion
from fidedigno.verify.misplaced import find_misplaced
from fidedigno.verify.prepared import Prepared
from fidedigno.verify.recalibration import Recalibration
from fidedigno.verify.report import CheckedClaim, Finding, Judgement, Span
from fidedigno.verify.settings import VerifySettings

RULES, COMBINER, OVERLAP = "rules", "combiner", "overlap"
_VERBATIM = 0.99
_UNTOLD = 0.5
"""The probability of what cannot be told, and the confidence of saying so."""


class Judged(NamedTuple):
    """The claims with their verdicts, and the probability that the whole answer is carried."""

    claims: tuple[CheckedClaim, ...]
    support: float


def judge_claims(
    prepared: Prepared,
    measured: Sequence[Measured],
    entities: Sequence[Finding],
    combiner: Combiner | None,
    settings: VerifySettings,
    judges: Judges | None = None,
) -> Judged:
    """A verdict for each claim, in the order of the answer."""
    if not measured:
        return Judged((), 1.0)
    semantic = combiner is not None and combiner.kind == "semantic"
    vectors = [each.measured(semantic=semantic) for each in measured]
    doubts = [_doubt(each, vector, combiner) for each, vector in zip(measured, vectors, strict=True)]
    opinions: Sequence[Opinion] = [NO_OPINION] * len(measured)
    if judges is not None:
        opinions = judges.opinions(measured, doubts, prepared.language, settings)
    claims = []
    for each, vector, doubt, opinion in zip(measured, vectors, doubts, opinions, strict=True):
        weighed = _weighed(each, doubt, combiner, settings)
        found = _found(prepared, each, weighed, entities, settings)
        rules = _by_rules(each, found)
        support, confidence = _decided(rules, weighed, opinion, settings)
        given = (rules, weighed, opinion.entailment, opinion.judge)
        claims.append(
            CheckedClaim(
                Span(each.claim.start, each.claim.end, each.claim.of(prepared.answer)),
                support,
                confidence,
                each.evidence,
                tuple(sorted(found.all, key=lambda one: one.answer.start)),
                tuple(judgement for judgement in given if judgement is not None),
                signals(vector),
            )
        )
    carried = 1 - (max(doubts) if combiner is None else combiner.answer_unsupported(vectors))
    return Judged(tuple(claims), _recalibrated(carried, settings.answer_recalibration))


def _doubt(measured: Measured, vector: Sequence[float], combiner: Combiner | None) -> float:
    """Probability that the evidence does not carry the claim; without a combiner the share of words it lacks."""
    if combiner is None:
        return 1 - measured.aligned.plain
    return combiner.claim_unsupported(vector)


class _Found(NamedTuple):
    """The findings of a claim, by what they say of it."""

    misplaced: tuple[Finding, ...] = ()
    opposed: tuple[Finding, ...] = ()
    invented: tuple[Finding, ...] = ()

    @property
    def all(self) -> tuple[Finding, ...]:
        return (*self.misplaced, *self.opposed, *self.invented)


def _found(
    prepared: Prepared,
    measured: Measured,
    weighed: Judgement,
    entities: Sequence[Finding],
    settings: VerifySettings,
) -> _Found:
    claim = measured.claim
    invented = tuple(
        each for each in entities if claim.start <= each.answer.start and each.answer.end <= claim.end
    )
    opposed = tuple(
        each for each in measured.compared.findings if each.certainty >= settings.contradiction_threshold
    )
    supported = weighed.support is Support.SUPPORTED and not opposed
    misplaced = find_misplaced(prepared, measured, settings, supported=supported)
    # What differs from a passage that was cited by mistake contradicts nothing.
    return _Found((misplaced,), (), invented) if misplaced else _Found((), opposed, invented)


def _by_rules(measured: Measured, found: _Found) -> Judgement | None:
    if measured.verbatim:
        return Judgement(RULES, Support.SUPPORTED, _VERBATIM)
    if found.opposed and not found.misplaced:
        surest = max(each.certainty for each in found.opposed)
        return Judgement(RULES, Support.CONTRADICTED, 1 - surest, surest)
    if found.misplaced or found.invented:
        surest = max(each.certainty for each in (*found.misplaced, *found.invented))
        return Judgement(RULES, Support.OUT_OF_CONTRACT, 1 - surest)
    return None


def _weighed(
    measured: Measured, doubt: float, combiner: Combiner | None, settings: VerifySettings
) -> Judgement:
    name = OVERLAP if combiner is None else COMBINER
    threshold = settings.overlap_threshold if combiner is None else settings.support_threshold
    probability = _recalibrated(1 - doubt, settings.recalibration)
    if probability >= threshold:
        return Judgement(name, Support.SUPPORTED, probability)
    if measured.foreign:
        told = combiner is not None and combiner.kind == "semantic"
        if not told or 1 - probability < settings.unsupported_threshold:
            return Judgement(name, Support.INCONCLUSIVE, probability if told else _UNTOLD)
    return Judgement(name, Support.OUT_OF_CONTRACT, probability)


def _decided(
    rules: Judgement | None, weighed: Judgement, opinion: Opinion, settings: VerifySettings
) -> tuple[Support, float]:
    if opinion != NO_OPINION:
        from fidedigno.verify.entailment import combine

        return combine(rules, weighed, *opinion, settings)
    deciding = rules or weighed
    return deciding.support, _confidence(deciding)


def _recalibrated(probability: float, recalibration: Recalibration | None) -> float:
    return probability if recalibration is None else recalibration.apply(probability)


def _confidence(judgement: Judgement) -> float:
    match judgement.support:
        case Support.SUPPORTED:
            return judgement.supported
        case Support.CONTRADICTED:
            return judgement.contradicted
        case Support.INCONCLUSIVE:
            return _UNTOLD
        case _:
            return 1 - judgement.supported
