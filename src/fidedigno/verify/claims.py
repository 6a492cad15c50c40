"""The claim verifier: each claim against the plan and the exact card that is said to carry it.

It sees plan, matrix and cards, not the text alone. Its verdict is no proof of correctness: it says that the
claim stands where it says it stands, with the same dates, amounts and denials. What it cannot settle is
*inconclusive*, and where the class of the question decides something for a person that is not delivered.
Source: LMS evidence article, response contract.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fidedigno.consolidate.passages import sentences_of, words_in
from fidedigno.draft.conclusion import conclude
from fidedigno.model import (
    Claim,
    ClaimMatrix,
    Decision,
    Discard,
    Evidence,
    FactKind,
    FactRow,
    FactStatus,
    Plan,
    Support,
    Verdict,
)
from fidedigno.plan.pack import Pack
from fidedigno.verify.quantities import Quantities, quantities_in, unmatched

ENOUGH_WORDS = 0.7
"""Share of a claim's content words that its evidence must have, where it is not a quotation."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The claims that are supported, and the verdicts on all of them, by their place among these.

    ``verdicts`` of claims that are not delivered keep the place that they had in the draft, counted from
    the end of the delivered ones.
    """

    claims: tuple[Claim, ...]
    verdicts: tuple[Verdict, ...]

    def decision(self, before: Decision, *, high_impact: bool) -> Decision:
        """The decision after verification.

        A claim that is contradicted or out of the contract is not delivered. If nothing else is left the
        answer is withheld; if a person's case hangs on it, somebody responsible has to look at it.
        """
        if before not in {Decision.ANSWER, Decision.ANSWER_LIMITED, Decision.CONFLICT}:
            return before
        failed = [each for each in self.verdicts if each.support is not Support.SUPPORTED]
        if not failed:
            return before
        if high_impact:
            return Decision.ESCALATE
        if not self.claims:
            return Decision.ABSTAIN
        return Decision.ANSWER_LIMITED if before is Decision.ANSWER else before


def verify_claims(
    plan: Plan, pack: Pack, matrix: ClaimMatrix, claims: Sequence[Claim], cards: Mapping[str, Evidence]
) -> Checked:
    """Check every claim; only the supported ones are left to deliver."""
    verdicts = [_judge(number, claim, plan, pack, matrix, cards) for number, claim in enumerate(claims)]
    good = [each for each in verdicts if each.support is Support.SUPPORTED]
    bad = [each for each in verdicts if each.support is not Support.SUPPORTED]
    renumbered = [
        Verdict(number, each.support, each.reason, each.evidence_id)
        for number, each in enumerate((*good, *bad))
    ]
    return Checked(tuple(claims[each.claim] for each in good), tuple(renumbered))


def _judge(
    number: int, claim: Claim, plan: Plan, pack: Pack, matrix: ClaimMatrix, cards: Mapping[str, Evidence]
) -> Verdict:
    outside = _outside(claim, plan, matrix, cards)
    if outside:
        return Verdict(number, Support.OUT_OF_CONTRACT, outside)
    if claim.derived:
        return _judge_derived(number, claim, plan, pack, matrix)
    verdicts = [_against(number, claim, cards[each], plan.timezone) for each in claim.evidence_ids]
    order = (Support.CONTRADICTED, Support.SUPPORTED, Support.INCONCLUSIVE)
    verdict = min(verdicts, key=lambda each: order.index(each.support))
    row = matrix.row(claim.fact)
    if verdict.support is Support.SUPPORTED and row is not None and not _same_value(claim, row, cards, plan):
        return Verdict(number, Support.CONTRADICTED, "value_differs", verdict.evidence_id)
    return verdict


def _outside(claim: Claim, plan: Plan, matrix: ClaimMatrix, cards: Mapping[str, Evidence]) -> str:
    """Why a claim is none of the contract's, or empty."""
    if plan.contract.fact(claim.fact) is None:
        return "not_in_plan"
    if any(each not in cards for each in claim.evidence_ids):
        return "unknown_evidence"
    row = matrix.row(claim.fact)
    if row is None or row.status not in {FactStatus.COVERED, FactStatus.CONFLICTING}:
        return "fact_not_covered"
    if any(_is_discarded(each, claim.fact, matrix.discards) for each in claim.evidence_ids):
        return "discarded_evidence"
    return ""


