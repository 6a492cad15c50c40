"""Whether a text holds a whole identifier: ``HikariPool-1`` is not in ``HikariPool-10``."""

from __future__ import annotations

import re
from functools import lru_cache

_BEFORE = r"(?<![\w-])(?<!\d\.)"
_AFTER = r"(?!\w|-\w|\.\d)"


@lru_cache(maxsize=4_096)
def _whole(identifier: str) -> re.Pattern[str]:
    before = _BEFORE if identifier[:1].isalnum() or identifier[:1] == "_" else ""
    after = _AFTER if identifier[-1:].isalnum() or identifier[-1:] == "_" else ""
    return re.compile(before + re.escape(identifier) + after, re.IGNORECASE)


@lru_cache(maxsize=4_096)
def _family(identifier: str) -> re.Pattern[str]:
    """The identifier with any digits in place of its own."""
    pieces = [
        r"\d+" if piece.isdigit() else re.escape(piece) for piece in re.split(r"(\d+)", identifier) if piece
    ]
    return re.compile(_BEFORE + "".join(pieces) + _AFTER, re.IGNORECASE)


def holds_identifier(text: str, identifier: str) -> bool:
    """Whether ``text`` names ``identifier`` whole, in any case."""
    return bool(identifier) and _whole(identifier).search(text) is not None


def names_sibling(text: str, identifier: str) -> bool:
    """Whether ``text`` names another of the same kind: ``HikariPool-2`` beside ``HikariPool-1``.

    Siblings differ in digits only; an identifier without digits has none.
    """
    if not any(character.isdigit() for character in identifier):
        return False
    wanted = identifier.casefold()
    return any(match.group().casefold() != wanted for match in _family(identifier).finditer(text))
