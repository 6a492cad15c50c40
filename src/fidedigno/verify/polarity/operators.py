"""Which words of a text turn or bend what it says, by the data file beside this: denials, modals, exceptions.

It finds them; how they act on each other is for :mod:`fidedigno.verify.polarity.modes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from fidedigno.verify.polarity.data import LANGUAGES, by_first_word, refuse, word_groups

_NAME = "operators.yaml"


class Role(StrEnum):
    """What an operator does; explained in ``operators.yaml``."""

    CANCELS = "cancels"
    EXCEPTION = "exception"
    CONDITION = "condition"
    LOCAL = "local"
    REVERSE = "reverse"
    NEGATOR = "negator"
    MUST = "must"
    NEED = "need"
    FREE = "free"
    DISABLE = "disable"
    ENABLE = "enable"
    HAVE = "have"
    LIGHT = "light"


_SETS = (
    "truth",
    "until",
    "limits",
    "breaks",
    "joins",
    "determiner",
    "copula",
    "vague",
    "attitude",
    "preposition",
    "prefix",
    "comparing",
    "than",
    "neither",
    "partial",
    "idiom",
    "noun",
    "that",
    "reflexive",
    "adjective",
    "manner",
    "article",
    "weak",
    "goes_on",
    "including",
    "universal",
    "excepting",
    "participle",
    "opens",
    "before_ing",
    "sets_beside",
    "contrastive",
    "count",
    "rather",
    "up_to",
    "listing",
    "relative",
    "any_of_them",
    "holding",
    "exists",
    "aim",
    "without",
    "denies_attribute",
    "adding",
    "denies",
    "attribute",
    "infinitive",
)


class Found(NamedTuple):
    """An operator of ``length`` words."""

    role: Role
    length: int


class Operators(NamedTuple):
    """The operators of one language: phrases by their first word, longest first, and sets of words."""

    phrases: dict[str, tuple[tuple[tuple[str, ...], Role], ...]]
    sets: dict[str, dict[str, tuple[tuple[str, ...], ...]]]

    def at(self, words: Sequence[str], place: int) -> Found | None:
        """The longest operator that begins at ``place``."""
        for phrase, role in self.phrases.get(words[place], ()):
            if tuple(words[place : place + len(phrase)]) == phrase:
                return Found(role, len(phrase))
        return None

    def has(self, group: str, words: Sequence[str], place: int) -> int:
        """How many words from ``place`` on make a word or phrase of a set; 0 for none."""
        if place >= len(words):
            return 0
        for phrase in self.sets[group].get(words[place], ()):
            if len(phrase) == 1 or tuple(words[place : place + len(phrase)]) == phrase:
                return len(phrase)
        return 0

    def endings(self, group: str) -> tuple[str, ...]:
        """A set of endings, or of beginnings."""
        return tuple(self.sets[group])


@cache
def operators() -> dict[str, Operators]:
    """The operators of both languages.

    Raises:
        ConfigurationError: where a group is missing or unknown in the data file.
    """
    groups = word_groups(_NAME)
    if set(groups) != {*Role, *_SETS}:
        raise refuse(_NAME, "the list of groups")
    read: dict[str, Operators] = {}
    for language in LANGUAGES:
        # Of two of one length the earlier role wins.
        phrases = [(tuple(text.split()), role) for role in Role for text in groups[role][language]]
        sets = {
            group: by_first_word((tuple(text.split()) for text in groups[group][language]), tuple)
            for group in _SETS
        }
        read[language] = Operators(by_first_word(phrases, itemgetter(0)), sets)
    return read
