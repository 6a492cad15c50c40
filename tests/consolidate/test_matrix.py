from __future__ import annotations

import random
import time
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.consolidate.features import Support
from fidedigno.consolidate.matrix import NEEDS_SLOT, STALE, TIMEZONE_UNKNOWN, cover_facts
from fidedigno.consolidate.statements import TextSupport
from fidedigno.errors import ConfigurationError
from fidedigno.model import (
    ClaimMatrix,
    ConflictKind,
    Discard,
    DiscardReason,
    Evidence,
    EvidenceContract,
    EvidenceKind,
    FactKind,
    FactRow,
    FactStatus,
    RequiredFact,
    Route,
    Validity,
)
from tests.consolidate.strategies import DAYS, heaps, iso, sentence
from tests.fakes.cards import card
from tests.fakes.packs import LADDER, MADRID, NOW, PACK, pack_with, plan_of
from tests.reference.governance import concerning, in_force, latest_of_series, ruling

SLOTS = {"course": "41", "activity": "p1", "group": "A"}
PLAN = plan_of(slots=SLOTS)
RELAXED = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def passage(name: str, content: str, **changes: object) -> Evidence:
    fields: dict[str, object] = {
        "id": name,
        "content": content,
        "language": "es",
        "timezone": "Europe/Madrid",
        "title": "Base de datos",
        "retrieved_at": NOW,
    }
    return card(**(fields | changes))


def due(matrix: ClaimMatrix) -> FactRow:
    row = matrix.row("due")
    assert row is not None
    return row


def told(row: FactRow) -> set[str]:
    return {each.value for each in (*row.statements, *row.opposed)}


@settings(RELAXED, max_examples=500)
@given(heaps())
def test_the_matrix_says_what_the_short_reference_says(cards: list[Evidence]) -> None:
    row = due(cover_facts(PLAN, PACK, cards))
    rulers = concerning(in_force(cards, NOW, LADDER), SLOTS)
    rulers = ruling([c for c in latest_of_series(rulers, LADDER) if c.authority != "informal"], LADDER)
    values = {c.values.get("due") or iso(int(c.content.split(" de octubre")[0].split()[-1])) for c in rulers}
    status = (FactStatus.COVERED, FactStatus.CONFLICTING)[len(values) > 1] if values else None
    if status is None:
        assert row.status in (FactStatus.MISSING, FactStatus.EXPIRED)
    else:
        assert row.status is status
        assert told(row) == values


