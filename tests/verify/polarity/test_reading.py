import pytest

from fidedigno.verify.polarity.modes import Mode
from fidedigno.verify.polarity.reading import MAX_WORDS, read
from fidedigno.verify.statement import Statement


def modes(text: str, language: str) -> dict[str, Mode]:
    return {token.text: token.mode for token in read(Statement.of(text, language)).tokens if token.content}


@pytest.mark.parametrize(
    ("language", "text", "word", "mode"),
    [
        ("en", "The plan cannot be cancelled.", "cancelled", Mode.FORBIDDEN),
        ("es", "La cancelación no está permitida.", "cancelacion", Mode.FORBIDDEN),
        ("en", "There is no fee.", "fee", Mode.DENIED),
        ("es", "No hace falta casco.", "casco", Mode.FREE),
        ("es", "Hay que llevar casco.", "llevar", Mode.NEEDED),
        ("en", "Helmets are not required.", "helmets", Mode.FREE),
        ("en", "It did not start until May.", "start", Mode.UNKNOWN),
        ("es", "Sin casco no se entra.", "casco", Mode.NEEDED),
        ("en", "It not only includes lunch.", "lunch", Mode.HAVE),
        ("en", "The shop is not open but sells bread.", "bread", Mode.PLAIN),
        ("es", "No creo que el plan caduque.", "caduque", Mode.UNKNOWN),
    ],
)
def test_how_a_thing_is_said(language: str, text: str, word: str, mode: Mode) -> None:
    assert modes(text, language)[word] is mode


def test_a_denial_stays_in_its_clause() -> None:
    found = modes("El contrato no se renueva y se puede cancelar.", "es")
    assert found["renueva"] is Mode.DENIED
    assert found["cancelar"] is Mode.ALLOWED


def test_conditions_end_with_their_clause() -> None:
    tokens = {t.text: t for t in read(Statement.of("If it rains, the match moves.", "en")).tokens}
    assert tokens["rains"].hypothetical
    assert not tokens["match"].hypothetical


def test_exceptions_are_marked() -> None:
    tokens = {t.text: t for t in read(Statement.of("Se admite todo salvo perros.", "es")).tokens}
    assert tokens["perros"].excepted


@pytest.mark.parametrize("text", ["¿Se puede?", "Can I?", "¿Se puede? Sí."])
def test_questions_are_known(text: str) -> None:
    assert read(Statement.of(text, "es")).asks


def test_an_overlong_statement_is_read_in_part() -> None:
    assert len(read(Statement.of("word " * 10_000, "en")).tokens) == MAX_WORDS


def test_clauses_cover_all_words_in_order() -> None:
    reading = read(Statement.of("A, and b is c; d because (e) f.", "en"))
    covered = [place for start, end in reading.clauses for place in range(start, end)]
    assert covered == list(range(len(reading.tokens)))
