"""Run benchmarks by name, or all of them: ``python -m benchmarks [NAME ...]``."""

from __future__ import annotations

import sys
from importlib import import_module

from benchmarks.common import console

NAMES = ("embedders", "filtered_recall", "identifiers", "ingestion", "ask_latency", "answers", "report")


def main(names: list[str]) -> None:
    """Run each in turn."""
    for name in names or NAMES:
        if name not in NAMES:
            raise SystemExit(f"unknown benchmark {name!r}; there are: {', '.join(NAMES)}")
        console.rule(name)
        import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
