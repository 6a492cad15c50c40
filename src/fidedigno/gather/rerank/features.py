"""What the learned reranker looks at: how question and passage agree in words, places, numbers and meaning.

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
    "cosine_gap",
    "vector_rank",
    "vector_first",
    "word_rank",
    "word_first",
    "fused",
    "bm25",
    "coverage",
    "coverage_rare",
    "window",
    "pairs",
    "phrases",
    "surface",
    "prefixes",
    "names",
    "numbers",
    "identifiers",
    "place",
    "place_share",
    "length",
    "same_language",
    "asks_number",
    "asks_time",
    "early",
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
"""Words between which two neighbours of the question may stand."""
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


class _Word(NamedTuple):
    """A word of the question that means something."""

    folded: str
    terms: frozenset[str]
    is_name: bool


class _Asked(NamedTuple):
    """A question, taken apart once for all passages."""

    words: tuple[_Word, ...]
    by_term: Mapping[str, tuple[int, ...]]
    numbers: frozenset[str]
    how_many: bool
    when: bool
    language: str


class _Read(NamedTuple):
    """A passage, taken apart: where the words of the question stand in it."""

    length: int
    hits: tuple[tuple[int, int], ...]
    """(place in the passage, word of the question), by place."""
    counts: tuple[int, ...]
    forms: frozenset[str]
    prefixes: frozenset[str]
    numbers: frozenset[str]
    years: int
    place: frozenset[int]
    place_share: float
    terms: frozenset[str]


def features(question: str, passages: Sequence[Passage]) -> list[tuple[float, ...]]:
    """A row of :data:`NAMES` for each passage, in their order; every number is finite."""
    if not passages:
        return []
    asked = _ask(question)
    read = [_read(asked, each) for each in passages]
    rarity = _rarity(asked, read)
    columns = [
        *_by_meaning(passages),
        *_by_words(asked, read, rarity),
        *_by_place(asked, passages, read, rarity),
    ]
    return list(zip(*columns, strict=True))


def _ask(question: str) -> _Asked:
    kept = frozenset(analyse_question(question))
    words: list[_Word] = []
    for at, word in enumerate(words_of(question)[:MAX_QUESTION_WORDS]):
        terms = frozenset(t for each in LANGUAGES for t in terms_of_word(word, each)) & kept
        if terms:
            words.append(_Word(fold(word), terms, at > 0 and word[:1].isupper()))
    by_term: dict[str, tuple[int, ...]] = {}
    for at, each in enumerate(words):
        for term in each.terms:
            by_term[term] = (*by_term.get(term, ()), at)
    return _Asked(
        tuple(words),
        by_term,
        _numbers(question),
        _HOW_MANY.search(question) is not None,
        _WHEN.search(question) is not None,
        _language(question),
    )


def _language(question: str) -> str:
    """The language whose stop words the question holds more of; the empty string where neither."""
    from fidedigno.ingest.stopwords import STOPWORDS

    words = [word.casefold() for word in words_of(question)]
    spanish, english = (sum(word in STOPWORDS[each] for word in words) for each in LANGUAGES)
    return "es" if spanish > english else "en" if english > spanish else ""


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
    folded = [_folded(word) for word in words]
    place = [_terms(word, languages) for word in words_of(passage.place)]
    in_place = [{each for term in of for each in asked.by_term.get(term, ())} for of in place if of]
    return _Read(
        len(words),
        tuple(hits),
        tuple(counts),
        frozenset(folded),
        frozenset(each[:PREFIX] for each in folded if len(each) >= PREFIX),
        _numbers(text),
        len(_YEAR.findall(text)),
        frozenset().union(*in_place),
        sum(map(bool, in_place)) / len(in_place) if in_place else 0.0,
        frozenset(terms),
    )


def _terms(word: str, languages: Sequence[str | None]) -> tuple[str, ...]:
    return tuple(term for each in languages if each for term in terms_of_word(word, each))


@lru_cache(maxsize=100_000)
def _folded(word: str) -> str:
    return fold(word)


def _numbers(text: str) -> frozenset[str]:
    return frozenset(each.replace(",", "").replace(".", "") for each in _NUMBER.findall(text))


def _rarity(asked: _Asked, read: Sequence[_Read]) -> list[float]:
    """How rare each word of the question is among the passages: what they all hold tells none of them apart."""
    held = [sum(bool(each.counts[at]) for each in read) for at in range(len(asked.words))]
    return [math.log1p((len(read) - each + 0.5) / (each + 0.5)) for each in held]


def _by_meaning(passages: Sequence[Passage]) -> list[list[float]]:
    """What the rankers said."""
    known = [each.cosine for each in passages if each.cosine is not None]
    lowest, highest = min(known, default=0.0), max(known, default=0.0)
    cosines = [lowest if each.cosine is None else each.cosine for each in passages]
    mean = sum(cosines) / len(cosines)
    spread = math.sqrt(sum((each - mean) ** 2 for each in cosines) / len(cosines)) or 1.0
    vector = [each.ranks.get("vector", NOT_RANKED) for each in passages]
    words = [each.ranks.get("words", NOT_RANKED) for each in passages]
    best = max(each.fused_score for each in passages) or 1.0
    return [
        [(each - mean) / spread for each in cosines],
        [(each - highest) / ((highest - lowest) or 1.0) for each in cosines],
        [-math.log(each) for each in vector],
        [1 / each for each in vector],
        [-math.log(each) for each in words],
        [1 / each for each in words],
        [each.fused_score / best for each in passages],
    ]


def _by_words(asked: _Asked, read: Sequence[_Read], rarity: Sequence[float]) -> list[list[float]]:
    """How much of the question's words a passage holds, and how near they stand."""
    total = sum(rarity) or 1.0
    mean = sum(each.length for each in read) / len(read) or 1.0
    scores = [_bm25(each, rarity, mean) for each in read]
    best = max(scores) or 1.0
    rarest = max(rarity, default=0.0)
    rare = [at for at, each in enumerate(rarity) if each >= 0.5 * rarest]
    return [
        [each / best for each in scores],
        [sum(map(bool, each.counts)) / (len(asked.words) or 1) for each in read],
        [sum(bool(each.counts[at]) for at in rare) / (len(rare) or 1) for each in read],
        [_window(each, rarity) / total for each in read],
        [_pairs(asked, each, rarity, NEAR) for each in read],
        [_pairs(asked, each, rarity, 1) for each in read],
        [_share([word.folded in each.forms for word in asked.words], rarity) for each in read],
        [_prefixed(asked, each) for each in read],
        [_share([w.folded in each.forms for w in asked.words if w.is_name]) for each in read],
        [_share([number in each.numbers for number in asked.numbers]) for each in read],
    ]


