"""The words of billing periods in Spanish and English, read from the data file beside this."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES
from fidedigno.verify.heal.word_lists import any_of


@dataclass(frozen=True, slots=True)
class Period:
    """The words of one period in one language; adjectives as masculine, feminine, singular then plural in Spanish."""

    noun: tuple[str, str]
    adjective: tuple[str, ...]
    adverb: tuple[str, ...]
    gender: str = "m"
    payment: tuple[str, ...] = ()
    short: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BillingWords:
    """What one language says of billing: its periods, and the patterns of what stands around them.

    ``rate``, ``slash``, ``adverb``, ``adjective`` and ``payment`` are groups of ``period``, a pattern for each.
    ``money`` is an amount; ``verbs`` begins a verb of billing; ``things`` gives the gender of what is billed;
    a Spanish adjective of period may stand behind ``manners``.
    """

    periods: Mapping[str, Period]
    period: Mapping[str, re.Pattern[str]]
    money: re.Pattern[str]
    verbs: re.Pattern[str]
    manners: tuple[str, ...]
    things: Mapping[str, str]
    between: frozenset[str]
    prepositions: Mapping[str, Mapping[str, str]]


def billing_words(language: str) -> BillingWords:
    """The words of ``language`` (English for any but ``es`` and ``en``)."""
    return _tables()[language if language in LANGUAGES else "en"]


@cache
def _tables() -> Mapping[str, BillingWords]:
    text = files("fidedigno.verify.heal").joinpath("billing.yaml").read_text(encoding="utf-8")
    return read_billing(yaml.safe_load(text))


def read_billing(data: Any) -> Mapping[str, BillingWords]:
    """Check and compile the words.

    Raises:
        ConfigurationError: naming the part that is missing.
    """
    try:
        return {language: _language(data, language) for language in LANGUAGES}
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        raise ConfigurationError(f"the words of billing are not complete: {error!r}") from error


def _language(data: Any, language: str) -> BillingWords:
    periods = {
        name: Period(
            noun=(entry[language]["noun"][0], entry[language]["noun"][1]),
            adjective=tuple(entry[language]["adjective"]),
            adverb=tuple(entry[language]["adverb"]),
            gender=entry[language].get("gender", "m"),
            payment=tuple(entry[language].get("payment", ())),
            short=tuple(entry[language].get("short", ())),
        )
        for name, entry in data["periods"].items()
    }
    things = _things(data["things"][language])
    rates = data["rates"][language]
    prepositions = {plain(word): {"m": word, "f": word} for word in rates["same"]}
    for kind in ("to", "every"):
        prepositions.update({plain(word): rates[kind] for word in rates.get(kind, {}).values()})
    verbs = any_of(plain(word) for word in data["verbs"][language])
    money = any_of(plain(word) for word in data["money"][language])
    return BillingWords(
        periods,
        {name: _pattern(period, prepositions, language) for name, period in periods.items()},
        re.compile(rf"(?:[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥]|(?:{money})(?!\w)))"),
        re.compile(verbs),
        tuple(plain(word) for word in data["manners"][language]),
        things,
        frozenset(plain(word) for word in data["between"][language]),
        prepositions,
    )


def _things(words: Any) -> Mapping[str, str]:
    if isinstance(words, list):
        return {plain(word): "m" for word in words}
    return {plain(word): gender for gender, each in words.items() for word in each}


def _pattern(period: Period, prepositions: Iterable[str], language: str) -> re.Pattern[str]:
    noun = any_of(plain(word) for word in period.noun)
    short = any_of(plain(word) for word in (*period.noun, *period.short))
    before = any_of(prepositions)
    adverb = any_of(plain(word) for word in period.adverb)
    adjective = any_of(plain(word) for word in period.adjective)
    payment = any_of(plain(word) for word in period.payment) if period.payment else r"(?!)"
    # English says `monthly` for both; which of them it is, its place tells.
    words = rf"(?P<adverb>{adverb})|(?P<adjective>{adjective})"
    if language == "en":
        words = rf"(?P<article>an?\s+)?(?:{words})"
    return re.compile(
        rf"(?<!\w)(?:(?P<preposition>{before})\s+(?P<noun>{noun})|(?P<payment>{payment})|{words})(?!\w)"
        rf"|(?P<slash>/\s?)(?P<slashed>{short})(?!\w)"
    )
