"""Every source says of every verb that it can, or why it cannot."""

import pytest

from tests.public_faults.across import World, across
from tests.public_faults.adapters import SYSTEMS
from tests.public_faults.systems import PEOPLE, System, Verb


@pytest.mark.parametrize("title", SYSTEMS)
@pytest.mark.parametrize("verb", Verb)
def test_a_source_can_do_it_or_says_why_it_cannot(title: str, verb: Verb) -> None:
    system = SYSTEMS[title]
    if verb in system.cannot:
        assert len(system.cannot[verb]) > 15
    else:
        assert getattr(system, verb.value) is not getattr(System, verb.value)


@across(Verb.PUT)
def test_whoever_a_source_names_finds_its_documents_and_nobody_else(world: World) -> None:
    world.system.put("open", "The word is quillon.")
    world.system.put("grouped", "The word is marram.", {"@hr"})
    world.system.put("alone", "The word is sorrel.", {"cai"})
    world.system.put("closed", "The word is tansy.", set())
    assert world.bring() == 0
    assert world.readers("quillon") == set(PEOPLE)
    assert world.readers("marram") == {"ann", "bob"}
    assert world.readers("sorrel") == {"cai"}
    assert world.readers("tansy") == set()
