"""The claim verifier: each claim against the plan and the exact stretch that is said to carry it.

It sees plan, matrix and cards, not the text alone. A fair quotation stands, whatever the checks say of it; of other
words the checks say whether they are contradicted, invent something, or may pass as a paraphrase of a fact in words.
A fact with a value is told in the words of its source alone: one word beside a date changes it. The verdict is no
proof of correctness: it says that the claim stands where it says it stands. What cannot be settled is *inconclusive*
and is not delivered. Sources: LMS evidence article, response contract; hallucination detector article.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fidedigno.consolidate.amounts import find_amounts, same_amount
from fidedigno.consolidate.statements_dates import agree, find_instants
from fidedigno.draft.conclusion import conclude
from fidedigno.model import (
    SPOKEN,
    Claim,
    ClaimMatrix,
    Decision,
    Discard,
    Evidence,
    FactKind,
    FactRow,
    FactStatus,
    Plan,
    Statement,
    Support,
    Verdict,
)
from fidedigno.plan.pack import Pack
from fidedigno.verify.draft_report import PARAPHRASE, Inspected, report_on
from fidedigno.verify.inspector import Inspector
from fidedigno.verify.own_evidence import OwnEvidence, usual_inspector
from fidedigno.verify.report import Report
from fidedigno.verify.stretches import cited_stretch, nearest_sentence, quotes_fairly, same_words

_TOLD = frozenset({FactStatus.COVERED, FactStatus.CONFLICTING})
_WORST_FIRST = (
    Support.CONTRADICTED,
    Support.OUT_OF_CONTRACT,
    Support.INCONCLUSIVE,
    Support.SUPPORTED,
)


@dataclass(frozen=True, slots=True)
class Checked:
    """The claims that are supported, and the verdicts on all of them, by their place among these.

    ``verdicts`` of claims that are not delivered keep the place that they had in the draft, counted from
    the end of the delivered ones. ``report`` is on the draft as it was written; ``None`` where nothing was.
    """

    claims: tuple[Claim, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    report: Report | None = None

    @property
    def left_out(self) -> int:
        """How many claims of the draft are not supported."""
        return len(self.verdicts) - len(self.claims)

    def decision(self, before: Decision, *, high_impact: bool) -> Decision:
        """The decision after verification.

        A claim that is contradicted or out of the contract is not delivered. If nothing else is left the
        answer is withheld; if a person's case hangs on it, somebody responsible has to look at it.
        """
        if before not in SPOKEN:
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
    plan: Plan,
    pack: Pack,
    matrix: ClaimMatrix,
    claims: Sequence[Claim],
    cards: Mapping[str, Evidence],
    inspector: Inspector | None = None,
) -> Checked:
    """Check every claim; only the supported ones are left to deliver.

    Of two sides in conflict neither is left where one of them is not supported: one alone would read as the
    truth.

    Args:
        plan: of the question.
        pack: by which it was planned.
        matrix: what is covered.
        claims: the draft.
        cards: the cards that it cites, by id.
        inspector: the checks, those with the usual settings where none is given. They leave no trace of their own.
    """
    inspector = inspector or usual_inspector()
    own = OwnEvidence(inspector, plan.search_text, plan.timezone)
    verdicts = [_judge(number, claim, plan, pack, matrix, cards, own) for number, claim in enumerate(claims)]
    lost = {claims[each.claim].fact for each in verdicts if each.support is not Support.SUPPORTED}
    verdicts = [_with_its_side(each, claims[each.claim], matrix, lost) for each in verdicts]
    good = [each for each in verdicts if each.support is Support.SUPPORTED]
    bad = [each for each in verdicts if each.support is not Support.SUPPORTED]
    renumbered = [
        Verdict(number, each.support, each.reason, each.evidence_id)
        for number, each in enumerate((*good, *bad))
    ]
    inspected = [_inspected(claims[each.claim], each, cards, own) for each in verdicts]
    report = report_on(inspected, plan.language, inspector.settings) if inspected else None
    return Checked(tuple(claims[each.claim] for each in good), tuple(renumbered), report)


def _inspected(claim: Claim, verdict: Verdict, cards: Mapping[str, Evidence], own: OwnEvidence) -> Inspected:
    """A claim with its verdict and what the checks say of it; a conclusion is ours, and drawn again instead."""
    known = [cards[each] for each in claim.evidence_ids if each in cards]
    looked = own.report(claim, *known) if known and not claim.derived else None
    return Inspected(claim.text, verdict, looked)


def _with_its_side(verdict: Verdict, claim: Claim, matrix: ClaimMatrix, lost: set[str]) -> Verdict:
    row = matrix.row(claim.fact)
    alone = row is not None and row.status is FactStatus.CONFLICTING and claim.fact in lost
    if verdict.support is not Support.SUPPORTED or not alone:
        return verdict
    return Verdict(verdict.claim, Support.INCONCLUSIVE, "other_side_missing", verdict.evidence_id)


def _judge(
    number: int,
    claim: Claim,
    plan: Plan,
    pack: Pack,
    matrix: ClaimMatrix,
    cards: Mapping[str, Evidence],
    own: OwnEvidence,
) -> Verdict:
    outside = _outside(claim, plan, matrix, cards)
    if outside:
        return Verdict(number, Support.OUT_OF_CONTRACT, outside)
    if claim.derived:
        return _judge_derived(number, claim, plan, pack, matrix)
    # A card beside the claim that does not show it is a false citation, however true the claim is.
    row = matrix.row(claim.fact)
    in_words = row is not None and row.fact.kind is FactKind.TEXT
    verdicts = [
        against_card(number, claim, cards[each], own, in_words=in_words) for each in claim.evidence_ids
    ]
    verdict = min(verdicts, key=lambda each: _WORST_FIRST.index(each.support))
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
    if row is None or row.status not in _TOLD:
        return "fact_not_covered"
    if any(_is_discarded(each, claim.fact, matrix.discards) for each in claim.evidence_ids):
        return "discarded_evidence"
    carrying = {each.evidence_id for each in _stated(row)}
    if not claim.derived and any(_card_of(each) not in carrying for each in claim.evidence_ids):
        return "evidence_of_another_fact"
    return ""


def _stated(row: FactRow) -> tuple[Statement, ...]:
    return (*row.statements, *row.opposed)


def _card_of(evidence_id: str) -> str:
    """The card of which a narrowed one is a stretch."""
    return evidence_id.partition(":")[0]


def _is_discarded(evidence_id: str, fact: str, discards: Sequence[Discard]) -> bool:
    card = _card_of(evidence_id)
    return any(each.evidence_id == card and each.fact in {"", fact} for each in discards)


def _judge_derived(number: int, claim: Claim, plan: Plan, pack: Pack, matrix: ClaimMatrix) -> Verdict:
    """A conclusion is drawn again from the matrix; another one, or one that rests on others, does not stand."""
    window = pack.classes[plan.question_class].window if plan.question_class in pack.classes else None
    again = conclude(plan, matrix, window, plan.language) if window else None
    if again is None or again.fact != claim.fact:
        return Verdict(number, Support.OUT_OF_CONTRACT, "not_derivable")
    if again.text != claim.text:
        return Verdict(number, Support.CONTRADICTED, "conclusion_differs", claim.evidence_ids[0])
    if {_card_of(each) for each in claim.evidence_ids} != set(again.evidence_ids):
        return Verdict(number, Support.OUT_OF_CONTRACT, "evidence_differs", claim.evidence_ids[0])
    return Verdict(number, Support.SUPPORTED, "derived", claim.evidence_ids[0])


def against_card(number: int, claim: Claim, card: Evidence, own: OwnEvidence, *, in_words: bool) -> Verdict:
    """A claim against what is cited of one card: a fair quotation stands, whatever its spacing and marks.

    Other words fall where the checks find something in them; where they find nothing, only a fact ``in_words`` may
    be told so, and only where they are very sure. The rest stays inconclusive: one word changes a sentence.
    """
    stretch = cited_stretch(card)
    if quotes_fairly(claim.text, card, stretch):
        return Verdict(number, Support.SUPPORTED, "verbatim", card.id)
    nearest = nearest_sentence(claim.text, stretch, card.language)
    if same_words(claim.text, nearest) or same_words(claim.text, stretch.text):
        return Verdict(number, Support.SUPPORTED, "same_words", card.id)
    look = own.look(claim, card)
    if look.code:
        return Verdict(number, look.support, look.code, card.id)
    if in_words and look.is_paraphrase:
        return Verdict(number, Support.SUPPORTED, PARAPHRASE, card.id)
    return Verdict(number, Support.INCONCLUSIVE, "words_differ", card.id)


def _same_value(claim: Claim, row: FactRow, cards: Mapping[str, Evidence], plan: Plan) -> bool:
    """Whether a claim of a fact with a value says what the matrix holds for it: it is what a statement says,
    or has its value and no other."""
    kind, stated = row.fact.kind, _stated(row)
    if kind is FactKind.TEXT or any(same_words(each.text, claim.text) for each in stated):
        return True
    card, held = cards[claim.evidence_ids[0]], [each.value for each in stated if each.value]
    if kind is FactKind.INSTANT:
        instants = [each.value for each in find_instants(claim.text, card, plan.timezone)]
        return bool(instants) and all(
            any(agree(said, value, plan.timezone) for value in held) for said in instants
        )
    amounts = (
        [each.value for each in find_amounts(claim.text, card.language)] if kind is FactKind.AMOUNT else []
    )
    return bool(amounts) and all(any(same_amount(said, value) for value in held) for said in amounts)
