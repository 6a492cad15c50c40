"""Lower case without accents, letter for letter, so that offsets stay those of the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_ACCENTS = tuple(zip("áàéèíìóòúùüñ", "aaeeiioouuun", strict=True))
_ACCENTED = re.compile("[A-Za-z][\u0300-\u036f]")
PARAGRAPH = "\0\0"
"""What an empty line becomes: no expression runs across it."""


def fold(text: str) -> str:
    """Return ``text`` in lower case, Spanish accents removed; it keeps its length.

    Letters whose lower case is longer stay as they are.
    """
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)
    if not lowered.isascii():
        # One search for each letter is ten times faster than str.translate.
        for accented, plain in _ACCENTS:
            lowered = lowered.replace(accented, plain)
    return lowered.replace("\n\n", PARAGRAPH)


def composed(text: str) -> tuple[str, Sequence[int]]:
    """Return ``text`` with its letters and accents in one sign, and where in ``text`` each sign begins.

    Files of some systems keep ``á`` as two signs. The offsets have one more: the end of the text.
    """
    if unicodedata.is_normalized("NFC", text) or not _ACCENTED.search(text):
        return text, range(len(text) + 1)
    signs: list[str] = []
    offsets: list[int] = []
    position = 0
    for accented in _ACCENTED.finditer(text):
        plain = text[position : accented.start()]
        joined = unicodedata.normalize("NFC", accented[0])
        kept = joined if len(joined) == 1 else accented[0]
        signs += (plain, kept)
        offsets += range(position, accented.start())
        offsets += [accented.start()] if len(joined) == 1 else range(accented.start(), accented.end())
        position = accented.end()
    return "".join([*signs, text[position:]]), [*offsets, *range(position, len(text) + 1)]
