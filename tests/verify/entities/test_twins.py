from __future__ import annotations

import pytest

from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.name import NameKind
from fidedigno.verify.entities.read import read
from fidedigno.verify.entities.twins import kind_of_phrase, phrase_of, twin_of
from fidedigno.verify.passage import Passage


def twin(answer: str, evidence: str) -> str | None:
    held = Evidence.of("", [Passage(evidence)])
    for run in read(answer).runs:
        phrase = phrase_of(run.words)
        found = twin_of(phrase, held) if phrase else None
        if found is not None:
            return found.text
    return None


@pytest.mark.parametrize(
    ("answer", "evidence", "expected"),
    [
        ("under the Clean River Plan", "under the Clean Water Plan", "Clean Water Plan"),
        ("el Plan de Aguas Limpias", "el Plan de Aguas Claras", "Aguas Claras"),
        ("by Marta Barroso", "by Marta Verdejo", "Marta Verdejo"),
    ],
)
def test_a_phrase_with_another_word_has_a_twin(answer: str, evidence: str, expected: str) -> None:
    assert twin(answer, evidence) == expected


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        ("under the Clean Water Plan", "under the clean water plan"),
        ("the Clean River Plan", "the clean water plan"),
        ("the Basic Plan", "the basic one and the Pro Plan"),
        ("las Ayudas Nacionales", "la Ayuda Nacional y las Ayudas Nacional"),
        ("Anna Baker-Smith", "by Anna Baker-Smith"),
        ("in Clean Water", "in Dirty Air"),
    ],
)
def test_known_uncapitalised_or_inflected_phrases_have_none(answer: str, evidence: str) -> None:
    assert twin(answer, evidence) is None


def test_a_phrase_is_called_by_its_head() -> None:
    (run,) = read("see Food Safety Agency").runs
    assert kind_of_phrase(run.words) is NameKind.ORGANISATION


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        ("by Prof. Halvorsen", "by Professor Ingrid Halvorsen"),
        ("by Capt. Thane", "by Captain Rupert Thane"),
        ("la Dra. Altolaguirre", "la doctora Remedios Altolaguirre Soto"),
        ("el Sr. Quintanilla", "don Álvaro Quintanilla Rubio"),
    ],
)
def test_a_title_is_no_word_of_a_name(answer: str, evidence: str) -> None:
    assert twin(answer, evidence) is None
