import pytest

from fidedigno.verify.polarity.levels import weigh_levels
from fidedigno.verify.statement import Comparison, Statement


def weighed(evidence: str, claim: str, language: str) -> Comparison:
    return weigh_levels(Statement.of(claim, language), [Statement.of(evidence, language)])[0]


ROWS = [
    (
        "en",
        "From May a day pass will cost £2.40 instead of £2.60.",
        "A day pass gets cheaper.",
        "A day pass gets more expensive.",
    ),
    (
        "en",
        "The vacancy rate went from 6.1% down to 5.7%.",
        "The vacancy rate fell.",
        "The vacancy rate rose.",
    ),
    (
        "en",
        "Turnout was 61%, compared with 58% a year earlier.",
        "Turnout was higher.",
        "Turnout was lower.",
    ),
    (
        "en",
        "The club had 120 members last year and has 95 members now.",
        "The club has fewer members now.",
        "The club has more members now.",
    ),
    (
        "en",
        "Ferries take 3 hours; buses take 5 hours.",
        "Ferries are faster than buses.",
        "Ferries are slower than buses.",
    ),
    (
        "en",
        "Standard rooms cost £80 a night and garden rooms £110.",
        "Standard rooms cost less than garden rooms.",
        "Garden rooms are cheaper than standard rooms.",
    ),
    (
        "es",
        "El curso cuesta 80 euros en lugar de 95.",
        "El curso es más barato.",
        "El curso se ha encarecido.",
    ),
    (
        "es",
        "La tarifa de comedor pasa de 12 a 9 euros.",
        "La tarifa de comedor baja.",
        "La tarifa de comedor sube.",
    ),
    (
        "es",
        "La ocupación fue del 61 %, frente al 58 % del año anterior.",
        "La ocupación aumentó.",
        "La ocupación bajó.",
    ),
    (
        "es",
        "La bodega tiene un 92 % de humedad; el desván, un 75 %.",
        "La bodega es más húmeda que el desván.",
        "La bodega es más seca que el desván.",
    ),
    (
        "es",
        "El pan cuesta 2 euros y la leche 1,20.",
        "El pan cuesta más que la leche.",
        "La leche es más cara que el pan.",
    ),
    (
        "es",
        "El fresno pesa 30 kg y el pino, 12 kg.",
        "El pino es más ligero que el fresno.",
        "El pino es más pesado que el fresno.",
    ),
]


@pytest.mark.parametrize(("language", "evidence", "same", "other"), ROWS)
def test_two_amounts_tell_which_is_more(language: str, evidence: str, same: str, other: str) -> None:
    right, wrong = weighed(evidence, same, language), weighed(evidence, other, language)
    assert right.agreed
    assert not right.differences
    assert not wrong.agreed
    assert wrong.differences[0].certainty >= 0.5


@pytest.mark.parametrize(
    ("language", "evidence", "claim"),
    [
        ("en", "Entry costs from £5 to £7.", "Entry has gone up."),
        ("en", "Turnout was 61%, compared with 58% in Wales.", "Turnout fell."),
        ("en", "The pool is open from 9 to 5.", "The pool has got smaller."),
        ("en", "A coat costs £80 instead of £95.", "If a coat gets more expensive, fewer are sold."),
        ("en", "A coat costs £80 instead of £95.", "Coats have got heavier."),
        ("en", "A coat costs £80 instead of £95.", "The price of a coat has not risen."),
        ("en", "Rooms cost £80 and £110.", "Garden rooms are cheaper than standard rooms."),
        ("es", "La entrada cuesta de 5 a 7 euros.", "La entrada sube."),
        ("es", "El aforo pasa de 900 a 700 plazas.", "El local admite más de 500 plazas."),
        ("es", "La ruta mide 4 km y la variante 7 km.", "La ruta es más cara que la variante."),
    ],
)
def test_nothing_is_told_of_ranges_other_measures_and_what_is_not_asserted(
    language: str, evidence: str, claim: str
) -> None:
    found = weighed(evidence, claim, language)
    assert not found.differences
    assert not found.agreed


def test_sentences_without_figures_are_not_read() -> None:
    nothing = weigh_levels(Statement.of("Rents fell."), [Statement.of("Rents rose."), Statement.of("No.")])
    assert nothing == [Comparison(), Comparison()]
