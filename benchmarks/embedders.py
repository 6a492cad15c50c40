"""The embedders that carry their weights, on XQuAD: quality in and across languages, and speed."""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np

from benchmarks.common import interval, keep, need_shared, show
from fidedigno.errors import ConfigurationError
from fidedigno.ingest.embed import EMBEDDERS, Embedder, embedder_named

QUESTIONS = 300
K = 10


def load(path: Path) -> tuple[list[str], list[tuple[str, int]]]:
    """Paragraphs, and questions with the number of their paragraph."""
    paragraphs: list[str] = []
    questions: list[tuple[str, int]] = []
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            questions += [(qa["question"], len(paragraphs)) for qa in paragraph["qas"]]
            paragraphs.append(paragraph["context"])
    return paragraphs, questions


def quality(
    paragraphs: np.ndarray, questions: np.ndarray, gold: list[int]
) -> tuple[list[float], list[float]]:
    """nDCG@10 and whether the first hit is right, for each question."""
    gains, firsts = [], []
    for scores, right in zip(questions @ paragraphs.T, gold, strict=True):
        rank = int((scores > scores[right]).sum())
        gains.append(1 / np.log2(rank + 2) if rank < K else 0.0)
        firsts.append(float(rank == 0))
    return gains, firsts


def measure(name: str, embedder: Embedder) -> dict:
    """All four directions between Spanish and English."""
    folder = need_shared() / "public" / "xquad"
    chosen = np.random.default_rng(1).choice(1190, QUESTIONS, replace=False)
    vectors, asked, gold = {}, {}, {}
    started, count = time.perf_counter(), 0
    for language in ("es", "en"):
        paragraphs, questions = load(folder / f"xquad.{language}.json")
        vectors[language] = np.concatenate(
            [embedder.passages(paragraphs[i : i + 32]) for i in range(0, len(paragraphs), 32)]
        )
        count += len(paragraphs)
        asked[language] = [questions[i][0] for i in chosen]
        gold[language] = [questions[i][1] for i in chosen]
    passages_per_second = count / (time.perf_counter() - started)
    started = time.perf_counter()
    embedded = {lang: np.stack([embedder.question(q) for q in asked[lang]]) for lang in asked}
    question_ms = (time.perf_counter() - started) / (2 * QUESTIONS) * 1000
    directions = {}
    for source in ("es", "en"):
        for target in ("es", "en"):
            gains, firsts = quality(vectors[target], embedded[source], gold[target])
            directions[f"{source}→{target}"] = {
                "ndcg10": float(np.mean(gains)), "ndcg10_interval": interval(gains), "first": float(np.mean(firsts)),
            }  # fmt: skip
    return {
        "embedder": name, "fingerprint": embedder.fingerprint, "passages_per_second": passages_per_second,
        "question_ms": question_ms, "directions": directions,
    }  # fmt: skip


def main() -> None:
    """Measure each embedder that is installed."""
    found = []
    for name in EMBEDDERS:
        if name == "none":
            continue
        try:
            found.append(measure(name, embedder_named(name)))
        except ConfigurationError as error:
            print(f"{name}: left out, {error.message}")
    show(
        f"XQuAD, {QUESTIONS} questions over 240 paragraphs: nDCG@10 / first hit",
        ("embedder", "es→es", "es→en", "en→es", "en→en", "passages/s", "ms a question"),
        [
            (
                each["embedder"],
                *(
                    f"{each['directions'][d]['ndcg10']:.3f} / {each['directions'][d]['first']:.3f}"
                    for d in ("es→es", "es→en", "en→es", "en→en")
                ),
                each["passages_per_second"],
                each["question_ms"],
            )
            for each in found
        ],
    )
    keep("embedders", {"questions": QUESTIONS, "paragraphs": 240, "found": found})


if __name__ == "__main__":
    main()
