"""Run benchmarks by name, or all of them: ``python -m benchmarks [NAME ...]``."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.common import console

NAMES = (
    "embedders",
    "filtered_recall",
    "retrieval",
    "lookalike",
    "late_interaction",
    "identifiers",
    "ingestion",
    "zoo",
    "ocr",
    "screenshots",
    "pdf_tables",
    "ask_latency",
    "live_checks",
    "answers",
    "classifier",
    "faithfulness",
    "verify_pairs",
    "verify_latency",
    "verify_model",
    "verify_alarms",
    "governance",
    "audit_trail",
    "rerank",
    "permissions",
    "report",
)


def main(names: list[str]) -> None:
    """Run each in turn, in a process of its own, so that none is measured with the memory of another."""
    for name in names or NAMES:
        if name not in NAMES:
            raise SystemExit(f"unknown benchmark {name!r}; there are: {', '.join(NAMES)}")
        console.rule(name)
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=True)  # noqa: S603


if __name__ == "__main__":
    main(sys.argv[1:])
