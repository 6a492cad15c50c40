"""Forgetting a document: removal from every place that holds it, and the proof."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fidedigno.access import DocumentRights
from fidedigno.errors import NotAvailableError, WorkspaceError
from fidedigno.index.with_pages import WriterWithPages
from fidedigno.ingest.catalog import Catalog
from fidedigno.sources.files import SIDECAR_SUFFIX
from fidedigno.verify.kept import forget_all

_WINDOW = 1 << 20
_PROBES = 64


@dataclass(frozen=True, slots=True)
class Receipt:
    """What was removed, and what a search of the whole data folder found afterwards."""

    document: str
    chunks: int
    probes: int
    """How many pieces of the document's text, and of the vectors of its pages, were looked for, byte by byte, in
    every file."""
    traces: tuple[str, ...]
    """Files that still held one; empty when the document is gone."""
    single_version: bool
    """Whether the index keeps no older state of itself."""
    pages: int = 0

    @property
    def proven(self) -> bool:
        """Whether something was looked for, nothing was found, and nothing older is kept."""
        return self.probes > 0 and not self.traces and self.single_version

    def lines(self) -> list[str]:
        """For people."""
        what = "its text and of the vectors of its pages" if self.pages else "its text"
        searched = f"searched every file of the workspace for {self.probes} pieces of {what}: "
        if not self.probes:
            searched = "it has no piece of text of its own that is long enough to search for: "
        return [
            f"{self.chunks} chunks removed from vectors, words and identifiers",
            *([f"{self.pages} pages removed from the index of pages"] if self.pages else []),
            searched + (f"found in {', '.join(self.traces)}" if self.traces else "none left"),
            "older states of the index erased" if self.single_version else "older states of the index remain",
        ]

    def as_dict(self) -> dict[str, object]:
        """For ``--json``."""
        return {
            "document": self.document,
            "chunks": self.chunks,
            "pages": self.pages,
            "probes": self.probes,
            "traces": list(self.traces),
            "single_version": self.single_version,
            "proven": self.proven,
        }


def erase(
    name: str,
    catalog: Catalog,
    rights: DocumentRights,
    writer: WriterWithPages,
    folder: Path,
    forget_records: Callable[[Iterable[int]], object] | None = None,
) -> Receipt:
    """Remove the document called ``name`` (its id, path, or corpus/path) and look for what is left.

    The document will come back at the next ingestion if its file is still in an ingested folder: forget
    it there first. A copy that Fidedigno made itself inside the workspace ``folder`` is deleted too, and
    ``forget_records`` is told the document's id, to delete the records of answers that name it.

    Raises:
        NotAvailableError: if no document, or more than one, is called so.
        WorkspaceError: if such a copy cannot be deleted; nothing else has changed then.
    """
    found = catalog.find(name)
    if len(found) != 1:
        raise NotAvailableError(
            "no single document is called so", "'fidedigno corpora show NAME' lists documents with their ids"
        )
    document_id, corpus, external_id = found[0]
    texts = writer.texts_of([document_id])
    pages, drawn = writer.pages.probes_of([document_id])
    _delete_copy(catalog.place_of(document_id), folder)
    writer.delete([document_id])
    rights.remove_documents([document_id])
    catalog.remove([document_id])
    if forget_records is not None:
        forget_records([document_id])
    writer.settle(purge=True)
    forget_readings()
    probes = _probes(texts)
    remaining = writer.remaining(probes)
    wanted = [probe.encode() for probe in probes if probe not in remaining]
    shared = writer.pages.remaining(drawn)
    wanted += [probe for probe in drawn if probe not in shared]
    return Receipt(
        document=f"{corpus}/{external_id}",
        chunks=len(texts),
        probes=len(wanted),
        traces=tuple(sorted(_files_with(wanted, folder))),
        single_version=writer.is_clean(),
        pages=pages,
    )


def forget_readings() -> None:
    """Let go of what this process keeps in memory of texts that it read.

    Every bounded cache of the package is emptied, whatever it holds: each fills again by itself. Those without a
    bound hold word lists and settings, no texts.
    """
    forget_all()
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper) and _is_ours_and_bounded(each):
            each.cache_clear()


def _is_ours_and_bounded(cache: functools._lru_cache_wrapper[object]) -> bool:
    ours = (cache.__module__ or "").partition(".")[0] == __name__.partition(".")[0]
    return ours and cache.cache_parameters()["maxsize"] is not None


def _delete_copy(place: tuple[str, str] | None, folder: Path) -> None:
    """Delete the file of a document, and what stands beside it, if it lies inside the workspace.

    A link that stands elsewhere and leads into the workspace is somebody's own.

    Raises:
        WorkspaceError: if it cannot be deleted.
    """
    if place is None:
        return
    file = Path(place[0]) / place[1]
    try:
        file = file.parent.resolve() / file.name
        if file.is_relative_to(folder.resolve()):
            for each in (file, file.with_name(file.name + SIDECAR_SUFFIX)):
                each.unlink(missing_ok=True)
    except OSError as error:
        raise WorkspaceError(
            f"the copy of a document cannot be deleted: {error.strerror}",
            "check the rights of the workspace folder, then forget it again",
        ) from error


def _probes(texts: list[str]) -> list[str]:
    """Pieces long enough to be the document's own, from the beginning, middle and end of its chunks."""
    pieces: dict[str, None] = {}
    for text in texts:
        for start in {0, len(text) // 2, max(0, len(text) - 40)}:
            piece = text[start : start + 40]
            if len(piece.strip()) >= 24:
                pieces[piece] = None
    step = max(1, len(pieces) // _PROBES)
    return list(pieces)[::step][:_PROBES]


def _files_with(probes: list[bytes], folder: Path) -> Iterator[str]:
    overlap = max((len(each) for each in probes), default=1) - 1
    for path in folder.rglob("*"):
        if path.is_file() and probes and _holds(path, probes, overlap):
            yield str(path.relative_to(folder))


def _holds(path: Path, probes: list[bytes], overlap: int) -> bool:
    tail = b""
    with path.open("rb") as stream:
        while block := stream.read(_WINDOW):
            window = tail + block
            if any(probe in window for probe in probes):
                return True
            tail = window[-overlap:] if overlap else b""
    return False
