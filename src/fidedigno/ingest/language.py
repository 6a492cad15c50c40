"""Which of the two languages a text is in.

Long texts are left to py3langid, restricted to Spanish and English. Short questions mislead every
statistical guesser, so function words (which belong to one language only) and the letters that only
Spanish has are asked first.
"""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import Any, Literal, cast

from fidedigno.ingest.analyse import words_of
from fidedigno.ingest.stopwords import STOPWORDS

Language = Literal["es", "en"]
MAX_CHARACTERS = 4_000
"""How much of a text is looked at: more does not change the verdict."""
_ONLY_SPANISH = STOPWORDS["es"] - STOPWORDS["en"]
_ONLY_ENGLISH = STOPWORDS["en"] - STOPWORDS["es"]
_SPANISH_LETTERS = frozenset("ñáéíóúü¿¡")
_SPANISH_LETTERS_WEIGH = 1
_CLEAR_MAJORITY = 2
_SHORT_WORDS = 12
_lock = Lock()


def language_named(name: str | None) -> Language | None:
    """The language of that name, where it is one of the two."""
    return cast(Language, name) if name in {"es", "en"} else None


def language_of(text: str, *, prior: Language | None = None) -> Language:
    """Return ``es`` or ``en``, the more likely language of ``text``.

    ``prior`` is what is expected otherwise (the language of the corpus or of the person); it decides
    where the text gives no sign. Without a prior, such a text is judged by py3langid alone.
    """
    sample = text[:MAX_CHARACTERS]
    words = [word.casefold() for word in words_of(sample)]
    spanish, english = _evidence(sample, words)
    if abs(spanish - english) >= _CLEAR_MAJORITY or (len(words) <= _SHORT_WORDS and spanish != english):
        return "es" if spanish > english else "en"
    if prior is not None and len(words) <= _SHORT_WORDS:
        return prior
    if not words:
        return prior or "en"
    return _statistical(sample)


def _evidence(sample: str, words: list[str]) -> tuple[int, int]:
    spanish = sum(word in _ONLY_SPANISH for word in words)
    english = sum(word in _ONLY_ENGLISH for word in words)
    if any(letter in _SPANISH_LETTERS for letter in sample.casefold()):
        spanish += _SPANISH_LETTERS_WEIGH
    return spanish, english


def _statistical(sample: str) -> Language:
    label = _identifier().classify(sample)[0]
    return cast(Language, label) if label in ("es", "en") else "en"


@cache
def _load() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(["es", "en"])
    return identifier


def _identifier() -> Any:
    with _lock:
        return _load()
