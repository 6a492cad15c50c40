from __future__ import annotations

import pytest

from fidedigno.consolidate.passages import words_in
from fidedigno.errors import ConfigurationError
from fidedigno.verify.entities.owners import belongs_to, is_denied, load
from fidedigno.verify.entities.segments import Segment, segments_of


def segment(text: str, name: str) -> Segment:
    at = text.index(name)
    return segments_of(text, 0, len(text), [(at, at + len(name))])[0]


def said_of_other(claim: str, question: str, own: str, other: str) -> bool:
    """Of ``Kiel`` in the claim and in ``own``; the other name is ``Riga``."""
    return belongs_to(
        segment(claim, "Kiel"), words_in(question), segment(own, "Kiel"), segment(other, "Riga")
    )


@pytest.mark.parametrize(
    ("claim", "own", "other"),
    [
        ("Rye goes to Kiel", "The oats go to Kiel", "The rye goes to Riga"),
        ("El centeno va a Kiel", "La avena va a Kiel", "El centeno va a Riga"),
        ("Kiel keeps the rye", "Kiel keeps the oats", "Riga the rye"),
    ],
)
def test_the_words_of_another_are_said_of_it(claim: str, own: str, other: str) -> None:
    assert said_of_other(claim, "", own, other)


@pytest.mark.parametrize(
    ("claim", "own", "other"),
    [
        ("The oats go to Kiel", "The oats go to Kiel", "The rye goes to Riga"),
        ("Grain goes to Kiel", "The oats go to Kiel", "The rye goes to Riga"),
        ("The rye went to Kiel later", "and it moved to Kiel", "The rye went to Riga"),
        ("El centeno está en Kiel", "y se mudó a Kiel", "El centeno empezó en Riga"),
        ("The rye goes to Kiel", "Kiel", "The rye goes to Riga"),
    ],
)
def test_own_words_synonyms_and_clauses_that_go_on_prove_nothing(claim: str, own: str, other: str) -> None:
    assert not said_of_other(claim, "", own, other)


def test_a_bare_answer_is_read_with_its_question() -> None:
    own, other = "The oats are shipped to Kiel", "The rye is shipped to Riga"
    assert said_of_other("It is Kiel", "Where is the rye shipped?", own, other)
    assert not said_of_other("It is Kiel", "Where are the oats shipped?", own, other)
    assert not said_of_other("It is Kiel", "Where is barley shipped?", own, other)


@pytest.mark.parametrize("text", ["it does not open", "no abre", "nunca", "doesn't"])
def test_denials_are_seen(text: str) -> None:
    assert is_denied(words_in(text))


def test_a_missing_list_is_named() -> None:
    with pytest.raises(ConfigurationError, match=r"es\.articles"):
        load({}, "x.yaml")
