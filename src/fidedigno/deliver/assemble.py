"""Puts an answer together: the five elements of the response contract, from what the stages decided.

Source: LMS evidence article, response contract. The system's own words come from the catalogue and the
pack; nothing here reads a source.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fidedigno.dates import format_instant
from fidedigno.deliver.wording import message
from fidedigno.model import (
    Answer,
    Claim,
    ClaimMatrix,
    Clarification,
    Decision,
    Evidence,
    FactRow,
    FactStatus,
    Plan,
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


def assemble(plan: Plan, pack: Pack, outcome: Outcome, language: str, user: str | None) -> Answer:
    """The answer for ``user`` in ``language``. A decision without anything to claim becomes its message."""
    decision = outcome.decision
    speaks = decision in {Decision.ANSWER, Decision.ANSWER_LIMITED, Decision.CONFLICT}
    claims = outcome.claims if speaks else ()
    if speaks and not claims:
        decision = Decision.ABSTAIN
    cards = outcome.cards or {}
    doubts = _uncertainty(pack, outcome.matrix, cards, language, said=bool(claims))
    doubts = doubts if claims or decision is Decision.ABSTAIN else ()
    cited = {each for claim in claims for each in claim.evidence_ids}
    cited |= {each for doubt in doubts for each in doubt.evidence_ids}
    return Answer(
        id=new_answer_id(),
        decision=decision,
        claims=claims,
        evidence=tuple(card for card in cards.values() if card.id in cited),
        message=_message(plan, pack, decision, language),
        language=language,
        answered_at=datetime.now(UTC),
        scope=_scope(plan, language, user) if claims else {},
        uncertainty=doubts,
        next_action=_next_action(pack, decision, doubts, language),
        question_class=plan.question_class,
        matrix=outcome.matrix if claims else ClaimMatrix(),
        verdicts=outcome.verdicts if claims else (),
    )


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
    pack: Pack, matrix: ClaimMatrix, cards: Mapping[str, Evidence], language: str, *, said: bool
) -> tuple[Uncertainty, ...]:
    """What is not settled: critical gaps and every conflict. Where nothing is said, only gaps that do not
    depend on which documents there are: facts about the person, and texts that have expired."""
    doubts = []
    for row in matrix.rows:
        if row.status is FactStatus.COVERED or (
            not row.fact.critical and row.status is not FactStatus.CONFLICTING
        ):
            continue
        if not said and not row.fact.individual and row.status is not FactStatus.EXPIRED:
            continue
        words = message(f"gap_{row.status}", language, fact=_label(pack, row, language))
        sides = _sides(row, cards) if row.status is FactStatus.CONFLICTING else ()
        doubts.append(Uncertainty(row.fact.name, row.status.value, words, sides))
    return tuple(doubts)


def _sides(row: FactRow, cards: Mapping[str, Evidence]) -> tuple[str, ...]:
    """The narrowed cards of both sides."""
    named = {each.evidence_id for each in (*row.statements, *row.opposed)}
    return tuple(card_id for card_id in cards if card_id.partition(":")[0] in named)


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
