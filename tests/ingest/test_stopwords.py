import unicodedata

from fidedigno.ingest.stopwords import STOPWORDS


def test_each_language_has_its_function_words_with_and_without_accents() -> None:
    assert set(STOPWORDS) == {"es", "en"}
    assert {"el", "qué", "que", "cuándo", "cuando"} <= STOPWORDS["es"]
    assert {"the", "of", "which"} <= STOPWORDS["en"]
    for words in STOPWORDS.values():
        for word in words:
            bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
            assert bare in words
            assert word == word.strip().casefold()


def test_words_that_carry_a_topic_are_none() -> None:
    for words in STOPWORDS.values():
        assert not words & {"práctica", "examen", "exam", "entrega", "server", "error"}
