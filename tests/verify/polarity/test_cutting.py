import pytest

from fidedigno.verify.polarity.reading import read
from fidedigno.verify.statement import Statement


def clauses(text: str, language: str) -> list[str]:
    reading = read(Statement.of(text, language))
    return [" ".join(t.text for t in reading.tokens[start:end]) for start, end in reading.clauses]


@pytest.mark.parametrize(
    ("language", "text", "begins"),
    [
        ("en", "When the cache is full the plugin stops.", "the plugin stops"),
        ("es", "Cuando la caché está llena el complemento para.", "el complemento para"),
        ("en", "The tenant pays the agent and the agent pays the owner.", "and the agent pays the owner"),
        ("en", "Everyone except trainees signs the register.", "signs the register"),
    ],
)
def test_a_main_clause_begins_without_a_comma(language: str, text: str, begins: str) -> None:
    assert clauses(text, language)[-1] == begins


def test_an_object_of_a_condition_is_part_of_it() -> None:
    assert clauses("When you open the box, the light turns on.", "en")[0] == "when you open the box"


def test_what_follows_an_exception_in_the_subject_is_asserted() -> None:
    tokens = {
        t.text: t for t in read(Statement.of("Everyone except trainees signs the register.", "en")).tokens
    }
    assert tokens["trainees"].excepted
    assert not tokens["register"].excepted
