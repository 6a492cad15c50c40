"""A text without case or accents, letter for letter, so that every offset stays true."""

from __future__ import annotations

from fidedigno.ingest.analyse import fold


class _Letters(dict[int, int]):
    """Each letter's folded form; a letter whose form has another length stays as it is."""

    def __missing__(self, code: int) -> int:
        folded = fold(chr(code))
        self[code] = ord(folded) if len(folded) == 1 else code
        return self[code]


_LETTERS = _Letters()


def plain(text: str) -> str:
    """``Prórroga`` becomes ``prorroga``; the result is exactly as long as ``text``."""
    return text.lower() if text.isascii() else text.translate(_LETTERS)
