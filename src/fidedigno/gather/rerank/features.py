"""What the learned reranker looks at: how question and passage agree in words and in meaning.

All numbers are relative to the other passages of the same question, so that neither the size of an index nor the
scale of an embedder matters. Nothing is read but what retrieval handed over; texts are cut to a length.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from fidedigno.gather.rerank.protocol import Passage
from fidedigno.ingest.analyse import LANGUAGES, analyse_question, fold, terms_of_word, words_of

NAMES = (
    "cosine",
    "vector_first",
    "bm25",
    "window",
    "pairs",
    "surface",
    "prefixes",
    "length",
    "asks_number",
    "asks_time",
    "central",
)
"""The features, in their order."""

MAX_CHARACTERS = 8_000
"""Of a passage; the rest is not looked at."""
MAX_QUESTION_WORDS = 64
NOT_RANKED = 101
"""The rank of a passage that a ranker did not find."""
WINDOW = 24
"""Words that stand together."""
NEAR = 3
"""Words among which two neighbours of the question may stand."""
PREFIX = 5
"""Letters that words of two languages, or two forms of a word, may share."""
K1, B = 1.2, 0.75
_CENTRE = 3
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_YEAR = re.compile(r"(?<!\d)(?:1[0-9]|20)\d\d(?!\d)")
_HOW_MANY = re.compile(
    r"\b(?:how (?:many|much|long|old|far|often|large|big|high)|cu[aá]nt[oa]s?|percentage|porcentaje)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b(?:when|what year|which year|cu[aá]ndo|qu[eé] a[nñ]o|qu[eé] fecha|what date)\b", re.IGNORECASE
)


class _Asked(NamedTuple):
    """A question, taken apart once for all passages: its words that mean something, and where their terms stand."""

    words: tuple[str, ...]
    by_term: Mapping[str, tuple[int, ...]]
    how_many: bool
    when: bool


class _Read(NamedTuple):
    """A passage, taken apart: where the words of the question stand in it."""

    length: int
    hits: tuple[tuple[int, int], ...]
    """(place in the passage, word of the question), by place."""
    counts: tuple[int, ...]
    forms: frozenset[str]
    prefixes: frozenset[str]
    numbers: int
    years: int
    terms: frozenset[str]


def features(question: str, passages: Sequence[Passage]) -> list[tuple[float, ...]]:
    """A row of :data:`NAMES` for each passage, in their order; every number is finite.

    - ``cosine``: standard deviations from the mean of the passages; what has none counts as the lowest.
    - ``vector_first``: one over the rank by vectors.
    - ``bm25``: of the question's words, as a share of the highest; a word that all passages hold tells nothing.
    - ``window``, ``pairs``: the share of the words, by rarity, that stand in one stretch of :data:`WINDOW` words;
      of neighbours in the question that stand in their order within :data:`NEAR` words.
    - ``surface``, ``prefixes``: the share of the words that are there as written; with their first letters.
    - ``length``: the logarithm of the length over the mean.
    - ``asks_number``, ``asks_time``: the logarithm of how many numbers or years there are, if one is asked for.
    - ``central``: how alike it is, in its terms, to the others among the first three.
    """
    if not passages:
        return []
    asked = _ask(question)
    read = [_read(asked, each) for each in passages]
    rarity = _rarity(asked, read)
    total, mean = sum(rarity) or 1.0, sum(each.length for each in read) / len(read) or 1.0
    scores = [_bm25(each, rarity, mean) for each in read]
    best = max(scores) or 1.0
    first = sorted(range(len(passages)), key=lambda at: passages[at].fused_rank)[:_CENTRE]
    columns = (
        _cosines(passages),
        [1 / each.ranks.get("vector", NOT_RANKED) for each in passages],
        [each / best for each in scores],
        [_window(each, rarity) / total for each in read],
        [_pairs(each, rarity) for each in read],
        [_share([word in each.forms for word in asked.words], rarity) for each in read],
        [_prefixed(asked, each) for each in read],
        [math.log((each.length + 1) / (mean + 1)) for each in read],
        [math.log1p(each.numbers) if asked.how_many else 0.0 for each in read],
        [math.log1p(each.years) if asked.when else 0.0 for each in read],
        [_central(read, at, first) for at in range(len(read))],
    )
    return list(zip(*columns, strict=True))


def _ask(question: str) -> _Asked:
    kept = frozenset(analyse_question(question))
    words: list[str] = []
    by_term: dict[str, tuple[int, ...]] = {}
    for word in words_of(question)[:MAX_QUESTION_WORDS]:
        terms = frozenset(term for each in LANGUAGES for term in terms_of_word(word, each)) & kept
        for term in terms:
            by_term[term] = (*by_term.get(term, ()), len(words))
        if terms:
            words.append(fold(word))
    how_many, when = _HOW_MANY.search(question), _WHEN.search(question)
    return _Asked(tuple(words), by_term, how_many is not None, when is not None)


def _read(asked: _Asked, passage: Passage) -> _Read:
    languages = (passage.language,) if passage.language in LANGUAGES else LANGUAGES
    text = passage.text[:MAX_CHARACTERS]
    hits: list[tuple[int, int]] = []
    terms: set[str] = set()
    words = words_of(text)
    for at, word in enumerate(words):
        of_word = _terms(word, languages)
        terms.update(of_word)
        found = {each for term in of_word for each in asked.by_term.get(term, ())}
        hits += [(at, each) for each in sorted(found)]
    counts = [0] * len(asked.words)
    for _, each in hits:
        counts[each] += 1
    folded = frozenset(_folded(word) for word in words)
    return _Read(
        len(words),
        tuple(hits),
        tuple(counts),
        folded,
        frozenset(each[:PREFIX] for each in folded if len(each) >= PREFIX),
        len(set(_NUMBER.findall(text))) if asked.how_many else 0,
        len(_YEAR.findall(text)) if asked.when else 0,
        frozenset(terms),
    )


def _terms(word: str, languages: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(term for each in languages if each for term in terms_of_word(word, each))


@lru_cache(maxsize=100_000)
def _folded(word: str) -> str:
    return fold(word)


def _rarity(asked: _Asked, read: Sequence[_Read]) -> list[float]:
    """How rare each word of the question is among the passages: what they all hold tells none of them apart."""
    held = [sum(bool(each.counts[at]) for each in read) for at in range(len(asked.words))]
    return [math.log1p((len(read) - each + 0.5) / (each + 0.5)) for each in held]


def _cosines(passages: Sequence[Passage]) -> list[float]:
    told = [each.cosine for each in passages]
    known = [max(-1.0, min(1.0, each)) if each is not None and math.isfinite(each) else None for each in told]
    lowest = min((each for each in known if each is not None), default=0.0)
    cosines = [lowest if each is None else each for each in known]
    mean = sum(cosines) / len(cosines)
    spread = math.sqrt(sum((each - mean) ** 2 for each in cosines) / len(cosines)) or 1.0
    return [(each - mean) / spread for each in cosines]


def _bm25(read: _Read, rarity: Sequence[float], mean: float) -> float:
    norm = K1 * (1 - B + B * read.length / mean)
    return sum(
        rare * count * (K1 + 1) / (count + norm) for rare, count in zip(rarity, read.counts, strict=True)
    )


def _window(read: _Read, rarity: Sequence[float]) -> float:
    """The rarity of the different words of the question in the best stretch of :data:`WINDOW` words."""
    best, held, start = 0.0, 0.0, 0
    inside = [0] * len(rarity)
    for place, word in read.hits:
        held += 0.0 if inside[word] else rarity[word]
        inside[word] += 1
        while read.hits[start][0] <= place - WINDOW:
            gone = read.hits[start][1]
            inside[gone] -= 1
            held -= 0.0 if inside[gone] else rarity[gone]
            start += 1
        best = max(best, held)
    return best


def _pairs(read: _Read, rarity: Sequence[float]) -> float:
    places: dict[int, set[int]] = {}
    for place, word in read.hits:
        places.setdefault(word, set()).add(place)
    total = found = 0.0
    for at in range(len(rarity) - 1):
        weight = rarity[at] + rarity[at + 1]
        total += weight
        after = places.get(at + 1, set())
        if any(place + step in after for place in places.get(at, ()) for step in range(1, NEAR + 1)):
            found += weight
    return found / total if total else 0.0


def _share(held: Sequence[bool], weights: Sequence[float] | None = None) -> float:
    """The share of what is held, weighed where weights are given."""
    weights = weights or [1.0] * len(held)
    total = sum(weights)
    return sum(weight for has, weight in zip(held, weights, strict=True) if has) / total if total else 0.0


def _prefixed(asked: _Asked, read: _Read) -> float:
    return _share(
        [
            each[:PREFIX] in read.prefixes if len(each) >= PREFIX else each in read.forms
            for each in asked.words
        ]
    )


def _central(read: Sequence[_Read], at: int, first: Sequence[int]) -> float:
    own = read[at].terms
    near = [
        len(own & read[other].terms) / math.sqrt(len(own) * len(read[other].terms))
        for other in first
        if other != at and own and read[other].terms
    ]
    return sum(near) / len(near) if near else 0.0
