"""Which of the two languages a few words lean to, by function words that only one of them has; loads no model."""

from __future__ import annotations

from collections.abc import Iterable

from fidedigno.ingest.stopwords import STOPWORDS

_ONLY_SPANISH = STOPWORDS["es"] - STOPWORDS["en"]
_ONLY_ENGLISH = STOPWORDS["en"] - STOPWORDS["es"]


def leaning(words: Iterable[str], otherwise: str) -> str:
    """``es`` or ``en``, by most function words; ``otherwise`` where they are as many.

    Args:
        words: in lower case, with accents or without.
        otherwise: what to give back where nothing tells.
    """
    spanish = english = 0
    for word in words:
        spanish += word in _ONLY_SPANISH
        english += word in _ONLY_ENGLISH
    if spanish == english:
        return otherwise
    return "es" if spanish > english else "en"
