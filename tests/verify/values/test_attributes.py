"""A value that is another subject's."""

import pytest

from tests.verify.values.reading import codes, compare

TWO = "Pro costs $10 and Basic costs $5."


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "wrong", "expected"),
    [
        ("Basic costs $10.", TWO, "en", "$10", "$5"),
        ("The price of Pro is $5.", TWO, "en", "$5", "$10"),
        ("Team costs $10.", "Tiers: Basic ($5), Pro ($10), Team ($20).", "en", "$10", "$20"),
        (
            "The offer ends on 3 March.",
            "The offer starts on 3 March and ends on 5 April.",
            "en",
            "3 March",
            "5 April",
        ),
        ("Teachers get 15% off.", "Students get 15% off; teachers get 10%.", "en", "15%", "10%"),
        ("It needs 20 GB of RAM.", "It needs 16 GB of RAM and 20 GB of disk.", "en", "20 GB", "16 GB"),
        ("It has 10 users.", "It has 5 users and 10 projects.", "en", "10 users", "5 users"),
        ("In 2018 revenue was $5M.", "In 2018 revenue was $4M, and in 2019 it was $5M.", "en", "$5M", "$4M"),
        ("El plan Basic cuesta 10 €.", "El plan Pro cuesta 10 € y el plan Basic 5 €.", "es", "10 €", "5 €"),
        ("El plan Pro cuesta 5 €.", "El plan Pro cuesta 10 € y el plan Basic 5 €.", "es", "5 €", "10 €"),
        (
            "Los profesores tienen un 15 % de descuento.",
            "Los estudiantes tienen un 15 % de descuento y los profesores, un 10 %.",
            "es",
            "15 %",
            "10 %",
        ),
    ],
)
def test_a_value_of_another_subject_is_found(
    claim: str, evidence: str, language: str, wrong: str, expected: str
) -> None:
    (found,) = compare(claim, evidence, language).differences
    assert found.code == "attribute_differs"
    assert (claim[found.start : found.end], found.expected) == (wrong, expected)
    assert found.certainty >= 0.5


def test_two_that_are_swapped_are_both_found() -> None:
    assert codes(compare("Pro costs $5 and Basic costs $10.", TWO)) == ["attribute_differs"] * 2


def test_the_header_of_a_table_tells_columns_apart() -> None:
    found = compare(
        "Basic costs $50 per month.", "| Basic | $5 | $50 |", context="| Plan | Monthly | Yearly |"
    )
    assert codes(found) == ["attribute_differs"]
    assert found.differences[0].expected == "$5"
    right = compare(
        "Basic costs $50 per year.", "| Basic | $5 | $50 |", context="| Plan | Monthly | Yearly |"
    )
    assert codes(right) == []


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        ("Basic costs $5 and Pro costs $10.", TWO, "en"),
        ("Basic is $5.", TWO, "en"),
        ("Pro and Basic cost $10 and $5 respectively.", TWO, "en"),
        ("Prices are $5 (Basic) and $10 (Pro).", TWO, "en"),
        ("The offer closes on 5 April.", "The offer starts on 3 March and ends on 5 April.", "en"),
        ("The course with its exam costs $100.", "The course costs $100 and the exam costs $50.", "en"),
        ("In 2019 revenue was $5M.", "In 2018 revenue was $4M, and in 2019 it was $5M.", "en"),
        ("El plan Basic cuesta 5 €.", "El plan Pro cuesta 10 € y el plan Basic 5 €.", "es"),
        ("Los planes cuestan 10 y 5 € respectivamente.", "El plan Pro cuesta 10 € y el Basic 5 €.", "es"),
        ("Hoy tiene 45 tiendas.", "Tenía 20 tiendas en 1990 y tiene 45 tiendas hoy.", "es"),
    ],
)
def test_a_value_of_its_own_subject_is_not(claim: str, evidence: str, language: str) -> None:
    assert codes(compare(claim, evidence, language)) == []


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "differs"),
    [
        ("Access logs are kept for 30 days.", "access logs 2160 h, error logs 720 h", "en", True),
        ("Error logs are kept for 30 days.", "access logs 2160 h, error logs 720 h", "en", False),
        ("Access logs are kept for 90 days.", "access logs 2160 h, error logs 720 h", "en", False),
        ("Los billetes de adulto valen 9 euros.", "billetes de niño 9 euros, billetes de adulto 15 euros", "es", True),
        ("Los billetes de niño valen 9 euros.", "billetes de niño 9 euros, billetes de adulto 15 euros", "es", False),
        (
            "The ingest API may fail on 2 % of its requests.",
            "The search API may fail on 1 % of its requests; the ingest API on 2 %.",
            "en",
            False,
        ),
    ],
)  # fmt: skip
def test_one_word_beside_different_words(claim: str, evidence: str, language: str, differs: bool) -> None:
    found = compare(claim, evidence, language)
    assert bool(found.differences or found.missing) is differs
