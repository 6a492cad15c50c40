"""A small in-memory hybrid retriever for the answer benchmark: BM25 and exact vectors, fused by rank.

It stands in for the index so that the answer stage is measured alone; it shares the word analysis.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime

import numpy as np

from benchmarks.answer_sets import Paragraph, Vectors
from fidedigno.gather.candidate import Candidate
from fidedigno.ingest.analyse import analyse, analyse_question
from fidedigno.model import Evidence, EvidenceKind, Locator

RRF_K = 60
DEPTH = 10
_MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


def _card(number: int, paragraph: Paragraph) -> Evidence:
    return Evidence(
        id=paragraph.key,
        kind=EvidenceKind.PASSAGE,
        source="benchmark",
        document_id=number,
        title=paragraph.article,
        authority="reference",
        corpus="benchmark",
        audience=("public",),
        version="v1",
        updated_at=_MOMENT,
        retrieved_at=_MOMENT,
        content=paragraph.text,
        locator=Locator(paragraph.key, start=0, end=len(paragraph.text)),
        language=paragraph.language,
    )


class Retriever:
    """Hybrid retrieval over a fixed set of paragraphs, any of which can be withheld for a question.

    Word statistics are computed over what is left, as if the withheld paragraph had never been there.
    """

    def __init__(self, paragraphs: Sequence[Paragraph], vectors: Vectors) -> None:
        self._keys = [paragraph.key for paragraph in paragraphs]
        self._cards = [_card(number, paragraph) for number, paragraph in enumerate(paragraphs)]
        self._vectors = vectors
        self._counts = [Counter(analyse(p.text, p.language)) for p in paragraphs]
        self._lengths = np.array([max(1, count.total()) for count in self._counts])

    def search(
        self, question: str, vector: Vectors, withheld: AbstractSet[str] = frozenset()
    ) -> list[Candidate]:
        """The first ten candidates by fused rank."""
        allowed = [number for number, key in enumerate(self._keys) if key not in withheld]
        cosines = self._vectors[allowed] @ vector
        by_vector = {allowed[n]: rank for rank, n in enumerate(np.argsort(-cosines, kind="stable")[:50], 1)}
        similarity = dict(zip(allowed, cosines.tolist(), strict=True))
        by_words = self._by_words(analyse_question(question), allowed)
        fused: dict[int, float] = {}
        for ranks in (by_vector, by_words):
            for number, rank in ranks.items():
                fused[number] = fused.get(number, 0.0) + 1 / (RRF_K + rank)
        best = sorted(fused, key=lambda number: (-fused[number], number))[:DEPTH]
        return [
            Candidate(
                self._cards[number],
                rank,
                {
                    name: of[number]
                    for name, of in (("vector", by_vector), ("words", by_words))
                    if number in of
                },
                similarity[number],
            )
            for rank, number in enumerate(best, 1)
        ]

    def _by_words(self, terms: Sequence[str], allowed: Sequence[int]) -> dict[int, int]:
        mean = float(self._lengths[list(allowed)].mean())
        scores: dict[int, float] = {}
        for term in terms:
            holding = [number for number in allowed if term in self._counts[number]]
            rarity = math.log1p((len(allowed) - len(holding) + 0.5) / (len(holding) + 0.5))
            for number in holding:
                count = self._counts[number][term]
                norm = 1.2 * (0.25 + 0.75 * float(self._lengths[number]) / mean)
                scores[number] = scores.get(number, 0.0) + rarity * count * 2.2 / (count + norm)
        ranked = sorted(scores, key=lambda number: (-scores[number], number))[:50]
        return {number: rank for rank, number in enumerate(ranked, 1)}
