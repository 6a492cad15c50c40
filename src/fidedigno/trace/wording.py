"""The words of an explanation, in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.catalogue import placeholders, read_catalogue
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES


def say(key: str, language: str, **values: object) -> str:
    """The text ``key`` in ``language`` (English for any but ``es`` and ``en``).

    Raises:
        ConfigurationError: if there is none, or ``values`` are not those that it takes.
    """
    entry = catalogue().get(key)
    if entry is None:
        raise ConfigurationError(f"no text is called {key!r}", "see trace/wording.yaml for the names")
    text = entry[language if language in LANGUAGES else "en"]
    if placeholders(text) != set(values):
        raise ConfigurationError(f"text {key!r} takes {sorted(placeholders(text))}")
    return text.format_map({name: str(value) for name, value in values.items()})


def say_code(kind: str, code: str, language: str) -> str:
    """The text of a code (``discard.superseded``); the code itself where it has none."""
    key = f"{kind}.{code}"
    return say(key, language) if key in catalogue() else code


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """Every text by key and language, checked."""
    text = files("fidedigno.trace").joinpath("wording.yaml").read_text(encoding="utf-8")
    return read_catalogue(yaml.safe_load(text))
