"""Citation markers that point at no passage: ``[7]`` where there are three.

Only marks that are surely citations count: no years, no intervals from zero, no links, no indexes in code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.entities.vocabulary import vocabulary
from fidedigno.verify.passage import Passage

_NUMBERS = r"\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,20}"
_NUMBER = re.compile(r"\d+")


class Citation(NamedTuple):
    """``answer[start:end]`` is a marker; ``inside`` whether all that it points at is there."""

    start: int
    end: int
    inside: bool


@cache
def _marker() -> re.Pattern[str]:
    words = "|".join(sorted(map(re.escape, vocabulary().citation_sources), key=len, reverse=True))
    return re.compile(
        rf"\[\^?(?P<bare>{_NUMBERS})\](?!\()|【(?P<wide>{_NUMBERS})[^】\n]{{0,12}}】"
        rf"|[\[(](?:{words})s?\.?:?\s?#?(?P<named>{_NUMBERS})[\])]"
    )


def citations_in(answer: str, passages: Sequence[Passage], skipped: bytearray) -> Iterator[Citation]:
    """The citation markers of ``answer`` in order; those that a passage itself contains are of its text."""
    ids = {each.id for each in passages}
    for match in _marker().finditer(plain(answer)):
        if skipped[match.start()]:
            continue
        numbers = _NUMBER.findall(match.group())
        if match["bare"] is not None and any(number.startswith("0") for number in numbers):
            continue
        inside = all(number in ids or 1 <= int(number) <= len(passages) for number in numbers)
        written = answer[match.start() : match.end()]
        if not inside and any(written in each.text for each in passages):
            continue
        yield Citation(match.start(), match.end(), inside)
