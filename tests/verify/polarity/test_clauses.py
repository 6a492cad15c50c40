from fidedigno.verify.polarity.clauses import Token
from fidedigno.verify.polarity.operators import Role
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.statement import Statement


def tokens(text: str, language: str) -> dict[str, Token]:
    return {token.text: token for token in read(Statement.of(text, language)).tokens}


def test_and_opens_a_clause_only_before_a_verb_of_its_own() -> None:
    apart = tokens("The pool is free and the gym is closed.", "en")
    joined = tokens("The pool has towels and lockers.", "en")
    assert apart["pool"].clause != apart["gym"].clause
    assert joined["towels"].clause == joined["lockers"].clause


def test_than_of_a_comparison_opens_no_clause() -> None:
    found = tokens("El roble es más alto que el pino.", "es")
    assert found["roble"].clause == found["pino"].clause


def test_letters_are_names_and_articles_are_not() -> None:
    assert tokens("El servicio A llama a B.", "es")["b"].name
    assert not tokens("A customer waits.", "en")["a"].name


def test_an_operator_word_may_be_a_noun() -> None:
    assert tokens("The plan includes phone support.", "en")["support"].role is None
    assert tokens("The tool supports macros.", "en")["supports"].role is Role.ENABLE