def _is_discarded(evidence_id: str, fact: str, discards: Sequence[Discard]) -> bool:
    card = evidence_id.partition(":")[0]
    return any(each.evidence_id == card and each.fact in {"", fact} for each in discards)


def _judge_derived(number: int, claim: Claim, plan: Plan, pack: Pack, matrix: ClaimMatrix) -> Verdict:
    """A conclusion is drawn again from the matrix; another one contradicts it."""
    window = pack.classes[plan.question_class].window if plan.question_class in pack.classes else None
    again = conclude(plan, matrix, window, plan.language) if window else None
    if again is None:
        return Verdict(number, Support.OUT_OF_CONTRACT, "not_derivable")
    if again.text != claim.text:
        return Verdict(number, Support.CONTRADICTED, "conclusion_differs", claim.evidence_ids[0])
    return Verdict(number, Support.SUPPORTED, "derived", claim.evidence_ids[0])


def _against(number: int, claim: Claim, card: Evidence, timezone: str) -> Verdict:
    """A claim against one card: a quotation stands; a paraphrase needs the same quantities and words."""
    if claim.text in card.content:
        return Verdict(number, Support.SUPPORTED, "verbatim", card.id)
    said, source = (quantities_in(text, card, timezone) for text in (claim.text, card.content))
    missing = unmatched(said, source, timezone)
    if missing:
        opposed = source.instants if missing == "instant" else source.amounts
        support = Support.CONTRADICTED if opposed else Support.INCONCLUSIVE
        return Verdict(number, support, f"{missing}_differs" if opposed else f"{missing}_not_found", card.id)
    covered = _covered(claim.text, card)
    if covered < ENOUGH_WORDS:
        return Verdict(number, Support.INCONCLUSIVE, "words_not_found", card.id)
    if said.denies != _nearest(claim.text, card, timezone).denies:
        return Verdict(number, Support.CONTRADICTED, "negation_differs", card.id)
    return Verdict(number, Support.SUPPORTED, "same_values_and_words", card.id)


def _covered(text: str, card: Evidence) -> float:
    """The share of content words of ``text`` that the card has, 0 to 1."""
    known = {term for word in words_in(card.content, language=card.language) for term in word.terms}
    words = [word for word in words_in(text, language=card.language) if word.terms]
    return sum(not word.terms.isdisjoint(known) for word in words) / len(words) if words else 0.0


def _nearest(text: str, card: Evidence, timezone: str) -> Quantities:
    """The quantities of the card's sentence that shares most words with ``text``."""
    wanted = {term for word in words_in(text, language=card.language) for term in word.terms}
    best, most = card.content, -1
    for sentence in sentences_of(card.content):
        stretch = card.content[sentence.start : sentence.end]
        shared = sum(not w.terms.isdisjoint(wanted) for w in words_in(stretch, language=card.language))
        if shared > most:
            best, most = stretch, shared
    return quantities_in(best, card, timezone)


def _same_value(claim: Claim, row: FactRow, cards: Mapping[str, Evidence], plan: Plan) -> bool:
    """Whether a claim of a fact with a value says a value that the matrix holds for it."""
    values = [each.value for each in (*row.statements, *row.opposed) if each.value]
    if not values or row.fact.kind not in {FactKind.INSTANT, FactKind.AMOUNT}:
        return True
    if any(each.text == claim.text for each in (*row.statements, *row.opposed)):
        return True
    card = cards[claim.evidence_ids[0]]
    said = quantities_in(claim.text, card, plan.timezone)
    held = Quantities(tuple(values), tuple(values))
    told = Quantities(said.instants) if row.fact.kind is FactKind.INSTANT else Quantities((), said.amounts)
    return unmatched(told, held, plan.timezone) == ""
