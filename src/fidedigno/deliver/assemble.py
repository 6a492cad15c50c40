"""Puts an answer together: the five elements of the response contract, from what the stages decided.

Source: LMS evidence article, response contract. The system's own words come from the catalogue and the
pack; nothing here reads a source.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fidedigno.consolidate.matrix import TIMEZONE_UNKNOWN
from fidedigno.dates import format_instant
from fidedigno.deliver.wording import message
from fidedigno.model import (
    SPOKEN,
    Answer,
    Claim,
    ClaimMatrix,
    Clarification,
    Decision,
    Evidence,
    FactKind,
    FactRow,
    FactStatus,
    Plan,
    Quality,
    Route,
    Uncertainty,
    Verdict,
)
from fidedigno.plan.pack import Pack
from fidedigno.plan.planner import CLASS

SHOWN_SLOTS = ("course", "activity", "group")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the stages hand over: the decision and what it rests on."""

    decision: Decision
    matrix: ClaimMatrix = field(default_factory=ClaimMatrix)
    claims: tuple[Claim, ...] = ()
    cards: Mapping[str, Evidence] | None = None
    verdicts: tuple[Verdict, ...] = ()
    quality: Quality | None = None


def assemble(plan: Plan, pack: Pack, outcome: Outcome, language: str, user: str | None) -> Answer:
    """The answer for ``user`` in ``language``. A decision without anything to claim becomes its message, and so
    does a conflict of which one side cannot be shown."""
    claims, decision = _spoken(outcome)
    doubts: tuple[Uncertainty, ...] = ()
    if claims:
        doubts = _uncertainty(pack, outcome, claims, language)
    elif decision is Decision.ABSTAIN and plan.contract.route is not Route.OUT_OF_SCOPE:
        doubts = _gaps_of_anybody(pack, outcome.matrix, language)
    cited = {each for claim in claims for each in claim.evidence_ids}
    cited |= {each for doubt in doubts for each in doubt.evidence_ids}
    return Answer(
        id=new_answer_id(),
        decision=decision,
        claims=claims,
        evidence=tuple(card for card in (outcome.cards or {}).values() if card.id in cited),
        message=_message(plan, pack, decision, language),
        language=language,
        answered_at=datetime.now(UTC),
        scope=_scope(plan, language, user) if claims else {},
        uncertainty=doubts,
        next_action=_next_action(pack, decision, doubts, language),
        question_class=plan.question_class,
        matrix=outcome.matrix if claims else ClaimMatrix(),
        verdicts=outcome.verdicts if claims else (),
        quality=outcome.quality if claims else None,
    )


def _spoken(outcome: Outcome) -> tuple[tuple[Claim, ...], Decision]:
    """The claims that are told, and the decision that is left with them."""
    if outcome.decision not in SPOKEN:
        return (), outcome.decision
    cards = outcome.cards or {}
    rows = [row for row in outcome.matrix.rows if row.status is FactStatus.CONFLICTING]
    halved = {row.fact.name for row in rows if not all(_shown_sides(row, outcome.claims, cards))}
    claims = tuple(each for each in outcome.claims if each.fact not in halved)
    if not claims:
        return (), Decision.ABSTAIN
    if outcome.decision is Decision.CONFLICT and len(halved) == len(rows):
        return claims, Decision.ANSWER_LIMITED
    return claims, outcome.decision


def new_answer_id() -> str:
    """An id that cannot be guessed: whoever knows it may ask why."""
    return secrets.token_hex(8)


def _message(plan: Plan, pack: Pack, decision: Decision, language: str) -> str:
    if decision is Decision.CLARIFY and plan.clarification is not None:
        return _question(pack, plan.clarification, language)
    if decision is Decision.REFUSE_ACTION:
        return f"{message('refuse_action', language)} {message('next_do_it_yourself', language)}"
    if decision is Decision.ESCALATE:
        return message("escalate", language)
    if decision is Decision.ABSTAIN:
        outside = plan.contract.route is Route.OUT_OF_SCOPE
        return message("out_of_scope" if outside else "refusal", language)
    return ""


