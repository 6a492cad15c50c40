"""One ranking out of those that several tables gave for one question.

Similarities of vectors come from one embedder and mean the same everywhere, so they are merged by their value:
the outcome is that of one table. Scores of words do not: BM25 weighs a word by how rare it is *in its table*,
and in a small one every word is rare. There the merge keeps the order of each table, and of the two passages at
the head of two tables takes the one that holds more of the question's terms, which can be counted without any
statistics; then the one that stands higher in its own table.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from fidedigno.index.protocol import Ranking


@dataclass(frozen=True, slots=True)
class TableRanking:
    """The ranking of one table; ``matched`` says of each passage how many of the terms asked for it holds."""

    ranking: Ranking
    seconds: float = 0.0
    method: str = "none"
    matched: tuple[int, ...] = ()


def merge_by_score(rankings: Sequence[Ranking], depth: int) -> Ranking:
    """Merge rankings whose scores mean the same; of equal scores the lower id comes first.

    >>> merge_by_score([Ranking((1, 2), (0.9, 0.2)), Ranking((7,), (0.5,))], 2)
    Ranking(chunk_ids=(1, 7), scores=(0.9, 0.5))
    """
    pairs = [
        (-score, chunk_id)
        for each in rankings
        for chunk_id, score in zip(each.chunk_ids, each.scores, strict=True)
    ]
    best = heapq.nsmallest(depth, pairs)
    return Ranking(tuple(chunk_id for _, chunk_id in best), tuple(-score for score, _ in best))


def merge_by_matches(rankings: Sequence[TableRanking], depth: int) -> Ranking:
    """Merge rankings whose scores cannot be compared; the scores given are ``1 / rank``.

    >>> few = TableRanking(Ranking((1, 2), (9, 8)), matched=(1, 1))
    >>> many = TableRanking(Ranking((7,), (1,)), matched=(2,))
    >>> merge_by_matches([few, many], 3).chunk_ids
    (7, 1, 2)
    """
    heads = [(*_key(each, 0), number, 0) for number, each in enumerate(rankings) if each.ranking.chunk_ids]
    heapq.heapify(heads)
    found: list[int] = []
    while heads and len(found) < depth:
        _, _, chunk_id, number, place = heapq.heappop(heads)
        found.append(chunk_id)
        if place + 1 < len(rankings[number].ranking.chunk_ids):
            heapq.heappush(heads, (*_key(rankings[number], place + 1), number, place + 1))
    coverage = max((each.ranking.coverage for each in rankings), default=1.0)
    return Ranking(tuple(found), tuple(1.0 / rank for rank in range(1, len(found) + 1)), coverage)


def _key(table: TableRanking, place: int) -> tuple[int, int, int]:
    return (-table.matched[place], place, table.ranking.chunk_ids[place])
