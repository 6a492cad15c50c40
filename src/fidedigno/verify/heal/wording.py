"""What healing itself says to a reader, in Spanish and English; and where an answer holds these words.

The words of this catalogue are no claims about anything: an inspection of a healed answer should pass over them.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES

_PREFIXES = ("prefix.data", "prefix.policy", "prefix.source")
_NOTES = ("note.names", "note.claims", "note.other_language", "decline")
_OTHER_REASON = "reason.other"


def say(key: str, language: str, **values: object) -> str:
    """The text ``key`` in ``language`` (English for any but ``es`` and ``en``).

    Raises:
        ConfigurationError: if there is none, or ``values`` are not those that it takes.
    """
    entry = catalogue().get(key)
    if entry is None:
        raise ConfigurationError(f"no text is called {key!r}", "see verify/heal/wording.yaml for the names")
    text = entry[language if language in LANGUAGES else "en"]
    if _placeholders(text) != set(values):
        raise ConfigurationError(f"text {key!r} takes {sorted(_placeholders(text))}")
    return text.format_map({name: str(value) for name, value in values.items()})


def explain(code: str, language: str) -> str:
    """What a reason code means; a general sentence for a code that this catalogue does not know."""
    key = f"reason.{code}"
    return say(key if key in catalogue() else _OTHER_REASON, language)


def own_words(answer: str) -> tuple[tuple[int, int], ...]:
    """Where an answer holds words of this catalogue (prefix, notes, the decline), as ``[start, end)`` in order.

    A prefix counts at the beginning alone. Linear in the length of the answer.
    """
    found: list[tuple[int, int]] = []
    begin = len(answer) - len(answer.lstrip())
    for language in LANGUAGES:
        for key in _PREFIXES:
            text = say(key, language)
            if answer.startswith(text, begin):
                found.append((begin, begin + len(text)))
        for key in _NOTES:
            text = say(key, language)
            at = answer.find(text)
            while at >= 0:
                found.append((at, at + len(text)))
                at = answer.find(text, at + len(text))
    return tuple(sorted(set(found)))


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """Every text by key and language, checked."""
    text = files("fidedigno.verify.heal").joinpath("wording.yaml").read_text(encoding="utf-8")
    return read_catalogue(yaml.safe_load(text))


def read_catalogue(data: object) -> Mapping[str, Mapping[str, str]]:
    """Check a catalogue: every text in both languages, with the same values in each.

    Raises:
        ConfigurationError: naming the first text that is not so.
    """
    if not isinstance(data, dict):
        raise ConfigurationError("the catalogue of healing must map names to texts")
    for key, entry in data.items():
        if not isinstance(entry, dict) or set(entry) != set(LANGUAGES):
            raise ConfigurationError(f"text {key!r} must be given in exactly: {', '.join(LANGUAGES)}")
        if not all(isinstance(text, str) and text.strip() for text in entry.values()):
            raise ConfigurationError(f"text {key!r} is empty in a language")
        if len({frozenset(_placeholders(text)) for text in entry.values()}) != 1:
            raise ConfigurationError(f"text {key!r} takes different values in its two languages")
    return data


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
