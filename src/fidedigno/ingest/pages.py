"""The pass over pages: draw, encode, write; after all texts, page by page, so that it can be stopped anywhere.

What is in the index already is not drawn again, and a page whose picture did not change is not encoded again.
Whatever goes wrong with a page leaves its document's text where it is; it is told as a notice, and the next run
tries again.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

from fidedigno.access import DocumentRights
from fidedigno.errors import FidedignoError
from fidedigno.ingest.known import Known
from fidedigno.ingest.page_encoder import EncoderFault, EncodingError, PageEncoder, PageImage
from fidedigno.ingest.page_images import count_pages, draw_pages
from fidedigno.ingest.page_rows import HeldPages, PageRow, page_id_of
from fidedigno.ingest.prepare import PrepareTask, read_document
from fidedigno.ingest.report import IngestReport
from fidedigno.ingest.rows import microseconds
from fidedigno.ingest.workers import run_in_workers
from fidedigno.model import Sensitivity, Validity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PAGES_A_TASK = 8
ENCODE_BATCH = 4
WRITE_BATCH = 64
"""Pages are written in commits of so many: what a crash may lose."""
MAX_FAILURES = 3
"""After so many batches in a row without an answer the encoder is left alone until the next run."""


class PageWriter(Protocol):
    """What the pass needs of the index of pages."""

    def held(self) -> Mapping[int, HeldPages]:
        """What is held of each document, by id; without what was withdrawn."""
        ...

    def keys(self) -> set[int]:
        """The hashes of all pictures whose vectors are held, withdrawn ones too."""
        ...

    def vectors_of(self, keys: Collection[int]) -> Mapping[int, NDArray[np.float32]]:
        """The vectors of drawn pages by the hash of their picture, of whatever document and version."""
        ...

    def write(self, rows: Sequence[PageRow]) -> None:
        """Write pages, in place of those with the same ids."""
        ...


@dataclass(frozen=True, slots=True)
class WantedPages:
    """A document whose pages are to be in the index, as the catalogue knows it; ``path`` is for people."""

    task: PrepareTask
    known: Known
    path: str


@dataclass(frozen=True, slots=True)
class DrawTask:
    """Pages of one file to draw, if it still holds what the catalogue knows. Without ``numbers`` they are counted."""

    wanted: WantedPages
    numbers: tuple[int, ...] = ()
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Drawn:
    """What came of a task: how many pages there are, those drawn, the numbers that failed, or a problem."""

    pages: int = 0
    images: tuple[PageImage, ...] = ()
    failed: tuple[int, ...] = ()
    problem: str = ""


def draw(task: DrawTask) -> Drawn:
    """Count or draw the pages of a file. Never raises for what is in the file."""
    try:
        name = task.wanted.task.file.external_id
        read = read_document(task.wanted.task)
        if read.seen.content_hash != task.wanted.known.content_hash:
            return Drawn(problem="the file changed while it was being read")
        if not task.numbers:
            return Drawn(pages=count_pages(read.content, name))
        drawn = list(draw_pages(read.content, name, task.numbers))
    except FidedignoError as error:
        return Drawn(problem=error.message)
    except (MemoryError, RecursionError):
        return Drawn(problem="it is too complex to be drawn")
    except Exception as error:  # noqa: BLE001 - one file must not end the run; its kind is reported
        return Drawn(problem=f"it could not be drawn ({type(error).__name__})")
    images = tuple(each for each in drawn if isinstance(each, PageImage))
    return Drawn(task.pages, images, tuple(each for each in drawn if not isinstance(each, PageImage)))


class PagePass:
    """Brings the pages of documents into the index.

    Args:
        encoder: makes the vectors.
        writer: of the index of pages.
        rights: says under which access class a document stands.
        workers: processes that draw; 0 draws here, without protection.
        seconds: how long one task may take.
    """

    def __init__(
        self, encoder: PageEncoder, writer: PageWriter, rights: DocumentRights, workers: int, seconds: float
    ) -> None:
        self._encoder = encoder
        self._writer = writer
        self._rights = rights
        self._workers = workers
        self._seconds = seconds

    def run(self, documents: Iterable[WantedPages], report: IngestReport) -> None:
        """Draw, encode and write what is missing, counting and noting in ``report``.

        Raises:
            EmbedderMismatchError: if another encoder made the pages that are in the index.
        """
        run = _Run(self._encoder, self._writer, self._rights, report)
        held = self._writer.held()
        missing = [each for each in documents if not _is_whole(each.known, held.get(each.known.document_id))]
        counted = self._drawn(DrawTask(each) for each in missing)
        tasks = [piece for task, found in counted for piece in run.tasks_of(task.wanted, found, held)]
        tasks.sort(key=lambda task: (task.wanted.known.document_id, task.numbers))
        # Lazily: once the encoder has fallen silent nothing more is drawn.
        for task, found in self._drawn(each for each in tasks if not run.is_over):
            run.take(task, found)
        run.finish()

    def _drawn(self, tasks: Iterable[DrawTask]) -> Iterator[tuple[DrawTask, Drawn]]:
        died = partial(_died, seconds=self._seconds)
        return run_in_workers(draw, tasks, workers=self._workers, seconds=self._seconds, on_death=died)


class _Run:
    """One pass: what waits to be encoded and to be written, and what went wrong, by document."""

    def __init__(
        self, encoder: PageEncoder, writer: PageWriter, rights: DocumentRights, report: IngestReport
    ) -> None:
        self._encoder = encoder
        self._writer = writer
        self._rights = rights
        self._report = report
        self._keys = writer.keys()
        self._waiting: list[tuple[DrawTask, PageImage]] = []
        self._ready: list[PageRow] = []
        self._faults: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self._silent = 0
        self.is_over = False

    def tasks_of(self, wanted: WantedPages, found: Drawn, held: Mapping[int, HeldPages]) -> list[DrawTask]:
        """The pages of a document that are missing, in pieces."""
        if found.problem:
            self._faults[wanted.path][found.problem] += 1
            return []
        before = held.get(wanted.known.document_id)
        there = before.numbers if before and before.version_id == wanted.known.version_id else frozenset()
        numbers = [each for each in range(1, found.pages + 1) if each not in there]
        pieces = (numbers[at : at + PAGES_A_TASK] for at in range(0, len(numbers), PAGES_A_TASK))
        return [DrawTask(wanted, tuple(piece), found.pages) for piece in pieces]

    def take(self, task: DrawTask, found: Drawn) -> None:
        """Take drawn pages up; they are encoded and written in batches."""
        if found.problem or found.failed:
            reason = found.problem or "it could not be drawn"
            self._faults[task.wanted.path][reason] += len(found.failed) or len(task.numbers)
        self._waiting += [(task, image) for image in found.images]
        while len(self._waiting) >= ENCODE_BATCH and not self.is_over:
            self._encode(self._waiting[:ENCODE_BATCH])
            del self._waiting[:ENCODE_BATCH]

    def finish(self) -> None:
        """Encode and write the rest, and say what went wrong."""
        if self._waiting and not self.is_over:
            self._encode(self._waiting)
        self._write()
        for path, reasons in self._faults.items():
            said = "; ".join(f"{count} × {reason}" for reason, count in reasons.items())
            self._report.notices.append(
                f"{path}: pages not in the index of pages: {said}; its text is not concerned"
            )
        if self.is_over:
            self._report.notices.append(
                "the page encoder did not answer: pages that are missing are encoded by the next run"
            )

    def _encode(self, batch: Sequence[tuple[DrawTask, PageImage]]) -> None:
        images = {image.key: image for _, image in batch}
        vectors = {row.page_key: row.vectors for row in self._ready if row.page_key in images}
        vectors |= self._writer.vectors_of((images.keys() - vectors.keys()) & self._keys)
        wanted = [image for key, image in images.items() if key not in vectors]
        started = time.perf_counter()
        vectors |= self._encoded(wanted, batch)
        self._report.seconds_encoding_pages += time.perf_counter() - started
        self._ready += self._rows([each for each in batch if each[1].key in vectors], vectors)
        if len(self._ready) >= WRITE_BATCH:
            self._write()

    def _encoded(
        self, images: Sequence[PageImage], batch: Sequence[tuple[DrawTask, PageImage]]
    ) -> dict[int, NDArray[np.float32]]:
        """The vectors of pictures by key. Of a batch with a bad page the others are saved one by one."""
        if not images:
            return {}
        try:
            found = self._encoder.pages(images)
        except EncodingError as error:
            if error.fault.concerns_one and len(images) > 1:
                return {key: rows for each in images for key, rows in self._encoded([each], batch).items()}
            self._failed(error.fault, images, batch)
            return {}
        self._silent = 0
        self._report.pages_encoded += len(images)
        return {image.key: rows for image, rows in zip(images, found, strict=True)}

    def _failed(
        self, fault: EncoderFault, images: Sequence[PageImage], batch: Sequence[tuple[DrawTask, PageImage]]
    ) -> None:
        keys = {each.key for each in images}
        for task, image in batch:
            if image.key in keys:
                self._faults[task.wanted.path][f"the encoder gave nothing that can be used ({fault})"] += 1
        if not fault.concerns_one:
            self._silent += 1
            self.is_over = self._silent >= MAX_FAILURES

    def _rows(
        self, batch: Sequence[tuple[DrawTask, PageImage]], vectors: Mapping[int, NDArray[np.float32]]
    ) -> Iterator[PageRow]:
        rights = self._rights.classes_of({task.wanted.known.document_id for task, _ in batch})
        for task, image in batch:
            known = task.wanted.known
            right = rights.get(known.document_id)
            if right is None or right.corpus_id != known.corpus_id:
                continue
            sensitivity, start, until = _limits(known)
            yield PageRow(
                page_id=page_id_of(known.version_id, image.page),
                version_id=known.version_id,
                document_id=known.document_id,
                corpus_id=known.corpus_id,
                acl_class=right.class_id,
                sensitivity=sensitivity,
                effective_from=start,
                effective_until=until,
                page=image.page,
                pages=task.pages,
                page_key=image.key,
                letters=image.letters,
                vectors=vectors[image.key],
            )

    def _write(self) -> None:
        if self._ready:
            self._writer.write(self._ready)
            self._keys |= {row.page_key for row in self._ready}
            self._report.pages += len(self._ready)
            self._ready = []


def _is_whole(known: Known, held: HeldPages | None) -> bool:
    return held is not None and held.version_id == known.version_id and len(held.numbers) == held.pages


def _limits(known: Known) -> tuple[int, int, int]:
    """Sensitivity and validity, as they stand in the rows of the document's chunks."""
    sensitivity, effective_from, effective_until = known.shape[:3]
    validity = Validity(effective_from, effective_until)  # type: ignore[arg-type]
    value = sensitivity.value if isinstance(sensitivity, Sensitivity) else max(Sensitivity).value
    return value, microseconds(validity.start), microseconds(validity.end)


def _died(_task: DrawTask, *, seconds: float) -> Drawn:
    return Drawn(problem=f"drawing it crashed, ran out of memory or took longer than {seconds:g} s")
