import pytest

from fidedigno.dates.heads import days_at, heads
from tests.dates.reading import scan_of


@pytest.mark.parametrize(
    "word", ["lunes", "monday", "noviembre", "november", "hoy", "tomorrow", "tres", "third", "fin"]
)
def test_an_expression_may_begin_with_it(word: str) -> None:
    assert heads()[word]


@pytest.mark.parametrize("word", ["el", "la", "the", "de", "of", "en", "in", "y", "and"])
def test_the_commonest_words_cost_nothing(word: str) -> None:
    assert word not in heads()


def test_the_longest_reading_of_a_word_is_taken_and_its_article_with_it() -> None:
    text = "El pasado 3 de noviembre"
    (found,) = days_at(scan_of(text), 10, "3")
    assert (found.start, found.end, found.first.isoformat()) == (0, len(text), "2025-11-03")
    (found,) = days_at(scan_of("pasado mañana"), 0, "pasado")
    assert found.end == 13


@pytest.mark.parametrize("text", ["3.2 de mayo", "1,5 de mayo", "12345 de mayo", "7:2 de mayo"])
def test_the_tail_of_a_number_is_no_day(text: str) -> None:
    start = max(0, max(text.find(mark) for mark in ".,:") + 1)
    assert days_at(scan_of(text), start, text[start]) == ()
