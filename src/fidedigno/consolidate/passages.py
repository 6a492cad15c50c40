"""A passage cut into sentences with what stands over each: headings, the lead-in of a list, a header row.

Only offsets and words come out; nothing is judged here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.ingest.analyse import LANGUAGES, MAX_WORD_CHARACTERS, terms_of_word
from fidedigno.ingest.sentences import Unit, UnitKind, units

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CELL = re.compile(r"[^|\t\n]+")
_MAX_CHARACTERS = 20_000
"""How much of one card is read; a chunk is a twentieth of that."""


class Word(NamedTuple):
    """A word at ``[start, end)``, folded, with its stems (none for a function word)."""

    start: int
    end: int
    text: str
    terms: frozenset[str]


class Sentence(NamedTuple):
    """A unit of a passage at ``[start, end)``.

    ``heading`` is the nearest heading above it inside the passage, ``lead`` the lead-in of its list or the
    header row of its table, both as offsets; ``block`` numbers its paragraph, list or table.
    """

    start: int
    end: int
    kind: UnitKind
    block: int
    heading: tuple[int, int] | None = None
    lead: tuple[int, int] | None = None


def sentences_of(content: str) -> tuple[Sentence, ...]:
    """The sentences of a passage in order; headings and header rows stand over others and are none."""
    found: list[Sentence] = []
    heading: tuple[int, int] | None = None
    lead: tuple[int, int] | None = None
    all_units = units(content[:_MAX_CHARACTERS])
    for number, unit in enumerate(all_units):
        before = all_units[number - 1] if number else None
        if unit.kind is UnitKind.HEADING:
            heading, lead = (unit.start, unit.end), None
            continue
        if before is None or unit.block != before.block:
            lead = _lead(content, before, unit)
        following = all_units[number + 1] if number + 1 < len(all_units) else None
        if _is_header(content, unit, before, following):
            lead = (unit.start, unit.end)
            continue
        found.append(Sentence(unit.start, unit.end, unit.kind, unit.block, heading, lead))
    return tuple(found)


def _lead(content: str, before: Unit | None, unit: Unit) -> tuple[int, int] | None:
    """The line before a list or table that introduces it."""
    if before is None or unit.kind not in (UnitKind.ITEM, UnitKind.ROW):
        return None
    introduces = content[before.start : before.end].rstrip("*_ ").endswith(":")
    return (before.start, before.end) if introduces and before.kind is UnitKind.PROSE else None


def _is_header(content: str, unit: Unit, before: Unit | None, following: Unit | None) -> bool:
    """Whether a row is the first of its table with a rule under it."""
    opens = unit.kind is UnitKind.ROW and (before is None or before.block != unit.block)
    if not opens or following is None or following.block != unit.block:
        return False
    between = content[unit.end : following.start]
    return bool(set(between) & set("-="))


def cells(content: str, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The cells of a row, as offsets into ``content``."""
    first = start + 1 if content.startswith("|", start) else start
    return tuple(match.span() for match in _CELL.finditer(content, first, end))


@lru_cache(maxsize=65_536)
def read_word(word: str, language: str | None) -> tuple[str, frozenset[str]]:
    """A word folded, and its stems."""
    shortened = word[:MAX_WORD_CHARACTERS]
    known = (language,) if language in LANGUAGES else LANGUAGES
    found = [terms_of_word(shortened, each) for each in known]
    # A function word of either language says nothing of a topic, whichever the text is in.
    return plain(word), frozenset(term for terms in found for term in terms) if all(found) else frozenset()


def words_in(content: str, start: int = 0, end: int | None = None, language: str | None = None) -> list[Word]:
    """The words of a stretch; stems are those of ``language``, or of both where it is not known."""
    stop = len(content) if end is None else end
    read = read_word
    return [
        Word(match.start(), match.end(), *read(match.group(), language))
        for match in _WORD.finditer(content, start, stop)
    ]
