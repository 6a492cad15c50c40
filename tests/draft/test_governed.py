"""The draft holds what is covered and both sides of what conflicts, each with its exact card."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.draft import Draft, DraftClaim
from fidedigno.draft.extractive import narrow
from fidedigno.draft.governed import write_covered
from fidedigno.model import (
    ClaimMatrix,
    ConflictKind,
    Evidence,
    EvidenceKind,
    FactKind,
    FactRow,
    FactStatus,
    Moment,
    RequiredFact,
    Statement,
)
from fidedigno.plan.pack import Window
from tests.fakes.cards import card
from tests.fakes.packs import MADRID, PACK, plan_of

RULE, OTHER = "Se pierde el 10 %.", "Se pierde el 20 %."
ONE = card(10, content=f"Uno. {RULE}")
TWO = card(11, content=f"Dos. {OTHER}")
COPY = card(12, content=f"Dos. {RULE}")
STATE = card(13, kind=EvidenceKind.STATE, content="Está abierta.")
CARDS = {each.id: each for each in (ONE, TWO, COPY, STATE)}


def said(one: Evidence, text: str, fact: str = "rule", kind: FactKind = FactKind.TEXT) -> Statement:
    start = one.content.index(text)
    return Statement(fact, kind, "", text, one.id, start, start + len(text))


def row(*statements: Statement, opposed: tuple[Statement, ...] = (), told: bool = True) -> FactRow:
    first = statements[0]
    required = RequiredFact(first.fact, first.kind, told=told)
    if opposed:
        return FactRow(required, FactStatus.CONFLICTING, statements, opposed, ConflictKind.AMOUNT)
    return FactRow(required, FactStatus.COVERED, statements)


def written(*rows: FactRow, quoted: Draft | None = None, **changes: Any) -> list[tuple[str, tuple[str, ...]]]:
    cards = changes.pop("cards", CARDS)
    plan = plan_of("rule", **changes)
    draft = write_covered(plan, PACK, ClaimMatrix(rows), cards, quoted or Draft(), "es")
    assert set(draft.cards) == {each for claim in draft.claims for each in claim.evidence_ids}
    return [(claim.text, claim.evidence_ids) for claim in draft.claims]


def test_a_passage_is_cited_by_its_stretch_and_a_reading_whole() -> None:
    open_now = said(STATE, STATE.content, "submission", FactKind.STATE)
    assert written(row(said(ONE, RULE)), row(open_now)) == [(RULE, ("a:5-23",)), ("Está abierta.", ("d",))]


def test_one_value_is_told_once_and_words_by_all_that_state_them() -> None:
    both = (said(ONE, RULE, "penalty", FactKind.AMOUNT), said(COPY, "Dos.", "penalty", FactKind.AMOUNT))
    assert written(row(*both)) == [(RULE, ("a:5-23",))]
    assert [text for text, _ in written(row(said(ONE, RULE), said(TWO, OTHER)))] == [RULE, OTHER]


def test_a_fact_in_words_is_told_by_the_quotes_of_the_cards_that_still_carry_it() -> None:
    quotes = Draft(
        tuple(DraftClaim(text, narrow(one, 5, 23), 1.0) for one, text in ((TWO, OTHER), (ONE, RULE)))
    )
    assert written(row(said(ONE, RULE)), quoted=quotes) == [(RULE, ("a:5-23",))]


def test_background_facts_and_timezones_are_not_told_unless_they_conflict() -> None:
    zone = said(ONE, RULE, "timezone", FactKind.ZONE)
    assert written(row(said(ONE, RULE), told=False), row(zone)) == []
    against = replace(zone, evidence_id=TWO.id, text=OTHER)
    told = written(
        row(said(ONE, RULE), opposed=(said(TWO, OTHER),), told=False), row(zone, opposed=(against,))
    )
    assert [text for text, _ in told] == [RULE, OTHER]


def test_two_cards_that_conflict_in_the_same_words_are_both_told() -> None:
    told = written(row(said(ONE, RULE), opposed=(said(COPY, RULE),)))
    assert told == [(RULE, ("a:5-23",)), (RULE, ("c:5-23",))]


def test_the_same_words_for_two_facts_are_said_once() -> None:
    assert written(row(said(ONE, RULE)), row(said(ONE, RULE, "explanation"))) == [(RULE, ("a:5-23",))]


def test_a_statement_whose_card_or_words_are_not_at_hand_is_left_out() -> None:
    assert written(row(said(ONE, RULE)), cards={}) == []
    assert written(row(replace(said(ONE, RULE), text="Otra cosa."))) == []


def test_gaps_are_not_told() -> None:
    assert written(*(FactRow(RequiredFact("rule", FactKind.TEXT), s) for s in ("missing", "expired"))) == []


def test_a_conclusion_comes_first_and_only_with_all_of_its_cards() -> None:
    closing = card(20, content="Cierra el 16.", kind=EvidenceKind.STATE)
    statement = Statement("due", FactKind.INSTANT, "2026-11-16T23:59:00+01:00", closing.content, closing.id)
    pack = replace(
        PACK, classes={**PACK.classes, "deadline": replace(PACK.classes["deadline"], window=Window("due"))}
    )
    start = datetime(2026, 11, 12, tzinfo=MADRID)
    plan = plan_of(asked_moment=Moment("", start, start.replace(day=13)))
    matrix = ClaimMatrix((FactRow(RequiredFact("due", FactKind.INSTANT), FactStatus.COVERED, (statement,)),))
    draft = write_covered(plan, pack, matrix, {closing.id: closing}, Draft(), "en")
    assert [claim.derived for claim in draft.claims] == [True, False]
    assert draft.claims[0].text.startswith("Yes: Thursday 12 November")
    assert write_covered(plan, pack, matrix, {}, Draft(), "en").claims == ()


@given(st.permutations(list(CARDS)), st.sets(st.sampled_from(list(CARDS))))
def test_cards_at_hand_that_carry_nothing_change_nothing(order: list[str], kept: set[str]) -> None:
    some = {name: CARDS[name] for name in order if name in kept | {ONE.id}}
    assert written(row(said(ONE, RULE)), cards=some) == [(RULE, ("a:5-23",))]
