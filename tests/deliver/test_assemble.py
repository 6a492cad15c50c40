"""The five elements of an answer, for every decision, in both languages; and what it must not tell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.matrix import TIMEZONE_UNKNOWN
from fidedigno.deliver import Outcome, assemble
from fidedigno.deliver.wording import message
from fidedigno.model import (
    Answer,
    Claim,
    ClaimMatrix,
    Clarification,
    ConflictKind,
    Decision,
    Evidence,
    FactRow,
    FactStatus,
    Plan,
    Statement,
    Support,
    Uncertainty,
    Verdict,
)
from fidedigno.plan.pack import Pack
from fidedigno.plan.planner import CLASS
from tests.fakes.cards import card
from tests.fakes.packs import FACTS, PACK, plan_of

TEXT, AGAINST = "Se entrega el 12.", "Se entrega el 19."
ONE, TWO = card(10, id="a:0-17", content=TEXT), card(11, id="b:0-17", content=AGAINST)
CARDS = {each.id: each for each in (ONE, TWO, card(12, id="c", content="Nada."))}


def named(name: str) -> Mapping[str, str]:
    return {"es": f"{name} en español", "en": f"{name} in English"}


LABELLED: Pack = replace(
    PACK,
    facts={
        name: replace(fact, label=named(f"label-{name}"), check_at=named(f"check-{name}"))
        for name, fact in FACTS.items()
    },
    slots={name: replace(slot, question=named(f"ask-{name}")) for name, slot in PACK.slots.items()},
)


def said(text: str = TEXT, one: Evidence = ONE, fact: str = "due") -> Statement:
    return Statement(fact, FACTS[fact].kind, "", text, one.id.partition(":")[0], 0, len(text))


def row(fact: str = "due", status: FactStatus = FactStatus.COVERED, **changes: Any) -> FactRow:
    critical = changes.pop("critical", True)
    statements = (said(fact=fact),) if status in {FactStatus.COVERED, FactStatus.CONFLICTING} else ()
    if status is FactStatus.CONFLICTING:
        changes |= {"opposed": (said(AGAINST, TWO, fact),), "conflict": ConflictKind.INSTANT}
    return FactRow(FACTS[fact].required(critical=critical), status, statements, **changes)


DUE = Claim(TEXT, (ONE.id,), "due")
OPPOSED = Claim(AGAINST, (TWO.id,), "due")
UNKNOWN = row("extension", FactStatus.UNVERIFIABLE, reason="source_failed")


def answered(
    decision: Decision,
    *rows: FactRow,
    claims: tuple[Claim, ...] = (),
    plan: Plan | None = None,
    language: str = "es",
    user: str | None = "ana",
) -> Answer:
    verdicts = tuple(Verdict(n, Support.SUPPORTED, "verbatim") for n, _ in enumerate(claims))
    outcome = Outcome(decision, ClaimMatrix(rows), claims, CARDS, verdicts)
    return assemble(plan or plan_of(), LABELLED, outcome, language, user)


def told(answer: Answer) -> dict[str, object]:
    """Everything but the id and the time."""
    return {f.name: getattr(answer, f.name) for f in fields(answer) if f.name not in {"id", "answered_at"}}


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_limited_answer_has_its_five_elements(language: str) -> None:
    answer = answered(Decision.ANSWER_LIMITED, row(), UNKNOWN, claims=(DUE,), language=language)
    label, place = LABELLED.facts["extension"].label, LABELLED.facts["extension"].check_at
    assert answer.claims == (DUE,)
    assert [each.id for each in answer.evidence] == [ONE.id]
    assert dict(answer.scope) | {"as_of": ""} == {
        "course": "41", "activity": "Práctica 1", "user": "ana", "as_of": "",
    }  # fmt: skip
    assert answer.scope["as_of"].endswith(", 12:00 (Europe/Madrid)")
    gap = message("gap_unverifiable", language, fact=label[language])
    assert answer.uncertainty == (Uncertainty("extension", "unverifiable", gap),)
    assert answer.next_action == message("next_check", language, places=place[language])
    assert (answer.message, answer.question_class, answer.language) == ("", "deadline", language)


def test_a_full_answer_has_nothing_uncertain_and_nothing_to_do() -> None:
    answer = answered(Decision.ANSWER, row(), claims=(DUE,))
    assert (answer.uncertainty, answer.next_action, answer.message) == ((), "", "")
    assert answer.matrix.row("due") is not None
    assert len(answer.verdicts) == 1


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_conflict_shows_both_sides_and_whom_to_ask(language: str) -> None:
    answer = answered(
        Decision.CONFLICT, row(status=FactStatus.CONFLICTING), claims=(DUE, OPPOSED), language=language
    )
    assert answer.decision is Decision.CONFLICT
    (doubt,) = answer.uncertainty
    assert (doubt.status, doubt.evidence_ids) == ("conflicting", (ONE.id, TWO.id))
    assert answer.next_action == message("next_ask_owner", language)


@pytest.mark.parametrize("claims", [(), (DUE,), (OPPOSED,)])
def test_a_conflict_without_one_of_its_sides_is_an_abstention(claims: tuple[Claim, ...]) -> None:
    answer = answered(Decision.CONFLICT, row(status=FactStatus.CONFLICTING), claims=claims)
    assert told(answer) == told(answered(Decision.ABSTAIN))


def test_half_a_conflict_is_withheld_beside_what_is_certain() -> None:
    rule = Claim("Se puntúa.", ("c",), "rule")
    certain = FactRow(
        FACTS["rule"].required(critical=True), FactStatus.COVERED, (said("Se puntúa.", fact="rule"),)
    )
    answer = answered(Decision.CONFLICT, row(status=FactStatus.CONFLICTING), certain, claims=(DUE, rule))
    assert (answer.decision, answer.claims) == (Decision.ANSWER_LIMITED, (rule,))
    assert [(each.fact, each.status, each.evidence_ids) for each in answer.uncertainty] == [
        ("due", "unverifiable", ())
    ]
    assert [each.id for each in answer.evidence] == ["c"]


def test_a_stretch_of_the_same_card_about_something_else_is_no_side_of_a_conflict() -> None:
    beside = card(10, id="a:30-40", content=TEXT)
    outcome = Outcome(
        Decision.CONFLICT,
        ClaimMatrix((row(status=FactStatus.CONFLICTING),)),
        (DUE, OPPOSED, Claim("Otra cosa.", (beside.id,), "rule")),
        {**CARDS, beside.id: beside},
    )
    (doubt,) = assemble(plan_of(), LABELLED, outcome, "es", "ana").uncertainty
    assert doubt.evidence_ids == (ONE.id, TWO.id)


CAUSES: tuple[tuple[FactRow, ...], ...] = (
    (),
    (row(status=FactStatus.MISSING),),
    (row(),),
    (row(status=FactStatus.CONFLICTING),),
    (row(status=FactStatus.UNVERIFIABLE, reason="not_available"),),
    (row(status=FactStatus.UNVERIFIABLE, reason="needs_slot:group"),),
    (row(status=FactStatus.MISSING), row("opens", FactStatus.CONFLICTING, critical=False)),
)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("decision", [Decision.ABSTAIN, Decision.ANSWER, Decision.ANSWER_LIMITED])
def test_abstentions_of_different_causes_are_equal_but_for_id_and_time(
    decision: Decision, language: str
) -> None:
    answers = [answered(decision, *rows, language=language) for rows in CAUSES]
    first = told(answers[0])
    assert all(told(each) == first for each in answers)
    assert first["message"] == message("refusal", language)
    assert (first["evidence"], first["scope"], first["matrix"], first["verdicts"]) == (
        (),
        {},
        ClaimMatrix(),
        (),
    )
    assert len({each.id for each in answers}) == len(answers)


def test_of_the_person_no_cause_that_the_source_gave_is_told() -> None:
    reasons = ("no_source", "not_available", "source_failed", "no_scope")
    rows = (row("extension", FactStatus.UNVERIFIABLE, reason=reason) for reason in reasons)
    answers = [told(answered(Decision.ABSTAIN, each)) for each in rows]
    assert all(each == answers[0] for each in answers)
    assert answers[0]["uncertainty"]


@pytest.mark.parametrize("claims", [(), (DUE,)])
@pytest.mark.parametrize("decision", [Decision.CLARIFY, Decision.ESCALATE, Decision.REFUSE_ACTION])
def test_decisions_that_do_not_answer_carry_no_claim_whatever_was_drafted(
    decision: Decision, claims: tuple[Claim, ...]
) -> None:
    plan = plan_of(clarification=Clarification("activity", ("Práctica 1", "Práctica 2")))
    answer = answered(decision, row(), UNKNOWN, claims=claims, plan=plan)
    assert answer.decision is decision
    assert answer.message
    assert (answer.claims, answer.evidence, answer.uncertainty, answer.verdicts) == ((), (), (), ())
    assert not answer.scope
    assert answer.matrix == ClaimMatrix()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Clarification("group"), {"es": "ask-group en español", "en": "ask-group in English"}),
        (
            Clarification("group", ("A", "B")),
            {"es": "ask-group en español (A, B)", "en": "ask-group in English (A, B)"},
        ),
        (
            Clarification(CLASS, ("plazo", "nota")),
            {
                "es": "¿Sobre qué preguntas? Por ejemplo: plazo, nota.",
                "en": "What are you asking about? For example: plazo, nota.",
            },
        ),
    ],
)
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_clarification_is_one_question_with_its_choices(
    asked: Clarification, words: Mapping[str, str], language: str
) -> None:
    plan = plan_of(clarification=asked)
    assert answered(Decision.CLARIFY, plan=plan, language=language).message == words[language]


def test_what_is_out_of_scope_says_so_and_offers_nothing_to_check() -> None:
    plan = plan_of("off_topic")
    answer = answered(Decision.ABSTAIN, UNKNOWN, plan=plan, language="en")
    assert answer.message == message("out_of_scope", "en")
    assert (answer.uncertainty, answer.next_action) == ((), "")


def test_an_instant_whose_timezone_nobody_states_is_said_to_be_so() -> None:
    answer = answered(Decision.ANSWER_LIMITED, row(reason=TIMEZONE_UNKNOWN), claims=(DUE,))
    words = message("gap_timezone", "es", fact="label-due en español")
    assert answer.uncertainty == (Uncertainty("due", "unverifiable", words),)


def test_a_critical_fact_of_which_verification_left_nothing_is_not_passed_over() -> None:
    lost = FactRow(
        FACTS["rule"].required(critical=True), FactStatus.COVERED, (said("Perdida.", fact="rule"),)
    )
    answer = answered(Decision.ANSWER_LIMITED, row(), lost, claims=(DUE,))
    assert [(each.fact, each.status) for each in answer.uncertainty] == [("rule", "unverifiable")]
    same = replace(lost, statements=(said(fact="rule"),))
    assert answered(Decision.ANSWER, row(), same, claims=(DUE,)).uncertainty == ()


def test_the_person_is_named_only_where_their_state_was_read() -> None:
    assert "user" not in answered(Decision.ANSWER, row(), claims=(DUE,), plan=plan_of("rule")).scope
    assert "user" not in answered(Decision.ANSWER, row(), claims=(DUE,), user=None).scope


def test_an_expired_text_is_told_even_where_nothing_else_is() -> None:
    answer = answered(Decision.ABSTAIN, row(status=FactStatus.EXPIRED), language="en")
    assert [each.status for each in answer.uncertainty] == ["expired"]
    assert answer.next_action == message("next_check", "en", places="check-due in English")


STATUSES = st.sampled_from(list(FactStatus))
LINES = st.lists(
    st.tuples(st.sampled_from(("due", "opens", "rule", "extension")), STATUSES, st.booleans()), max_size=4
)


@given(
    st.sampled_from(list(Decision)),
    LINES,
    st.sets(st.sampled_from((DUE, OPPOSED))),
    st.sampled_from(("es", "en", "fr")),
)
def test_whatever_comes_in_the_answer_is_whole(
    decision: Decision, lines: list[tuple[str, FactStatus, bool]], claims: set[Claim], language: str
) -> None:
    rows = {fact: row(fact, status, critical=critical) for fact, status, critical in lines}
    plan = plan_of(clarification=Clarification("group"))
    known = language if language != "fr" else "en"
    answer = answered(decision, *rows.values(), claims=tuple(claims), plan=plan, language=known)
    cited = {each for claim in answer.claims for each in claim.evidence_ids}
    conflicts = [each for each in answer.uncertainty if each.status == "conflicting"]
    assert {each.id for each in answer.evidence} == cited
    assert all({ONE.id, TWO.id} <= set(each.evidence_ids) for each in conflicts)
    assert bool(answer.message) is not bool(answer.claims)
    if answer.decision is Decision.CONFLICT:
        assert conflicts
