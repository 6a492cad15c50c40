"""The words of ``words.yaml``, folded and ready to be looked up or put into a pattern."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from fidedigno.dates.fold import fold


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words by what they mean. ``data`` holds the lists of phrases as they were written."""

    months: Mapping[str, int]
    full_months: frozenset[str]
    doubtful_months: frozenset[str]
    weekdays: Mapping[str, int]
    all_weekdays: Mapping[str, int]
    plurals: frozenset[str]
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    units: Mapping[str, str]
    phrases: Mapping[str, tuple[str, int]]
    sets: Mapping[str, frozenset[str]]
    roles: Mapping[tuple[str, ...], str]
    zones: Mapping[str, str]
    zone_abbreviations: Mapping[str, tuple[str, int | None]]
    names: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    """By language: the months and the weekdays as they are written."""
    written: Mapping[str, str]
    data: Mapping[str, Any]

    def any_of(self, *path: str) -> str:
        """A pattern of the words at a place of the data (see :func:`alternatives`)."""
        node: Any = self.data
        for key in path:
            node = node[key]
        return alternatives(node)


def alternatives(words: Iterable[str]) -> str:
    """A pattern of folded words, longest first, whatever blanks stand between their parts."""
    folded = sorted({fold(word) for word in words}, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(r"\s{1,3}".join(map(re.escape, word.split())) for word in folded) + ")"


def spaced(text: str) -> str:
    """One blank between words, for looking a matched phrase up."""
    return " ".join(text.split())


def _numbered(lists: Mapping[str, list[str]], first: int) -> dict[str, int]:
    return {fold(word): number for words in lists.values() for number, word in enumerate(words, first)}


def _flat(by_language: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {fold(word): value for words in by_language.values() for word, value in words.items()}


def _phrases(data: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    return {
        fold(phrase): (unit, int(shift))
        for unit, shifts in data.items()
        for shift, phrases in shifts.items()
        for phrase in phrases
    }


_SETS = ("every", "towards_past", "towards_future", "this", "next", "month_cues", "year_cues", "day_cues")
_MORE_SETS = ("figure_cues", "version_words", "nth", "articles", "fillers")


@cache
def lexicon() -> Lexicon:
    """Read the words; once."""
    data = yaml.safe_load(files("fidedigno.dates").joinpath("words.yaml").read_text(encoding="utf-8"))
    months, weekdays = _numbered(data["months"], 1), _numbered(data["weekdays"], 0)
    return Lexicon(
        months=months | _flat(data["month_abbreviations"]),
        full_months=frozenset(months),
        doubtful_months=frozenset(map(fold, data["doubtful_months"])),
        weekdays=weekdays,
        all_weekdays=_flat(data["weekday_abbreviations"]) | weekdays,
        plurals=frozenset(map(fold, data["weekday_plurals"])),
        numbers=_flat(data["numbers"]),
        ordinals=_flat(data["ordinals"]),
        units={fold(word): unit for unit, words in data["units"].items() for word in words},
        phrases=_phrases(data["phrases"]),
        sets={name: frozenset(map(fold, data[name])) for name in _SETS + _MORE_SETS},
        roles={
            tuple(fold(phrase).split()): role for role, phrases in data["roles"].items() for phrase in phrases
        },
        zones={fold(name): zone for name, zone in data["zones"].items()},
        zone_abbreviations={
            name: (zone, int(minutes) if minutes else None)
            for name, (zone, minutes) in data["zone_abbreviations"].items()
        },
        names={key: (tuple(data["months"][key]), tuple(data["weekdays"][key])) for key in data["months"]},
        written=data["written"],
        data=data,
    )


def count_of(written: str) -> int:
    """A small number, in figures or in a word (folded, one that :class:`Lexicon` has)."""
    return int(written) if written.isdigit() else lexicon().numbers[spaced(written)]
