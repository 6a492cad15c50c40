import pytest

from fidedigno.verify.polarity.parties import is_passive, parties_of
from fidedigno.verify.polarity.reading import read
from fidedigno.verify.statement import Statement


def told(text: str, verb: str, language: str) -> tuple[set[str], set[str]] | None:
    reading = read(Statement.of(text, language))
    place = next(token.place for token in reading.tokens if token.text == verb)
    found = parties_of(reading, place)
    return found and ({t.text for t in found.doer}, {t.text for t in found.done_to})


@pytest.mark.parametrize(
    ("language", "text", "verb"),
    [
        ("en", "The tutor checks the essay.", "checks"),
        ("en", "The essay is checked by the tutor.", "checked"),
        ("es", "La tutora revisa la redacción.", "revisa"),
        ("es", "La redacción es revisada por la tutora.", "revisada"),
        ("es", "La redacción la revisa la tutora.", "revisa"),
    ],
)
def test_voice_and_order_do_not_change_who_does_it(language: str, text: str, verb: str) -> None:
    doer, done_to = ({"tutor"}, {"essay"}) if language == "en" else ({"tutora"}, {"redaccion"})
    assert told(text, verb, language) == (doer, done_to)


def test_a_noun_of_relation_has_parties() -> None:
    assert told("Shape is the parent of Circle.", "parent", "en") == ({"shape"}, {"circle"})
    assert told("The nurse's superior is the sister.", "superior", "en") == ({"sister"}, {"nurse's"})


def test_where_and_when_are_no_parties() -> None:
    assert told("In May the firm bought the mill.", "bought", "en") == ({"firm"}, {"mill"})


@pytest.mark.parametrize(
    ("language", "text", "verb"),
    [
        ("es", "En mayo subieron los precios.", "subieron"),
        ("en", "The bill was paid.", "paid"),
        ("es", "Los libros se venden en la tienda.", "venden"),
    ],
)
def test_without_a_doer_nothing_is_told(language: str, text: str, verb: str) -> None:
    assert told(text, verb, language) is None


def test_what_is_like_something_is_not_passive() -> None:
    reading = read(Statement.of("The coach is faster than the train.", "en"))
    assert not is_passive(reading, reading.tokens[3])
