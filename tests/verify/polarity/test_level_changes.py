import pytest

from fidedigno.verify.polarity.level_changes import changes_in, facts_in
from fidedigno.verify.statement import Statement


@pytest.mark.parametrize(
    ("language", "text", "signs"),
    [
        ("en", "The fee rose from £5 to £7.", [1]),
        ("en", "The fee ranges from £5 to £7.", []),
        ("en", "The fee is £5, down from £7.", [-1]),
        ("en", "It was 40 pages last year and is 60 pages now.", [1]),
        ("es", "La cuota baja de 7 a 5 euros.", [-1]),
        ("es", "La cuota es de 5 euros, antes 7 euros.", [-1]),
        ("es", "Hay cursos de 5 a 7 euros.", []),
    ],
)
def test_the_new_one_of_two_amounts_is_told_by_words(language: str, text: str, signs: list[int]) -> None:
    assert [change.sign for change in changes_in(Statement.of(text, language))] == signs


def test_each_amount_has_the_words_around_it() -> None:
    text = "Oak costs £30 a board, and pine costs £12."
    stretches = [text[fact.start : fact.end] for fact in facts_in(Statement.of(text))]
    assert [("Oak" in each, "pine" in each) for each in stretches] == [(True, False), (False, True)]
