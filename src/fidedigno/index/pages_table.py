"""The LanceDB tables of pages: many vectors a row, the columns of access of a chunk, beside the tables of chunks.

A corpus with a table of its own for its chunks has one of its own for its pages too.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from fidedigno.config import quiet_engine
from fidedigno.errors import EmbedderMismatchError, WorkspaceError
from fidedigno.index.partitions import PREFIX, SHARED
from fidedigno.ingest.page_images import RENDERING
from fidedigno.ingest.page_rows import PageRow

PAGES_TABLE = "pages"
PAGES_VERSION = f"1/{RENDERING}"
_ENCODER_KEY = b"fidedigno.page_encoder"
_SCHEMA_KEY = b"fidedigno.pages"
_INTEGERS = (
    "page_id", "version_id", "document_id", "corpus_id", "acl_class", "sensitivity", "effective_from",
    "effective_until", "page", "pages", "page_key",
    "letters",
)  # fmt: skip


def pages_schema(fingerprint: str, dimensions: int) -> pa.Schema:
    """The columns; the encoder's fingerprint travels in the schema itself."""
    columns: list[pa.Field[Any]] = [pa.field(name, pa.int64(), nullable=False) for name in _INTEGERS]
    columns.append(pa.field("vectors", pa.list_(pa.list_(pa.float32(), dimensions)), nullable=False))
    return pa.schema(columns, metadata={_ENCODER_KEY: fingerprint.encode(), _SCHEMA_KEY: PAGES_VERSION})


def pages_to_arrow(rows: Sequence[PageRow], schema: pa.Schema) -> pa.Table:
    """Rows as an Arrow table.

    Raises:
        ValueError: if vectors are not a matrix of the table's width, or not finite.
    """
    import numpy as np

    width = width_of(schema)
    for row in rows:
        if row.vectors.ndim != 2 or row.vectors.shape[1] != width or not len(row.vectors):
            raise ValueError("the vectors of a page have the wrong shape")
        if not np.isfinite(row.vectors).all():
            raise ValueError("the vectors of a page hold a value that is not finite")
    arrays: list[Any] = [pa.array([getattr(row, name) for row in rows], pa.int64()) for name in _INTEGERS]
    flat = np.concatenate([row.vectors.ravel() for row in rows]) if rows else np.empty(0, np.float32)
    offsets = np.cumsum([0, *(len(row.vectors) for row in rows)]).tolist()
    vectors = pa.FixedSizeListArray.from_arrays(pa.array(flat, pa.float32()), width)
    arrays.append(pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), vectors))
    return pa.table(arrays, schema=schema)


def width_of(schema: pa.Schema) -> int:
    """The length of a vector of a table."""
    width: int = schema.field("vectors").type.value_type.list_size
    return width


class PageTables:
    """Opens tables when they are first needed. May be shared by threads.

    Args:
        folder: that of the index.
        separate: the ids of the corpora that have a table of their own now.
        fingerprint: of the configured encoder; empty where there is none, and then nothing is searched.
        dimensions: how long its vectors are; asked only when a table is made.
    """

    def __init__(
        self,
        folder: Path,
        separate: Callable[[], frozenset[int]],
        fingerprint: str = "",
        dimensions: Callable[[], int] = lambda: 0,
    ) -> None:
        self._folder = folder
        self._separate = separate
        self._fingerprint = fingerprint
        self._dimensions = dimensions
        self._open: dict[int, Any] = {}
        self._lock = threading.Lock()

    def separate(self) -> frozenset[int]:
        """The corpora that have a table of their own now."""
        return self._separate()

    def existing(self) -> Iterator[int]:
        """The partitions that have a table of pages on disk, whatever is declared or configured now."""
        if self.exists(SHARED):
            yield SHARED
        for each in sorted(self._folder.glob(f"{PREFIX}*/{PAGES_TABLE}.lance")):
            number = each.parent.name.removeprefix(PREFIX)
            if number.isascii() and number.isdigit() and int(number) != SHARED:
                yield int(number)

    def exists(self, partition: int) -> bool:
        """Whether there is such a table; a search never makes one."""
        return (self._place(partition) / f"{PAGES_TABLE}.lance").is_dir()

    def table(self, partition: int) -> Any:
        """A table that exists, whichever encoder filled it: to withdraw, close and erase, never to search.

        Raises:
            WorkspaceError: if it cannot be opened.
        """
        with self._lock:
            if partition not in self._open:
                self._open[partition] = _connected(
                    self._place(partition), lambda db: db.open_table(PAGES_TABLE)
                )
            return self._open[partition]

    def searchable(self, partition: int) -> Any:
        """A table that exists, to compare vectors with.

        Raises:
            EmbedderMismatchError: if another encoder than the configured one filled it.
            WorkspaceError: if it cannot be opened.
        """
        table = self.table(partition)
        _check(table.schema.metadata or {}, self._fingerprint)
        return table

    def writable(self, partition: int) -> Any:
        """A table to write to, made where there is none.

        Raises:
            EmbedderMismatchError: if another encoder filled it.
            EncodingError: if the encoder has to be asked for its dimensions and does not answer.
            WorkspaceError: if its folder cannot be read or written.
        """
        if not self.exists(partition):
            schema = pages_schema(self._fingerprint, self._dimensions())
            with self._lock:
                self._open[partition] = _connected(
                    self._place(partition), lambda db: db.create_table(PAGES_TABLE, schema=schema)
                )
        return self.searchable(partition)

    def copy_of(self, partition: int, home: int) -> Any:
        """The table of ``home``, made where there is none with the columns and the encoder of ``partition``."""
        if not self.exists(home):
            schema = self.table(partition).schema
            with self._lock:
                self._open[home] = _connected(
                    self._place(home), lambda db: db.create_table(PAGES_TABLE, schema=schema)
                )
        return self.table(home)

    def _place(self, partition: int) -> Path:
        return self._folder if partition == SHARED else self._folder / f"{PREFIX}{partition:d}"


def _connected(folder: Path, use: Callable[[Any], Any]) -> Any:
    quiet_engine()
    import lancedb

    try:
        return use(lancedb.connect(folder))
    except (OSError, RuntimeError, ValueError) as error:
        raise WorkspaceError(
            f"the index of pages in {folder} cannot be opened: {type(error).__name__}",
            "check the folder's permissions and free space; 'fidedigno doctor' says more",
        ) from error


def _check(metadata: dict[bytes, bytes], fingerprint: str) -> None:
    made_as, stored = (metadata.get(key, b"").decode() for key in (_SCHEMA_KEY, _ENCODER_KEY))
    if made_as != PAGES_VERSION:
        raise EmbedderMismatchError(
            f"the index of pages has the form {made_as!r}, and this version of Fidedigno makes {PAGES_VERSION!r}",
            "run 'fidedigno reindex' to make it anew",
        )
    if stored != fingerprint:
        raise EmbedderMismatchError(
            f"the index of pages was made with the encoder {stored!r}, and {fingerprint!r} is configured; "
            "their vectors cannot be compared",
            "configure the first again, or run 'fidedigno reindex' to encode everything anew",
        )
