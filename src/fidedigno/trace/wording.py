"""The words of an explanation, in Spanish and English."""

from __future__ import annotations

from fidedigno.catalogue import Catalogue, Wording

_WORDING = Wording("fidedigno.trace", "wording.yaml")


def say(key: str, language: str, **values: object) -> str:
    """The text ``key`` in ``language`` (English for any but ``es`` and ``en``).

    Raises:
        ConfigurationError: if there is none, or ``values`` are not those that it takes.
    """
    return _WORDING.say(key, language, **values)


def say_code(kind: str, code: str, language: str) -> str:
    """The text of a code (``discard.superseded``); the code itself where it has none."""
    key = f"{kind}.{code}"
    return say(key, language) if _WORDING.has(key) else code


def catalogue() -> Catalogue:
    """Every text by key and language, checked."""
    return _WORDING.catalogue()
