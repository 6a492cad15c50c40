"""Nothing is delivered that the cited stretch does not say."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.draft import Draft
from fidedigno.draft.governed import GovernedDraft, write_covered
from fidedigno.model import (
    Claim,
    ClaimMatrix,
    ConflictKind,
    Decision,
    Discard,
    DiscardReason,
    Evidence,
    EvidenceKind,
    FactRow,
    FactStatus,
    Moment,
    Statement,
    Support,
)
from fidedigno.plan.pack import Window
from fidedigno.verify import Checked, verify_claims
from tests.fakes.cards import card
from tests.fakes.packs import MADRID, PACK, plan_of

RULE = "Una entrega tardía pierde el 10 % de la nota por cada día de retraso."
DUE = "La práctica 1 se entrega hasta el viernes 13 de noviembre de 2026, a las 23:59."
OTHER = "La práctica 2 se entrega hasta el viernes 18 de diciembre de 2026, a las 23:59."
NO = "No se admite ninguna entrega por correo."
CONTENT = f"{DUE} {OTHER}\n\n{RULE} {NO}"
GUIDE = card(10, content=CONTENT, language="es", timezone="Europe/Madrid", title="Guía")
LIVE = card(
    11,
    kind=EvidenceKind.STATE,
    authority="live",
    content="Práctica 1: la entrega está abierta para ti.",
    values={"submission": "open"},
)
CARDS = {each.id: each for each in (GUIDE, LIVE, card(12, content="Nada de eso."))}
WINDOWED = replace(
    PACK,
    classes={**PACK.classes, "deadline": replace(PACK.classes["deadline"], window=Window("due", "opens"))},
)
ASKED = Moment("", datetime(2026, 11, 12, tzinfo=MADRID), datetime(2026, 11, 13, tzinfo=MADRID))
PLAN = plan_of(asked_moment=ASKED)


def statement(fact: str, text: str, value: str = "", one: Evidence = GUIDE, **changes: Any) -> Statement:
    start = one.content.index(text)
    return Statement(fact, PACK.facts[fact].kind, value, text, one.id, start, start + len(text), **changes)


def row(fact: str, *said: Statement, **changes: Any) -> FactRow:
    required = PACK.facts[fact].required(critical=True)
    return FactRow(required, changes.pop("status", FactStatus.COVERED), said, **changes)


MATRIX = ClaimMatrix(
    (
        row("due", statement("due", DUE, "2026-11-13T23:59:00+01:00")),
        row("extension", status=FactStatus.UNVERIFIABLE, reason="no_source"),
        row("opens", status=FactStatus.MISSING),
    )
)


def drafted(matrix: ClaimMatrix = MATRIX, **plan: Any) -> GovernedDraft:
    return write_covered(replace(PLAN, **plan), WINDOWED, matrix, CARDS, Draft(), "es")


def checked(
    *claims: Claim, matrix: ClaimMatrix = MATRIX, cards: Mapping[str, Evidence] | None = None, **plan: Any
) -> Checked:
    known = {**drafted(matrix, **plan).cards, **CARDS} if cards is None else cards
    return verify_claims(replace(PLAN, **plan), WINDOWED, matrix, claims, known)


def claim(text: str, *ids: str, fact: str = "due") -> Claim:
    return Claim(text, ids or (GUIDE.id,), fact)


def test_a_draft_of_what_is_covered_stands_whole() -> None:
    draft = drafted()
    found = checked(*draft.claims)
    assert found.claims == draft.claims
    assert [each.reason for each in found.verdicts] == ["derived", "verbatim"]
    assert found.decision(Decision.ANSWER_LIMITED, high_impact=True) is Decision.ANSWER_LIMITED


@pytest.mark.parametrize(
    ("text", "support", "reason"),
    [
        (DUE.upper(), Support.SUPPORTED, "same_words"),
        (DUE.replace("13", "14").replace("viernes", "sábado"), Support.CONTRADICTED, "date_differs"),
        (OTHER, Support.CONTRADICTED, "value_differs"),
        (
            "La práctica 1 se entrega hasta el viernes 18 de diciembre de 2026, a las 23:59.",
            Support.CONTRADICTED,
            "attribute_differs",
        ),
        (
            DUE.replace("se entrega hasta", "no se entrega"),
            Support.CONTRADICTED,
            "negation_differs",
        ),
        (DUE[:-1] + ", salvo quien repite.", Support.INCONCLUSIVE, "words_differ"),
        (DUE.replace("hasta", "desde"), Support.CONTRADICTED, "bound_differs"),
        (NO, Support.CONTRADICTED, "value_differs"),
        ("La práctica 1 se entrega hasta el viernes 13", Support.INCONCLUSIVE, "words_differ"),
    ],
)
def test_a_claim_stands_or_falls_with_its_date_denial_and_words(
    text: str, support: Support, reason: str
) -> None:
    found = checked(claim(text))
    assert found.verdicts[0].support is support, found.verdicts
    assert found.verdicts[0].reason == reason
    assert bool(found.claims) is (support is Support.SUPPORTED)


PENALTY = ClaimMatrix((row("penalty", statement("penalty", RULE, "10 %/days")),))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (RULE.replace("10", "20"), "percentage_differs"),
        (RULE.replace("pierde", "no pierde"), "negation_differs"),
        (RULE.replace("tardía", "temprana"), "words_differ"),
        ("se admite ninguna entrega por correo.", "words_differ"),
    ],
)
def test_another_amount_or_half_a_sentence_does_not_stand(text: str, reason: str) -> None:
    found = checked(
        claim(text, fact="penalty"), matrix=PENALTY, contract=PACK.contract("penalty"), asked_moment=None
    )
    assert (found.claims, found.verdicts[0].reason) == ((), reason)


def test_a_state_is_told_in_its_own_words_only() -> None:
    matrix = ClaimMatrix((row("submission", statement("submission", LIVE.content, "open", LIVE)),))
    contract = PACK.contract("status")
    good = checked(claim(LIVE.content, LIVE.id, fact="submission"), matrix=matrix, contract=contract)
    assert good.verdicts[0].support is Support.SUPPORTED
    shut = claim(LIVE.content.replace("abierta", "cerrada"), LIVE.id, fact="submission")
    assert checked(shut, matrix=matrix, contract=contract).claims == ()


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (claim(DUE, fact="rule"), "not_in_plan"),
        (claim(DUE, fact=""), "not_in_plan"),
        (claim(DUE, fact="extension"), "fact_not_covered"),
        (claim(DUE, fact="opens"), "fact_not_covered"),
        (claim(DUE, "nowhere"), "unknown_evidence"),
        (claim(DUE, GUIDE.id, "nowhere"), "unknown_evidence"),
        (claim(LIVE.content, LIVE.id), "evidence_of_another_fact"),
        (claim(DUE, GUIDE.id, LIVE.id), "evidence_of_another_fact"),
    ],
)
def test_what_the_plan_or_the_matrix_does_not_have_is_out_of_the_contract(bad: Claim, reason: str) -> None:
    found = checked(bad)
    assert found.claims == ()
    assert (found.verdicts[0].support, found.verdicts[0].reason) == (Support.OUT_OF_CONTRACT, reason)


@pytest.mark.parametrize(("fact", "falls"), [("", True), ("due", True), ("opens", False)])
def test_evidence_that_was_set_aside_carries_nothing(fact: str, falls: bool) -> None:
    matrix = replace(MATRIX, discards=(Discard(GUIDE.id, DiscardReason.SUPERSEDED, fact),))
    narrowed = drafted().claims[1]
    found = checked(narrowed, matrix=matrix, cards=drafted().cards)
    assert bool(found.claims) is not falls
    assert found.verdicts[0].reason == ("discarded_evidence" if falls else "verbatim")


def test_every_card_beside_a_claim_has_to_show_it() -> None:
    copy = card(13, content="Otra cosa.")
    matrix = ClaimMatrix(
        (row("due", *MATRIX.rows[0].statements, Statement("due", MATRIX.rows[0].fact.kind, "", "", copy.id)),)
    )
    found = checked(claim(DUE, GUIDE.id, copy.id), matrix=matrix, cards={**CARDS, copy.id: copy})
    assert found.claims == ()


DERIVED = drafted().claims[0]


@pytest.mark.parametrize(
    ("tampered", "reason"),
    [
        (replace(DERIVED, text=DERIVED.text.replace("Sí", "No")), "conclusion_differs"),
        (replace(DERIVED, text=DERIVED.text.replace("13", "30")), "conclusion_differs"),
        (replace(DERIVED, evidence_ids=(LIVE.id,)), "evidence_differs"),
        (replace(DERIVED, evidence_ids=(*DERIVED.evidence_ids, LIVE.id)), "evidence_differs"),
        (replace(DERIVED, fact="opens"), "fact_not_covered"),
    ],
)
def test_a_conclusion_is_drawn_again_and_tampering_shows(tampered: Claim, reason: str) -> None:
    found = checked(tampered)
    assert (found.claims, found.verdicts[0].reason) == ((), reason)


def test_a_conclusion_that_is_passed_off_as_a_quotation_does_not_stand() -> None:
    found = checked(replace(DERIVED, derived=False))
    assert found.claims == ()
    assert found.verdicts[0].support is not Support.SUPPORTED


def test_a_conclusion_that_the_question_does_not_ask_for_is_not_derivable() -> None:
    assert checked(DERIVED, cards=drafted().cards, asked_moment=None).verdicts[0].reason == "not_derivable"


CONFLICT = ClaimMatrix(
    (
        row(
            "due",
            statement("due", DUE, "2026-11-13T23:59:00+01:00"),
            status=FactStatus.CONFLICTING,
            opposed=(statement("due", OTHER, "2026-12-18T23:59:00+01:00"),),
            conflict=ConflictKind.INSTANT,
        ),
    )
)


def test_of_a_conflict_both_sides_stand_or_none() -> None:
    both = (claim(DUE), claim(OTHER))
    assert checked(*both, matrix=CONFLICT).claims == both
    halved = checked(
        claim(DUE), claim(OTHER.replace("18", "19").replace("viernes", "sábado")), matrix=CONFLICT
    )
    assert halved.claims == ()
    assert {each.reason for each in halved.verdicts} == {"other_side_missing", "date_differs"}
    assert halved.decision(Decision.CONFLICT, high_impact=False) is Decision.ABSTAIN


@pytest.mark.parametrize("before", list(Decision))
@pytest.mark.parametrize("high_impact", [True, False])
def test_the_decision_after_a_failure_is_never_bolder(before: Decision, high_impact: bool) -> None:
    bad, good = claim(OTHER), claim(DUE)
    speaks = before in {Decision.ANSWER, Decision.ANSWER_LIMITED, Decision.CONFLICT}
    alone = checked(bad).decision(before, high_impact=high_impact)
    mixed = checked(good, bad).decision(before, high_impact=high_impact)
    if not speaks:
        assert alone is mixed is before
    elif high_impact:
        assert alone is mixed is Decision.ESCALATE
    else:
        assert alone is Decision.ABSTAIN
        assert mixed is (Decision.ANSWER_LIMITED if before is Decision.ANSWER else before)
    assert checked(good).decision(before, high_impact=high_impact) is before


def test_verdicts_are_numbered_as_the_claims_are_delivered() -> None:
    found = checked(claim(OTHER), claim(DUE), claim(DUE, fact="rule"))
    assert [each.claim for each in found.verdicts] == [0, 1, 2]
    assert [each.support for each in found.verdicts[: len(found.claims)]] == [Support.SUPPORTED]
    assert found.claims == (claim(DUE),)


Mutation = Callable[[Claim, int], Claim]
SWAPS = (
    ("13", "14"), ("2026", "2027"), ("23:59", "12:00"), ("noviembre", "diciembre"), ("hasta", "desde"),
    ("práctica 1", "práctica 2"), ("se entrega", "no se entrega"), ("viernes", "lunes"), ("La", "Ninguna"),
    ("dentro", "fuera"), ("Sí", "No"), (".", ", o cuando se quiera."),
)  # fmt: skip
MUTATIONS: Sequence[Mutation] = (
    lambda c, n: replace(c, text=c.text.replace(*SWAPS[n % len(SWAPS)])),
    lambda c, n: replace(c, text=c.text[: n % len(c.text)] + c.text[n % len(c.text) + 1 :]),
    lambda c, n: replace(c, text=c.text[: 1 + n % len(c.text)]),
    lambda c, n: replace(c, text=c.text[n % len(c.text) :]),
    lambda c, n: replace(
        c, text=" ".join(sorted(c.text.split(), key=lambda w: zlib.crc32(f"{n}{w}".encode())))
    ),
    lambda c, n: replace(c, text=f"{c.text} {(OTHER, NO, RULE)[n % 3]}"),
    lambda c, n: replace(c, evidence_ids=(("nowhere", LIVE.id, "c")[n % 3],)),
    lambda c, n: replace(c, evidence_ids=(*c.evidence_ids, ("nowhere", LIVE.id, "c")[n % 3])),
    lambda c, n: replace(c, fact=("rule", "opens", "extension", "")[n % 4]),
    lambda c, _: replace(c, derived=not c.derived),
)


def bare(text: str) -> str:
    """A model of what may differ without saying anything else: spaces and the marks of punctuation at the ends."""
    return " ".join(text.split()).strip(" .,;:¡!").casefold()


@given(
    st.lists(st.tuples(st.sampled_from(MUTATIONS), st.integers(0, 500)), min_size=1, max_size=3),
    st.booleans(),
)
def test_no_mutation_of_a_good_draft_is_ever_delivered(
    steps: list[tuple[Mutation, int]], derived: bool
) -> None:
    good = drafted().claims[0 if derived else 1]
    mutated = good
    for mutate, number in steps:
        if mutated.text.strip():
            mutated = mutate(mutated, number)
    found = checked(mutated, cards={**CARDS, **drafted().cards})
    same = replace(mutated, text=bare(mutated.text)) == replace(good, text=bare(good.text))
    unmarked = [c for c in mutated.text if c.isalnum()] == [c for c in good.text if c.isalnum()]
    if found.claims:
        assert same or (unmarked and not derived), mutated
        assert (mutated.evidence_ids, mutated.fact) == (good.evidence_ids, good.fact)
    else:
        assert not same or mutated.text != good.text


def test_a_day_of_another_year_does_not_pass_for_the_same_day() -> None:
    last_year = card(
        14, content="Se entrega el 13 de noviembre.", updated_at=GUIDE.updated_at - timedelta(days=400)
    )
    matrix = ClaimMatrix(
        (row("due", statement("due", last_year.content, "2024-11-13T23:59+01:00", last_year)),)
    )
    text = "Se entrega el 13 de noviembre de 2026."
    found = checked(claim(text, last_year.id), matrix=matrix, cards={last_year.id: last_year})
    assert found.claims == ()
