"""The catalogue of messages: what the system itself says to people, in Spanish and English.

None of it is ever mixed into a quoted claim.
"""

from __future__ import annotations

from fidedigno.catalogue import Wording

_WORDING = Wording("fidedigno.deliver", "wording.yaml", called="message")


def message(key: str, language: str, **values: object) -> str:
    """Return the message ``key`` in ``language`` (``es`` or ``en``; English for any other).

    Raises:
        ConfigurationError: if there is no such message, or ``values`` are not those that it takes.
    """
    return _WORDING.say(key, language, **values)


def template(key: str, language: str) -> str:
    """The message ``key`` before its values are put in.

    Raises:
        ConfigurationError: if there is no such message.
    """
    return _WORDING.template(key, language)


def message_keys() -> tuple[str, ...]:
    """The names of every message, in order."""
    return tuple(sorted(_WORDING.catalogue()))
