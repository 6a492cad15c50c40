from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from fidedigno.consolidate.features import Support
from fidedigno.consolidate.matrix import NEEDS_SLOT, STALE, TIMEZONE_UNKNOWN, cover_facts
from fidedigno.consolidate.statements import TextSupport
from fidedigno.errors import ConfigurationError
from fidedigno.model import (
    ConflictKind,
    Discard,
    DiscardReason,
    Evidence,
    EvidenceContract,
    EvidenceKind,
    FactKind,
    FactStatus,
    RequiredFact,
    Route,
    Validity,
)
from tests.consolidate.matrices import due, passage, told
from tests.consolidate.strategies import iso, sentence
from tests.fakes.packs import MADRID, NOW, PACK, pack_with, plan_of

SLOTS = {"course": "41", "activity": "p1", "group": "A"}
PLAN = plan_of(slots=SLOTS)


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
    facts = (RequiredFact("due", FactKind.INSTANT), RequiredFact("timezone", FactKind.ZONE))
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


def test_a_text_that_only_says_when_it_is_not_leaves_the_fact_open() -> None:
    denial = passage("notice", "La práctica 1 ya no se entrega el 9 de octubre de 2026.")
    assert due(cover_facts(PLAN, PACK, [denial])).status is FactStatus.MISSING
    both = cover_facts(PLAN, PACK, [denial, passage("guide", sentence(12))])
    assert told(due(both)) == {iso(12)}
    against = due(cover_facts(PLAN, PACK, [denial, passage("guide", sentence(9))]))
    assert (against.status, against.conflict) == (FactStatus.CONFLICTING, ConflictKind.NEGATION)


def test_a_text_that_says_there_is_none_settles_an_amount() -> None:
    row = cover_facts(
        plan_of("penalty"), PACK, [passage("guide", "La práctica 1 se entrega tarde sin penalización.")]
    ).rows[0]
    assert (row.status, row.statements[0].negated, row.statements[0].value) == (FactStatus.COVERED, True, "")
