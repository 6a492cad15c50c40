"""Fusion of rankings whose scores cannot be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

RRF_K = 60
"""The smoothing constant of the original paper."""


def reciprocal_rank_fusion(rankings: Mapping[str, Sequence[int]], k: int = RRF_K) -> list[tuple[int, float]]:
    """Fuse rankings by position only: each list adds ``1 / (k + rank)``, ranks counted from 1.

    Returns ``(id, score)`` from best to worst; equal scores keep the better best rank, then the lower
    id, so that the order never depends on chance. An id listed twice in one ranking counts once.

    Source: Cormack, Clarke and Büttcher, Reciprocal Rank Fusion, SIGIR 2009.

    >>> a, b, c, d = 1, 2, 3, 4
    >>> [each for each, _ in reciprocal_rank_fusion({"semantic": [a, b, c], "lexical": [c, d, b]})]
    [3, 2, 1, 4]
    """
    scores: dict[int, float] = {}
    best: dict[int, int] = {}
    for ranking in rankings.values():
        for rank, each in enumerate(dict.fromkeys(ranking), start=1):
            scores[each] = scores.get(each, 0.0) + 1.0 / (k + rank)
            best[each] = min(rank, best.get(each, rank))
    return sorted(scores.items(), key=lambda item: (-item[1], best[item[0]], item[0]))
