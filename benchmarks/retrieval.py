"""What each part of retrieval gains, on labelled public sets: nDCG@10, Recall@5 and @20, failure@20, with intervals.

Every row is the product itself: files ingested into a workspace, questions asked as a reader. Rows of one set have the
same passages, vectors and questions. A gain is the mean of the differences question by question against the row
``hybrid`` and stands with its 95 % bootstrap interval. Metrics: Järvelin and Kekäläinen, 2002 (nDCG).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rich.progress import track

from benchmarks.common import console, interval, keep, milliseconds, show
from benchmarks.retrieval_sets import Asked, RetrievalSet, every_set
from benchmarks.retrieval_world import READER, open_world
from fidedigno import Fidedigno
from fidedigno.config import Settings
from fidedigno.evaluate.retrieval_metrics import ndcg, recall
from fidedigno.gather import Gathered
from fidedigno.index.protocol import RANKERS
from fidedigno.model import Question

DEPTH = 50
Search = Callable[[Asked], Sequence[str]]
"""The keys of the documents found for a question, best first, each once."""


@dataclass(frozen=True, slots=True)
class Row:
    """A way of searching: its name, the context of its chunks, and the settings that it needs besides."""

    name: str
    context: str = "structural"
    rankers: tuple[str, ...] = RANKERS
    settings: Mapping[str, object] | None = None


ROWS = (
    Row("words, no context", "none", ("words", "identifiers")),
    Row("vectors, no context", "none", ("vector",)),
    Row("hybrid, no context", "none"),
    Row("words", rankers=("words", "identifiers")),
    Row("vectors", rankers=("vector",)),
    Row("hybrid, ranks alone", settings={"word_coverage": False}),
    Row("hybrid"),
    Row("hybrid, copies collapsed", settings={"collapse": True}),
    Row("hybrid, diversity 0.2", settings={"diversity": 0.2}),
    Row("hybrid, reranked", settings={"rerank": "learned"}),
)
BASE = "hybrid"


def documents_of(gathered: Gathered) -> list[str]:
    """The documents found, each at its best place."""
    uris = (each.evidence.locator.uri for each in gathered.candidates)
    return list(dict.fromkeys(uri.rpartition("/")[2].removesuffix(".txt") for uri in uris))


def searching(world: Fidedigno, seconds: list[float]) -> Search:
    """The search of a world; the seconds of each question beyond the embedder are added to ``seconds``."""
    identity, pipeline = world.identity(READER), world.pipeline

    def search(asked: Asked) -> Sequence[str]:
        question = Question(asked.text)
        began = time.perf_counter()
        gathered = pipeline.gather(question, identity, DEPTH)
        seconds.append(time.perf_counter() - began - gathered.seconds.get("embed", 0.0))
        return documents_of(gathered)

    return search


def measured(labelled: RetrievalSet, row: Row, questions: Sequence[Asked]) -> dict[str, object]:
    """The figures of a row over the questions."""
    chosen = {
        "context": row.context,
        "drift": False,
        "rankers": row.rankers,
        "rerank": "",
        **(row.settings or {}),
    }
    settings = Settings.model_validate(chosen)
    seconds: list[float] = []
    with open_world(labelled.world, labelled.passages, settings) as world:
        search = searching(world, seconds)
        search(questions[0])
        seconds.clear()
        found = [
            search(each)
            for each in track(questions, f"{labelled.name}: {row.name}", console=console, transient=True)
        ]
    pairs = list(zip(found, (each.relevant for each in questions), strict=True))
    gains = [ndcg(ids, relevant) for ids, relevant in pairs]
    return {
        "row": row.name, "ndcg10": gains, "recall5": [recall(*pair, 5) for pair in pairs],
        "recall20": [recall(*pair, 20) for pair in pairs], "p50_ms": milliseconds(seconds, 50),
        "p95_ms": milliseconds(seconds, 95),
    }  # fmt: skip


def mean(values: Sequence[float]) -> float:
    """The mean."""
    return sum(values) / len(values)


def summary(found: Mapping[str, dict], row: dict) -> dict[str, object]:
    """Means and intervals; the gain over the base row, where there is one."""
    gains = [one - other for one, other in zip(row["ndcg10"], found[BASE]["ndcg10"], strict=True)]
    return {
        "row": row["row"], "ndcg10": mean(row["ndcg10"]), "interval": interval(row["ndcg10"]),
        "gain": mean(gains), "gain_interval": interval(gains), "recall5": mean(row["recall5"]),
        "recall20": mean(row["recall20"]), "failure20": 1 - mean(row["recall20"]),
        "p50_ms": row["p50_ms"], "p95_ms": row["p95_ms"],
    }  # fmt: skip


def measure(labelled: RetrievalSet, part: str, rows: Sequence[Row] = ROWS) -> dict[str, object]:
    """All rows of a set over one part of its questions, or over all of them."""
    questions = [each for each in labelled.questions if part in {"all", each.part}]
    found = {row.name: measured(labelled, row, questions) for row in rows}
    return {
        "set": labelled.name, "part": part, "questions": len(questions), "passages": len(labelled.passages),
        "rows": [summary(found, each) for each in found.values()],
    }  # fmt: skip


def display(result: dict) -> None:
    """Print the table of a set."""
    show(
        f"{result['set']} ({result['part']}): {result['questions']} questions, {result['passages']} passages",
        ("row", "nDCG@10", "95 %", "gain", "95 %", "R@5", "R@20", "p50 ms", "p95 ms"),
        [
            (
                each["row"], each["ndcg10"], "[{:.3f}, {:.3f}]".format(*each["interval"]), each["gain"],
                "[{:+.3f}, {:+.3f}]".format(*each["gain_interval"]), each["recall5"], each["recall20"],
                each["p50_ms"], each["p95_ms"],
            )
            for each in result["rows"]
        ],
    )  # fmt: skip


def main(arguments: Sequence[str]) -> None:
    """``python -m benchmarks.retrieval [dev] [SET ...]``: dev halves for choosing, else everything."""
    part = "dev" if "dev" in arguments else "all"
    names = [each for each in arguments if each != "dev"]
    results = []
    for labelled in every_set():
        if names and labelled.name not in names and labelled.world not in names:
            continue
        if part == "dev" and not any(each.part == "dev" for each in labelled.questions):
            continue
        results.append(measure(labelled, part))
        display(results[-1])
    keep(f"retrieval{'_dev' if part == 'dev' else ''}", {"sets": results})


if __name__ == "__main__":
    main(sys.argv[1:])
