"""World-wide names with several forms: ``London`` is ``Londres``, ``WHO`` is ``OMS``, ``German`` tells ``Germany``.

Only forms are told here, no facts but which city lies in which country.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import yaml

from fidedigno.consolidate.plain import plain
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.analyse import LANGUAGES
from fidedigno.verify.entities.name import NameKind

_WORD = re.compile(r"[^\W_]+")
_KINDS = (NameKind.PLACE, NameKind.ORGANISATION)
_FIELDS = frozenset({"en", "es", "people", "within"})


@dataclass(frozen=True, slots=True)
class Alias:
    """One named thing. ``forms`` and ``people`` are keys (:func:`key_of`); ``within`` that of a country."""

    kind: NameKind
    forms: frozenset[str]
    people: frozenset[str]
    within: str


@dataclass(frozen=True, slots=True)
class Aliases:
    """``by_form`` finds an entry by any of its forms; ``people`` are all words for inhabitants and origin."""

    by_form: dict[str, Alias]
    people: frozenset[str]
    words: dict[str, tuple[str, ...]]
    """The words of a form of more than one."""
    parts: dict[str, tuple[str, ...]]
    """The entries that lie within one, by their forms, under its forms."""


def key_of(text: str) -> str:
    """Folded and without spaces and marks: ``EE. UU.`` and ``EEUU`` are one."""
    return "".join(_WORD.findall(plain(text)))


def load(data: object, where: str) -> Aliases:
    """Check the entries and index them.

    Raises:
        ConfigurationError: an entry lacks a language or has a field that does not exist; says where.
    """
    by_form: dict[str, Alias] = {}
    people: set[str] = set()
    inside: dict[str, list[str]] = {}
    words: dict[str, tuple[str, ...]] = {}
    for kind in _KINDS:
        rows = data.get(kind.value) if isinstance(data, dict) else None
        if not isinstance(rows, list):
            raise ConfigurationError(f"{where}: {kind.value} is no list", "write a list of entries under it")
        for number, row in enumerate(rows, start=1):
            alias = _alias(row, kind, f"{where}: {kind.value} {number}")
            words.update(_words_of(row))
            people |= alias.people
            for form in alias.forms:
                by_form.setdefault(form, alias)
            if alias.within:
                inside.setdefault(alias.within, []).extend((*alias.forms, *alias.people))
    parts = {
        form: tuple(sorted(names))
        for country, names in inside.items()
        if country in by_form
        for form in by_form[country].forms
    }
    if len(inside) != len({country for country in inside if country in by_form}):
        raise ConfigurationError(
            f"{where}: an entry is within a country that has no entry", "write the country"
        )
    return Aliases(by_form, frozenset(people), words, parts)


def _words_of(row: dict[str, str]) -> dict[str, tuple[str, ...]]:
    forms = (form for field in row for form in row[field].split("|"))
    return {key_of(form): tuple(_WORD.findall(plain(form))) for form in forms}


def _alias(row: object, kind: NameKind, where: str) -> Alias:
    good = (
        isinstance(row, dict) and set(row) <= _FIELDS and all(isinstance(each, str) for each in row.values())
    )
    if not good or not isinstance(row, dict) or any(language not in row for language in LANGUAGES):
        raise ConfigurationError(
            f"{where} is no entry", "write en, es and, where it helps, people and within"
        )
    forms = frozenset(key_of(form) for language in LANGUAGES for form in row[language].split("|"))
    people = frozenset(key_of(word) for word in row.get("people", "").split("|") if word.strip())
    if "" in forms:
        raise ConfigurationError(f"{where} has an empty form", "write a name between the bars")
    return Alias(kind, forms, people, key_of(row.get("within", "")))


@cache
def aliases() -> Aliases:
    """The entries of the file."""
    text = files("fidedigno.verify.entities").joinpath("aliases.yaml").read_text(encoding="utf-8")
    return load(yaml.safe_load(text), "aliases.yaml")