def _by_place(
    asked: _Asked, passages: Sequence[Passage], read: Sequence[_Read], rarity: Sequence[float]
) -> list[list[float]]:
    """Identifiers, titles, length, language, and what kind of answer is asked for."""
    codes = max(len(each.matched_identifiers) for each in passages) or 1
    total = sum(rarity) or 1.0
    mean = sum(each.length for each in read) / len(read) or 1.0
    order = sorted(range(len(passages)), key=lambda at: passages[at].fused_rank)[:_CENTRE]
    return [
        [len(each.matched_identifiers) / codes for each in passages],
        [sum(rarity[at] for at in each.place) / total for each in read],
        [each.place_share for each in read],
        [math.log((each.length + 1) / (mean + 1)) for each in read],
        [float(each.language == asked.language) for each in passages],
        [math.log1p(len(each.numbers)) if asked.how_many else 0.0 for each in read],
        [math.log1p(each.years) if asked.when else 0.0 for each in read],
        [-each.hits[0][0] / (each.length + 1) if each.hits else -1.0 for each in read],
        [_central(read, at, order) for at in range(len(read))],
    ]


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


def _pairs(asked: _Asked, read: _Read, rarity: Sequence[float], near: int) -> float:
    """The share of neighbours in the question, weighed by rarity, that stand within ``near`` words in the passage."""
    places: dict[int, set[int]] = {}
    for place, word in read.hits:
        places.setdefault(word, set()).add(place)
    total = found = 0.0
    for at in range(len(asked.words) - 1):
        weight = rarity[at] + rarity[at + 1]
        total += weight
        after = places.get(at + 1, set())
        if any(place + step in after for place in places.get(at, ()) for step in range(1, near + 1)):
            found += weight
    return found / total if total else 0.0


def _share(held: Sequence[bool], weights: Sequence[float] | None = None) -> float:
    """The share of what is held, weighed where weights are given."""
    weights = weights or [1.0] * len(held)
    total = sum(weights)
    return sum(weight for has, weight in zip(held, weights, strict=True) if has) / total if total else 0.0


def _prefixed(asked: _Asked, read: _Read) -> float:
    words = [each.folded for each in asked.words]
    return _share(
        [each[:PREFIX] in read.prefixes if len(each) >= PREFIX else each in read.forms for each in words]
    )


def _central(read: Sequence[_Read], at: int, first: Sequence[int]) -> float:
    """How alike the passage is, in its terms, to the others among the first ones."""
    own = read[at].terms
    near = [
        len(own & read[other].terms) / math.sqrt(len(own) * len(read[other].terms))
        for other in first
        if other != at and own and read[other].terms
    ]
    return sum(near) / len(near) if near else 0.0
