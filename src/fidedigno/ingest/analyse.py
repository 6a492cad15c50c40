"""Word analysis for BM25: one list of terms over Spanish and English.

Each word gives its Snowball stem in the text's language and, where the word has accents, the stem of its
folded form too, because people type without accents. Folding before stemming alone would lose Spanish
stems (``Respiración``), so both are kept. ``ñ`` folds to ``n`` only in the folded variant.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from threading import local

import Stemmer

from fidedigno.ingest.stopwords import STOPWORDS

ANALYSIS = "1"
"""Part of the index's fingerprint: raise it when the terms of a text change."""
LANGUAGES = ("es", "en")
MAX_WORD_CHARACTERS = 64
_SNOWBALL = {"es": "spanish", "en": "english"}
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?", re.UNICODE)
_stemmers = local()


def fold(text: str) -> str:
    """Case-fold and remove diacritics: ``Añádelo`` becomes ``anadelo``."""
    # Once more at the end: the decomposed form of a mathematical letter or a ligature has a case of its own.
    decomposed = unicodedata.normalize("NFKD", text.casefold()).casefold()
    return "".join(c for c in unicodedata.normalize("NFKD", decomposed) if not unicodedata.combining(c))


def words_of(text: str) -> list[str]:
    """Split into words as they are written; one-character words are kept (``plan B``)."""
    return [word[:MAX_WORD_CHARACTERS] for word in _WORD.findall(text)]


def _stem(word: str, language: str) -> str:
    stemmers: dict[str, Stemmer.Stemmer] = _stemmers.__dict__.setdefault("by_language", {})
    if language not in stemmers:
        stemmers[language] = Stemmer.Stemmer(_SNOWBALL[language])
    return str(stemmers[language].stemWord(word))


@lru_cache(maxsize=200_000)
def terms_of_word(word: str, language: str) -> tuple[str, ...]:
    """Return the one or two terms under which ``word`` is indexed; none for a stop word."""
    lowered = unicodedata.normalize("NFC", word.casefold())
    if lowered in STOPWORDS[language] or fold(lowered) in STOPWORDS[language]:
        return ()
    if language == "en":
        lowered = re.sub(r"['’]s$", "", lowered)
    plain = fold(_stem(lowered, language))
    folded = _stem(fold(lowered), language)
    return (plain,) if plain == folded else (plain, folded)


def analyse(text: str, language: str) -> list[str]:
    """Return the terms of ``text``, in order, for a document in ``language`` (``es`` or ``en``)."""
    return [term for word in words_of(text) for term in terms_of_word(word, language)]


def analyse_question(text: str) -> list[str]:
    """Return the distinct terms of a question under both languages, in order; see :func:`question_words`."""
    return list(dict.fromkeys(term for word in question_words(text) for term in word))


def question_words(text: str) -> list[tuple[str, ...]]:
    """Return the words of a question that carry a topic, each as the terms under which it may be indexed.

    Short questions are often misjudged by language guessers, and documents of either language may
    answer, so both analyses are searched. A word that is a stop word in one language only (``no``,
    ``son``, ``me``) is dropped when the other words show that language.
    """
    words = words_of(text)
    spanish = sum(word.casefold() in STOPWORDS["es"] for word in words)
    english = sum(word.casefold() in STOPWORDS["en"] for word in words)
    found: dict[tuple[str, ...], None] = {}
    for word in words:
        lowered = word.casefold()
        if spanish > english and lowered in STOPWORDS["es"]:
            continue
        if english > spanish and lowered in STOPWORDS["en"]:
            continue
        terms = dict.fromkeys(term for language in LANGUAGES for term in terms_of_word(word, language))
        if terms:
            found[tuple(terms)] = None
    return list(found)
