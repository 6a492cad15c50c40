"""What retrieval hands to a reranker, for the labelled sets: the product's rankers and fusion over an exact index.

BM25 is computed here over the terms that the product indexes, with the constants of its engine; vectors are compared
one by one. Identifiers, fusion and the precedence of whole identifiers are the product's own.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from benchmarks.rerank_sets import RetrievalSet, SetPassage
from benchmarks.rerank_vectors import vectors_of
from fidedigno.evaluate.retrieval_metrics import mean_interval, ndcg
from fidedigno.gather.candidate import Candidate
from fidedigno.gather.fuse import reciprocal_rank_fusion
from fidedigno.ingest.analyse import analyse, analyse_question, words_of
from fidedigno.ingest.identifiers import identifiers_in
from fidedigno.model import Evidence, EvidenceKind, Locator

DEPTH = 50
LONG_WORD_CHARACTERS = 8
K1, B = 1.2, 0.75
_MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


class WordIndex:
    """BM25 over lists of terms."""

    def __init__(self, documents: Sequence[Sequence[str]]) -> None:
        counts = [Counter(each) for each in documents]
        lengths = np.array([max(1, each.total()) for each in counts], dtype=float)
        self._norm = K1 * (1 - B + B * lengths / lengths.mean())
        self._size = len(documents)
        held: dict[str, list[tuple[int, int]]] = {}
        for at, each in enumerate(counts):
            for term, count in each.items():
                held.setdefault(term, []).append((at, count))
        self._held = {term: np.array(rows) for term, rows in held.items()}

    def rank(self, terms: Sequence[str], depth: int) -> list[tuple[int, float]]:
        """The best ``depth`` documents and their scores."""
        scores = np.zeros(self._size)
        for term in terms:
            rows = self._held.get(term)
            if rows is None:
                continue
            at, count = rows[:, 0], rows[:, 1]
            rarity = math.log1p((self._size - len(rows) + 0.5) / (len(rows) + 0.5))
            scores[at] += rarity * count * (K1 + 1) / (count + self._norm[at])
        best = np.argsort(-scores, kind="stable")[:depth]
        return [(int(at), float(scores[at])) for at in best if scores[at] > 0]


class SetRetriever:
    """Retrieval over one set."""

    def __init__(self, data: RetrievalSet, embedder: str) -> None:
        self.data = data
        self._passages, self._questions = vectors_of(data, embedder)
        self._words = WordIndex([analyse(each.searched, each.language) for each in data.passages])
        self._held = [frozenset(identifiers_in(each.searched)) for each in data.passages]
        self._codes = WordIndex([sorted(each) for each in self._held])

    def candidates(self, at: int) -> list[Candidate]:
        """What the product gathers for the question ``at``, best first."""
        question = self.data.questions[at].text
        named = identifiers_in(question)
        small = dict.fromkeys(w.casefold() for w in words_of(question) if len(w) >= LONG_WORD_CHARACTERS)
        codes = (*named, *(word for word in small if word not in named))
        cosines = self._passages @ self._questions[at]
        # Without vectors (the embedder ``none``) that ranking is empty.
        nearest = np.argsort(-cosines, kind="stable")[: DEPTH if self._questions.shape[1] else 0]
        rankings = {
            "vector": [int(each) for each in nearest],
            "words": [each for each, _ in self._words.rank(analyse_question(question), DEPTH)],
            "identifiers": [each for each, _ in self._codes.rank(codes, DEPTH)],
        }
        near = frozenset(rankings["vector"])
        ranks = {name: {each: rank for rank, each in enumerate(ids, 1)} for name, ids in rankings.items()}
        fused = reciprocal_rank_fusion(rankings)[:DEPTH]
        matched = {each: self._held[each].intersection(codes) for each, _ in fused}
        ordered = sorted(fused, key=lambda pair: -len(matched[pair[0]]))
        return [
            Candidate(
                _card(each, self.data.passages[each]),
                rank,
                {name: of[each] for name, of in ranks.items() if each in of},
                float(cosines[each]) if each in near else None,
                frozenset(matched[each]),
                score,
            )
            for rank, (each, score) in enumerate(ordered, 1)
        ]


def _card(number: int, passage: SetPassage) -> Evidence:
    return Evidence(
        id=passage.key,
        kind=EvidenceKind.PASSAGE,
        source="benchmark",
        document_id=number,
        title=passage.title,
        authority="reference",
        corpus="benchmark",
        audience=("public",),
        version="v1",
        updated_at=_MOMENT,
        retrieved_at=_MOMENT,
        content=passage.text,
        locator=Locator(passage.key, start=0, end=len(passage.text)),
        language=passage.language,
    )


def gains(order: Sequence[str], gold: frozenset[str], k: int = 10) -> float:
    """nDCG at ``k`` with one grade of relevance."""
    return ndcg(order, dict.fromkeys(gold, 1.0), k)


def paired_interval(
    before: Sequence[float], after: Sequence[float], repeats: int = 10_000, seed: int = 7
) -> tuple[float, float, float]:
    """Mean gain and its 95 % interval by paired bootstrap over questions."""
    gain: NDArray[np.float64] = np.asarray(after, dtype=float) - np.asarray(before, dtype=float)
    return float(gain.mean()), *mean_interval(gain.tolist(), seed, repeats)
