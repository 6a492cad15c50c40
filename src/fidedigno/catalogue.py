"""Catalogues of what the system says itself: every text in Spanish and English, with the same values in each."""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.errors import ConfigurationError

LANGUAGES = ("es", "en")

Catalogue = Mapping[str, Mapping[str, str]]


def placeholders(text: str) -> set[str]:
    """The names of the values that a message takes."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def read_catalogue(data: object) -> Catalogue:
    """Check a catalogue: every message in both languages, with the same values in each.

    Raises:
        ConfigurationError: naming the first message that is not so.
    """
    if not isinstance(data, dict):
        raise ConfigurationError("the catalogue of messages must map names to texts")
    for key, entry in data.items():
        if not isinstance(entry, dict) or set(entry) != set(LANGUAGES):
            raise ConfigurationError(f"message {key!r} must be given in exactly: {', '.join(LANGUAGES)}")
        if not all(isinstance(text, str) and text.strip() for text in entry.values()):
            raise ConfigurationError(f"message {key!r} has an empty text")
        if len({frozenset(placeholders(text)) for text in entry.values()}) != 1:
            raise ConfigurationError(f"message {key!r} takes different values in its two languages")
    return data


class Wording:
    """The catalogue of one package, read when the first text of it is said.

    Args:
        package: the package beside whose code the file is.
        file: its name.
        called: what its errors call one of its texts.
    """

    def __init__(self, package: str, file: str, *, called: str = "text") -> None:
        self._package = package
        self._file = file
        self._called = called

    def say(self, key: str, language: str, /, **values: object) -> str:
        """The text ``key`` in ``language`` (``es`` or ``en``; English for any other).

        Raises:
            ConfigurationError: if there is no such text, or ``values`` are not those that it takes.
        """
        text = self.template(key, language)
        expected = placeholders(text)
        if expected != set(values):
            raise ConfigurationError(
                f"{self._called} {key!r} takes {sorted(expected)}, was given {sorted(values)}"
            )
        return text.format_map({name: str(value) for name, value in values.items()})

    def template(self, key: str, language: str) -> str:
        """The text ``key`` before its values are put in.

        Raises:
            ConfigurationError: if there is no such text.
        """
        entry = self.catalogue().get(key)
        if entry is None:
            raise ConfigurationError(
                f"no {self._called} is called {key!r}", f"see {self._file} of {self._package}"
            )
        return entry[language if language in LANGUAGES else "en"]

    def has(self, key: str) -> bool:
        """Whether there is a text of that name."""
        return key in self.catalogue()

    def catalogue(self) -> Catalogue:
        """Every text."""
        return _read(self._package, self._file)


@cache
def _read(package: str, file: str) -> Catalogue:
    return read_catalogue(yaml.safe_load(files(package).joinpath(file).read_text(encoding="utf-8")))
