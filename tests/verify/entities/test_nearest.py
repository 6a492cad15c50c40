from __future__ import annotations

import pytest

from fidedigno.verify.entities.evidence import QUESTION, Evidence
from fidedigno.verify.entities.name import Name, NameKind
from fidedigno.verify.entities.nearest import Nearest
from fidedigno.verify.passage import as_passages


def nearest(text: str, *passages: str, shared: tuple[str, ...], question: str = "") -> str:
    evidence = Evidence.of(question, as_passages(passages))
    found = Nearest(evidence).name(Name(0, len(text), text, NameKind.PERSON), shared)
    return found.text if found else ""


@pytest.mark.parametrize(
    ("text", "evidence", "shared", "expected"),
    [
        ("Helen Marlow", "It was Helen Morrow.", "helen", "Helen Morrow"),
        ("Peter Marlow", "It was Helen Marlow.", "marlow", "Helen Marlow"),
        ("Dr. Helen Marlow", "It was Dr. Helen Morrow.", "helen", "Dr. Helen Morrow"),
        ("Helen Marlow", "It was Dr. Helen Morrow.", "helen", "Helen Morrow"),
        ("Helen Marlow", "Helen Morrow came. Then Helen Morrow left.", "helen", "Helen Morrow"),
        ("Elena Marlow", "Lo firmó la Dra. Elena Ríos Vega.", "elena", "Elena Ríos Vega"),
    ],
)
def test_the_one_name_that_shares_a_word(text: str, evidence: str, shared: str, expected: str) -> None:
    assert nearest(text, evidence, shared=(shared,)) == expected


@pytest.mark.parametrize(
    "evidence",
    ["Helen Morrow and Helen Reed.", "it was helen morrow", "Helen came.", "The helen morrow file."],
)
def test_no_guess_where_there_are_two_or_no_whole_name(evidence: str) -> None:
    assert nearest("Helen Marlow", evidence, shared=("helen",)) == ""


def test_a_name_of_the_question_has_no_place_in_a_passage() -> None:
    evidence = Evidence.of("Who is Helen Morrow?", as_passages(["nothing"]))
    found = Nearest(evidence).name(Name(0, 12, "Helen Marlow", NameKind.PERSON), ("helen",))
    assert found is not None
    assert (found.text, found.span) == ("Helen Morrow", None)
    assert evidence.sources[0].number == QUESTION
