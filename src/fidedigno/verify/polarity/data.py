"""The data files beside the code, read once and checked: a mistake in one is told with its place.

It knows only the shape that all of them share: groups of words for each language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Final, TypeVar

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.safe_yaml import LOADER

_Entry = TypeVar("_Entry")
LANGUAGES: Final = ("es", "en")


def load(name: str) -> object:
    """The contents of a data file of this package."""
    text = files("fidedigno.verify.polarity").joinpath(name).read_text(encoding="utf-8")
    return yaml.load(text, Loader=LOADER)  # noqa: S506 - a safe loader


def refuse(name: str, place: str) -> ConfigurationError:
    """The error for a data file that is not as it must be."""
    return ConfigurationError(
        f"{name}: {place} is not as expected",
        "write folded words in quotes where YAML reads something else, for each of es and en",
    )


def words_by_language(name: str, value: object, place: str) -> dict[str, tuple[str, ...]]:
    """``{es: [...], en: [...]}`` of folded words or phrases.

    Raises:
        ConfigurationError: where a language is missing or something is no folded word.
    """
    if not isinstance(value, dict) or set(value) != set(LANGUAGES):
        raise refuse(name, place)
    read: dict[str, tuple[str, ...]] = {}
    for language in LANGUAGES:
        words = value[language]
        if not isinstance(words, list) or any(
            not isinstance(word, str) or not word or word != plain(word) for word in words
        ):
            raise refuse(name, f"{place}.{language}")
        read[language] = tuple(words)
    return read


def by_first_word(
    entries: Iterable[_Entry], words: Callable[[_Entry], tuple[str, ...]]
) -> dict[str, tuple[_Entry, ...]]:
    """Entries by the first of their words; those of more words come first, those of as many in the order given."""
    found: dict[str, list[_Entry]] = {}
    for entry in entries:
        found.setdefault(words(entry)[0], []).append(entry)
    return {word: tuple(sorted(each, key=lambda entry: -len(words(entry)))) for word, each in found.items()}


@cache
def word_groups(name: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """All groups of a data file: group, language, words.

    Raises:
        ConfigurationError: as for :func:`words_by_language`.
    """
    data = load(name)
    if not isinstance(data, dict):
        raise refuse(name, "the file")
    return {str(group): words_by_language(name, value, str(group)) for group, value in data.items()}


def sides_by_language(name: str, row: object) -> dict[str, list[str]]:
    """``{es: "one two", en: "three"}`` as lists of folded words.

    Raises:
        ConfigurationError: where a language is missing, empty or not folded.
    """
    if not isinstance(row, dict) or set(row) != set(LANGUAGES):
        raise refuse(name, repr(row))
    read: dict[str, list[str]] = {}
    for language in LANGUAGES:
        text = row[language]
        if not isinstance(text, str) or not text.split() or text != plain(text):
            raise refuse(name, repr(row))
        read[language] = text.split()
    return read
