"""A workspace with the passages of a set, one document each, as a user would have it: files, ingested.

Vectors are kept on disk by the hash of their text, so that a passage is embedded once whatever else changes.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.common import console
from benchmarks.retrieval_sets import Passage
from fidedigno import Fidedigno
from fidedigno.config import Settings
from fidedigno.index.table import SCHEMA_VERSION, schema_for
from fidedigno.ingest import embed
from fidedigno.ingest.cutting import PREPARATION
from fidedigno.workspace import FOLDER

CACHE = Path(os.environ.get("FIDEDIGNO_BENCH_CACHE", Path(__file__).parent / ".cache"))
READER = "reader"
MADE_BY = ("embedder", "context", "chunk_tokens", "overlap_tokens")
"""The settings that what is indexed depends on; a workspace is made once for all values of the others."""
CORPUS = """\
name: passages
owner: reader
audience: public
sensitivity: public
authority: reference
acl: [anyone]
ai_allowed: true
revocation_lag: 3650d
freshness: 3650d
language: {language}
timezone: UTC
"""


class KeptVectors:
    """An embedder whose vectors are kept in a file, by the hash of the text."""

    def __init__(self, inner: embed.Embedder) -> None:
        self._inner = inner
        self.fingerprint, self.dimensions = inner.fingerprint, inner.dimensions
        # One record a vector, written in one step at the end of the file: several processes may write at once.
        self._record = np.dtype([("key", "V16"), ("vector", np.float32, (self.dimensions,))])
        CACHE.mkdir(parents=True, exist_ok=True)
        self._file = CACHE / f"{hashlib.sha256(inner.fingerprint.encode()).hexdigest()[:16]}.vectors"
        self._file.touch()
        rows = np.fromfile(self._file, self._record)
        self._known = {bytes(row["key"]): row["vector"] for row in rows}

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The vectors of ``texts``; those that are new are computed and written down."""
        keys = [_key("passage", text) for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if missing:
            self._remember(list(missing), self._inner.passages(list(missing.values())))
        return np.stack([self._known[key] for key in keys])

    def question(self, text: str) -> NDArray[np.float32]:
        """The vector of a question."""
        key = _key("question", text)
        if key not in self._known:
            self._remember([key], self._inner.question(text)[None, :])
        return self._known[key]

    def _remember(self, keys: Sequence[bytes], vectors: NDArray[np.float32]) -> None:
        rows = np.empty(len(keys), self._record)
        rows["key"], rows["vector"] = [np.void(key) for key in keys], vectors
        with self._file.open("ab", buffering=0) as file:
            file.write(rows.tobytes())
        self._known.update(zip(keys, vectors, strict=True))


def _key(kind: str, text: str) -> bytes:
    return hashlib.sha256(f"{kind}\0{text}".encode()).digest()[:16]


def open_world(name: str, passages: Sequence[Passage], settings: Settings) -> Fidedigno:
    """The workspace of a set under some settings, made where it is not there yet."""

    def write(folder: Path) -> None:
        (folder / "corpus.yaml").write_text(CORPUS.format(language=passages[0].language), encoding="utf-8")
        for each in passages:
            (folder / f"{each.key}.txt").write_text(each.text, encoding="utf-8")
            if each.title:
                sidecar = folder / f"{each.key}.txt.meta.yaml"
                sidecar.write_text(f"title: {json.dumps(each.title)}\n", encoding="utf-8")

    return open_files(name, write, settings)


def open_files(name: str, write: Callable[[Path], None], settings: Settings) -> Fidedigno:
    """The workspace of the folder that ``write`` fills, made once for all settings that concern searching alone."""
    if settings.embedder != "none":
        inner = embed.embedder_named(settings.embedder)
        if not isinstance(inner, KeptVectors):
            kept = KeptVectors(inner)
            embed.EMBEDDERS[settings.embedder] = lambda: kept
            embed.embedder_named.cache_clear()
    made_by = {each: getattr(settings, each) for each in MADE_BY}
    form = f"{schema_for('', 0).names}{SCHEMA_VERSION}{PREPARATION}"
    digest = hashlib.sha256(f"{made_by!r}{form}".encode()).hexdigest()[:10]
    folder = CACHE / "worlds" / f"{name.replace(' ', '-')}-{digest}"
    if (folder / "complete").exists():
        return Fidedigno(folder / FOLDER, settings, {})
    shutil.rmtree(folder, ignore_errors=True)
    source = folder / "documents"
    source.mkdir(parents=True)
    write(source)
    Fidedigno.create(folder, admin=READER, settings=settings).close()
    world = Fidedigno(folder / FOLDER, settings, {})
    report = world.ingest(source)
    for problem in report.problems:
        console.print(f"{name}: {problem}")
    (folder / "complete").touch()
    return world
