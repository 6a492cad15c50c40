"""Which places a question names: whole names, without case or accents, with a slip of the finger allowed.

A number is never corrected: "práctica 2" is not a misspelt "práctica 1".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fidedigno.ingest.analyse import fold
from fidedigno.ingest.stopwords import STOPWORDS
from fidedigno.plan.places import Place

_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_LEAST_FOR_A_SLIP = 5
"""Shorter words differ too much in meaning by one letter."""
_ARTICLES = STOPWORDS["es"] | STOPWORDS["en"]


@dataclass(frozen=True, slots=True)
class Mention:
    """``text[start:end]`` names ``place``; ``exact`` is false where a letter was forgiven."""

    place: Place
    start: int
    end: int
    exact: bool = True


@dataclass(frozen=True, slots=True)
class _Word:
    folded: str
    start: int
    end: int


def find_mentions(text: str, places: Iterable[Place]) -> tuple[Mention, ...]:
    """Every mention of ``places`` in ``text``, the longest first where two overlap, else in order.

    Several places of the same name give several mentions of the same stretch: which is meant, the
    surroundings tell.
    """
    words = _words(text)
    found: list[Mention] = []
    for place in places:
        for name in place.names:
            found += _named(words, place, name)
    return tuple(sorted(_longest(found), key=lambda each: (each.start, -each.end, each.place.value)))


def _words(text: str) -> list[_Word]:
    return [_Word(fold(match[0]), match.start(), match.end()) for match in _WORD.finditer(text)]


@lru_cache(maxsize=20_000)
def _name_words(name: str) -> tuple[str, ...]:
    """The words of a name without articles, unless it has no others (a group called "A")."""
    words = tuple(fold(word) for word in _WORD.findall(name))
    content = tuple(word for word in words if word not in _ARTICLES or len(word) == 1)
    return content or words


def _named(words: Sequence[_Word], place: Place, name: str) -> list[Mention]:
    wanted = _name_words(name)
    if not wanted:
        return []
    found = []
    for first in range(len(words)):
        position, exact = first, True
        for number, part in enumerate(wanted):
            while number and position < len(words) and _is_filler(words[position].folded, part):
                position += 1
            if position >= len(words) or not _same(words[position].folded, part):
                break
            exact = exact and words[position].folded == part
            position += 1
        else:
            found.append(Mention(place, words[first].start, words[position - 1].end, exact))
    return found


def _is_filler(written: str, wanted: str) -> bool:
    return written in _ARTICLES and written != wanted


def _same(written: str, wanted: str) -> bool:
    if written == wanted:
        return True
    if any(character.isdigit() for character in written + wanted):
        return False
    if min(len(written), len(wanted)) < _LEAST_FOR_A_SLIP or abs(len(written) - len(wanted)) > 1:
        return False
    return _one_slip(written, wanted)


def _one_slip(first: str, second: str) -> bool:
    """Whether one letter added, left out, changed, or two neighbours swapped turn one into the other
    (Damerau-Levenshtein distance at most 1)."""
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    rest, other = first[start:], second[start:]
    if rest[1:] == other[1:] or rest[1:] == other or rest == other[1:]:
        return True
    return len(rest) >= 2 and len(other) >= 2 and rest[:2] == other[1::-1] and rest[2:] == other[2:]


def _longest(found: Sequence[Mention]) -> list[Mention]:
    """Without those that lie inside a longer one of the same slot, and without forgiven ones where an
    exact one stands in the same place."""
    kept: list[Mention] = []
    for each in found:
        covered = any(
            other.place.slot == each.place.slot
            and other.start <= each.start
            and each.end <= other.end
            and (other.end - other.start, other.exact) > (each.end - each.start, each.exact)
            for other in found
        )
        if not covered and each not in kept:
            kept.append(each)
    return kept
