"""Orders of day and month that a text tells, and the days of by-lines."""

import pytest

from tests.verify.values.reading import codes, compare, values


@pytest.mark.parametrize(
    ("text", "language", "parts"),
    [
        ("Entries (day/month/year) close on 05/06/2025.", "en", (2025, 6, 5)),
        ("Entries close on 05/06/2025 (MM/DD/YYYY).", "en", (2025, 5, 6)),
        ("Entries open on 05/06/2025 and close on 25/06/2025.", "en", (2025, 6, 5)),
        ("Entries open on 05/06/2025 and close on 05/28/2025.", "en", (2025, 5, 6)),
        ("Fechas en formato día/mes: 05/06/2025.", "es", (2025, 6, 5)),
    ],
)
def test_the_order_that_a_text_tells(text: str, language: str, parts: tuple[int, ...]) -> None:
    value = values(text, language)[0]
    assert (value.parts, value.other_parts) == (parts, ())


def test_without_a_sign_both_orders_stay() -> None:
    (value,) = values("Entries close on 05/06/2025.")
    assert {value.parts, value.other_parts} == {(2025, 6, 5), (2025, 5, 6)}


@pytest.mark.parametrize(
    ("text", "language", "by_line"),
    [
        ("Published 3 May 2021", "en", True),
        ("Originally published on 3 May 2021", "en", True),
        ("Last updated: 3 May 2021", "en", True),
        ("By Ada Moss on 3 May 2021", "en", True),
        ("PUBLISHED DATETIME: 2021-05-03", "en", True),
        ("Publicado el 3 de mayo de 2021", "es", True),
        ("Última actualización: 3 de mayo de 2021", "es", True),
        ("Por Ada Mora | 3 de mayo de 2021", "es", True),
        ("The book was published on 3 May 2021", "en", False),
        ("The fair opens on 3 May 2021", "en", False),
        ("The fee is paid by Ada Moss before 3 May 2021", "en", False),
        ("La novela fue publicada el 3 de mayo de 2021", "es", False),
    ],
)
def test_the_day_of_a_by_line(text: str, language: str, by_line: bool) -> None:
    assert values(text, language)[-1].by_line is by_line


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "found"),
    [
        (
            "The mayor opened the new bridge on 1 May 2021.",
            "Published 3 May 2021. The mayor opened the new bridge.",
            "en",
            [],
        ),
        ("The article was published on 1 May 2021.", "Article published 3 May 2021.", "en", ["date_differs"]),
        (
            "La alcaldesa inauguró el puente el 1 de mayo de 2021.",
            "Publicado el 3 de mayo de 2021. La alcaldesa inauguró el puente.",
            "es",
            [],
        ),
    ],
)
def test_a_by_line_is_no_rival(claim: str, evidence: str, language: str, found: list[str]) -> None:
    assert codes(compare(claim, evidence, language)) == found


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "found"),
    [
        ("She won position 8.", "Six of them won a position.", "en", []),
        ("She stands in district 4.", "She stands in district 7.", "en", ["number_differs"]),
        ("Tiene diabetes de tipo 2.", "Tiene diabetes de tipo 1.", "es", ["number_differs"]),
    ],
)
def test_a_number_that_is_a_label_counts_nothing(
    claim: str, evidence: str, language: str, found: list[str]
) -> None:
    assert codes(compare(claim, evidence, language)) == found
