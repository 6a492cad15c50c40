"""Which class each document has in the index, and changes of class that survive a crash.

A change is written in three steps: :meth:`DocumentRights.begin_change` closes the documents to everybody,
the caller rewrites the class in the index, :meth:`DocumentRights.finish_change` opens them under the new
class. Whatever dies in between leaves them closed and listed by :meth:`DocumentRights.pending_changes`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import Session

from fidedigno.access.batches import batches
from fidedigno.access.epoch import changing
from fidedigno.access.tables import AclClass, CorpusRow, DocumentAccess
from fidedigno.database import Database
from fidedigno.errors import UsageError


@dataclass(frozen=True, slots=True)
class DocumentRight:
    """A document, its corpus, and the id of its access-list class."""

    document_id: int
    corpus_id: int
    class_id: int
    stale_from: datetime | None = None
    """From when nobody reads it, until it is reviewed; ``None``: never for its age."""


_TABLE = DocumentAccess.__table__
_BEGIN = (
    update(_TABLE)  # type: ignore[arg-type]
    .where(_TABLE.c.document_id == bindparam("changed"))
    .values(pending=True, pending_class_id=bindparam("target"))
)


@dataclass(frozen=True, slots=True)
class PendingChange:
    """A change that was begun and not finished: the index may hold the old class, the new one, or both."""

    document_id: int
    corpus_id: int
    old_class_id: int
    new_class_id: int


class DocumentRights:
    """The documents' classes of one database. May be shared by threads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def set_document_access(self, document_id: int, corpus_id: int, class_id: int) -> None:
        """Say what the index holds for one document; see :meth:`set_all`."""
        self.set_all([DocumentRight(document_id, corpus_id, class_id)])

    def set_all(self, rights: Collection[DocumentRight]) -> None:
        """Say what the index holds for new documents, or for ones whose rows have all been rewritten.

        A pending change of such a document is over. Nothing is written where nothing differs.

        Raises:
            UsageError: if a corpus or class does not exist; nothing has changed then.
        """
        with self._database.snapshot() as connection:
            known = _rows_of(connection, [right.document_id for right in rights])
        if all(
            known.get(right.document_id) == (right.corpus_id, right.class_id, False, right.stale_from)
            for right in rights
        ):
            return
        wanted = {right.document_id: right for right in rights}
        with changing(self._database) as session:
            _expect_all(session, CorpusRow, {right.corpus_id for right in rights})
            _expect_all(session, AclClass, {right.class_id for right in rights})
            for piece in batches(wanted):
                session.execute(delete(DocumentAccess).where(DocumentAccess.document_id.in_(piece)))
            session.execute(
                insert(DocumentAccess),
                [
                    {
                        "document_id": right.document_id,
                        "corpus_id": right.corpus_id,
                        "acl_class_id": right.class_id,
                        "pending": False,
                        "pending_class_id": None,
                        "stale_from": right.stale_from,
                    }
                    for right in wanted.values()
                ],
            )

    def class_of(self, document_id: int) -> DocumentRight | None:
        """What was said of a document; ``None`` if nothing."""
        return self.classes_of([document_id]).get(document_id)

    def classes_of(self, document_ids: Collection[int]) -> dict[int, DocumentRight]:
        """What was said of many documents, by id, in one state; without those of which nothing was."""
        with self._database.snapshot() as connection:
            found = _rows_of(connection, document_ids)
        return {each: DocumentRight(each, row[0], row[1], row[3]) for each, row in found.items()}

    def set_stale(self, instants: Mapping[int, datetime | None]) -> None:
        """Say, by document, from when nobody reads it for its age; nothing is written where nothing differs."""
        with self._database.snapshot() as connection:
            known = _rows_of(connection, instants)
        changed = {each: at for each, at in instants.items() if each in known and known[each][3] != at}
        if not changed:
            return
        with changing(self._database) as session:
            for document_id, at in changed.items():
                session.execute(
                    update(DocumentAccess)
                    .where(DocumentAccess.document_id == document_id)
                    .values(stale_from=at)
                    .execution_options(synchronize_session=False)
                )

    def begin_change(self, document_ids: Collection[int], class_id: int) -> None:
        """Close documents while the index is being rewritten from their class to ``class_id``.

        To delete documents, begin a change to the class of ``NOBODY``, delete them from the index, and
        call :meth:`remove_documents`.

        Raises:
            UsageError: if the class or a document is not known; nothing has changed then.
        """
        self.begin_changes(dict.fromkeys(document_ids, class_id))

    def begin_changes(self, classes: Mapping[int, int]) -> None:
        """Close documents while the index is being rewritten to the class given for each, all at once.

        Raises:
            UsageError: if a class or a document is not known; nothing has changed then.
        """
        with changing(self._database) as session:
            _expect_all(session, AclClass, set(classes.values()))
            _expect_all(session, DocumentAccess, set(classes))
            for piece in batches(classes):
                session.connection().execute(
                    _BEGIN, [{"changed": each, "target": classes[each]} for each in piece]
                )

    def finish_change(self, document_ids: Collection[int]) -> None:
        """Open documents under their new class: every row of theirs in the index has it now.

        Documents without a pending change are left as they are.
        """
        with changing(self._database) as session:
            for piece in batches(document_ids):
                session.execute(
                    update(DocumentAccess)
                    .where(DocumentAccess.document_id.in_(piece), DocumentAccess.pending.is_(True))
                    .values(
                        acl_class_id=DocumentAccess.pending_class_id,
                        pending=False,
                        pending_class_id=None,
                    )
                    .execution_options(synchronize_session=False)
                )

    def pending_changes(self) -> list[PendingChange]:
        """Changes begun and not finished, to be written again after a crash."""
        statement = (
            select(
                DocumentAccess.document_id,
                DocumentAccess.corpus_id,
                DocumentAccess.acl_class_id,
                DocumentAccess.pending_class_id,
            )
            .where(DocumentAccess.pending.is_(True))
            .order_by(DocumentAccess.document_id)
        )
        with self._database.snapshot() as connection:
            return [
                PendingChange(row[0], row[1], row[2], row[3] or row[2])
                for row in connection.execute(statement)
            ]

    def remove_documents(self, document_ids: Collection[int]) -> None:
        """Forget documents that the index no longer holds."""
        with changing(self._database) as session:
            for piece in batches(document_ids):
                session.execute(
                    delete(DocumentAccess)
                    .where(DocumentAccess.document_id.in_(piece))
                    .execution_options(synchronize_session=False)
                )


