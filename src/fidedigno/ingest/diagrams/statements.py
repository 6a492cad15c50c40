"""The lines of a diagram that is written line by line, each with its offsets, cut to a sane length."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_LINE_CHARACTERS = 600
"""More of one line is not read: no arrow is that long, and patterns stay cheap."""

_LINE = re.compile(r"[^\r\n]+")
_BLANKS = re.compile(r"\s+")
_RUN = re.compile(r"([-.=~])\1{7,}")


class Statement(NamedTuple):
    """A line at ``[start, end)`` without the blanks around it. In ``text`` blanks inside are one, and lines drawn out
    with many marks are short, so that no pattern has to try many ways to part them."""

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
            yield Statement(_RUN.sub(r"\1\1\1", _BLANKS.sub(" ", words)), begin, begin + len(words))
