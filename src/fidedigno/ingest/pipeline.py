"""The road of a document: walk → prepare (in workers) → embed → index → catalogue.

Documents go through in small batches, so memory does not grow with the corpus, and each batch is
committed whole, so that a run can be stopped at any point and the next one goes on.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from fidedigno.access import Closure, Corpora, DocumentRights
from fidedigno.config import Settings
from fidedigno.errors import ConfigurationError, DocumentFailedError, DocumentRefusedError
from fidedigno.ingest.batch import BatchWriter
from fidedigno.ingest.boundaries import doubts, mixed, not_approved, withdrawn
from fidedigno.ingest.catalog import Catalog
from fidedigno.ingest.cutting import Cutting
from fidedigno.ingest.handover import overlapping, reads
from fidedigno.ingest.known import Known, label_shape
from fidedigno.ingest.page_images import has_pages
from fidedigno.ingest.pages import PagePass, WantedPages
from fidedigno.ingest.parse import is_supported
from fidedigno.ingest.prepare import Outcome, PreparedDocument, PrepareTask, prepare
from fidedigno.ingest.prepare import Problem as PrepareProblem
from fidedigno.ingest.relabel import RelabelTask, relabel_in_workers
from fidedigno.ingest.report import IngestReport, OnProgress, Problem, Progress
from fidedigno.ingest.rights_age import rights_read_at
from fidedigno.ingest.roots import Root, plan_roots
from fidedigno.ingest.workers import run_in_workers
from fidedigno.sources.files import FilesSource, FoundFile, SkippedFile, SkipReason

BATCH_CHUNKS = 256
BATCH_DOCUMENTS = 64
RELABELLED_DOCUMENTS = 2_500
"""How many documents change their rights in one step; they are closed for as long as it takes."""
_BY_DESIGN = frozenset({SkipReason.EXCLUDED, SkipReason.HIDDEN})


@dataclass(slots=True)
class _Run:
    """What one root's run has seen so far.

    ``settled`` need no preparation any more, ``gone`` have been withdrawn already.
    """

    root: Root
    corpus_id: int
    known: dict[str, Known]
    seen: set[str] = field(default_factory=set)
    settled: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    done: int = 0
    total: int = 0


class Ingestion:
    """One run over any number of folders."""

    def __init__(
        self,
        catalog: Catalog,
        corpora: Corpora,
        rights: DocumentRights,
        batches: BatchWriter,
        settings: Settings,
        on_progress: OnProgress | None,
        pages: PagePass | None = None,
    ) -> None:
        self._catalog = catalog
        self._corpora = corpora
        self._rights = rights
        self._batches = batches
        self._settings = settings
        self._on_progress = on_progress
        self._pages = pages
        self._runs: list[_Run] = []
        self._report = batches.report

    def run(self, paths: list[Path], declare: Path | None = None) -> IngestReport:
        """Ingest ``paths``; without any, every folder of earlier runs."""
        started = time.perf_counter()
        known_roots = {root: row.declaration for root, row in self._catalog.roots().items()}
        self._batches.finish_interrupted_changes()
        named = paths or [Path(root) for root in known_roots if Path(root).exists()]
        plan = plan_roots(named, declare, known_roots, self._settings.owner)
        self._report.notices.extend(plan.notices)
        self._withdraw_unapproved()
        for root in plan.roots:
            self._ingest_root(root)
        if self._pages is not None:
            self._pages.run((each for run in self._runs for each in self._with_pages(run)), self._report)
        self._batches.settle()
        self._report.seconds = time.perf_counter() - started
        return self._report

    def _ingest_root(self, root: Root) -> None:
        true_at = rights_read_at(root.path, datetime.now(UTC))
        corpus = root.declaration.corpus
        place = str(root.path)
        self._check_name(root)
        corpus_id = self._corpora.register(corpus, root.declaration.whole_digest)
        self._catalog.remember_root(place, corpus_id, str(root.declared_in) if root.declared_in else None)
        if corpus.name not in self._report.corpora:
            self._report.corpora.append(corpus.name)
        self._take_over(root)
        refused = mixed(corpus)
        if refused is not None:
            self._batches.remove(self._catalog.ids_of_corpus(corpus_id))
        elif corpus.name in self._withdraw_unapproved():
            refused = not_approved(corpus.name)
        if refused is not None:
            self._report.problems.append(refused)
            return
        if root.declared_in is not None:
            said = doubts(corpus, audited=bool(self._settings.auditors))
            self._report.notices += [each for each in said if each not in self._report.notices]
        self._batches.gather(corpus_id)
        run = _Run(root, corpus_id, self._catalog.known(place))
        self._rights_first(run)
        self._write(run, self._prepared(run))
        self._remove(run, run.seen)
        if self._pages is not None:
            self._runs.append(run)
        if true_at is not None and (set(run.known) <= run.seen or root.only is None):
            oldest = self._catalog.mark_root_synced(place, true_at)
            if oldest is not None:
                self._corpora.mark_acl_synced(corpus.name, oldest)

    def _rights_first(self, run: _Run) -> None:
        """Withdraw what is gone and give what is known its rights of now, before anything new is read.

        Reading and embedding new contents may take hours; a right that was taken away does not wait for it.
        """
        known: list[FoundFile] = []
        found: set[str] = set()
        for file in self._files(run, report=True):
            run.total += 1
            before = run.known.get(file.external_id)
            if before is not None:
                found.add(file.external_id)
                if before.state_hash and before.corpus_id == run.corpus_id:
                    known.append(file)
        self._remove(run, found)
        labelled: dict[int, PreparedDocument] = {}
        for prepared in self._relabelled(run, known):
            before = run.known[prepared.external_id]
            if prepared.outcome is Outcome.READY:
                if label_shape(prepared) != before.shape:
                    continue
                run.seen.add(prepared.external_id)
                labelled[before.document_id] = prepared
                if len(labelled) >= RELABELLED_DOCUMENTS:
                    self._batches.relabel(run.corpus_id, labelled)
                    labelled = {}
            else:
                self._note(run, prepared)
            run.settled.add(prepared.external_id)
            self._count(run, prepared)
        self._batches.relabel(run.corpus_id, labelled)
        self._remove(run, run.known.keys() - (run.settled - run.seen))

    def _prepared(self, run: _Run) -> Iterator[PreparedDocument]:
        """What is new, or is not what it was."""
        if run.done == run.total:
            return
        tasks = (
            self._task(run, file)
            for file in self._files(run, report=False)
            if file.external_id not in run.settled
        )
        results = run_in_workers(
            prepare,
            tasks,
            workers=self._settings.workers,
            seconds=self._settings.parse_seconds,
            on_death=partial(_died, seconds=self._settings.parse_seconds),
        )
        yield from (prepared for _, prepared in results)

    def _relabelled(self, run: _Run, files: list[FoundFile]) -> Iterator[PreparedDocument]:
        """The documents that need no preparation, with their labels of now."""
        tasks = (
            RelabelTask(self._task(run, file), known.content_hash, known.facts)
            for file in files
            if (known := run.known[file.external_id])
        )
        return relabel_in_workers(tasks, workers=self._settings.workers, seconds=self._settings.parse_seconds)

    def _with_pages(self, run: _Run) -> Iterator[WantedPages]:
        """The documents whose pages are to be in the index, as the catalogue knows them by now."""
        known = self._catalog.known(str(run.root.path))
        for file in self._files(run, report=False):
            found = known.get(file.external_id) if has_pages(file.external_id) else None
            if found is not None and found.state_hash and found.corpus_id == run.corpus_id:
                path = f"{run.root.declaration.corpus.name}/{file.external_id}"
                yield WantedPages(self._task(run, file), found, path)

    def _withdraw_unapproved(self) -> set[str]:
        """Take out what corpora without a standing approval hold; returns their names."""
        names = set()
        for state in self._corpora.status():
            if state.reason is Closure.NOT_APPROVED:
                names.add(state.name)
                held = self._catalog.ids_of_corpus(state.id)
                self._batches.remove(held)
                if held:
                    self._report.notices.append(withdrawn(state.name, len(held)))
        return names

    def _take_over(self, root: Root) -> None:
        """Withdraw what other roots hold of the files that this one reads under its own rules."""
        for place in overlapping(root, self._catalog.roots()):
            held = self._catalog.external_ids(str(place))
            self._batches.remove([held[each] for each in held if reads(root, place / each)])
            if reads(root, place):
                self._catalog.forget_root(str(place))

    def _check_name(self, root: Root) -> None:
        """Two folders may share a corpus only if they declare the same rules for it."""
        corpus = root.declaration.corpus
        for corpus_id, existing in self._corpora.all().items():
            if existing.name != corpus.name or existing == corpus:
                continue
            others = [
                place
                for place, row in self._catalog.roots().items()
                if row.corpus_id == corpus_id and place != str(root.path)
            ]
            if others:
                raise ConfigurationError(
                    f"{root.path} declares the corpus {corpus.name!r} with other rules than {others[0]} does",
                    "give one of them another name, or the same rules",
                )

    def _files(self, run: _Run, *, report: bool) -> Iterator[FoundFile]:
        declaration, only = run.root.declaration, run.root.only
        source = FilesSource(
            run.root.path,
            supports=is_supported,
            include=declaration.include,
            exclude=declaration.exclude + run.root.excluded,
        )
        for each in source.walk():
            if only is not None and each.external_id != only and not each.external_id.startswith(f"{only}/"):
                continue
            if isinstance(each, FoundFile):
                yield each
            elif report:
                self._skipped(run, each)

    def _skipped(self, run: _Run, skipped: SkippedFile) -> None:
        if skipped.reason in _BY_DESIGN:
            return
        if skipped.reason is SkipReason.UNSUPPORTED:
            self._report.unsupported += 1
            return
        unreadable = skipped.reason is SkipReason.UNREADABLE
        kind, error = ("failed", DocumentFailedError) if unreadable else ("refused", DocumentRefusedError)
        path = f"{run.root.declaration.corpus.name}/{skipped.external_id}"
        self._report.problems.append(Problem(path, kind, error.code, str(skipped.reason)))

    def _task(self, run: _Run, file: FoundFile) -> PrepareTask:
        known = run.known.get(file.external_id)
        return PrepareTask(
            root=run.root.path,
            file=file,
            declaration=run.root.declaration,
            known_hash=known.state_hash or None if known else None,
            max_file_bytes=self._settings.max_file_bytes,
            cutting=Cutting.of(self._settings),
        )

    def _write(self, run: _Run, documents: Iterator[PreparedDocument]) -> None:
        batch: list[PreparedDocument] = []
        chunks = 0
        for prepared in documents:
            if prepared.outcome is Outcome.READY:
                run.seen.add(prepared.external_id)
                batch.append(prepared)
                chunks += len(prepared.chunks)
            else:
                self._note(run, prepared)
            if chunks >= BATCH_CHUNKS or len(batch) >= BATCH_DOCUMENTS:
                self._flush(run, batch)
                batch, chunks = [], 0
            self._count(run, prepared)
        self._flush(run, batch)
        self._tell(run, "")

    def _count(self, run: _Run, prepared: PreparedDocument) -> None:
        run.done += 1
        self._report.read += 1
        self._report.bytes_read += prepared.bytes_read
        self._tell(run, prepared.external_id)

    def _note(self, run: _Run, prepared: PreparedDocument) -> None:
        """Remember a document of which nothing is to be written."""
        if prepared.outcome is Outcome.UNCHANGED:
            run.seen.add(prepared.external_id)
            self._report.unchanged += 1
        else:
            self._problem(run, prepared)

    def _flush(self, run: _Run, batch: list[PreparedDocument]) -> None:
        if batch:
            self._batches.write(str(run.root.path), run.corpus_id, batch, run.known)

    def _problem(self, run: _Run, prepared: PreparedDocument) -> None:
        problem = prepared.problem
        if problem is None:
            return
        path = f"{run.root.declaration.corpus.name}/{prepared.external_id}"
        self._report.problems.append(
            Problem(
                path,
                prepared.outcome.value,
                problem.code,
                problem.message.removeprefix(f"{prepared.external_id}: "),
                problem.hint,
            )
        )

    def _remove(self, run: _Run, kept: set[str]) -> None:
        """Withdraw what is not among ``kept``: what is gone, may no longer be indexed or cannot be read."""
        only = run.root.only
        gone = [
            external_id
            for external_id in run.known
            if external_id not in kept
            and external_id not in run.gone
            and (only is None or external_id == only or external_id.startswith(f"{only}/"))
        ]
        self._batches.remove([run.known[each].document_id for each in gone])
        run.gone.update(gone)

    def _tell(self, run: _Run, current: str) -> None:
        if self._on_progress is not None:
            self._on_progress(Progress(run.done, run.total, self._report.chunks, current))


def _died(task: PrepareTask, *, seconds: float) -> PreparedDocument:
    return PreparedDocument(
        task.file.external_id,
        task.file.fingerprint,
        Outcome.FAILED,
        problem=PrepareProblem(
            DocumentFailedError.code,
            f"parsing crashed, ran out of memory or took longer than {seconds:g} s",
            "split the file, save it in another format, or raise the setting parse_seconds",
        ),
    )
