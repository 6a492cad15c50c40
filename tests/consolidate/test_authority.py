from __future__ import annotations

from datetime import timedelta
from itertools import permutations

import pytest

from fidedigno.consolidate.authority import admit, settle
from fidedigno.consolidate.said import Said
from fidedigno.model import Discard, DiscardReason, EvidenceKind, Statement, Validity
from tests.fakes.cards import card
from tests.fakes.packs import FACTS, NOW, PACK, pack_with

DUE = FACTS["due"]
LATER = NOW - timedelta(days=1)
EARLIER = NOW - timedelta(days=2)


def said(name: str, day: int, authority: str = "official", specificity: int = 1, **changes: object) -> Said:
    fields: dict[str, object] = {
        "id": name,
        "authority": authority,
        "updated_at": EARLIER,
        "retrieved_at": NOW,
    }
    one = card(**(fields | changes))
    value = f"2026-10-{day:02}T23:59:00+02:00"
    rank = PACK.rank(authority)
    assert rank is not None
    return Said(one, Statement("due", DUE.kind, value, value, name), rank, specificity)


def standing(*heap: Said, **rules: bool) -> tuple[set[str], set[tuple[str, DiscardReason, str]]]:
    definition = pack_with(due=rules).facts["due"]
    settled = settle(heap, definition, "Europe/Madrid")
    for order in permutations(heap):
        other = settle(order, definition, "Europe/Madrid")
        assert other.standing == settled.standing, "the order changed the result"
        assert set(other.discards) == set(settled.discards)
    assert all(each.fact == "due" for each in settled.discards)
    gone = {(each.evidence_id, each.reason, each.in_favour_of) for each in settled.discards}
    return {each.card.id for each in settled.standing}, gone


LIVE = said("live", 9, "live", kind=EvidenceKind.STATE)
GUIDE = said("guide", 12)
NOTICE = said("notice", 19, "notice")
GROUP = said("group", 26, "notice", specificity=2)
AMENDMENT = said("amendment", 15, updated_at=LATER)


def test_the_live_state_rules_over_every_text() -> None:
    assert standing(GUIDE, GROUP, LIVE) == (
        {"live"},
        {("guide", DiscardReason.STATE_RULES, "live"), ("group", DiscardReason.STATE_RULES, "live")},
    )


def test_the_pack_may_let_texts_stand_beside_the_live_state() -> None:
    assert standing(GUIDE, LIVE, state_rules=False) == (
        {"live"},
        {("guide", DiscardReason.LOWER_AUTHORITY, "live")},
    )


def test_the_more_specific_scope_rules_over_a_stronger_authority() -> None:
    assert standing(GUIDE, GROUP) == ({"group"}, {("guide", DiscardReason.GENERAL_SCOPE, "group")})


def test_the_pack_may_let_authority_come_first() -> None:
    assert standing(GUIDE, GROUP, specific_scope_rules=False) == (
        {"guide"},
        {("group", DiscardReason.LOWER_AUTHORITY, "guide")},
    )


def test_the_stronger_authority_rules_even_over_what_is_later() -> None:
    late = said("late", 19, "notice", updated_at=LATER)
    assert standing(GUIDE, late) == ({"guide"}, {("late", DiscardReason.LOWER_AUTHORITY, "guide")})


def test_a_later_text_of_one_authority_and_scope_amends() -> None:
    assert standing(GUIDE, AMENDMENT) == ({"amendment"}, {("guide", DiscardReason.AMENDED, "amendment")})


@pytest.mark.parametrize(
    "other",
    [
        said("other", 15),
        said("other", 15, updated_at=LATER, scope={"group": "A"}),
        said("other", 15, updated_at=LATER, validity=Validity(EARLIER)),
    ],
    ids=["of the same moment", "of another scope", "in effect since the same moment"],
)
def test_what_is_not_later_of_the_same_voice_amends_nothing(other: Said) -> None:
    assert standing(GUIDE, other) == ({"guide", "other"}, set())


def test_the_pack_may_forbid_amendments() -> None:
    assert standing(GUIDE, AMENDMENT, later_amends=False) == ({"guide", "amendment"}, set())


def test_who_agrees_with_the_one_that_rules_stands_beside_it() -> None:
    agrees = said("agrees", 12, "notice")
    assert standing(GUIDE, agrees, NOTICE) == (
        {"guide", "agrees"},
        {("notice", DiscardReason.LOWER_AUTHORITY, "guide")},
    )


def test_equals_that_differ_both_stand() -> None:
    assert standing(NOTICE, said("twin", 26, "notice")) == ({"notice", "twin"}, set())


def test_of_two_readings_of_one_system_the_later_holds() -> None:
    before = said("before", 12, "live", kind=EvidenceKind.STATE, retrieved_at=NOW - timedelta(seconds=9))
    assert standing(before, LIVE) == ({"live"}, {("before", DiscardReason.AMENDED, "live")})


def test_two_live_systems_that_differ_both_stand() -> None:
    other = said("other", 12, "live", kind=EvidenceKind.STATE, source="sis", retrieved_at=EARLIER)
    assert standing(other, LIVE) == ({"live", "other"}, set())


def test_only_those_whom_the_contract_names_may_speak() -> None:
    informal = said("note", 12, "informal")
    memory = said("memory", 12, kind=EvidenceKind.MEMORY)
    admitted = admit((informal, memory, GUIDE), DUE.required(critical=True), DUE, NOW)
    assert admitted.standing == (GUIDE,)
    assert set(admitted.discards) == {
        Discard("note", DiscardReason.NOT_ALLOWED_FOR_FACT, "due"),
        Discard("memory", DiscardReason.NOT_ALLOWED_FOR_FACT, "due"),
    }


def test_an_old_reading_may_not_speak() -> None:
    admitted = admit((LIVE,), DUE.required(critical=True), DUE, NOW + timedelta(seconds=61))
    assert admitted.discards == (Discard("live", DiscardReason.STALE, "due"),)
