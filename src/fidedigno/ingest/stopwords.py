"""Function words of Spanish and English that carry no topic; read from the data file beside this."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files

import yaml


@cache
def _load() -> dict[str, frozenset[str]]:
    text = files("fidedigno.ingest").joinpath("stopwords.yaml").read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    return {language: frozenset(_variants(words.split())) for language, words in data.items()}


def _variants(words: list[str]) -> list[str]:
    """Each word with and without its accents (people leave them out)."""
    plain = [
        "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
        for word in words
    ]
    return words + plain


STOPWORDS = _load()
