"""The words of values, folded, checked and put into patterns; once.

A word list that lacks a language or holds another type is refused when it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.dates import lexicon as dates
from fidedigno.dates.lexicon import spaced
from fidedigno.errors import ConfigurationError
from fidedigno.verify.values.value import Bound

LANGUAGES = ("es", "en")
FILES = (
    "words.yaml",
    "limits.yaml",
    "fractions.yaml",
    "periods.yaml",
    "zones.yaml",
    "ordinals.yaml",
    "implied.yaml",
    "spans.yaml",
)


class Unit(NamedTuple):
    """A unit: the base in which it is compared, how many of it, and singular and plural by language."""

    name: str
    base: str
    factor: Decimal
    forms: Mapping[str, tuple[str, ...]]
    offset: Decimal = Decimal(0)
    """What is added after the factor (°F)."""

    def in_base(self, number: Decimal) -> Decimal:
        """So many of this unit, in the base unit."""
        return number * self.factor + self.offset

    def out_of_base(self, number: Decimal) -> Decimal:
        """So many of the base unit, in this unit."""
        return (number - self.offset) / self.factor


class NumberWords(NamedTuple):
    """The number words of one language, folded."""

    numbers: Mapping[str, int]
    multipliers: Mapping[str, int]
    alone: frozenset[str]
    halves: frozenset[str]
    links: frozenset[str]
    articles: frozenset[str]
    counting: frozenset[str]
    and_more: re.Pattern[str]


class Lexicon(NamedTuple):
    """Everything that is read from the data."""

    words: Mapping[str, NumberWords]
    suffixes: Mapping[str, int]
    capital_suffixes: Mapping[str, int]
    units: Mapping[str, Unit]
    unit_of: Mapping[str, str]
    currency_of: Mapping[str, str]
    shared_signs: Mapping[str, frozenset[str]]
    counted: frozenset[str]
    ones: frozenset[str]
    more: Mapping[str, Decimal]
    weighing: re.Pattern[str]
    durations: frozenset[str]
    percentages: frozenset[str]
    month_seconds: tuple[Decimal, Decimal]
    unit_pattern: re.Pattern[str]
    currency_after: re.Pattern[str]
    currency_before: re.Pattern[str]
    bounds_before: Mapping[tuple[str, ...], Bound]
    bounds_after: Mapping[tuple[str, ...], Bound]
    denials: frozenset[str]
    between: frozenset[str]
    measures: frozenset[str]
    comparing: Mapping[str, Bound]
    than: frozenset[str]
    limit_words: Mapping[str, Bound]
    beginnings: frozenset[str]
    endings: frozenset[str]
    refusals: frozenset[str]
    acceptances: frozenset[str]
    of_nobody: frozenset[str]
    approximate_before: frozenset[tuple[str, ...]]
    approximate_after: frozenset[tuple[str, ...]]
    exact_before: frozenset[tuple[str, ...]]
    exact_after: frozenset[tuple[str, ...]]
    labels: frozenset[str]
    version_words: frozenset[str]
    year_cues: frozenset[str]
    same: Mapping[str, str]
    light: frozenset[str]
    implied: Mapping[str, str]
    reckoned: frozenset[str]
    changes: frozenset[str]
    respectively: frozenset[str]
    exceptions: frozenset[str]
    others: frozenset[str]
    limits: frozenset[str]
    data: Mapping[str, Any]

    def number_words(self, language: str) -> NumberWords:
        """The number words of a language, English ones where it is not known."""
        return self.words.get(language, self.words["en"])

    def unit_called(self, words: str) -> Unit:
        """The unit that a matched word or sign stands for."""
        return self.units[self.unit_of[spaced(words)]]


def alternatives(words: Iterable[str]) -> str:
    """:func:`fidedigno.dates.lexicon.alternatives` of words folded as statements are."""
    return dates.alternatives(plain(str(word)) for word in words)


def both(node: Mapping[str, Iterable[str]]) -> list[str]:
    """The words of both languages."""
    return [word for language in LANGUAGES for word in node[language]]


def numbers_of(words: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """The numbers of all words of both languages, by the folded word."""
    return {plain(word): number for each in words.values() for word, number in each.items()}


@cache
def lexicon() -> Lexicon:
    """Read the words.

    Raises:
        ConfigurationError: if the data lacks a key or a language.
    """
    here = files("fidedigno.verify.values")
    try:
        data: dict[str, Any] = {}
        for name in FILES:
            data |= yaml.safe_load(here.joinpath(name).read_text(encoding="utf-8"))
        return _read(data)
    except (KeyError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise ConfigurationError(
            f"the words of values are damaged: {error!r}", f"restore {', '.join(FILES)} in verify/values"
        ) from error


_LISTS = (
    "ones",
    "denials",
    "between",
    "than",
    "measures",
    "beginnings",
    "endings",
    "acceptances",
    "of_nobody",
    "refusals",
    "labels",
    "version_words",
    "year_cues",
    "reckoned",
    "changes",
    "others",
    "exceptions",
    "respectively",
    "limits",
)
"""Lists of words of both languages."""


def _lists(data: dict[str, Any]) -> dict[str, Any]:
    return {name: frozenset(map(plain, both(data[name]))) for name in _LISTS}


def _read(data: dict[str, Any]) -> Lexicon:
    units = {name: _unit(name, entry) for name, entry in data["units"].items()}
    unit_of = {
        plain(word): name
        for name, entry in data["units"].items()
        for word in (*both(entry), *entry.get("symbols", ()))
    }
    currencies = data["currencies"]
    currency_of = {
        plain(str(word)): name
        for name, entry in currencies.items()
        for word in (*entry["signs"], *both(entry))
    }
    same = {plain(word): f"={number}" for number, group in enumerate(data["same"]) for word in group}
    signs = [sign for entry in currencies.values() for sign in entry["signs"]]
    return Lexicon(
        **_lists(data),
        words={language: _number_words(data, language) for language in LANGUAGES},
        suffixes=dict(data["suffixes"]),
        capital_suffixes=dict(data["capital_suffixes"]),
        units=units,
        unit_of=unit_of,
        currency_of=currency_of,
        shared_signs={name: frozenset(others) for name, others in data["shared_signs"].items()},
        counted=frozenset(data["counted"]),
        more={
            plain(words): Decimal(share)
            for language in LANGUAGES
            for words, share in data["and_more"][language].items()
        },
        weighing=re.compile(rf"(?<!\w){alternatives(both(data['weighing']))}(?!\w)"),
        durations=frozenset(data["durations"]),
        percentages=frozenset(data["percentages"]),
        month_seconds=(Decimal(data["months_in_seconds"][0]), Decimal(data["months_in_seconds"][1])),
        unit_pattern=re.compile(
            rf"[\s\u00a0\u202f]{{0,2}}-?(?:de\s)?(?P<unit>{alternatives(unit_of)})(?!\w)"
        ),
        currency_after=re.compile(
            rf"[\s\u00a0\u202f]{{0,2}}(?:de\s)?(?P<currency>{alternatives(currency_of)})(?![\w$])"
        ),
        currency_before=re.compile(rf"(?<!\w)(?P<currency>{alternatives(signs)})[\s\u00a0\u202f]?$"),
        bounds_before=_bounds(data, "before"),
        bounds_after=_bounds(data, "after"),
        comparing={
            plain(word): Bound(name) for name, words in data["comparing"].items() for word in both(words)
        },
        limit_words={
            plain(word): Bound(name) for name, words in data["limit_words"].items() for word in both(words)
        },
        approximate_before=frozenset(map(_phrase, both(data["approximate"]["before"]))),
        approximate_after=frozenset(map(_phrase, both(data["approximate"]["after"]))),
        exact_before=frozenset(map(_phrase, both(data["exact"]["before"]))),
        exact_after=frozenset(map(_phrase, both(data["exact"]["after"]))),
        same=same,
        light=frozenset(plain(word) for language in LANGUAGES for word in data["light"][language].split()),
        implied={kind: same[plain(word)] for kind, word in data["implied"].items()},
        data=data,
    )


def _unit(name: str, entry: dict[str, Any]) -> Unit:
    return Unit(
        name,
        str(entry["base"]),
        Decimal(str(entry["factor"])),
        {language: tuple(entry[language]) for language in LANGUAGES},
        Decimal(str(entry.get("offset", 0))),
    )


def _number_words(data: dict[str, Any], language: str) -> NumberWords:
    def folded(key: str) -> frozenset[str]:
        return frozenset(map(plain, data[key][language]))

    return NumberWords(
        {plain(word): int(value) for word, value in data["numbers"][language].items()},
        {plain(word): int(value) for word, value in data["multipliers"][language].items()},
        folded("alone"),
        folded("halves"),
        folded("links"),
        folded("articles"),
        folded("counting"),
        re.compile(rf"\s{{1,3}}(?P<more>{alternatives(data['and_more'][language])})(?!\w)"),
    )


def _phrase(words: str) -> tuple[str, ...]:
    return tuple(plain(words).split())


def _bounds(data: dict[str, Any], side: str) -> dict[tuple[str, ...], Bound]:
    return {
        _phrase(words): Bound(name) for name, sides in data["bounds"].items() for words in both(sides[side])
    }
