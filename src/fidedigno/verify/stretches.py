"""What exactly is cited, and whether a claim is a fair quotation of it.

A quotation is fair where it takes whole sentences: cut out of one, ``se admite`` can come from ``no se admite``
and a rule can lose its exception.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from fidedigno.consolidate.passages import words_in
from fidedigno.ingest.sentences import units
from fidedigno.model import Evidence

_NARROWED = re.compile(r":(\d{1,9})-(\d{1,9})$", re.ASCII)
_TOKEN = re.compile(r"\d+(?:[.,:/-]\d+)*|[^\W\d_]+|[^\w\s.,;:!¡\"'“”‘’«»()\[\]*_#`|•·-]|-(?=\d)")
_NUMBERING = re.compile(r"\s*(?:\d{1,3}|[a-z])[.)]\s*", re.IGNORECASE)
_MAX_CHARACTERS = 20_000
"""How much of one card is read; a chunk is a twentieth of that."""


class Stretch(NamedTuple):
    """``content[start:end]`` of a card, which is ``text``."""

    start: int
    end: int
    text: str


def cited_stretch(card: Evidence) -> Stretch:
    """The stretch that a card of an answer points at: that of its narrowed id, else all of its content."""
    narrowed = _NARROWED.search(card.id)
    start, end = (int(narrowed[1]), int(narrowed[2])) if narrowed else (0, len(card.content))
    return Stretch(start, end, card.content[start:end])


def quotes_fairly(text: str, card: Evidence, stretch: Stretch) -> bool:
    """Whether ``text`` stands in ``stretch`` word for word and is made of whole sentences of the card."""
    content = card.content[:_MAX_CHARACTERS]
    whole = units(content)
    at = content.find(text, stretch.start, stretch.end) if text.strip() else -1
    while at >= 0:
        end = at + len(text)
        touched = [unit for unit in whole if unit.start < end and at < unit.end]
        if touched:
            before, behind = content[touched[0].start : at], content[end : touched[-1].end]
            numbered = _NUMBERING.fullmatch(before) is not None
            if (numbered or not words_of(before)) and not words_of(behind):
                return True
        at = content.find(text, at + 1, stretch.end)
    return False


def same_words(one: str, other: str) -> bool:
    """Whether two texts differ in spacing, punctuation, marks and case only."""
    first = words_of(one)
    return bool(first) and first == words_of(other)


def words_of(text: str) -> list[str]:
    """The words, numbers and signs of a text in order, accents kept: ``sí`` is not ``si``."""
    return _TOKEN.findall(unicodedata.normalize("NFC", text).casefold())


def nearest_sentence(text: str, stretch: Stretch, language: str | None) -> str:
    """The sentence of a stretch that shares most words with ``text``."""
    wanted = {term for word in words_in(text, language=language) for term in word.terms}
    best, most = stretch.text, -1
    for unit in units(stretch.text[:_MAX_CHARACTERS]):
        sentence = stretch.text[unit.start : unit.end]
        shared = sum(not w.terms.isdisjoint(wanted) for w in words_in(sentence, language=language))
        if shared > most:
            best, most = sentence, shared
    return best
