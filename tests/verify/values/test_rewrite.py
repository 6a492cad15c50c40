"""What a claim should say, as the claim would write it."""

import pytest

from fidedigno.verify.values.rewrite import expected_text, with_bound
from tests.verify.values.reading import statement, values


def expected(claim: str, evidence: str, language: str = "en", other: str = "") -> str:
    mine, theirs = statement(claim, language), statement(evidence, other or language)
    return expected_text(mine, values(claim, language)[0], theirs, values(evidence, other or language)[0])


@pytest.mark.parametrize(
    ("claim", "evidence", "language", "other", "text"),
    [
        ("30 days", "14 days", "en", "", "14 days"),
        ("30 days", "1 day", "en", "", "1 day"),
        ("30 days", "two weeks", "en", "", "two weeks"),
        ("30 días", "14 days", "es", "en", "14 días"),
        ("30 días", "2 weeks", "es", "en", "2 semanas"),
        ("una hora y media", "2 hours", "es", "en", "2 horas"),
        ("90 minutes", "an hour and a half", "en", "", "1.5 hours"),
        ("3 days", "1 semana", "en", "es", "1 week"),
        ("$20", "10 USD", "en", "", "$10"),
        ("20 €", "€10", "es", "", "10 €"),
        ("€20", "1.250,50 €", "en", "es", "€1,250.50"),
        ("20 €", "€1,250.50", "es", "en", "1.250,50 €"),
        ("50 euros", "50 dollars", "en", "", "50 dollars"),
        ("5 %", "12%", "es", "en", "12 %"),
        ("5-7 days", "3 to 4 days", "en", "", "3 to 4 days"),
        ("5-7 días", "3 to 4 days", "es", "en", "3-4 días"),
        ("2,5 millones de usuarios", "3,5 millones de usuarios", "es", "", "3,5 millones de usuarios"),
        ("2,5 millones de usuarios", "3.5 million users", "es", "en", "3.500.000 usuarios"),
        ("cuesta 10 al mes", "20 now", "es", "en", "20"),
        ("in 1998", "on 3 March 1989", "en", "", "1989"),
        ("3 de marzo de 2024", "4 April 2023", "es", "en", "4 de abril de 2023"),
        ("marzo de 2024", "4 April 2023", "es", "en", "abril de 2023"),
        ("3 March", "4 de abril", "en", "es", "4 April"),
        ("03/04/2024", "05/06/2024", "es", "", "05/06/2024"),
        ("at 3 pm", "at 16:00", "en", "", "4 pm"),
        ("at 3 p.m.", "at 09:30", "en", "", "9:30 a.m."),
        ("at 15:00", "at 4 pm", "en", "", "16:00"),
        ("a las 15:00", "at 4 pm", "es", "en", "16:00"),
        ("on Monday", "on Tuesday", "en", "", "Tuesday"),
        ("los lunes", "on Tuesday", "es", "en", "martes"),
        ("on Monday", "martes y jueves", "en", "es", ""),
        ("version 3.9", "v3.11", "en", "", "3.11"),
        ("per month", "annually", "en", "", "per year"),
        ("facturado mensualmente", "billed annually", "es", "en", "anualmente"),
        ("billed monthly", "billed annually", "en", "", "annually"),
        ("a monthly fee", "an annual fee", "en", "", "annual"),
    ],
)
def test_the_claim_keeps_its_language_and_notation(
    claim: str, evidence: str, language: str, other: str, text: str
) -> None:
    assert expected(claim, evidence, language, other) == text


def test_a_limit_is_written_with_its_words() -> None:
    claim, evidence = statement("at least 5 users"), statement("no more than 5 users")
    mine, theirs = values(claim.text)[0], values(evidence.text)[0]
    assert with_bound(claim, mine, evidence, theirs) == "no more than 5 users"
    spanish = statement("al menos 5 usuarios", "es")
    assert with_bound(spanish, values(spanish.text, "es")[0], evidence, theirs) == "hasta 5 usuarios"
