import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.scope import fit, scope_of
from tests.fakes.cards import card
from tests.fakes.packs import plan_of

SLOTS = st.dictionaries(st.sampled_from(["course", "group", "activity"]), st.sampled_from("12"))


@given(SLOTS, SLOTS)
def test_a_card_applies_when_the_plan_has_every_slot_of_its_scope(
    scope: dict[str, str], slots: dict[str, str]
) -> None:
    found = fit(card(scope=scope), plan_of(slots=slots))
    assert found.applies == (scope.items() <= slots.items())
    assert found.elsewhere == any(name in slots and slots[name] != value for name, value in scope.items())
    assert found.specificity == len(scope.items() & slots.items())
    assert {name for name, _ in found.open} == scope.keys() - slots.keys()


def test_a_card_without_scope_is_general() -> None:
    assert fit(card(), plan_of()) == (False, 0, ())


@pytest.mark.parametrize("value", ["b", " B ", "B"])
def test_case_and_space_make_no_other_group(value: str) -> None:
    assert fit(card(scope={"group": value}), plan_of(slots={"group": "B"})).applies


def test_an_empty_value_declares_nothing() -> None:
    assert scope_of(card(scope={"group": " ", "course": "41"})) == (("course", "41"),)


def test_an_assumption_fills_only_what_the_plan_leaves_open() -> None:
    notice = card(scope={"course": "41", "group": "B"})
    assert fit(notice, plan_of(slots={"course": "41"}), {"group": "b"}).specificity == 2
    assert fit(notice, plan_of(slots={"course": "41", "group": "A"}), {"group": "b"}).elsewhere
