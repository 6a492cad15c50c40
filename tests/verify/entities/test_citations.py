from __future__ import annotations

import pytest

from fidedigno.verify.entities.citations import citations_in
from fidedigno.verify.passage import Passage, as_passages


def outside(answer: str, *passages: str) -> list[str]:
    found = citations_in(answer, as_passages(passages), bytearray(len(answer)))
    return [answer[each.start : each.end] for each in found if not each.inside]


@pytest.mark.parametrize(
    ("answer", "marks"),
    [
        ("So it is [1][2].", []),
        ("So it is [3].", ["[3]"]),
        ("So it is [1, 4] and [1–2].", ["[1, 4]"]),
        ("So it is [^3] and 【3†x】.", ["[^3]", "【3†x】"]),
        ("See (Source 3), [Fuente 2] and [Documento 9].", ["(Source 3)", "[Documento 9]"]),
    ],
)
def test_only_marks_beyond_the_passages_are_outside(answer: str, marks: list[str]) -> None:
    assert outside(answer, "a", "b") == marks


@pytest.mark.parametrize(
    "answer", ["in [2024]", "on [0, 9]", "[9](https://a.example)", "(9)", "[a]", "[9]: as in the text"]
)
def test_years_intervals_links_and_marks_of_the_evidence_are_none(answer: str) -> None:
    assert outside(answer, "the text has [9] itself") == []


def test_a_passage_is_cited_by_its_own_name() -> None:
    found = list(citations_in("See [12].", [Passage("a", "12")], bytearray(9)))
    assert [each.inside for each in found] == [True]


def test_code_is_skipped() -> None:
    assert list(citations_in("x[9]", (), bytearray(b"\x01" * 4))) == []
