"""Values that one step of reckoning makes of the evidence's."""

import pytest

from tests.verify.values.reading import codes, compare


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("The cover costs £240 a year.", "The cover costs £20 a month.", "en"),
        ("The cover costs £20 a month.", "The cover costs £240 a year.", "en"),
        ("The plot costs 90 euros a quarter.", "The plot costs 30 euros a month.", "en"),
        ("El trastero cuesta 600 euros al año.", "El trastero cuesta 50 euros al mes.", "es"),
        ("El trastero cuesta 14 euros a la semana.", "El trastero cuesta 2 euros al día.", "es"),
        ("Tuition is paid in parts of £150.", "Tuition of £600 is paid in four equal instalments.", "en"),
        ("Members pay £50 a month.", "The fee of £600 a year is collected in twelve instalments.", "en"),
        ("The course costs £600 altogether.", "The course is paid in four instalments of £150.", "en"),
        ("Se pagan 25 euros al mes.", "La cuota de 300 euros al año se paga en doce plazos.", "es"),
        ("El curso cuesta 600 euros.", "El curso se paga en cuatro cuotas de 150 euros.", "es"),
        ("There are four bills a year.", "It is billed every three months.", "en"),
        ("Hay seis recibos al año.", "Se cobra cada dos meses.", "es"),
    ],
)
def test_a_step_contradicts_nothing(claim: str, evidence: str, language: str) -> None:
    found = compare(claim, evidence, language)
    assert codes(found) == []
    assert found.agreed
    assert found.missing == ()


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("The cover costs £250 a year.", "The cover costs £20 a month.", "en"),
        ("The cover costs £20 a quarter.", "The cover costs £20 a month.", "en"),
        ("The cover costs 240 euros a year.", "The cover costs £20 a month.", "en"),
        ("El trastero cuesta 500 euros al año.", "El trastero cuesta 50 euros al mes.", "es"),
        ("Tuition is paid in parts of £200.", "Tuition of £600 is paid in four equal instalments.", "en"),
        ("El agua se paga en cuatro recibos al año.", "El agua se paga cada dos meses.", "es"),
    ],
)
def test_a_wrong_step_differs(claim: str, evidence: str, language: str) -> None:
    assert codes(compare(claim, evidence, language))


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("The band split up after five years, in 1999.", "The band formed in 1994; two years later it toured.", "en"),
        ("El dique se cerró en 1980, a los ocho años.", "El dique empezó en 1972, con dos años de pleitos.", "es"),
    ],
)  # fmt: skip
def test_the_years_between_two(claim: str, evidence: str, language: str) -> None:
    assert "duration_differs" not in codes(compare(claim, evidence, language))
