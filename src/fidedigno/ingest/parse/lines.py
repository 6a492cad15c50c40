"""Where the lines of a text are, as character offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


class Line(NamedTuple):
    """A line without its end: ``[start, end)``."""

    text: str
    start: int
    end: int


def lines_of(text: str) -> Iterator[Line]:
    """The lines of ``text``; ``\\r\\n``, ``\\r`` and ``\\n`` end a line, as in Markdown."""
    for match in _LINE.finditer(text):
        if match.end() == match.start() and match.start() == len(text):
            return
        content = match.group().rstrip("\r\n")
        yield Line(content, match.start(), match.start() + len(content))
