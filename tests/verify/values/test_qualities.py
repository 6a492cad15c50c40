"""What is said in words of the wrong one of two."""

import pytest

from fidedigno.verify.values.qualities import weigh_qualities
from tests.verify.values.reading import statement


def found(claim: str, sentences: list[str], language: str = "en") -> list[str]:
    compared = weigh_qualities(statement(claim, language), [statement(each, language) for each in sentences])
    return [claim[each.start : each.end] for comparison in compared for each in comparison.differences]


@pytest.mark.parametrize(
    ("claim", "sentences", "language", "wrong"),
    [
        (
            "The green sauce has mustard.",
            ["The green sauce has nuts.", "The red sauce has mustard."],
            "en",
            "mustard",
        ),
        (
            "Legal is based in Bristol.",
            ["The legal team sits in Leeds, while the design team is in Bristol."],
            "en",
            "Bristol",
        ),
        (
            "Fire is covered by the basic policy.",
            ["The basic policy covers theft.", "The wide policy covers fire."],
            "en",
            "Fire",
        ),
        (
            "Pablo redacta el informe.",
            ["El informe lo redacta Marta.", "Las actas las redacta Pablo."],
            "es",
            "Pablo",
        ),
        (
            "El contrato fijo es de un año.",
            ["El contrato de prácticas dura un año.", "El contrato fijo no tiene fin."],
            "es",
            "un año",
        ),
    ],
)
def test_a_quality_of_the_other_one_is_found(
    claim: str, sentences: list[str], language: str, wrong: str
) -> None:
    assert found(claim, sentences, language) == [wrong]


@pytest.mark.parametrize(
    ("claim", "sentences"),
    [
        ("The green sauce has nuts.", ["The green sauce has nuts.", "The red sauce has mustard."]),
        ("The green sauce has no mustard.", ["The green sauce has nuts.", "The red sauce has mustard."]),
        ("The sauces have nuts and mustard.", ["The green sauce has nuts.", "The red sauce has mustard."]),
        (
            "Green sauce has nuts, red has mustard.",
            ["The green sauce has nuts.", "The red sauce has mustard."],
        ),
        ("The museum has a garden.", ["The museum opened long ago.", "The museum has a garden."]),
        ("The red sauce has mustard.", ["The green sauce has no mustard.", "The red sauce has mustard."]),
        ("", ["The green sauce has nuts."]),
    ],
)
def test_what_fits_or_cannot_be_told_is_left_alone(claim: str, sentences: list[str]) -> None:
    assert found(claim, sentences) == []


def test_two_numbers_are_left_to_the_values() -> None:
    assert found("The green room seats 80.", ["The green room seats 20.", "The red room seats 80."]) == []


def test_as_many_comparisons_come_as_sentences() -> None:
    assert len(weigh_qualities(statement("Nothing here."), [statement("a"), statement("b")])) == 2
