"""Where sentences end in Spanish and English text, as offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = re.compile(
    r"""
    (?P<mark>[.!?…]+["'”’»)\]*_]*)(?=\s+["'“‘«(\[*_¿¡`]*[A-ZÁÉÍÓÚÜÑ0-9¿¡])   # a full stop and a capital
  | \n[ \t]*\n                                                          # a blank line
  | \n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t])                             # the next item of a list
    """,
    re.VERBOSE,
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:p|e|i|a|c|pp|ej|etc|sr|sra|srta|dr|dra|d|prof|art|núm|num|nº|no|fig|cap|pág|pag|vol|vs|cf|mr|mrs|ms"
    r"|st|inc|approx|dept|ed|ext|tel|av|avda|ud|uds|g|ee|uu)|\b[A-Z])\.$",
    re.IGNORECASE,
)


def sentences_of(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """The sentences of ``text[start:end]`` as ``[start, end)`` offsets without the space around them.

    Together they hold every character that is not blank.
    """
    stop = len(text) if end is None else end
    begin = start
    for match in _END.finditer(text, start, stop):
        cut = match.end() if match.group("mark") else match.start()
        if match.group("mark") == "." and _ABBREVIATION.search(text, max(begin, cut - 12), cut):
            continue
        if span := _trimmed(text, begin, cut):
            yield span
        begin = cut
    if span := _trimmed(text, begin, stop):
        yield span


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    return (left, start + len(piece.rstrip())) if left < end else None
