from __future__ import annotations

import pytest

from fidedigno.verify.entities.belonging import Mention, Sources, capitals_in, numbers_in, said_of_another
from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.entities.spans import Spans
from fidedigno.verify.passage import Passage

EVIDENCE = "Oats are shipped to Kiel by rail; rye is shipped to Rostock by sea."


def attributed(answer: str, name: str, question: str = "", evidence: str = EVIDENCE) -> list[str]:
    at = answer.index(name)
    mentions = [Mention(at, at + len(name), "name")]
    sources = Sources(Evidence.of(question, [Passage(evidence)]), {})
    found = said_of_another(answer, Spans([(0, len(answer))]), mentions, sources)
    return [instead.text for _, instead in found]


def test_a_name_that_the_evidence_has_of_something_else_is_told_with_the_right_one() -> None:
    assert attributed("Rye is shipped to Kiel.", "Kiel") == ["Rostock"]


@pytest.mark.parametrize(
    ("answer", "question"),
    [
        ("Oats are shipped to Kiel.", ""),
        ("Rye is not shipped to Kiel.", ""),
        ("Rye is shipped to Kiel.", "Is rye shipped to Kiel?"),
        ("The train goes to Kiel.", ""),
    ],
)
def test_denied_asked_or_of_its_own_it_is_left_alone(answer: str, question: str) -> None:
    assert attributed(answer, "Kiel", question) == []


def test_what_stands_word_for_word_in_the_evidence_is_left_alone() -> None:
    evidence = "Rye is shipped to Kiel. Oats are shipped to Kiel. Rye goes to Rostock by sea."
    assert attributed("Rye is shipped to Kiel.", "Kiel", evidence=evidence) == []


def test_long_numbers_without_marks_are_codes() -> None:
    text = "code 651283, 12,345 euros, 1.234.567, 99, 651283 € and 2024-12345"
    assert [text[m.start : m.end] for m in numbers_in(text)] == ["651283"]


def test_capitals_of_a_sentence_are_those_that_tell_a_name() -> None:
    text = "Lions live in Kiel, looked after by Mr Stone and the Red Cross. Monday is free."
    assert [text[a:b] for a, b in capitals_in(text, 0, len(text))] == ["Kiel", "Stone", "Red Cross"]


@pytest.mark.parametrize(
    ("evidence", "answer", "name", "instead"),
    [
        (
            "For the hull they used Sealant BX. Sealant AX had cracked and was rejected.",
            "The hull was treated with Sealant AX.",
            "Sealant AX",
            ["Sealant BX"],
        ),
        (
            "For the frame they used Lacquer B. Lacquer D had yellowed and was rejected.",
            "The frame was treated with Lacquer D.",
            "Lacquer D",
            ["Lacquer B"],
        ),
        (
            "The telescope was given by the Open University of Orle (OUO), and the scales by the Free Club Lonn (FCL).",
            "The telescope was a gift of the FCL.",
            "FCL",
            ["OUO"],
        ),
        (
            "The dig is led by Dr Ada Marsh Lowe; the mosaics are studied by Dr Ivo Kern Pohl.",
            "The dig is led by Dr Kern.",
            "Dr Kern",
            ["Ada Marsh Lowe"],
        ),
    ],
)
def test_letters_acronyms_and_titles_do_not_hide_a_name(
    evidence: str, answer: str, name: str, instead: list[str]
) -> None:
    assert attributed(answer, name, evidence=evidence) == instead


def test_what_a_name_shares_in_any_of_its_places_is_its_own() -> None:
    evidence = "Imrie leads the trial, and Voss and Imrie analyse the data together."
    assert attributed("The data are analysed by Imrie.", "Imrie", evidence=evidence) == []
