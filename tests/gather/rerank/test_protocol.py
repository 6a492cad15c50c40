"""A reranker reads a candidate with all that retrieval knows, and with the highest label where nobody said one."""

from fidedigno.gather.candidate import Candidate
from fidedigno.gather.rerank.protocol import Passage, passage_of
from fidedigno.model import Sensitivity
from tests.gather.rerank.cards import card


def test_a_passage_has_what_the_candidate_has() -> None:
    made = passage_of(
        Candidate(
            card("a", "the text", title="T", section=("S", "T"), language="es"),
            3,
            {"words": 2},
            0.8,
            frozenset({"e-1"}),
            0.5,
            sensitivity=Sensitivity.PUBLIC,
        )
    )
    assert made == Passage(
        "a",
        "the text",
        "T",
        ("S", "T"),
        "es",
        3,
        0.5,
        {"words": 2},
        0.8,
        frozenset({"e-1"}),
        Sensitivity.PUBLIC,
    )
    assert made.place == "T › S"
    assert made.whole == "T › S\nthe text"


def test_what_nobody_labelled_has_the_highest_label() -> None:
    assert passage_of(Candidate(card("a", "x"), 1)).sensitivity is Sensitivity.RESTRICTED
    assert Passage("a", "x").sensitivity is Sensitivity.RESTRICTED
    assert Passage("a", "x").whole == "x"
