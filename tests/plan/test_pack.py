"""A pack in memory: who is stronger, and what each class requires."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.plan.load import shipped_pack
from fidedigno.plan.pack import ANY_AUTHORITY, Pack
from tests.fakes.packs import LADDER, PACK

LMS = shipped_pack("lms")
NAMES = st.sampled_from((*LADDER, "rumour", "", ANY_AUTHORITY))


@given(st.permutations(LADDER), NAMES, st.none() | st.integers(0, len(LADDER)))
def test_rank_is_the_step_on_the_ladder_and_none_for_what_has_none(
    ladder: list[str], authority: str, everybody_else: int | None
) -> None:
    steps = list(ladder)
    if everybody_else is not None:
        steps.insert(everybody_else, ANY_AUTHORITY)
    step = authority if authority in steps else ANY_AUTHORITY
    expected = next((n for n, each in enumerate(steps) if each == step), None)
    assert replace(PACK, ladder=tuple(steps)).rank(authority) == expected


@pytest.mark.parametrize("pack", [PACK, LMS], ids=lambda pack: pack.name)
def test_a_contract_lists_the_facts_of_its_class_in_order_and_background_is_not_told(pack: Pack) -> None:
    for name, each in pack.classes.items():
        contract = pack.contract(name)
        assert (contract.question_class, contract.route, contract.slots) == (name, each.route, each.slots)
        assert [(fact.name, fact.critical) for fact in contract.facts] == list(each.facts)
        assert {fact.name for fact in contract.facts if not fact.told} == each.background
        for fact in contract.facts:
            defined = pack.facts[fact.name]
            assert (fact.kind, fact.authorities, fact.individual) == (
                defined.kind,
                defined.authorities,
                defined.individual,
            )


def test_a_class_that_the_pack_does_not_have_is_no_contract() -> None:
    with pytest.raises(KeyError):
        PACK.contract("invented")
