from __future__ import annotations

import pytest

from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.read import read
from fidedigno.verify.entities.slots import can_stand_for_a_name, has_family, name_instead
from fidedigno.verify.passage import Passage


def instead(answer: str, evidence: str) -> str | None:
    held = Evidence.of("", [Passage(evidence)])
    for run in read(answer).runs:
        words = can_stand_for_a_name(run)
        found = name_instead(answer, (0, len(answer)), words, held) if words else None
        if found is not None:
            return found.text
    return None


@pytest.mark.parametrize(
    ("answer", "evidence", "expected"),
    [
        ("Novak found the comet.", "The comet was found by Kovacs.", "Kovacs"),
        ("Novák descubrió el cometa.", "El cometa lo descubrió Kovács.", "Kovács"),
        ("So the Salvation Army manages the fund.", "The fund is managed by the Red Cross.", "Red Cross"),
    ],
)
def test_a_word_in_the_place_of_a_name_is_one(answer: str, evidence: str, expected: str) -> None:
    assert instead(answer, evidence) == expected


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        ("Novak found the comet.", "The comet was found by chance."),
        ("Novak found the comet.", "The comet was found by Novak, not by Kovacs."),
        ("Vaya a la puerta C4 para los vuelos.", "La puerta C4 es para los vuelos de Iberia."),
        ("Lichens grow on the wall.", "What grows on the wall was planted by Kovacs."),
    ],
)
def test_no_name_left_out_no_finding(answer: str, evidence: str) -> None:
    assert instead(answer, evidence) is None


def test_another_form_of_a_word_is_of_its_family() -> None:
    assert has_family("rehearsals", Evidence.of("", [Passage("The choir rehearses.")]))
    assert not has_family("rehearsals", Evidence.of("", [Passage("The choir reads.")]))
