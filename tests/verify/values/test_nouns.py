"""Keys of words."""

from fidedigno.verify.values.nouns import keys_of, nouns_after
from tests.verify.values.reading import statement


def keys(word: str, language: str = "en") -> frozenset[str]:
    (read,) = statement(word, language).words
    return keys_of(read.text, read.terms)


def test_words_of_one_meaning_share_a_key_across_languages() -> None:
    assert keys("refund") & keys("reembolso", "es")
    assert keys("cost") & keys("precio", "es")


def test_forms_of_a_word_share_a_key() -> None:
    assert keys("verificación", "es") & keys("verificamos", "es")
    assert keys("inspections") & keys("inspection")
    assert not keys("inspection") & keys("invoice")


def test_function_words_have_none() -> None:
    assert keys("the") == frozenset()


def test_nouns_end_at_a_function_word_or_mark() -> None:
    read = statement("5 free parking spots for staff")
    assert nouns_after(read.words, read.folded, 1) == keys("free") | keys("parking") | keys("spots")
    read = statement("5, parking")
    assert nouns_after(read.words, read.folded, 1) == frozenset()
    read = statement("dos docenas de huevos", "es")
    assert nouns_after(read.words, read.folded, 11, skip_of=True) == keys("huevos", "es")
