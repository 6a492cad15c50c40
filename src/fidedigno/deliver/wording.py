"""The catalogue of messages: what the system itself says to people, in Spanish and English.

None of it is ever mixed into a quoted claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.catalogue import LANGUAGES, placeholders, read_catalogue
from fidedigno.errors import ConfigurationError


def message(key: str, language: str, **values: object) -> str:
    """Return the message ``key`` in ``language`` (``es`` or ``en``; English for any other).

    Raises:
        ConfigurationError: if there is no such message, or ``values`` are not those that it takes.
    """
    text = template(key, language)
    expected = placeholders(text)
    if expected != set(values):
        raise ConfigurationError(f"message {key!r} takes {sorted(expected)}, was given {sorted(values)}")
    return text.format_map({name: str(value) for name, value in values.items()})


def template(key: str, language: str) -> str:
    """The message ``key`` before its values are put in.

    Raises:
        ConfigurationError: if there is no such message.
    """
    entry = _catalogue().get(key)
    if entry is None:
        raise ConfigurationError(f"no message is called {key!r}", "See deliver/wording.yaml for the names.")
    return entry[language if language in LANGUAGES else "en"]


def message_keys() -> tuple[str, ...]:
    """The names of every message, in order."""
    return tuple(sorted(_catalogue()))


@cache
def _catalogue() -> Mapping[str, Mapping[str, str]]:
    data = yaml.safe_load(files("fidedigno.deliver").joinpath("wording.yaml").read_text(encoding="utf-8"))
    return read_catalogue(data)
