"""Facts in words are quoted from cards that count, in the order of retrieval."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.relevant import select_relevant, slot_open_for
from fidedigno.gather import Candidate
from fidedigno.model import Evidence, EvidenceKind, Validity
from tests.consolidate.strategies import heaps
from tests.fakes.cards import card
from tests.fakes.packs import LADDER, MADRID, NOW, PACK, pack_with, plan_of

OLD = Validity(datetime(2025, 9, 1, tzinfo=MADRID), datetime(2026, 9, 1, tzinfo=MADRID))


def candidate(one: Evidence) -> Candidate:
    return Candidate(one, 1.0)


def kept(*cards: Evidence, **plan: Any) -> list[str]:
    found = select_relevant(plan_of("rule", **plan), PACK, [candidate(each) for each in cards])
    return [each.evidence.id for each in found]


def test_the_order_of_retrieval_stays() -> None:
    assert kept(card(3), card(1), card(2)) == ["3", "1", "2"]


@pytest.mark.parametrize(
    "changes",
    [
        {"validity": OLD},
        {"authority": "rumour"},
        {"version": ""},
        {"scope": {"course": "40"}},
        {"kind": EvidenceKind.STATE},
        {"kind": EvidenceKind.MEMORY},
        {"supports": ("due",)},
    ],
)
def test_a_card_that_cannot_carry_the_fact_is_not_quoted(changes: dict[str, Any]) -> None:
    assert kept(card(1, **changes), card(2)) == ["2"]


def test_a_card_of_a_scope_that_the_plan_leaves_open_stays_and_its_slot_is_told() -> None:
    notice = card(1, scope={"group": "B"})
    assert kept(notice) == ["1"]
    assert slot_open_for(plan_of("rule"), PACK, notice) == "group"
    assert slot_open_for(plan_of("rule", slots={"group": "B"}), PACK, notice) == ""
    assert slot_open_for(plan_of("rule"), PACK, card(1, scope={"campus": "norte"})) == ""
    assert slot_open_for(plan_of("rule"), pack_with(rule={"specific_scope_rules": False}), notice) == ""


def test_a_later_edition_for_an_unknown_group_does_not_push_the_general_text_aside() -> None:
    general = card(1, series="guide", version="1")
    later = card(2, series="guide", version="2", scope={"group": "B"})
    assert kept(general, later) == ["1", "2"]
    assert kept(general, card(3, series="guide", version="2")) == ["3"]


@given(heaps())
def test_nothing_is_kept_that_does_not_count_and_nothing_is_added_or_moved(cards: list[Evidence]) -> None:
    ids = kept(*cards)
    order = [each.id for each in cards]
    assert ids == [each for each in order if each in set(ids)]
    for each in (one for one in cards if one.id in ids):
        assert each.validity.start <= NOW < each.validity.end
        assert each.authority in LADDER
        assert each.scope.get("course", "41") == "41"
        assert each.kind is EvidenceKind.PASSAGE


@given(heaps(), st.randoms())
def test_what_is_kept_does_not_hang_on_the_order(cards: list[Evidence], luck: Any) -> None:
    shuffled = luck.sample(cards, len(cards))
    assert set(kept(*cards)) == set(kept(*shuffled))
