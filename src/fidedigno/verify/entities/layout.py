"""Where an answer is prose in which capitals mean something, and where its sentences begin.

Code, headings, lines in capitals and lines in title case are left out: their capitals make no names.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fidedigno.ingest.sentences import Unit, UnitKind, units
from fidedigno.verify.entities.vocabulary import is_common, is_function, vocabulary

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CODE = re.compile(r"`[^`\n]{1,400}`")
_LINE = re.compile(r"[^\n]+")
_MARKER = re.compile(r"\s*(?:[-*+•·‣>#=|]+|\d{1,3}[.)]|[a-zA-Z][.)])\s+")
_ENDED = re.compile(r"[.!?…;,][\"'”’»)*_\]]*\s*\Z")
_UNREAD = frozenset({UnitKind.CODE, UnitKind.LOG, UnitKind.HEADING})
_LONGEST_TITLE = 14
_SHOUTED = 0.7
"""Share of capitals among the letters from which a whole text tells nothing by them."""


class Layout(NamedTuple):
    """``read`` are the units to read, in order; ``skipped`` marks, a byte a character, what is left out."""

    read: tuple[Unit, ...]
    skipped: bytearray


def layout_of(text: str) -> Layout:
    """Cut ``text`` into what can be read by its capitals; nothing where all of it is in one case."""
    skipped = bytearray(len(text))
    if _says_nothing_by_case(text):
        return Layout((), bytearray(b"\x01") * len(text))
    for match in _CODE.finditer(text):
        cover(skipped, *match.span())
    lines = [match.span() for match in _LINE.finditer(text) if not match.group().isspace()]
    for number, (start, end) in enumerate(lines):
        if _is_shouted(text[start:end]) or (
            len(lines) > 1 and number + 1 < len(lines) and _is_titled(text[start:end])
        ):
            cover(skipped, start, end)
    read = []
    for unit in units(text):
        if unit.kind in _UNREAD:
            cover(skipped, unit.start, unit.end)
        else:
            read.append(unit)
    return Layout(tuple(read), skipped)


def cover(marks: bytearray, start: int, end: int) -> None:
    """Mark ``[start, end)``."""
    marks[start:end] = b"\x01" * (end - start)


def _says_nothing_by_case(text: str) -> bool:
    upper = sum(map(str.isupper, text))
    lower = sum(map(str.islower, text))
    return upper == 0 or (upper > _SHOUTED * (upper + lower) and upper + lower > 12)


def _is_shouted(line: str) -> bool:
    """``TERMS AND CONDITIONS``: two words or more, none with a small letter."""
    return line.isupper() and len(_WORD.findall(line[:2_000])) >= 2


def _is_titled(line: str) -> bool:
    """``Key Benefits for Customers``: a short line, not ended like a sentence, all of it in title case.

    It must have a common word: two lines with nothing but names are names. People's names and titles never
    make a heading.
    """
    marker = _MARKER.match(line)
    if marker is not None or len(line) > 160 or _ENDED.search(line):
        return False
    words = _WORD.findall(line)
    if not 1 <= len(words) <= _LONGEST_TITLE:
        return False
    content = [word for word in words if not is_function(word.lower())]
    if not content or not all(word[0].isupper() or word[0].isdigit() for word in content):
        return False
    told = vocabulary()
    if any(word.lower() in told.titles or word.lower() in told.given_names for word in words):
        return False
    return any(is_common(word) for word in content)