def _question(pack: Pack, asked: Clarification, language: str) -> str:
    choices = ", ".join(asked.choices)
    if asked.about == CLASS:
        return message("clarify_class", language, choices=choices)
    question = pack.slots[asked.about].question[language]
    return message("clarify_choices", language, question=question, choices=choices) if choices else question


def _uncertainty(
    pack: Pack, outcome: Outcome, claims: Sequence[Claim], language: str
) -> tuple[Uncertainty, ...]:
    """What is not settled beside what is told: critical gaps, every conflict that is shown, instants whose
    timezone nobody states, and critical facts of which verification left nothing."""
    told = {claim.fact for claim in claims} | {claim.text for claim in claims}
    doubts = []
    for row in outcome.matrix.rows:
        status = row.status
        sides: tuple[str, ...] = ()
        if status is FactStatus.CONFLICTING:
            both = _shown_sides(row, claims, outcome.cards or {})
            if all(both):
                sides = tuple(dict.fromkeys((*both[0], *both[1])))
            else:
                status = FactStatus.UNVERIFIABLE
        elif status is FactStatus.COVERED and row.fact.critical and _is_left_out(row, told):
            status = FactStatus.UNVERIFIABLE
        if status is FactStatus.COVERED and row.reason == TIMEZONE_UNKNOWN:
            words = message("gap_timezone", language, fact=_label(pack, row, language))
            doubts.append(Uncertainty(row.fact.name, FactStatus.UNVERIFIABLE.value, words))
        elif sides or (row.fact.critical and status is not FactStatus.COVERED):
            words = message(f"gap_{status}", language, fact=_label(pack, row, language))
            doubts.append(Uncertainty(row.fact.name, status.value, words, sides))
    return tuple(doubts)


def _is_left_out(row: FactRow, told: Set[str]) -> bool:
    """Whether a covered fact that is to be told is in no claim; one claim may tell two facts in the same words."""
    if not row.fact.told or row.fact.kind is FactKind.ZONE:
        return False
    return row.fact.name not in told and all(each.text not in told for each in row.statements)


def _gaps_of_anybody(pack: Pack, matrix: ClaimMatrix, language: str) -> tuple[Uncertainty, ...]:
    """Where nothing is told, only gaps that do not depend on which documents there are: facts about the person,
    and texts that have expired."""
    return tuple(
        Uncertainty(
            row.fact.name,
            row.status.value,
            message(f"gap_{row.status}", language, fact=_label(pack, row, language)),
        )
        for row in matrix.rows
        if row.fact.critical
        and row.status not in {FactStatus.COVERED, FactStatus.CONFLICTING}
        and (row.fact.individual or row.status is FactStatus.EXPIRED)
    )


def _shown_sides(
    row: FactRow, claims: Sequence[Claim], cards: Mapping[str, Evidence]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards by which the claims show each side of a conflict."""
    shown: list[tuple[str, ...]] = []
    for side in (row.statements, row.opposed):
        wanted = {(said.text, said.evidence_id) for said in side}
        found = (
            each
            for claim in claims
            for each in claim.evidence_ids
            if each in cards and not claim.derived and (claim.text, each.partition(":")[0]) in wanted
        )
        shown.append(tuple(dict.fromkeys(found)))
    return shown[0], shown[1]


def _label(pack: Pack, row: FactRow, language: str) -> str:
    definition = pack.facts.get(row.fact.name)
    return definition.label[language] if definition else row.fact.name


def _scope(plan: Plan, language: str, user: str | None) -> dict[str, str]:
    scope = {
        name: plan.slots[name].label or plan.slots[name].value for name in SHOWN_SLOTS if name in plan.slots
    }
    if plan.contract.route.reads_state and user is not None:
        scope["user"] = user
    scope["as_of"] = format_instant(plan.as_of, language, timezone=plan.timezone)
    return scope


def _next_action(pack: Pack, decision: Decision, doubts: Sequence[Uncertainty], language: str) -> str:
    if decision is Decision.CONFLICT:
        return message("next_ask_owner", language)
    named = (pack.facts[doubt.fact].check_at[language] for doubt in doubts if doubt.fact in pack.facts)
    places = tuple(dict.fromkeys(place for place in named if place))
    return message("next_check", language, places=" ".join(places)) if places else ""
