"""Differences in words that are only another way to say a value."""

import pytest

from fidedigno.verify.statement import Difference
from fidedigno.verify.values.words_of_values import is_of_a_value
from tests.verify.values.reading import statement


def of_a_value(claim: str, evidence: str, word: str, code: str = "negation_differs") -> bool:
    start = claim.index(word)
    return is_of_a_value(
        statement(claim), statement(evidence), Difference(code, start, start + len(word), 0, 1)
    )


@pytest.mark.parametrize(
    ("claim", "evidence", "word"),
    [
        ("A group must have 8 people or more.", "Groups of fewer than 8 people are not served.", "must"),
        ("The cap is 65 decibels.", "Noise may not go beyond 65 decibels.", "cap"),
        ("It takes no longer than one hour.", "It takes one hour at the most.", "no"),
        ("It is billed every six months.", "It is billed half-yearly.", "every"),
    ],
)
def test_a_denial_in_a_limit_or_a_word_of_a_rate_is_no_difference(
    claim: str, evidence: str, word: str
) -> None:
    assert of_a_value(claim, evidence, word)


@pytest.mark.parametrize(
    ("claim", "evidence", "word"),
    [
        ("A group must have 8 people or more.", "A group may have 8 people or more.", "must"),
        ("It does not open for 8 people.", "It opens for 8 people.", "not"),
        ("A group must have 9 people or more.", "Groups of fewer than 8 people are not served.", "must"),
    ],
)
def test_other_words_stay_a_difference(claim: str, evidence: str, word: str) -> None:
    assert not of_a_value(claim, evidence, word)


def test_a_denial_explains_no_other_kind_of_difference() -> None:
    claim, evidence = "The noise cap is 65 decibels.", "Noise may not go beyond 65 decibels."
    assert of_a_value(claim, evidence, "noise")
    assert not of_a_value(claim, evidence, "noise", "opposite_differs")
