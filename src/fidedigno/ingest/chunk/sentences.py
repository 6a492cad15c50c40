"""Where a block may be cut: after its sentences, and between its paragraphs and items, as offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fidedigno.ingest.sentences import split_prose

_BREAK = re.compile(
    r"""
    \n[ \t]*\n                                        # a blank line
  | \n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t])           # the next item of a list
    """,
    re.VERBOSE,
)


def sentences_of(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """The sentences of ``text[start:end]`` as ``[start, end)`` offsets without the space around them.

    Together they hold every character that is not blank.
    """
    stop = len(text) if end is None else end
    begin = start
    for match in _BREAK.finditer(text, start, stop):
        yield from split_prose(text, begin, match.start())
        begin = match.start()
    yield from split_prose(text, begin, stop)
