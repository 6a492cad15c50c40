"""Passages that say what an earlier one has said already: copies give way, and others make room for what is new.

A copy is a passage whose words all stand, in order, in a better one that has the same title, corpus, authority,
scope, audience, validity, series and supports: nothing that it says is lost, and no edition, conflict or second
authority can be hidden by it. Passages that merely resemble one another may differ in the one word that matters; they
are never left out, only put later (maximal marginal relevance: Carbonell and Goldstein, SIGIR 1998).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fidedigno.gather.candidate import Candidate
from fidedigno.ingest.analyse import fold, words_of

SHINGLE = 3
"""How many words in a row are compared."""


def without_copies(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without those whose words an earlier one of the same standing holds. Ranks count anew.

    >>> without_copies([])
    []
    """
    kept: list[Candidate] = []
    said: dict[object, list[str]] = {}
    for each in candidates:
        words = f" {' '.join(_words(each))} "
        earlier = said.setdefault(_standing(each), [])
        if not words.strip() or not any(words in other for other in earlier):
            kept.append(each)
            earlier.append(words)
    return _counted(kept)


def diversified(candidates: Sequence[Candidate], diversity: float) -> list[Candidate]:
    """The same candidates in an order that weighs ``1 - diversity`` of relevance against ``diversity`` of resemblance
    to what comes before. Relevance is one over the place, resemblance the share of common runs of words (Jaccard).

    The first candidate stays the first. One that holds more identifiers of the question stays before one that
    holds fewer.

    Raises:
        ValueError: if ``diversity`` is not from 0 to 1.
    """
    if not 0 <= diversity <= 1:
        raise ValueError("diversity is from 0 to 1")
    if not diversity:
        return list(candidates)
    shingles = [_shingles(each) for each in candidates]
    left, chosen = list(range(len(candidates))), list[int]()
    closest = [0.0] * len(candidates)
    while left:
        most = max(len(candidates[place].matched_identifiers) for place in left)
        named = [place for place in left if len(candidates[place].matched_identifiers) == most]
        best = max(named, key=lambda place: (1 - diversity) / (1 + place) - diversity * closest[place])
        left.remove(best)
        chosen.append(best)
        for place in left:
            closest[place] = max(closest[place], _resemblance(shingles[place], shingles[best]))
    return _counted([candidates[place] for place in chosen])


def _counted(candidates: Sequence[Candidate]) -> list[Candidate]:
    return [replace(each, rank=rank) for rank, each in enumerate(candidates, start=1)]


def _words(candidate: Candidate) -> list[str]:
    """The words with their figures, signs and accents: ``-5`` is not ``5``, nor ``si`` ``sí``."""
    return unicodedata.normalize("NFC", candidate.evidence.content).casefold().split()


def _standing(candidate: Candidate) -> object:
    """What makes two passages weigh the same. The title too: one sentence may stand in the runbooks of two services."""
    card = candidate.evidence
    return (
        card.title, card.kind, card.source, card.corpus, card.authority, frozenset(card.audience),
        frozenset(card.scope.items()), card.validity, card.series, card.supports, frozenset(card.values.items()),
        card.timezone, card.relations, card.past_review, candidate.sensitivity, candidate.beside,
    )  # fmt: skip


def _shingles(candidate: Candidate) -> frozenset[tuple[str, ...]]:
    return frozenset(_runs([fold(word) for word in words_of(candidate.evidence.content)]))


def _runs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for place in range(max(min(1, len(words)), len(words) - SHINGLE + 1)):
        yield tuple(words[place : place + SHINGLE])


def _resemblance(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> float:
    return len(one & other) / max(1, len(one | other))
