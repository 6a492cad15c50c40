"""The words by which parties are told, from ``roles.yaml``: prepositions, auxiliaries, endings, and verbs by root.

What they tell of a clause is for :mod:`fidedigno.verify.polarity.parties`.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fidedigno.verify.polarity.data import LANGUAGES, refuse, word_groups
from fidedigno.verify.polarity.roots import root_of

_NAME = "roles.yaml"
_BY_ROOT = frozenset({"symmetric", "giving", "receiving", "either", "standing", "pronominal"})
_GROUPS = frozenset(
    {
        "by",
        "be",
        "relative",
        "object",
        "clitic",
        "from",
        "to",
        "than",
        "noun",
        "taken_up",
        "pronoun",
        "relation",
        "for",
        "needed",
        "participle",
        "adjunct",
        "adjectival",
        "participles",
        "article",
        "with",
        "moment",
        "the_one",
        "pro_noun",
        "earlier",
        "later",
        "with_de",
        "then",
        "first",
        "finite",
        "no_party",
        "whereas",
    }
)


class Words(NamedTuple):
    """The words of ``roles.yaml`` in one language, and the roots of its verbs."""

    roots: dict[str, frozenset[str]]
    sets: dict[str, frozenset[str]]


@cache
def words(language: str) -> Words:
    """The words by which parties are told."""
    groups = word_groups(_NAME)
    if set(groups) != _GROUPS | _BY_ROOT:
        raise refuse(_NAME, "the list of groups")
    read = {
        known: Words(
            {
                group: frozenset(
                    "+".join(root_of(part, known) for part in word.split()) for word in groups[group][known]
                )
                for group in _BY_ROOT
            },
            {group: frozenset(groups[group][known]) for group in _GROUPS},
        )
        for known in LANGUAGES
    }
    return read[language]
