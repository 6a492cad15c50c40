import pytest

from fidedigno.verify.polarity.lacking import is_fronted
from fidedigno.verify.polarity.modes import Mode
from fidedigno.verify.polarity.negation import differing_modes
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.statement import Statement
from tests.verify.polarity.comparing import surest_of


def mode(text: str, word: str, language: str) -> Mode:
    return next(t.mode for t in read(Statement.of(text, language)).tokens if t.text == word)


@pytest.mark.parametrize(
    ("language", "text", "word", "expected"),
    [
        ("en", "The valve is never opened without a key.", "key", Mode.NEEDED),
        ("en", "The valve is never opened without a key.", "opened", Mode.UNKNOWN),
        ("es", "La válvula nunca se abre sin llave.", "llave", Mode.NEEDED),
        ("en", "The valve can be opened without a key.", "key", Mode.FREE),
        ("es", "La válvula se puede abrir sin llave.", "llave", Mode.FREE),
        ("en", "The valve must be opened without force.", "force", Mode.FORBIDDEN),
        ("en", "The boat runs without a skipper.", "skipper", Mode.DENIED),
        ("es", "No hay sala sin extintor.", "extintor", Mode.HAVE),
        ("es", "Entran sin pagar tasas.", "tasas", Mode.DENIED),
        ("en", "They sell it without altering the taste.", "taste", Mode.UNKNOWN),
        ("en", "Without a pass, you cannot park.", "pass", Mode.NEEDED),
        ("es", "Sin abono no se aparca.", "abono", Mode.NEEDED),
        ("es", "Sin abono, se puede aparcar.", "abono", Mode.FREE),
        ("en", "Claims without a receipt are rejected.", "claims", Mode.FORBIDDEN),
        ("es", "Los envases no retornables van al contenedor.", "contenedor", Mode.PLAIN),
        ("en", "Those who have not paid wait outside.", "paid", Mode.UNKNOWN),
        ("es", "Quienes no han pagado esperan fuera.", "pagado", Mode.UNKNOWN),
        ("en", "That is not paid.", "paid", Mode.DENIED),
    ],
)
def test_what_is_behind_without_and_what_is_before(
    language: str, text: str, word: str, expected: Mode
) -> None:
    assert mode(text, word, language) is expected


def test_without_opens_a_condition_only_where_something_follows() -> None:
    whole = read(Statement.of("Without sugar.", "en"))
    assert not is_fronted(whole.tokens, 0, len(whole.tokens))
    going_on = read(Statement.of("Without sugar, it is bitter.", "en"))
    assert is_fronted(going_on.tokens, *going_on.clauses[0])


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("en", "A key is not needed to open the valve.", "The valve is never opened without a key."),
        ("es", "Para abrir la válvula no hace falta llave.", "La válvula nunca se abre sin llave."),
        ("en", "The valve can be opened without a key.", "The valve cannot be opened without a key."),
        ("en", "Sheds are subject to the property tax.", "Sheds are exempt from the property tax."),
        ("es", "El taller carece de licencia.", "El taller dispone de licencia."),
        ("en", "Forms lacking a stamp will be accepted.", "Forms lacking a stamp will be turned away."),
        ("es", "Sin sello, la instancia se admite.", "Sin sello, la instancia se rechaza."),
        ("en", "The cover sheet cannot be left out.", "The cover sheet is optional."),
        ("es", "La portada es imprescindible.", "Se puede prescindir de la portada."),
    ],
)
def test_doing_without_is_no_need(language: str, claim: str, evidence: str) -> None:
    assert surest_of(differing_modes, claim, evidence, language) >= 0.5


@pytest.mark.parametrize(
    ("language", "claim", "evidence"),
    [
        ("es", "No hay sala sin extintor.", "Todas las salas cuentan con extintor."),
        ("en", "The valve is opened with a key.", "The valve is never opened without a key."),
        ("es", "Sin llave no se abre la válvula.", "La válvula se abre con llave."),
        ("en", "Without a stamp, your form will not be accepted.", "Forms lacking a stamp will be refused."),
        ("en", "The cover sheet can be left out.", "No cover sheet is needed."),
        ("es", "Se puede prescindir de la portada.", "La portada no es necesaria."),
        ("en", "No property tax is charged for sheds.", "Sheds are exempt from the property tax."),
        ("en", "They offer low prices with quality.", "They offer low prices without reducing the quality."),
        ("en", "The staff have paid.", "Staff who have not paid wait outside."),
        (
            "es",
            "Los residuos clasificados se queman.",
            "Los residuos no clasificados se queman; los clasificados, también.",
        ),
        ("es", "El permiso no caduca sin aviso.", "El permiso caduca con un aviso."),
    ],
)
def test_what_only_sounds_denied_differs_in_nothing(language: str, claim: str, evidence: str) -> None:
    assert surest_of(differing_modes, claim, evidence, language) < 0.5
