"""The seven exit criteria of the pilot, each counted on what really came out.

Source: LMS evidence article, "the first pilot must bound the corpus".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from campus import Result

from fidedigno import Fidedigno
from fidedigno.model import AccessList, Decision, FactStatus, Question, Support


@dataclass(frozen=True)
class Criterion:
    """One criterion: what it demands, what was counted, and how many break it."""

    demands: str
    counted: str
    broken: int


def no_crossing(
    fidedigno: Fidedigno, results: Sequence[Result], declared: Mapping[str, AccessList]
) -> Criterion:
    """1. Every passage that was even gathered is judged again by what its file declares, apart from the index."""
    passages = state = broken = 0
    for result in results:
        identity = fidedigno.identity(result.case.person)
        for candidate in result.done.gathered.candidates:
            passages += 1
            acl = declared.get(candidate.evidence.locator.uri)
            broken += acl is None or not acl.allows(identity)
        state += len(result.done.reading.cards)
        broken += bool(result.done.reading.cards) and not identity.enabled
    counted = f"{passages} passages and {state} live readings handed over, {broken} beyond somebody's rights"
    return Criterion("no evidence crosses course, group or person without permission", counted, broken)


def expired_never_wins(fidedigno: Fidedigno, results: Sequence[Result]) -> Criterion:
    """2. No claim rests on what is not in force, though the old edition is often the nearest text."""
    claims = nearest = broken = 0
    for result in results:
        plan = result.done.plan
        if fidedigno.pack.classes[plan.question_class].all_editions:
            continue
        cards = {card.id: card for card in result.done.answer.evidence}
        for claim in result.done.answer.claims:
            claims += 1
            broken += any(not cards[each].validity.covers(plan.as_of) for each in claim.evidence_ids)
        if result.done.gathered.candidates:
            asked = Question(plan.search_text, asked_at=plan.as_of)
            identity = fidedigno.identity(result.case.person)
            found = fidedigno.pipeline.gather(asked, identity, in_force=False).candidates
            nearest += bool(found) and not found[0].evidence.validity.covers(plan.as_of)
    counted = (
        f"{claims} claims, {broken} on something out of force; in {nearest} questions that was the nearest"
    )
    return Criterion("an expired version never wins over the one in force", counted, broken)


def every_claim_has_evidence(results: Sequence[Result]) -> Criterion:
    """3. Every delivered claim cites evidence, and verification supports it."""
    claims = broken = 0
    for result in results:
        answer = result.done.answer
        supported = {each.claim for each in answer.verdicts if each.support is Support.SUPPORTED}
        for number, claim in enumerate(answer.claims):
            claims += 1
            broken += not claim.evidence_ids or number not in supported
    return Criterion("every factual claim has its evidence", f"{claims} claims, {broken} without", broken)


def conflicts_appear(results: Sequence[Result]) -> Criterion:
    """4. Whatever is in conflict is said to be, with both sides."""
    conflicts = broken = 0
    for result in results:
        for row in result.done.matrix.rows:
            if row.status is not FactStatus.CONFLICTING or not row.fact.critical:
                continue
            conflicts += 1
            said = [each for each in result.done.answer.uncertainty if each.fact == row.fact.name]
            declared = result.done.answer.decision in {Decision.CONFLICT, Decision.ESCALATE}
            broken += not declared or not said or len(said[0].evidence_ids) < 2
    counted = f"{conflicts} conflicts of critical facts, {broken} not declared with both sides"
    return Criterion("unresolved conflicts appear as conflicts", counted, broken)


def gap_forces_limited(results: Sequence[Result]) -> Criterion:
    """5. Where the person's own case cannot be confirmed, there is no full answer."""
    gaps = broken = 0
    for result in results:
        unknown = [
            row
            for row in result.done.matrix.rows
            if row.fact.individual and row.fact.critical and row.status is FactStatus.UNVERIFIABLE
        ]
        if unknown:
            gaps += 1
            answer = result.done.answer
            derived = any(claim.derived for claim in answer.claims)
            broken += answer.decision is Decision.ANSWER or derived
    counted = (
        f"{gaps} questions with an individual fact that could not be confirmed, {broken} answered in full"
    )
    return Criterion("the absence of a personal exception forces a limited answer", counted, broken)
