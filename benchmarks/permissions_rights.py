"""What a change of rights of a whole folder costs, against the first ingestion of the same documents."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.permissions_world import DECLARATION, MadeUpSystem, RandomVectors, one_list, own_lists
from fidedigno import Fidedigno
from fidedigno.ingest.batch import BatchWriter

TURNS = 3
"""Each kind of change is made so often; the middle time counts, and all are kept."""


def processor_seconds() -> float:
    """What this process and those that it began and saw end have used so far."""
    parts = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in parts)


def bytes_below(folder: Path) -> dict[str, int]:
    """Every file with its size."""
    return {str(path): path.stat().st_size for path in folder.rglob("*") if path.is_file()}


@contextmanager
def noted_settling() -> Iterator[list[float]]:
    """When the index begins to tidy up: every right counts by then, and questions are answered meanwhile."""
    moments: list[float] = []
    settle = BatchWriter.settle

    def noted(self: BatchWriter) -> None:
        moments.append(time.perf_counter())
        settle(self)

    with patch.object(BatchWriter, "settle", noted):
        yield moments


class Watched:
    """A workspace in which a change of rights must embed nothing and write no chunk."""

    def __init__(self, workspace: Fidedigno, system: MadeUpSystem, embedder: RandomVectors) -> None:
        self._workspace = workspace
        self._system = system
        self._embedder = embedder
        self._folder: Path | None = None

    def first(self) -> dict[str, Any]:
        """Ingest all documents for the first time."""
        began = time.perf_counter()
        self._folder = self._workspace.sync(self._system, DECLARATION).mirror.folder
        mirrored = time.perf_counter()
        report = self._workspace.ingest(self._folder)
        ended = time.perf_counter()
        return {
            "documents": report.indexed, "chunks": report.chunks, "mirror_s": mirrored - began,
            "index_s": ended - mirrored,
        }  # fmt: skip

    def turn(self, rights: Callable[[int], Any]) -> dict[str, Any]:
        """Change the rights of every document in the source system, and bring them into the index."""
        self._system.rights = rights
        used, began = processor_seconds(), time.perf_counter()
        self._workspace.sync(self._system, DECLARATION, contents=False)
        return self._apply(used, began, time.perf_counter())

    def redeclare(self, turn: int) -> dict[str, Any]:
        """Change the access list of the corpus itself, in ``corpus.yaml``."""
        if self._folder is None:
            raise RuntimeError("ingest first")
        place = self._folder / "corpus.yaml"
        lines = place.read_text("utf-8").splitlines()
        at = lines.index("acl:") + 1
        lines[at] = f"- group:bench:corp:five-{turn}"
        place.write_text("\n".join(lines) + "\n", "utf-8")
        began = time.perf_counter()
        return self._apply(processor_seconds(), began, began)

    def _apply(self, used: float, began: float, mirrored: float) -> dict[str, Any]:
        embedded, before = self._embedder.embedded, bytes_below(self._workspace.folder / "index")
        with noted_settling() as settling:
            report = self._workspace.ingest(self._folder or ".")
        ended = time.perf_counter()
        if (report.indexed, report.chunks, report.embedded) != (0, 0, 0):
            raise AssertionError(f"a change of rights wrote {report.chunks} chunks")
        if self._embedder.embedded != embedded or report.relabelled != self._system.documents:
            raise AssertionError(f"{report.relabelled} documents relabelled, something embedded")
        after = bytes_below(self._workspace.folder / "index")
        written = sum(size for path, size in after.items() if path not in before)
        return {
            "counts_s": settling[0] - began, "mirror_s": mirrored - began, "index_s": ended - mirrored,
            "processor_s": processor_seconds() - used,
            "index_mb_written": written / 1e6, "index_mb": sum(after.values()) / 1e6,
        }  # fmt: skip


def measure(watched: Watched, first: dict[str, Any]) -> list[dict[str, Any]]:
    """Three kinds of change, each so often that a middle can be told."""
    kinds: dict[str, Callable[[int], dict[str, Any]]] = {
        "one list for all": lambda turn: watched.turn(one_list(turn)),
        "each its own list": lambda turn: watched.turn(own_lists(turn)),
        "corpus.yaml": watched.redeclare,
    }
    found = []
    for kind, change in kinds.items():
        turns = sorted((change(turn) for turn in range(TURNS)), key=lambda each: each["index_s"])
        middle = turns[len(turns) // 2]
        found.append(
            {
                "change": kind, **middle, "seconds": middle["mirror_s"] + middle["index_s"],
                "of_first": middle["index_s"] / first["index_s"], "all_index_s": [t["index_s"] for t in turns],
                "all_counts_s": [t["counts_s"] for t in turns],
                "all_mirror_s": [t["mirror_s"] for t in turns],
            }
        )  # fmt: skip
    return found
