"""What healing itself says to a reader, in Spanish and English; and where an answer holds these words.

The words of this catalogue are no claims about anything: an inspection of a healed answer should pass over them.
"""

from __future__ import annotations

from fidedigno.catalogue import LANGUAGES, Catalogue, Wording

_WORDING = Wording("fidedigno.verify.heal", "wording.yaml")
_PREFIXES = ("prefix.data", "prefix.policy", "prefix.source")
_NOTES = ("note.names", "note.claims", "note.other_language", "decline")


def say(key: str, language: str, **values: object) -> str:
    """The text ``key`` in ``language`` (English for any but ``es`` and ``en``).

    Raises:
        ConfigurationError: if there is none, or ``values`` are not those that it takes.
    """
    return _WORDING.say(key, language, **values)


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


def catalogue() -> Catalogue:
    """Every text by key and language, checked."""
    return _WORDING.catalogue()