def closed_documents(connection: Connection, corpus_ids: Collection[int], now: datetime) -> frozenset[int]:
    """The documents of these corpora that nobody reads now: a change of theirs is being written, or they are
    past the review date after which their corpus excludes them."""
    found: set[int] = set()
    for piece in batches(corpus_ids):
        found.update(
            connection.scalars(
                select(DocumentAccess.document_id).where(
                    DocumentAccess.pending.is_(True), DocumentAccess.corpus_id.in_(piece)
                )
            )
        )
        found.update(
            connection.scalars(
                select(DocumentAccess.document_id).where(
                    DocumentAccess.corpus_id.in_(piece), DocumentAccess.stale_from <= now
                )
            )
        )
    return frozenset(found)


def classes_in_corpus(connection: Connection, corpus_id: int) -> frozenset[int]:
    """The classes that documents of a corpus have, those being changed left out.

    Jumps from one class to the next in the index, so the time depends on how many classes there are and
    not on how many documents.
    """
    here = (DocumentAccess.corpus_id == corpus_id) & DocumentAccess.pending.is_(False)
    least = select(func.min(DocumentAccess.acl_class_id))
    step = least.where(here).cte("step", recursive=True)
    following = least.where(here, DocumentAccess.acl_class_id > step.c[0]).correlate(step).scalar_subquery()
    step = step.union_all(select(following).where(step.c[0].is_not(None)))
    return frozenset(found for found in connection.scalars(select(step.c[0])).all() if found is not None)


def _rows_of(
    connection: Connection, document_ids: Iterable[int]
) -> dict[int, tuple[int, int, bool, datetime | None]]:
    found: dict[int, tuple[int, int, bool, datetime | None]] = {}
    columns = (
        DocumentAccess.document_id,
        DocumentAccess.corpus_id,
        DocumentAccess.acl_class_id,
        DocumentAccess.pending,
        DocumentAccess.stale_from,
    )
    for piece in batches(set(document_ids)):
        rows = connection.execute(select(*columns).where(DocumentAccess.document_id.in_(piece)))
        found.update({row[0]: (row[1], row[2], row[3], row[4]) for row in rows})
    return found


def _expect_all(
    session: Session, table: type[CorpusRow] | type[AclClass] | type[DocumentAccess], ids: set[int]
) -> None:
    column = DocumentAccess.document_id if table is DocumentAccess else table.id  # type: ignore[union-attr]
    known: set[int] = set()
    for piece in batches(ids):
        known.update(session.scalars(select(column).where(column.in_(piece))))
    if known != ids:
        raise UsageError(f"{len(ids - known)} id(s) of {table.__tablename__} do not exist")
