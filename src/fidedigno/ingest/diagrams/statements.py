"""The lines of a diagram that is written line by line, each with its offsets, cut to a sane length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_LINE_CHARACTERS = 2_000
"""More of one line is not read: no arrow is that long, and patterns stay cheap."""

_LINE = re.compile(r"[^\r\n]+")


class Statement(NamedTuple):
    """A line without the blanks around it, at ``[start, end)``."""

    text: str
    start: int
    end: int


def statements(text: str, start: int, stop: int, comment: str) -> Iterator[Statement]:
    """The lines of ``text[start:stop]`` that are neither blank nor begin with ``comment``."""
    for match in _LINE.finditer(text, start, stop):
        line = match.group()[:MAX_LINE_CHARACTERS]
        words = line.strip()
        if words and not words.startswith(comment):
            begin = match.start() + len(line) - len(line.lstrip())
            yield Statement(words, begin, begin + len(words))
