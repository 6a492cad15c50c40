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
