import pytest

from fidedigno.verify.polarity.each import differing_each
from tests.verify.polarity.comparing import surest_of


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "Each pupil gets three notebooks.", "Each class of twenty pupils gets three notebooks."),
        ("es", "Cada alumno recibe tres cuadernos.", "Cada grupo de cuatro alumnos recibe tres cuadernos."),
        (
            "en",
            "Two blue ropes are given to each rower.",
            "Each boat, with its four rowers, receives two blue ropes.",
        ),
    ],
)
def test_what_each_group_gets_its_members_do_not_get(language: str, claim: str, evidence: str) -> None:
    assert surest_of(differing_each, claim, evidence, language) >= 0.5


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "Each class gets three notebooks.", "Each class of twenty pupils gets three notebooks."),
        ("en", "Each pupil in a class gets a pen.", "Each class of twenty pupils gets three notebooks."),
        ("en", "Each learner gets three notebooks.", "Each pupil gets three notebooks."),
        ("es", "Cada grupo recibe tres cuadernos.", "Cada grupo de cuatro alumnos recibe tres cuadernos."),
    ],
)
def test_the_same_ones_or_another_gift_differ_in_nothing(language: str, claim: str, evidence: str) -> None:
    assert surest_of(differing_each, claim, evidence, language) < 0.5
