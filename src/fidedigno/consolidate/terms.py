"""The question's content words, and how much of them a text covers.

How rare a word is, is estimated from the permitted candidates alone. Statistics of the whole corpus
would move with documents that the person may not see, and so tell that they exist.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import yaml

from fidedigno.consolidate.identifiers import holds_identifier
from fidedigno.ingest.analyse import LANGUAGES, analyse, analyse_question, fold, terms_of_word, words_of

LEAST_WEIGHT = 0.3
"""A word that every candidate holds still names the topic."""
IDENTIFIER_WEIGHT = 2.0
"""An identifier weighs this many times the rarest word: it is what the question is about."""
NAMED_WEIGHT = 1.5
"""Names and numbers (a capital inside the question, a digit) weigh this many times a plain word."""
_PREFIX = 5
_PREFIX_SHARE = 0.7
COGNATE_CREDIT = 0.6
"""What a word of the same family counts (``colonise`` for ``colony``, ``nación`` for ``nation``)."""


class Concept(NamedTuple):
    """One content word of the question under its variants, or one whole identifier."""

    terms: frozenset[str]
    weight: float
    named: bool = False
    identifier: str | None = None


class Reading(NamedTuple):
    """A text, analysed once: its terms, those terms by their first letters, and the text itself."""

    text: str
    terms: frozenset[str]
    families: dict[str, tuple[str, ...]]


def read_text(text: str, language: str | None) -> Reading:
    """Analyse ``text`` in its language, or in both where the language is not known."""
    languages = (language,) if language in LANGUAGES else LANGUAGES
    terms = frozenset(term for each in languages for term in analyse(text, each))
    families: dict[str, tuple[str, ...]] = {}
    for term in sorted(terms):
        if len(term) >= _PREFIX:
            families[term[:_PREFIX]] = (*families.get(term[:_PREFIX], ()), term)
    return Reading(text, terms, families)


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """What the question asks about, weighed by rarity among the permitted candidates."""

    concepts: tuple[Concept, ...]

    @property
    def weight(self) -> float:
        """The sum of the weights; zero for a question of function words only."""
        return sum(concept.weight for concept in self.concepts)

    def held(self, reading: Reading) -> tuple[float, ...]:
        """How far each concept is found in the text: 1 found, less for a word of its family, 0 absent."""
        return tuple(_presence(concept, reading) for concept in self.concepts)

    def coverage(self, reading: Reading) -> float:
        """The weighed share, 0 to 1, of the question that the text covers."""
        return self.share(self.held(reading))

    def share(self, held: Sequence[float]) -> float:
        """The weighed share for presences that :meth:`held` returned (or maxima of several)."""
        total = self.weight
        return sum(c.weight * h for c, h in zip(self.concepts, held, strict=True)) / total if total else 0.0


def read_question(
    text: str,
    passages: Sequence[Reading],
    *,
    identifiers: AbstractSet[str] = frozenset(),
    ignored: AbstractSet[str] = frozenset(),
) -> QuestionTerms:
    """Find the question's concepts and weigh them by their rarity in ``passages``.

    ``identifiers`` are the whole codes in the question, case-folded; ``ignored`` are folded words that
    say what kind of answer is wanted (``how many``) and not what about.
    """
    bare = _without(text, identifiers)
    searched = set(analyse_question(bare))
    found: dict[frozenset[str], bool] = {}
    for position, word in enumerate(words_of(bare)):
        variants = frozenset(t for each in LANGUAGES for t in terms_of_word(word, each)) & searched
        if variants and fold(word) not in ignored:
            named = any(c.isdigit() for c in word) or (position > 0 and word[:1].isupper())
            found[variants] = found.get(variants, False) or named
    concepts = [
        Concept(variants, _weight(variants, passages, named=named), named)
        for variants, named in found.items()
    ]
    heaviest = max((c.weight for c in concepts), default=1.0)
    concepts += [
        Concept(frozenset(), heaviest * IDENTIFIER_WEIGHT, True, identifier)
        for identifier in sorted(identifiers)
    ]
    return QuestionTerms(tuple(concepts))


def _without(text: str, identifiers: Iterable[str]) -> str:
    """The question with its identifiers blanked, so that their pieces are not counted as words."""
    lowered = text
    for identifier in sorted(identifiers, key=len, reverse=True):
        position = lowered.casefold().find(identifier)
        while identifier and position >= 0 and len(lowered.casefold()) == len(lowered):
            lowered = lowered[:position] + " " * len(identifier) + lowered[position + len(identifier) :]
            position = lowered.casefold().find(identifier)
    return lowered


@cache
def _light_terms() -> frozenset[str]:
    """The terms of verbs that say little of a topic."""
    text = files("fidedigno.consolidate").joinpath("light_verbs.yaml").read_text(encoding="utf-8")
    verbs: dict[str, str] = yaml.safe_load(text)
    return frozenset(
        term
        for language, words in verbs.items()
        for word in words.split()
        for term in terms_of_word(word, language)
    )


def _weight(variants: frozenset[str], passages: Sequence[Reading], *, named: bool) -> float:
    if named:
        return _rarity(variants, passages) * NAMED_WEIGHT
    return LEAST_WEIGHT if variants <= _light_terms() else _rarity(variants, passages)


def _rarity(variants: frozenset[str], passages: Sequence[Reading]) -> float:
    holding = sum(not variants.isdisjoint(passage.terms) for passage in passages)
    return max(LEAST_WEIGHT, math.log1p((len(passages) - holding + 0.5) / (holding + 0.5)))


def _presence(concept: Concept, reading: Reading) -> float:
    if concept.identifier is not None:
        return float(holds_identifier(reading.text, concept.identifier))
    if not concept.terms.isdisjoint(reading.terms):
        return 1.0
    for term in concept.terms:
        for other in reading.families.get(term[:_PREFIX], ()):
            if _common_prefix(term, other) >= max(_PREFIX, _PREFIX_SHARE * max(len(term), len(other))):
                return COGNATE_CREDIT
    return 0.0


def _common_prefix(one: str, other: str) -> int:
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared
