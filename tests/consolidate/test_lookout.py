from datetime import timedelta

import pytest

from fidedigno.consolidate.lookout import Sight, look_out
from tests.fakes.packs import NOW, PACK, pack_with, plan_of

LATER = NOW + timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Una frase cualquiera.", Sight.NOTHING),
        ("Se entregará pronto.", Sight.CUE),
        ("Hasta entonces.", Sight.CUE),
        ("Se publica pronto.", Sight.CUE),
        ("La práctica 2.", Sight.NAME),
        ("Las prácticas se entregan.", Sight.CUE | Sight.NAME),
        ("practica2", Sight.NAME),
    ],
)
def test_cues_and_names_are_seen_and_nothing_else(text: str, seen: Sight) -> None:
    assert look_out(plan_of(), PACK).sight(text, 0, len(text), "es") == seen


def test_without_an_activity_no_name_is_seen() -> None:
    lookout = look_out(plan_of(slots={}), PACK)
    assert lookout.activity is None
    assert lookout.sight("La práctica 2.", 0, 14, "es") == Sight.NOTHING


def test_the_same_pack_and_activity_share_what_was_seen() -> None:
    assert look_out(plan_of(), PACK) is look_out(plan_of(as_of=LATER), PACK)
    assert look_out(plan_of(), PACK) is not look_out(plan_of(), pack_with(due={"cues": {"es": ("nada",)}}))


def test_only_facts_of_the_kinds_that_the_contract_needs_are_looked_for() -> None:
    text = "Con penalización."
    assert look_out(plan_of(), PACK).sight(text, 0, len(text), "es") == Sight.NOTHING
    assert look_out(plan_of("penalty"), PACK).sight(text, 0, len(text), "es") == Sight.CUE
    assert not look_out(plan_of("concept"), PACK).busy
