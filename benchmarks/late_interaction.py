"""MaxSim over pages under the access filter: every permitted page compared, against the engine's index.

Pages are synthetic: patches of a page come from a few of many Gaussian clusters; a question is made of patches of
one page, disturbed. ``far`` is a hundredth of the pages, those that answer the questions worst.
"""

from __future__ import annotations

import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from benchmarks.common import interval, keep, milliseconds, peak_memory_mb, show
from fidedigno.access import Permit
from fidedigno.index.maxsim import maxsim
from fidedigno.index.pages import PageIndex, PageSearch
from fidedigno.index.pages_table import PageTables
from fidedigno.index.pages_writer import PageIndexWriter
from fidedigno.index.protocol import SearchRequest
from fidedigno.ingest.page_rows import PageRow
from fidedigno.model import Identity

PAGES = 3_000
PATCHES = 256
DIMENSIONS = 128
TOKENS = 16
QUESTIONS = 25
K = 10
DEPTH = 50
"""How many pages a question asks for, as the product does; recall is that of the first ten."""
ALWAYS = 2**60
EVERY = 10**9


def unit(vectors: np.ndarray) -> np.ndarray:
    """Rows of length one."""
    return (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)


def synthetic(rng: np.random.Generator) -> tuple[np.ndarray, list[np.ndarray]]:
    """Pages, shape ``(PAGES, PATCHES, DIMENSIONS)``, and questions."""
    centres = rng.normal(size=(2_000, DIMENSIONS)).astype(np.float32)
    pages = np.empty((PAGES, PATCHES, DIMENSIONS), np.float32)
    for number in range(PAGES):
        own = centres[rng.choice(2_000, 40, replace=False)]
        noise = 0.8 * rng.normal(size=(PATCHES, DIMENSIONS)).astype(np.float32)
        pages[number] = unit(own[rng.integers(0, 40, PATCHES)] + noise)
    asked = []
    for page in rng.integers(0, PAGES, QUESTIONS):
        patches = pages[page, rng.choice(PATCHES, TOKENS, replace=False)]
        asked.append(unit(patches + 0.06 * rng.normal(size=patches.shape)))
    return pages, asked


def best_pages(pages: np.ndarray, questions: list[np.ndarray]) -> np.ndarray:
    """The score of every page for every question, by the reference."""
    return np.array([maxsim(question, list(pages)) for question in questions])


def classes_of(scores: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, dict[str, set[int]]]:
    """An access class for each page, and the classes that each case may read."""
    draw = rng.random(PAGES)
    classes = np.select([draw < 0.002, draw < 0.01, draw < 0.1, draw < 0.5], [1, 2, 3, 4], 5)
    classes[np.argsort(scores.max(axis=0))[: PAGES // 100]] = 6
    cases = {
        "all": {1, 2, 3, 4, 5, 6},
        "50 %": {1, 2, 3, 4},
        "10 %": {1, 2, 3},
        "1 %": {1, 2},
        "0.2 %": {1},
        "far, 1 %": {6},
    }
    return classes, cases


def build(folder: Path, pages: np.ndarray, classes: np.ndarray) -> tuple[PageTables, dict[str, float]]:
    """Write and settle as the product does; returns seconds and megabytes of each."""
    tables = PageTables(folder, frozenset, "benchmark", lambda: DIMENSIONS)
    writer = PageIndexWriter(tables)
    started = time.perf_counter()
    for start in range(0, PAGES, 500):
        writer.write(
            [
                PageRow(
                    n, n, n // 20, 1, int(classes[n]), 1, -ALWAYS, ALWAYS, 1 + n % 20, 20, n, 0, pages[n]
                )
                for n in range(start, min(start + 500, PAGES))
            ]
        )  # fmt: skip
    written, size = time.perf_counter() - started, megabytes(folder)
    writer.settle(purge=True)
    return tables, {
        "write_s": written, "write_mb": size, "settle_s": time.perf_counter() - started - written,
        "settled_mb": megabytes(folder), "raw_mb": pages.nbytes / 1e6,
    }  # fmt: skip


def megabytes(folder: Path) -> float:
    """What a folder takes on disk."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def measure(
    tables: PageTables, questions: list[np.ndarray], scores: np.ndarray, classes: np.ndarray,
    cases: dict[str, set[int]],
) -> list[dict[str, object]]:  # fmt: skip
    """Recall and time of every case, exactly and through the engine's index."""
    found: list[dict[str, object]] = []
    ways = {"exact": PageSearch(exact_below=EVERY), "index": PageSearch(exact_below=0)}
    for name, readable in cases.items():
        permit = Permit(frozenset(readable), frozenset({1}), frozenset(), 1, "benchmark")
        rows = np.flatnonzero(np.isin(classes, list(readable)))
        row: dict[str, object] = {"case": name, "permitted": len(rows)}
        for way, how in ways.items():
            index = PageIndex(tables, lambda *_, permit=permit: permit, how)
            recalls, seconds = [], []
            for turn, question in enumerate([questions[0], *questions]):
                request = SearchRequest(question, (), (), datetime.now(UTC), depth=DEPTH)
                started = time.perf_counter()
                ranking = index.rank(Identity.public("benchmark"), request).by_ranker["pages"]
                spent = time.perf_counter() - started
                assert set(ranking.chunk_ids) <= set(rows.tolist())
                if turn:
                    best = rows[np.argsort(-scores[turn - 1, rows])[:K]]
                    recalls.append(len(set(best.tolist()) & set(ranking.chunk_ids[:K])) / len(best))
                    seconds.append(spent)
            row |= {
                f"{way}_recall": float(np.mean(recalls)), f"{way}_worst": min(recalls),
                f"{way}_interval": interval(recalls), f"{way}_p50_ms": milliseconds(seconds, 50),
                f"{way}_p95_ms": milliseconds(seconds, 95),
            }  # fmt: skip
        row["ratio"] = row["exact_p50_ms"] / row["index_p50_ms"]  # type: ignore[operator]
        found.append(row)
    return found


def main() -> None:
    """Build once, measure every case, print and keep."""
    rng = np.random.default_rng(17)
    pages, questions = synthetic(rng)
    scores = best_pages(pages, questions)
    classes, cases = classes_of(scores, rng)
    with tempfile.TemporaryDirectory() as folder:
        tables, built = build(Path(folder), pages, classes)
        found = measure(tables, questions, scores, classes, cases)
    shape = {
        "pages": PAGES,
        "patches": PATCHES,
        "dimensions": DIMENSIONS,
        "tokens": TOKENS,
        "questions": QUESTIONS,
    }
    keep("late_interaction", {**shape, "k": K, "built": built, "memory_mb": peak_memory_mb(), "cases": found})
    names = ("case", "permitted", "exact_recall", "exact_p50_ms", "exact_p95_ms", "index_recall", "index_worst",
             "index_p50_ms", "index_p95_ms", "ratio")  # fmt: skip
    show(
        f"MaxSim, {PAGES:,} pages of {PATCHES} × {DIMENSIONS}, recall@{K}",
        names,
        [[each[name] for name in names] for each in found],
    )
    show("built", tuple(built), [tuple(built.values())])


if __name__ == "__main__":
    main()
