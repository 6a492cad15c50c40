"""Fusion of rankings whose scores cannot be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

RRF_K = 60
"""The smoothing constant of the original paper."""


class Ranked(Protocol):
    """Ids from best to worst, with the ranker's own scores."""

    @property
    def chunk_ids(self) -> tuple[int, ...]:
        """The ids."""
        ...

    @property
    def scores(self) -> tuple[float, ...]:
        """The score of each."""
        ...


@dataclass(frozen=True, slots=True)
class Fused:
    """``order`` holds ids with their scores from best to worst, ``parts`` what each ranker added to each id."""

    order: tuple[tuple[int, float], ...]
    parts: Mapping[str, Mapping[int, float]]


def reciprocal_rank_fusion(
    rankings: Mapping[str, Sequence[int]], k: int = RRF_K, weights: Mapping[str, float] | None = None
) -> list[tuple[int, float]]:
    """Fuse rankings by position only: each list adds ``weight / (k + rank)``, ranks counted from 1.

    A list without a weight has 1, as in the paper. Returns ``(id, score)`` from best to worst; equal scores keep the
    better best rank, then the lower id, so that the order never depends on chance. An id listed twice in one ranking
    counts once.

    Source: Cormack, Clarke and Büttcher, Reciprocal Rank Fusion, SIGIR 2009.

    >>> a, b, c, d = 1, 2, 3, 4
    >>> [each for each, _ in reciprocal_rank_fusion({"semantic": [a, b, c], "lexical": [c, d, b]})]
    [3, 2, 1, 4]
    """
    return summed(rankings, rank_parts(rankings, k, weights or {}))


def rank_parts(
    rankings: Mapping[str, Sequence[int]], k: int, weights: Mapping[str, float]
) -> dict[str, dict[int, float]]:
    """What each list adds to each of its ids in reciprocal rank fusion."""
    return {
        name: {each: weights.get(name, 1.0) / (k + rank) for rank, each in _ranks(ranking)}
        for name, ranking in rankings.items()
    }


def score_parts(rankings: Mapping[str, Ranked], weights: Mapping[str, float]) -> dict[str, dict[int, float]]:
    """What each list adds to each of its ids in weighted fusion: its scores, brought to 0-1 within the list, times the
    weight of its ranker.

    What a ranker did not find has 0 from it, as what it found last. A ranker without a weight counts nothing, and its
    finds come after all others. Worth more than ranks where the weights were fitted to labelled questions.

    Source: Bruch, Gai and Ingber, An Analysis of Fusion Functions for Hybrid Retrieval, TOIS 2023 (convex combination).

    >>> from fidedigno.index import Ranking
    >>> found = {"vector": Ranking((1, 2, 3), (0.9, 0.8, 0.5)), "words": Ranking((3, 1), (12.0, 2.0))}
    >>> parts = score_parts(found, {"vector": 0.75, "words": 0.25})
    >>> [each for each, _ in summed({name: ranking.chunk_ids for name, ranking in found.items()}, parts)]
    [1, 2, 3]
    """
    return {name: _normalised(ranking, weights.get(name, 0.0)) for name, ranking in rankings.items()}


def summed(
    rankings: Mapping[str, Sequence[int]], parts: Mapping[str, Mapping[int, float]]
) -> list[tuple[int, float]]:
    """The sums of the parts from best to worst, ties by the best rank, then by the id."""
    scores: dict[int, float] = {}
    best: dict[int, int] = {}
    for name, ranking in rankings.items():
        for rank, each in _ranks(ranking):
            scores[each] = scores.get(each, 0.0) + parts[name].get(each, 0.0)
            best[each] = min(rank, best.get(each, rank))
    return sorted(scores.items(), key=lambda item: (-item[1], best[item[0]], item[0]))


def _ranks(ranking: Sequence[int]) -> enumerate[int]:
    return enumerate(dict.fromkeys(ranking), start=1)


def _normalised(ranking: Ranked, weight: float) -> dict[int, float]:
    """Scores between the last and the first of the list, times the weight; a list of equals has all of it."""
    if not ranking.scores:
        return {}
    low, high = min(ranking.scores), max(ranking.scores)
    scores: dict[int, float] = {}
    for each, score in zip(ranking.chunk_ids, ranking.scores, strict=True):
        scores.setdefault(each, weight * ((score - low) / (high - low) if high > low else 1.0))
    return scores
