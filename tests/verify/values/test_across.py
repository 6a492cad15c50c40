"""The values of a claim against several sentences at once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.verify.statement import Comparison
from fidedigno.verify.values import compare_values
from fidedigno.verify.values.across import weigh_values
from tests.verify.values.reading import statement


def weigh(
    claim: str, sentences: list[str], language: str = "en"
) -> tuple[list[str], list[str], list[tuple[int, str]]]:
    """What is agreed, what is missing, and the number of the sentence and code of each difference."""
    found = weigh_values(statement(claim, language), [statement(each, language) for each in sentences])
    agreed = sorted({claim[start:end] for each in found for start, end in each.agreed})
    missing = sorted({claim[start:end] for each in found for start, end in each.missing})
    return agreed, missing, [(n, d.code) for n, each in enumerate(found) for d in each.differences]


def test_one_sentence_that_has_the_value_settles_it() -> None:
    evidence = ["The trial lasted 14 days until May.", "Now the trial lasts 30 days."]
    assert weigh("The trial lasts 30 days.", evidence) == (["30 days"], [], [])


@pytest.mark.parametrize(
    ("claim", "sentences", "language"),
    [
        ("Basic costs 20.", ["Basic costs 10.", "Pro costs 20."], "en"),
        (
            "El taller de grabado vale 25 euros.",
            ["El taller de barro cuesta 25 euros.", "El de grabado, 32."],
            "es",
        ),
    ],
)
def test_a_value_of_another_subject_settles_nothing(claim: str, sentences: list[str], language: str) -> None:
    agreed, missing, differences = weigh(claim, sentences, language)
    assert (agreed, missing) == ([], [])
    assert [code for _, code in differences] == ["attribute_differs"]


def test_a_value_in_a_sentence_about_something_else_settles_nothing() -> None:
    evidence = ["The newsletter goes out on Wednesday afternoons.", "The library is open on Sundays."]
    assert weigh("The newsletter goes out on Sunday afternoons.", evidence)[2][0][0] == 0


def test_a_value_that_is_nowhere_is_a_surer_difference() -> None:
    claim, evidence = statement("Wages come every month."), statement("Wages are paid fortnightly.")
    (alone,) = compare_values(claim, evidence).differences
    (weighed,) = weigh_values(claim, [evidence])[0].differences
    assert weighed.certainty > alone.certainty
    assert weighed.certainty >= 0.5


def test_the_words_of_a_limit_are_agreed_too() -> None:
    assert weigh("It lasts 8 hours or more.", ["It lasts a minimum of 8 hours."])[0] == ["8 hours", "or more"]
    assert weigh("La edad mínima es de 16 años.", ["Hay que tener al menos 16 años."], "es")[0] == [
        "16 años",
        "mínima",
    ]


def test_nothing_is_compared_without_values_or_sentences() -> None:
    assert weigh_values(statement("It is open."), [statement("It is 3 km.")]) == [Comparison()]
    assert weigh_values(statement("It is 3 km."), []) == []


PIECES = st.sampled_from(
    [
        "Pro",
        "Basic",
        "costs",
        "lasts",
        "12",
        "3",
        "days",
        "$",
        "€",
        "per",
        "month",
        "at",
        "least",
        "no",
        "más",
        "de",
        "lunes",
        "15:00",
        ",",
        ".",
        "and",
        "y",
    ]
)
TEXTS = st.lists(PIECES, max_size=12).map(" ".join)


@settings(deadline=None)
@given(TEXTS, st.lists(TEXTS, max_size=4), st.sampled_from(["es", "en"]))
def test_whatever_is_weighed_has_its_place(claim: str, sentences: list[str], language: str) -> None:
    found = weigh_values(statement(claim, language), [statement(each, language) for each in sentences])
    assert len(found) == len(sentences)
    agreed = {place for each in found for place in each.agreed}
    differing = {(d.start, d.end) for each in found for d in each.differences}
    missing = {place for each in found for place in each.missing}
    assert not missing & differing
    for start, end in agreed | differing | missing:
        assert 0 <= start < end <= len(claim)


@settings(deadline=None)
@given(TEXTS, st.sampled_from(["es", "en"]))
def test_a_sentence_among_others_settles_itself(claim: str, language: str) -> None:
    same = statement(claim, language)
    assert all(not each.differences for each in weigh_values(same, [same]))


def test_an_item_of_a_list_of_versions_that_says_nothing_of_the_claim_settles_nothing() -> None:
    evidence = [
        "3.1.0: dark theme for editors.",
        "3.2.0: signed packages are read.",
        "3.3.0: the print dialog is gone.",
    ]
    assert weigh("Signed packages are opened since version 3.3.0.", evidence)[2] == [(1, "version_differs")]
    assert weigh("Signed packages are opened since version 3.2.0.", evidence)[2] == []
