"""What permissions cost: a change of rights of a whole folder, a reader with many groups, a large directory.

A made-up connected system holds 10,000 documents of ten passages, with vectors that are random: what is measured
is the rewriting of rights and the filter, never the quality of what is found.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import permissions_directory, permissions_groups, permissions_rights
from benchmarks.common import keep, show
from benchmarks.permissions_world import PASSAGES, MadeUpSystem, RandomVectors
from fidedigno import Fidedigno, Settings

SEARCH_COLUMNS = {
    "groups": "groups", "classes": "classes", "passages": "passages", "warm_p50_ms": "p50 ms",
    "warm_p95_ms": "p95 ms", "warm_p95_ratio": "p95 ÷ five", "cold_p95_ms": "cold p95 ms",
    "cold_p95_ratio": "÷ five",
}  # fmt: skip


def _show_searches(chunks: int, searches: list[dict[str, Any]]) -> None:
    rows = [tuple(row[key] for key in SEARCH_COLUMNS) for row in searches]
    show(f"search on {chunks:,} chunks", tuple(SEARCH_COLUMNS.values()), rows)
    show(
        "where the time goes (p50, ms)",
        ("groups", *permissions_groups.STAGES),
        [(row["groups"], *row["stages"].values()) for row in searches],
    )


def main() -> None:
    """Fill a workspace, search it as each reader, change all rights, then measure a directory."""
    system, embedder = MadeUpSystem(), RandomVectors()
    load = os.getloadavg()
    with (
        tempfile.TemporaryDirectory() as place,
        Fidedigno.create(Path(place), admin="owner", settings=Settings(workers=2)) as workspace,
    ):
        workspace.__dict__["embedder"] = embedder
        watched = permissions_rights.Watched(workspace, system, embedder)
        first = watched.first()
        print(f"{first['chunks']} chunks: mirror {first['mirror_s']:.1f} s, index {first['index_s']:.1f} s")
        searches = permissions_groups.measure(workspace, PASSAGES)
        _show_searches(first["chunks"], searches)
        changes = permissions_rights.measure(watched, first)
    keys = (
        "change",
        "counts_s",
        "mirror_s",
        "index_s",
        "seconds",
        "processor_s",
        "of_first",
        "index_mb_written",
        "index_mb",
    )
    show(
        f"rights of {first['documents']:,} documents",
        keys,
        [tuple(row[key] for key in keys) for row in changes],
    )
    directory = permissions_directory.measure()
    show("directory", tuple(directory), [tuple(directory.values())])
    keep(
        "permissions",
        {
            "load_before": load, "load_after": os.getloadavg(), "first": first, "searches": searches,
            "changes": changes, "directory": directory,
        },
    )  # fmt: skip


if __name__ == "__main__":
    main()