@RELAXED
@given(heaps(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(cards: list[Evidence], chance: random.Random) -> None:
    shuffled = cards.copy()
    chance.shuffle(shuffled)
    assert cover_facts(PLAN, PACK, shuffled) == cover_facts(PLAN, PACK, cards)


@RELAXED
@given(heaps())
def test_every_card_that_says_otherwise_has_its_reason(cards: list[Evidence]) -> None:
    matrix = cover_facts(PLAN, PACK, cards)
    row = due(matrix)
    carrying = {each.evidence_id for each in (*row.statements, *row.opposed)}
    assert carrying | {each.evidence_id for each in matrix.discards} == {each.id for each in cards}
    ids = {each.id for each in cards}
    assert all(each.in_favour_of in ids for each in matrix.discards if each.in_favour_of)


@st.composite
def old_and_new(draw: st.DrawFn) -> tuple[Evidence, Evidence, DiscardReason]:
    """An edition out of force that repeats the question, and the one in force, which hardly resembles it."""
    before, after = draw(st.lists(st.sampled_from(DAYS), min_size=2, max_size=2, unique=True))
    start = NOW - timedelta(days=draw(st.integers(1, 300)), minutes=draw(st.integers(0, 1000)))
    age = timedelta(days=draw(st.integers(1, 700)))
    echo = "¿Puedo entregar la práctica 1 el lunes? Puedo entregar la práctica 1 el lunes. " * draw(
        st.integers(1, 3)
    )
    reason = draw(st.sampled_from((DiscardReason.SUPERSEDED, DiscardReason.NO_LONGER_IN_FORCE)))
    expired = reason is DiscardReason.NO_LONGER_IN_FORCE
    series = draw(st.sampled_from(("guide", "notices")))
    wording = draw(
        st.sampled_from(
            (
                "El plazo de la práctica 1 acaba el {} de octubre de 2026, 23:59.",
                "Práctica 1: fecha límite, {} de octubre de 2026, 23:59.",
                "Assignments in práctica 1 are due {} October 2026 at 23:59.",
            )
        )
    )
    old = passage(
        draw(st.sampled_from(("a", "z"))),
        echo + sentence(before),
        series=series,
        version=draw(st.sampled_from(("1", "9", "2025"))),
        validity=Validity(start - age, start if expired else None),
        updated_at=NOW if draw(st.booleans()) else start - age,
    )
    new = passage(
        "m",
        wording.format(after),
        series="" if expired else series,
        version=draw(st.sampled_from(("2", "10", "2026"))),
        validity=Validity(start),
        updated_at=start,
    )
    return old, new, reason


@settings(RELAXED, max_examples=1000)
@given(old_and_new(), st.integers(0, 6))
def test_a_superseded_or_expired_version_never_wins(
    generated: tuple[Evidence, Evidence, DiscardReason], copies: int
) -> None:
    old, new, reason = generated
    retrieved = [old, *(replace(old, id=f"{old.id}{n}") for n in range(copies)), new]
    matrix = cover_facts(PLAN, PACK, retrieved)
    row = due(matrix)
    assert row.status is FactStatus.COVERED
    assert {each.evidence_id for each in row.statements} == {"m"}
    assert {(each.evidence_id, each.reason) for each in matrix.discards} == {
        (each.id, reason) for each in retrieved[:-1]
    }


def test_only_evidence_out_of_force_makes_a_fact_expired() -> None:
    old = passage("old", sentence(9), validity=Validity(None, NOW - timedelta(days=1)))
    silent = replace(old, id="silent", content="La práctica 1 trata del modelo relacional.")
    assert due(cover_facts(PLAN, PACK, [old])).status is FactStatus.EXPIRED
    assert due(cover_facts(PLAN, PACK, [silent])).status is FactStatus.MISSING


def test_evidence_that_retrieval_knew_to_be_expired_never_carries_a_fact() -> None:
    looks_fine = passage("old", sentence(9))
    matrix = cover_facts(PLAN, PACK, [], expired_cards=[looks_fine])
    assert due(matrix).status is FactStatus.EXPIRED
    assert matrix.discards == (Discard("old", DiscardReason.SUPERSEDED),)
    assert cover_facts(PLAN, PACK, [looks_fine], expired_cards=[looks_fine]) == matrix


def test_an_expired_notice_to_another_group_does_not_make_a_fact_expired() -> None:
    theirs = passage("old", sentence(9), scope={"group": "B"}, validity=Validity(None, NOW))
    assert due(cover_facts(PLAN, PACK, [theirs])).status is FactStatus.MISSING


def test_a_source_that_was_not_reached_makes_only_what_no_other_source_states_unverifiable() -> None:
    down = {"due": "timed_out", "extension": "timed_out"}
    matrix = cover_facts(PLAN, PACK, [passage("guide", sentence(9))], unverifiable=down)
    extension = matrix.row("extension")
    assert due(matrix).status is FactStatus.COVERED
    assert extension is not None
    assert (extension.status, extension.reason) == (FactStatus.UNVERIFIABLE, "timed_out")


def test_an_old_reading_leaves_the_fact_unverifiable() -> None:
    reading = passage(
        "state", "extension: none", kind=EvidenceKind.STATE, authority="live", values={"extension": "none"},
        retrieved_at=NOW - timedelta(seconds=61),
    )  # fmt: skip
    matrix = cover_facts(PLAN, PACK, [reading])
    row = matrix.row("extension")
    assert row is not None
    assert (row.status, row.reason) == (FactStatus.UNVERIFIABLE, STALE)
    assert matrix.discards == (Discard("state", DiscardReason.STALE, "extension"),)


def test_a_document_never_tells_a_fact_about_the_person() -> None:
    claims = passage("note", "Tienes una ampliación: last moment", values={"extension": "granted"})
    matrix = cover_facts(PLAN, PACK, [claims])
    row = matrix.row("extension")
    assert row is not None
    assert row.status is FactStatus.MISSING


def test_an_authority_that_nobody_ranks_counts_for_nothing() -> None:
    matrix = cover_facts(PLAN, PACK, [passage("rumour", sentence(9), authority="my friend")])
    assert due(matrix).status is FactStatus.MISSING
    assert matrix.discards == (Discard("rumour", DiscardReason.UNKNOWN_AUTHORITY),)


def test_an_authority_that_the_fact_does_not_allow_is_set_aside_for_that_fact_only() -> None:
    matrix = cover_facts(PLAN, PACK, [passage("note", sentence(9), authority="informal")])
    assert matrix.discards == (Discard("note", DiscardReason.NOT_ALLOWED_FOR_FACT, "due"),)


def test_an_instant_in_no_known_timezone_is_covered_and_says_so() -> None:
    row = due(cover_facts(PLAN, PACK, [passage("guide", sentence(9), timezone="")]))
    assert (row.status, row.reason) == (FactStatus.COVERED, TIMEZONE_UNKNOWN)
    assert told(row) == {"2026-10-09T23:59:00"}


def test_an_open_slot_that_changes_nothing_is_not_asked_for() -> None:
    plan = plan_of(slots={"course": "41", "activity": "p1"})
    general = passage("guide", sentence(9), scope={"course": "41"})
    same = passage("notice", sentence(9), scope={"course": "41", "group": "B"})
    assert due(cover_facts(plan, PACK, [general, same])).status is FactStatus.COVERED


def test_an_open_slot_is_asked_for_where_only_its_groups_know() -> None:
    plan = plan_of(slots={"course": "41", "activity": "p1"})
    notices = [
        passage(g, sentence(day), scope={"course": "41", "group": g}) for g, day in (("A", 9), ("B", 12))
    ]
    row = due(cover_facts(plan, PACK, notices))
    assert (row.status, row.reason) == (FactStatus.UNVERIFIABLE, NEEDS_SLOT + "group")
    assert not row.statements


def test_a_slot_that_the_pack_cannot_ask_for_is_not_asked_for() -> None:
    odd = passage("odd", sentence(9), scope={"campus": "north"})
    assert due(cover_facts(PLAN, PACK, [odd])).status is FactStatus.MISSING


def test_an_explanation_may_come_from_a_course_that_was_not_named() -> None:
    plan = plan_of("concept", slots={})
    quoted = "Una clave ajena es un campo que apunta a otra tabla."
    one = passage("chapter", f"Claves. {quoted}", scope={"course": "41"})
    support = TextSupport(True, (Support(quoted, "chapter"),))
    row = cover_facts(plan, PACK, [one], text_support=support).rows[0]
    assert row.status is FactStatus.COVERED
    assert row.statements[0].text == one.content[row.statements[0].start : row.statements[0].end] == quoted


def test_a_text_that_was_not_found_sufficient_covers_nothing() -> None:
    quoted = "Una clave ajena es un campo que apunta a otra tabla."
    support = TextSupport(False, (Support(quoted, "chapter"),))
    row = cover_facts(plan_of("concept"), PACK, [passage("chapter", quoted)], text_support=support).rows[0]
    assert row.status is FactStatus.MISSING


def test_a_known_timezone_of_a_covered_instant_covers_the_timezone() -> None:
    facts = (RequiredFact("due", FactKind.INSTANT), RequiredFact("timezone", FactKind.TEXT))
    plan = plan_of(contract=EvidenceContract("deadline", Route.PASSAGES, facts))
    known = cover_facts(plan, PACK, [passage("guide", sentence(9))]).row("timezone")
    unknown = cover_facts(plan, PACK, [passage("guide", sentence(9), timezone="")]).row("timezone")
    assert known is not None
    assert unknown is not None
    assert (known.status, known.statements[0].value) == (FactStatus.COVERED, "Europe/Madrid")
    assert unknown.status is FactStatus.MISSING


def test_a_contract_of_another_pack_is_refused_with_what_to_do() -> None:
    plan = plan_of(contract=EvidenceContract("x", Route.PASSAGES, (RequiredFact("price", FactKind.AMOUNT),)))
    with pytest.raises(ConfigurationError, match="does not define the fact 'price'") as refused:
        cover_facts(plan, PACK, [])
    assert refused.value.hint


def test_fifty_cards_of_one_document_agree() -> None:
    cards = [passage(f"c{n:02}", sentence(9), series="guide") for n in range(50)]
    row = due(cover_facts(PLAN, PACK, cards))
    assert (row.status, len(row.statements)) == (FactStatus.COVERED, 50)


def test_a_card_given_twice_counts_once() -> None:
    one = passage("guide", sentence(9))
    assert cover_facts(PLAN, PACK, [one, one]) == cover_facts(PLAN, PACK, [one])


def test_dates_without_timezone_are_compared_all_the_same() -> None:
    naive = passage("old", sentence(9), series="guide", updated_at=datetime(2026, 9, 1))  # noqa: DTZ001
    aware = passage("new", sentence(12), series="guide", updated_at=datetime(2026, 9, 2, tzinfo=MADRID))
    matrix = cover_facts(replace(PLAN, as_of=datetime(2026, 10, 5)), PACK, [naive, aware])  # noqa: DTZ001
    assert told(due(matrix)) == {iso(12)}
    assert matrix.discards == (Discard("old", DiscardReason.SUPERSEDED, in_favour_of="new"),)


def test_the_answer_as_of_a_past_date_is_that_of_the_edition_then_in_force() -> None:
    change = datetime(2026, 9, 15, tzinfo=MADRID)
    old = passage("old", sentence(9), series="guide", validity=Validity(None, change))
    new = passage("new", sentence(12), series="guide", validity=Validity(change))
    then = replace(PLAN, as_of=datetime(2026, 9, 10, tzinfo=MADRID))
    assert told(due(cover_facts(then, PACK, [old, new]))) == {iso(9)}
    assert told(due(cover_facts(PLAN, PACK, [old, new]))) == {iso(12)}


def test_the_pack_may_let_the_stronger_authority_rule_over_the_more_specific_scope() -> None:
    guide = passage("guide", sentence(9), scope={"course": "41"})
    notice = passage("notice", sentence(12), scope={"course": "41", "group": "A"}, authority="notice")
    pack = pack_with(due={"specific_scope_rules": False})
    assert told(due(cover_facts(PLAN, PACK, [guide, notice]))) == {iso(12)}
    assert told(due(cover_facts(PLAN, pack, [guide, notice]))) == {iso(9)}


@RELAXED
@given(heaps())
def test_what_holds_for_one_group_is_never_told_to_somebody_of_no_known_group(cards: list[Evidence]) -> None:
    row = due(cover_facts(plan_of(slots={"course": "41", "activity": "p1"}), PACK, cards))
    special = {each.id for each in cards if "group" in each.scope}
    if row.reason.startswith(NEEDS_SLOT):
        assert row.status is FactStatus.UNVERIFIABLE
        assert {each.evidence_id for each in row.opposed} & special
    else:
        assert not {each.evidence_id for each in (*row.statements, *row.opposed)} & special
    assert not {each.evidence_id for each in row.statements} & special


def rules(*texts: str, **changes: object) -> tuple[list[Evidence], TextSupport]:
    cards = [passage(f"r{n}", text, **changes) for n, text in enumerate(texts)]
    return cards, TextSupport(True, tuple(Support(each.content, each.id) for each in cards))


def test_two_rules_in_words_that_contradict_each_other_conflict() -> None:
    cards, support = rules("Se admiten entregas fuera de plazo.", "No se admiten entregas fuera de plazo.")
    row = cover_facts(plan_of("rule"), PACK, cards, text_support=support).rows[0]
    assert (row.status, row.conflict) == (FactStatus.CONFLICTING, ConflictKind.NEGATION)


def test_a_later_rule_in_words_amends_the_one_it_contradicts_and_no_other() -> None:
    cards, support = rules(
        "El retraso se penaliza con un 10 %.",
        "El retraso se penaliza con un 20 %.",
        "Se puede recuperar en junio.",
    )
    cards[1] = replace(cards[1], updated_at=NOW)
    matrix = cover_facts(plan_of("rule"), PACK, cards, text_support=support)
    assert {each.evidence_id for each in matrix.rows[0].statements} == {"r1", "r2"}
    assert matrix.discards == (Discard("r0", DiscardReason.AMENDED, "rule", "r1"),)


def test_fifty_cards_full_of_dates_are_consolidated_in_time() -> None:
    flood = "".join(sentence(day) + " " for day in range(1, 29)) * 4
    cards = [passage(f"c{n:02}", flood, scope={"course": "41"}) for n in range(50)]
    started = time.process_time()
    row = due(cover_facts(PLAN, PACK, cards))
    assert row.status is FactStatus.CONFLICTING
    assert time.process_time() - started < 5
