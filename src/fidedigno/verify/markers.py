"""Words that show how sure a text wants to sound: the list of them, and where a text has one.

The list is ``confidence.yaml``; how its rows are written is said there. Every marker of both languages is looked
for in one pass over the words: linear in their number, whatever they are. What a marker means where it is denied
is not decided here.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.verify.leaning import leaning

LANGUAGES = ("es", "en")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_JOINING = " \t\r\n\f\u00a0-‐–*_"
"""What may stand between two words of one marker: space, a hyphen, emphasis."""
_GAP = ".."
_GAP_WORDS = 2
_NEIGHBOURS = 8


class MarkerKind(StrEnum):
    """What a marker says, in the order in which one of equal length wins."""

    NEUTRAL = "neutral"
    HEDGING = "hedging"
    ASSERTIVE = "assertive"


class Token(NamedTuple):
    """A word at ``[start, end)``, folded; ``joined`` if nothing but space is between it and the one before."""

    start: int
    end: int
    text: str
    joined: bool


class Marker(NamedTuple):
    """The marker that the tokens ``[first, last)`` are."""

    first: int
    last: int
    kind: MarkerKind


@dataclass(frozen=True, slots=True)
class _Slot:
    """One word of a marker; an empty slot is a gap."""

    words: frozenset[str] = frozenset()
    beginnings: tuple[str, ...] = ()
    spelled: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Row:
    slots: tuple[_Slot, ...]
    kind: MarkerKind
    language: str
    homograph: bool


@dataclass(frozen=True, slots=True)
class Markers:
    """Every marker, by how it begins."""

    by_word: Mapping[str, tuple[_Row, ...]]
    by_beginning: Mapping[str, tuple[_Row, ...]]
    lengths: tuple[int, ...]
    lowercase: frozenset[str]

    def starting(self, word: str) -> Iterator[_Row]:
        """The rows whose first word ``word`` may be."""
        yield from self.by_word.get(word, ())
        for length in self.lengths:
            yield from self.by_beginning.get(word[:length], ()) if len(word) >= length else ()


@cache
def load_markers() -> Markers:
    """Read the list beside this.

    Raises:
        ConfigurationError: if a row cannot be read, or is there twice.
    """
    text = files("fidedigno.verify").joinpath("confidence.yaml").read_text(encoding="utf-8")
    return parse_markers(yaml.safe_load(text))


def parse_markers(data: Mapping[str, Mapping[str, Any]]) -> Markers:
    """Read a list of markers by language.

    Raises:
        ConfigurationError: if a row cannot be read, or is there twice.
    """
    by_word: dict[str, list[_Row]] = defaultdict(list)
    by_beginning: dict[str, list[_Row]] = defaultdict(list)
    for language in LANGUAGES:
        seen: set[str] = set()
        for kind in MarkerKind:
            for written in map(str, data[language][kind.value]):
                if written in seen:
                    raise ConfigurationError(
                        f"markers of {language}: {written!r} is there twice", "remove one"
                    )
                seen.add(written)
                homograph = written in data[language]["homographs"]
                row = _Row(_slots(written), kind, language, homograph)
                for word in row.slots[0].words | {plain(each) for each in row.slots[0].spelled}:
                    by_word[word].append(row)
                for beginning in row.slots[0].beginnings:
                    by_beginning[beginning].append(row)
    lowercase = frozenset(str(word) for language in LANGUAGES for word in data[language]["lowercase"])
    return Markers(
        {word: tuple(rows) for word, rows in by_word.items()},
        {word: tuple(rows) for word, rows in by_beginning.items()},
        tuple(sorted({len(each) for each in by_beginning})),
        lowercase,
    )


def _slots(written: str) -> tuple[_Slot, ...]:
    slots = tuple(_slot(each) for each in written.split())
    if not slots or slots[0] == _Slot() or slots[-1] == _Slot():
        raise ConfigurationError(f"the marker {written!r} begins or ends with a gap", "write a word there")
    return slots


def _slot(written: str) -> _Slot:
    if written == _GAP:
        return _Slot()
    parts = [each.strip() for each in written.split("|")]
    beginnings = tuple(plain(each[:-1]) for each in parts if each.endswith("*"))
    spelled = frozenset(_as_spelled(each[1:]) for each in parts if each.startswith("="))
    words = frozenset(plain(each) for each in parts if not each.endswith("*") and not each.startswith("="))
    if not all((*words, *beginnings, *spelled)):
        raise ConfigurationError(f"a word of the marker {written!r} is empty", "write it, or remove the sign")
    return _Slot(words, beginnings, spelled)


def tokens_of(folded: str) -> list[Token]:
    """The words of a text that was folded letter for letter."""
    found: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(folded):
        between = folded[end : match.start()]
        joined = bool(found) and not between.strip(_JOINING) and between.count("\n") < 2
        found.append(Token(match.start(), match.end(), match.group().replace("’", "'"), joined))
        end = match.end()
    return found


def find_markers(text: str, tokens: Sequence[Token], language: str) -> list[Marker]:
    """The markers among the words of ``text``, in order; none overlaps another, the longest one counts.

    Args:
        text: as it was given; ``tokens`` are words of it.
        tokens: from :func:`tokens_of`.
        language: of the text, for homographs where the words around do not tell.
    """
    markers = load_markers()
    found = []
    at = 0
    while at < len(tokens):
        best: tuple[int, _Row] | None = None
        for row in markers.starting(tokens[at].text):
            last = _match(row.slots, text, tokens, at)
            if last is None or (best and (last, -_order(row)) <= (best[0], -_order(best[1]))):
                continue
            if row.homograph and _language_at(tokens, at, language) != row.language:
                continue
            best = last, row
        if best is None or _is_capitalised(text, tokens[at : best[0]], markers):
            at += 1
            continue
        found.append(Marker(at, best[0], best[1].kind))
        at = best[0]
    return found


def _order(row: _Row) -> int:
    return list(MarkerKind).index(row.kind)


def _match(
    slots: tuple[_Slot, ...], text: str, tokens: Sequence[Token], at: int, slot: int = 0
) -> int | None:
    """Behind which token the slots from ``slot`` on are filled, or None."""
    while slot < len(slots):
        wanted = slots[slot]
        if wanted == _Slot():
            ends = (_match(slots, text, tokens, each, slot + 1) for each in _behind_gap(tokens, at))
            return max((each for each in ends if each is not None), default=None)
        if at >= len(tokens) or (slot and not tokens[at].joined) or not _fills(text, tokens[at], wanted):
            return None
        at, slot = at + 1, slot + 1
    return at


def _behind_gap(tokens: Sequence[Token], at: int) -> Iterator[int]:
    """Where the word behind a gap that begins at ``at`` may be."""
    yield at
    for skipped in range(at, min(at + _GAP_WORDS, len(tokens))):
        if not tokens[skipped].joined:
            return
        yield skipped + 1


def _fills(text: str, token: Token, slot: _Slot) -> bool:
    if token.text in slot.words or (slot.beginnings and token.text.startswith(slot.beginnings)):
        return True
    return bool(slot.spelled) and _as_spelled(text[token.start : token.end]) in slot.spelled


def _as_spelled(word: str) -> str:
    return unicodedata.normalize("NFC", word).casefold()


def _language_at(tokens: Sequence[Token], at: int, language: str) -> str:
    near = tokens[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS]
    return leaning((each.text for each in near), language)


def _is_capitalised(text: str, tokens: Sequence[Token], markers: Markers) -> bool:
    """Whether a word that has another meaning with a capital is written with one."""
    return any(each.text in markers.lowercase and text[each.start].isupper() for each in tokens)
