"""A healing says what was wrong, what was changed and why, as JSON."""

import json

from fidedigno.verify.heal import Strategy
from tests.verify.heal.inspector import healed

PLAN = "El plan Pro cuesta 120 $ por año, facturado anualmente."


def test_it_is_json_with_reasons_in_the_answers_language() -> None:
    healing, _ = healed("¿Cuánto cuesta?", [PLAN], "El plan Pro cuesta 10 $ por mes.")
    data = json.loads(json.dumps(healing.to_dict()))
    assert data["strategy"] == "contradiction_patch"
    assert data["changed"] is True
    assert data["original"] == "El plan Pro cuesta 10 $ por mes."
    assert data["answer"] == "El plan Pro cuesta 120 $ por año."
    assert data["risk"] == {"before": "critical", "after": "low"}
    assert data["changes"][0]["explanation"] == "La fuente da otro número."
    assert data["changes"][0]["evidence"]["text"] == PLAN


def test_without_text_it_holds_nothing_of_answer_or_evidence() -> None:
    healing, _ = healed("¿Cuánto cuesta?", [PLAN], "El plan Pro cuesta 10 $ por mes.")
    assert "plan Pro" not in json.dumps(healing.to_dict(text=False))


def test_the_original_is_known_from_healed_text_and_changes() -> None:
    answer = "El plan Pro cuesta 10 $ por mes. Lo dijo el Dr. Gil Roca.\n"
    healing, _ = healed("¿Cuánto cuesta?", [PLAN], answer)
    assert healing.answer != answer
    assert healing.original == answer


def test_an_unchanged_answer_carries_no_note() -> None:
    healing, _ = healed("¿Cuánto cuesta?", [PLAN], PLAN)
    assert healing.strategy is Strategy.NO_HEALING_NEEDED
    assert (healing.changed, healing.note, healing.changes, healing.original) == (False, "", (), PLAN)
