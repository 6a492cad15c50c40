"""Writing a batch of prepared documents: ids, vectors, index, rights, catalogue, in that order."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from fidedigno.access import AclClasses, DocumentRight, DocumentRights
from fidedigno.ingest.catalog import Catalog
from fidedigno.ingest.embed import Embedder
from fidedigno.ingest.known import Known, label_shape
from fidedigno.ingest.prepare import PreparedDocument, document_of
from fidedigno.ingest.report import IngestReport
from fidedigno.ingest.rows import IndexRow, passage_of, rows_of, vector_key_of
from fidedigno.model import NOBODY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EMBED_BATCH = 32


class IndexWriter(Protocol):
    """What ingestion needs of an index; each call happens whole or not at all."""

    def write(self, rows: Sequence[IndexRow], replacing: Collection[int] = ()) -> None:
        """Add ``rows``; in the same commit remove every other row of the documents ``replacing``."""
        ...

    def reassign(self, classes: Mapping[int, int]) -> None:
        """Put the chunks of documents under the access class given for each, without touching vectors."""
        ...

    def delete(self, document_ids: Collection[int]) -> None:
        """Remove the chunks of documents from every search at once."""
        ...

    def gather(self, corpus_id: int) -> int:
        """Bring the chunks of a corpus to where they belong now; returns how many came."""
        ...

    def vectors_of(self, document_ids: Collection[int]) -> dict[int, NDArray[np.float32]]:
        """The vectors of documents' chunks by :func:`vector_key_of` the text they were made from."""
        ...

    def settle(self, *, purge: bool = False) -> None:
        """Build and extend the engine's indexes; with ``purge``, erase deleted content from disk."""
        ...


class BatchWriter:
    """Joins the stores that a document is written to, so that none shows what another does not know."""

    def __init__(
        self,
        catalog: Catalog,
        classes: AclClasses,
        rights: DocumentRights,
        index: IndexWriter,
        embedder: Embedder,
    ) -> None:
        self._catalog = catalog
        self._classes = classes
        self._rights = rights
        self._index = index
        self._embedder = embedder
        self._purge = False
        self.report = IngestReport()

    def finish_interrupted_changes(self) -> None:
        """Write again the access changes that an interrupted run left open, and therefore closed."""
        classes = {change.document_id: change.new_class_id for change in self._rights.pending_changes()}
        if classes:
            self._index.reassign(classes)
            self._rights.finish_change(classes)

    def gather(self, corpus_id: int) -> None:
        """Bring what is indexed of a corpus into the index that its declaration names; nothing is embedded."""
        moved = self._index.gather(corpus_id)
        self.report.moved += moved
        self._purge = self._purge or bool(moved)

    def write(
        self, root: str, corpus_id: int, batch: Sequence[PreparedDocument], known: Mapping[str, Known]
    ) -> None:
        """Write documents that are ready; those of which only the label changed are only relabelled."""
        changed = []
        relabelled: dict[int, PreparedDocument] = {}
        for prepared in batch:
            before = known.get(prepared.external_id)
            same = before is not None and (before.corpus_id, before.content_hash, before.shape) == (
                corpus_id,
                prepared.content_hash,
                label_shape(prepared),
            )
            if before is not None and same:
                relabelled[before.document_id] = prepared
            else:
                changed.append(prepared)
        self.relabel(corpus_id, relabelled)
        if changed:
            self._write_changed(root, corpus_id, changed, known)

    def relabel(self, corpus_id: int, relabelled: Mapping[int, PreparedDocument]) -> None:
        """Give documents, by id, the labels that they have now; nothing that their rows repeat has changed.

        All of them change at once, however many access lists there are: they are closed, the index is
        rewritten, they are opened under their new class. A crash in between leaves them closed.
        """
        if not relabelled:
            return
        classes = self._classes.intern_all([document_of(each).acl for each in relabelled.values()])
        held = self._rights.classes_of(relabelled)
        changed = {
            document_id: class_id
            for document_id, class_id in zip(relabelled, classes, strict=True)
            if (right := held.get(document_id)) is None
            or (right.corpus_id, right.class_id) != (corpus_id, class_id)
        }
        if changed:
            self._rights.begin_changes(changed)
            self._index.reassign(changed)
        stale = {each: document_of(prepared).stale_from for each, prepared in relabelled.items()}
        self._rights.set_stale(stale)
        if changed:
            self._rights.finish_change(changed)
        self.report.relabelled += len(changed)
        self.report.unchanged += len(relabelled) - len(changed)
        self._catalog.relabel(relabelled)

    def _write_changed(
        self,
        root: str,
        corpus_id: int,
        batch: Sequence[PreparedDocument],
        known: Mapping[str, Known],
    ) -> None:
        ids = self._catalog.begin(root, corpus_id, batch)
        classes = self._classes.intern_all([document_of(each).acl for each in batch])
        replacing = [ids[each.external_id][0] for each in batch if each.external_id in known]
        vectors = self._vectors(batch, self._index.vectors_of(replacing))
        rows = [
            row
            for prepared, class_id in zip(batch, classes, strict=True)
            for row in rows_of(prepared, *ids[prepared.external_id], corpus_id, class_id, vectors)
        ]
        self._index.write(rows, replacing)
        self._rights.set_all(
            [
                DocumentRight(ids[each.external_id][0], corpus_id, class_id, document_of(each).stale_from)
                for each, class_id in zip(batch, classes, strict=True)
            ]
        )
        self._catalog.finish({ids[e.external_id][0]: (ids[e.external_id][1], e) for e in batch})
        self._purge = self._purge or bool(replacing)
        self.report.indexed += len(batch)
        self.report.chunks += len(rows)

    def _vectors(
        self, batch: Sequence[PreparedDocument], kept: Mapping[int, NDArray[np.float32]]
    ) -> dict[int, NDArray[np.float32]]:
        """The vector of every passage of the batch; equal texts are embedded once."""
        vectors = dict(kept)
        wanted: dict[int, str] = {}
        for prepared in batch:
            for chunk in prepared.chunks:
                passage = passage_of(chunk)
                key = vector_key_of(passage)
                if key not in vectors:
                    wanted[key] = passage
        started = time.perf_counter()
        keys = list(wanted)
        for start in range(0, len(keys), EMBED_BATCH):
            part = keys[start : start + EMBED_BATCH]
            embedded = self._embedder.passages([wanted[key] for key in part])
            vectors.update(zip(part, embedded, strict=True))
        self.report.seconds_embedding += time.perf_counter() - started
        self.report.embedded += len(keys) if self._embedder.dimensions else 0
        return vectors

    def remove(self, document_ids: Sequence[int]) -> None:
        """Withdraw documents: closed first, then gone from the index, then forgotten."""
        if not document_ids:
            return
        nobody = self._classes.intern(NOBODY)
        known = list(self._rights.classes_of(document_ids))
        self._rights.begin_change(known, nobody)
        self._index.delete(document_ids)
        self._rights.remove_documents(known)
        self._catalog.remove(document_ids)
        self._purge = True
        self.report.removed += len(document_ids)

    def settle(self) -> None:
        """Bring the index into its resting state; what was replaced or removed leaves the disk."""
        self._index.settle(purge=self._purge)
        self._classes.remove_unused()
