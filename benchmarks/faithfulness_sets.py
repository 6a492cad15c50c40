"""Labelled answers: question, evidence, answer, and whether the evidence carries all of it.

The files are not part of this repository (their licences differ); which they are is told in
``docs/verification.md``. A set has a part to learn from only where its makers gave it one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from benchmarks.common import need_shared

Row = dict[str, Any]
LEARNT = {
    "attributionbench": "dev",
    "begin": "dev",
    "wice": "dev",
    "summedits": "evaluation",
    "inferes": "train",
}
"""The part of each file that may be learnt from; of the other files nothing is."""


class Peer(NamedTuple):
    """Balanced accuracies measured on the same rows: the public reference implementation (patterns, spaCy), and
    forty lexical features under a learned model, cross-validated inside the set."""

    reference: float
    reference_spacy: float
    forty_features: float


@dataclass(frozen=True)
class LabelledSet:
    """Rows on which figures are reported. ``of_answers``: written answers, not pairs of sentences."""

    name: str
    file: str
    peer: Peer
    keeps: Callable[[Row], bool]
    of_answers: bool = True

    def rows(self) -> list[Row]:
        """Its rows, in the order of the file."""
        return [row for row in read(self.file) if self.keeps(row)]


def _split(name: str) -> Callable[[Row], bool]:
    return lambda row: row["split"] == name


def _pairs(language: str, *, neutral: bool) -> Callable[[Row], bool]:
    return lambda row: (
        row["lang"] == language and row["split"] == "test" and (neutral or row["kind"] != "neutral")
    )


def _both(name: str, file: str, language: str, whole: Peer, opposed: Peer) -> tuple[LabelledSet, LabelledSet]:
    """Pairs of sentences: with the neutral ones, and contradiction against entailment alone."""
    return (
        LabelledSet(name, file, whole, _pairs(language, neutral=True), of_answers=False),
        LabelledSet(f"{name}, {_OPPOSED}", file, opposed, _pairs(language, neutral=False), of_answers=False),
    )


def _any(_: Row) -> bool:
    return True


_OPPOSED = "contradiction/entailment"
SETS: Sequence[LabelledSet] = (
    LabelledSet("AttributionBench dev", "attributionbench", Peer(0.530, 0.536, 0.710), _split("dev")),
    LabelledSet("AttributionBench test", "attributionbench", Peer(0.512, 0.522, 0.664), _split("test")),
    LabelledSet(
        "AttributionBench test_ood", "attributionbench", Peer(0.558, 0.575, 0.813), _split("test_ood")
    ),
    LabelledSet("Q2 WoW", "q2_wow", Peer(0.525, 0.528, 0.705), _any),
    LabelledSet("QAGS", "qags", Peer(0.531, 0.531, 0.588), _any),
    LabelledSet("MT-RAG", "mtrag_human", Peer(0.543, 0.563, 0.850), _any),
    LabelledSet("BEGIN test", "begin", Peer(0.506, 0.511, 0.867), _split("test")),
    LabelledSet("WiCE", "wice", Peer(0.596, 0.607, 0.688), _any),
    LabelledSet("SummEdits", "summedits", Peer(0.568, 0.568, 0.687), _any),
    *_both("InferES test", "inferes", "es", Peer(0.503, 0.503, 0.708), Peer(0.499, 0.499, 0.565)),
    *_both("ESXNLI es", "esxnli", "es", Peer(0.501, 0.501, 0.624), Peer(0.502, 0.502, 0.642)),
    *_both("ESXNLI en", "esxnli", "en", Peer(0.505, 0.510, 0.607), Peer(0.505, 0.505, 0.625)),
)


@cache
def read(file: str) -> list[Row]:
    """All rows of one file."""
    path = need_shared() / "faithfulness" / f"{file}.jsonl"
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def may_learn(row: Row) -> bool:
    """Whether a row is of a part to learn from."""
    return LEARNT.get(row["dataset"]) == row["split"]


@cache
def answers_reported() -> frozenset[str]:
    """Answers of the reported parts: a row with one of them is not learnt from, wherever it stands."""
    return frozenset(plain(row["answer"]) for each in SETS for row in each.rows() if not may_learn(row))


def group_of(row: Row) -> str:
    """Rows of one group share their evidence (or are translations of each other) and are never parted by folds."""
    if row["dataset"] == "esxnli":
        return f"esxnli-{(int(row['id'].rpartition('-')[2]) - 1) // 3}"
    return plain(row["context"][0])[:300] if row["context"] else ""


def plain(text: str) -> str:
    """A text without differences of case and spacing."""
    return " ".join(text.lower().split())
