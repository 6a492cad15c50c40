"""What is said of a value that the sentence has."""

import pytest

from tests.verify.values.reading import compare


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        (
            "The session may not be shorter than 20 minutes.",
            "The session lasts a maximum of 20 minutes.",
            "en",
        ),
        ("La sesión no puede bajar de 20 minutos.", "La sesión dura como mucho 20 minutos.", "es"),
        ("The alarm sounds below 85 %.", "The alarm sounds when it exceeds 85 %.", "en"),
        ("The largest order is 40 euros.", "Orders come to at least 40 euros.", "en"),
        ("El plazo empieza el 4 de junio.", "El plazo acaba el 4 de junio.", "es"),
        ("Se puede pedir hasta el 10 de mayo.", "Se puede pedir a partir del 10 de mayo.", "es"),
        ("You can come from 8:15.", "You can come until 8:15.", "en"),
        ("An essay needs 1,500 words or fewer.", "An essay shorter than 1,500 words is returned.", "en"),
    ],
)
def test_the_opposite_limit_is_a_difference(claim: str, evidence: str, language: str) -> None:
    found = compare(claim, evidence, language).differences
    assert [(each.code, each.certainty >= 0.5) for each in found] == [("bound_differs", True)]


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("An essay needs 1,500 words or more.", "An essay shorter than 1,500 words is returned.", "en"),
        ("No pension is lower than 780 euros.", "The minimum pension is 780 euros.", "en"),
        ("Anything higher than 4 metres will not fit.", "Up to 4 metres fit.", "en"),
        (
            "Los grupos deben tener 8 visitantes o más.",
            "No se atienden grupos de menos de 8 visitantes.",
            "es",
        ),
        ("Se cobran 900 euros o más.", "El sueldo parte de 900 euros.", "es"),
        ("Take no more than 4,000 mg a day.", "Take at most 4 g a day.", "en"),
        ("It closes on 3 May.", "You have until 3 May.", "en"),
    ],
)
def test_the_same_limit_in_other_words_agrees(claim: str, evidence: str, language: str) -> None:
    found = compare(claim, evidence, language)
    assert found.differences == ()
    assert found.agreed


def test_what_is_on_either_side_of_a_limit_is_less_sure_than_the_opposite() -> None:
    either = compare("Orders under 50 euros pay.", "Orders from 50 euros pay.").differences[0]
    opposite = compare("Orders under 50 euros pay.", "Orders over 50 euros pay.").differences[0]
    assert either.certainty < opposite.certainty
