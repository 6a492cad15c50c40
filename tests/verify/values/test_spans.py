"""Quarters and halves of a year, decades, centuries, and two years in one."""

import pytest

from fidedigno.verify.values.value import Kind
from tests.verify.values.reading import codes, compare, one, values


@pytest.mark.parametrize(
    ("text", "language", "years", "months"),
    [
        ("It is due in the third quarter.", "en", (), (7, 9)),
        ("It is due in Q2 2031.", "en", (), (4, 6)),
        ("It grew in the second half of 2019.", "en", (), (7, 12)),
        ("Vence en el cuarto trimestre del año.", "es", (), (10, 12)),
        ("Vence en el primer semestre de 2031.", "es", (), (1, 6)),
        ("Cierre del 3T 2031.", "es", (), (7, 9)),
        ("A car of the 1960s.", "en", (1960, 1969), ()),
        ("A car of the nineteen-sixties.", "en", (1960, 1969), ()),
        ("A car of the late 1960s.", "en", (1965, 1969), ()),
        ("Un coche de los años sesenta.", "es", (1960, 1969), ()),
        ("Un coche de la década de 1960.", "es", (1960, 1969), ()),
        ("Un castillo del siglo XIX.", "es", (1800, 1900), ()),
        ("Un castillo del siglo diecinueve.", "es", (1800, 1900), ()),
        ("Un castillo de principios del siglo XIX.", "es", (1800, 1835), ()),
        ("A castle of the 19th century.", "en", (1800, 1900), ()),
        ("A castle of the early nineteenth century.", "en", (1800, 1835), ()),
        ("The 2018–19 academic year.", "en", (2018, 2019), ()),
        ("El curso 2018-19.", "es", (2018, 2019), ()),
        ("La temporada 2018/2019.", "es", (2018, 2019), ()),
    ],
)
def test_a_span_is_read(
    text: str, language: str, years: tuple[int, ...], months: tuple[int, ...]
) -> None:  # fmt: skip
    value = one(text, language)
    assert (value.kind, value.years, value.months) == (Kind.DATE, years, months)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A quarter of the members.", "en"),
        ("In the second half they scored.", "en"),
        ("She is in her eighties.", "en"),
        ("Trabajó ochenta años.", "es"),
        ("Hay cuarenta alumnos.", "es"),
        ("A temple of the 3rd century BC.", "en"),
        ("Un templo del siglo III a. C.", "es"),
        ("Invoice 2018-10 is paid.", "en"),
    ],
)
def test_what_only_looks_like_a_span(text: str, language: str) -> None:
    assert not any(value.years or value.months for value in values(text, language))


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "found"),
    [
        ("The mill was built in the 1870s.", "The mill was built in 1874.", "en", []),
        ("The mill was built in the 1880s.", "The mill was built in 1874.", "en", ["date_differs"]),
        ("The mill was built in the nineteenth century.", "The mill was built in 1874.", "en", []),
        ("The mill was built in the early 19th century.", "The mill was built in 1874.", "en", ["date_differs"]),
        ("El molino se levantó a finales del siglo XIX.", "El molino se levantó en 1874.", "es", []),
        ("El molino se levantó a finales del siglo XVIII.", "El molino se levantó en 1874.", "es", ["date_differs"]),
        ("El molino es de los años setenta.", "El molino es de 1974.", "es", []),
        ("El molino es de los años sesenta.", "El molino es de 1974.", "es", ["date_differs"]),
        ("The audit takes place in the third quarter.", "The audit takes place in August.", "en", []),
        ("The audit takes place in the second quarter.", "The audit takes place in August.", "en", ["date_differs"]),
        ("La auditoría es en el tercer trimestre de 2027.", "La auditoría es el 4 de agosto de 2027.", "es", []),
        ("La auditoría es en el primer trimestre.", "La auditoría es el 4 de agosto de 2027.", "es", ["date_differs"]),
        ("He taught there in 2018.", "He taught there in the 2018–19 academic year.", "en", []),
        ("He taught there in 2021.", "He taught there in the 2018–19 academic year.", "en", ["date_differs"]),
    ],
)  # fmt: skip
def test_a_date_in_its_span(claim: str, evidence: str, language: str, found: list[str]) -> None:
    assert codes(compare(claim, evidence, language)) == found


def test_what_leaves_less_open_is_not_agreed() -> None:
    assert not compare("It opened in 1874.", "It opened in the 1870s.").agreed
    assert not compare("It opened in August.", "It opened in the third quarter.").agreed


def test_a_year_and_a_day_are_not_compared() -> None:
    assert compare("It opened in 1874.", "It opened on 3 May.").differences == ()


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "found"),
    [
        ("The keep is of the 15th century.", "The wall is of the 13th century and the keep of the 15th.", "en", []),
        ("La torre es del siglo XV.", "La muralla es del siglo XIII y la torre del XV.", "es", []),
        ("Sales rose in the second quarter.", "The first quarter was weak; sales rose in the second.", "en", []),
        ("Sales rose in the third quarter.", "Sales fell in the first quarter.", "en", ["date_differs"]),
    ],
)  # fmt: skip
def test_a_word_that_is_left_out(claim: str, evidence: str, language: str, found: list[str]) -> None:
    assert codes(compare(claim, evidence, language)) == found
