"""The LanceDB table of chunks: its schema, its opening, and the check of the embedder that made it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from fidedigno.config import quiet_engine
from fidedigno.errors import EmbedderMismatchError, WorkspaceError
from fidedigno.ingest.analyse import ANALYSIS
from fidedigno.ingest.rows import IndexRow

TABLE = "chunks"
SCHEMA_VERSION = f"3/{ANALYSIS}"
_EMBEDDER_KEY = b"fidedigno.embedder"
_SCHEMA_KEY = b"fidedigno.schema"


def schema_for(fingerprint: str, dimensions: int) -> pa.Schema:
    """The columns of the table; the embedder's fingerprint travels in the schema itself."""
    columns: list[pa.Field[Any]] = [
        pa.field("chunk_id", pa.int64(), nullable=False),
        pa.field("version_id", pa.int64(), nullable=False),
        pa.field("document_id", pa.int64(), nullable=False),
        pa.field("corpus_id", pa.int64(), nullable=False),
        pa.field("acl_class", pa.int64(), nullable=False),
        pa.field("sensitivity", pa.int64(), nullable=False),
        pa.field("effective_from", pa.int64(), nullable=False),
        pa.field("effective_until", pa.int64(), nullable=False),
        pa.field("vector_key", pa.int64(), nullable=False),
        pa.field("words", pa.string(), nullable=False),
        pa.field("identifiers", pa.string(), nullable=False),
        pa.field("relations", pa.string(), nullable=False),
        pa.field("text", pa.string(), nullable=False),
        pa.field("header", pa.string(), nullable=False),
        pa.field("context", pa.string(), nullable=False),
        pa.field("section", pa.list_(pa.string()), nullable=False),
        pa.field("page", pa.int32()),
        pa.field("start", pa.int64(), nullable=False),
        pa.field("end", pa.int64(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("language", pa.string(), nullable=False),
        pa.field("box", pa.list_(pa.float32())),
        pa.field("confidence", pa.float32()),
    ]
    if dimensions:
        columns.append(pa.field("vector", pa.list_(pa.float32(), dimensions), nullable=False))
    return pa.schema(columns, metadata={_EMBEDDER_KEY: fingerprint.encode(), _SCHEMA_KEY: SCHEMA_VERSION})


def to_arrow(rows: Sequence[IndexRow], schema: pa.Schema) -> pa.Table:
    """Rows as an Arrow table, without a detour through Python lists for the vectors."""
    import numpy as np

    names = [name for name in schema.names if name not in {"vector", "section"}]
    arrays: dict[str, Any] = {
        name: pa.array([getattr(row, name) for row in rows], type=schema.field(name).type) for name in names
    }
    arrays["section"] = pa.array([list(row.section) for row in rows], type=schema.field("section").type)
    if "vector" in schema.names:
        width = schema.field("vector").type.list_size
        flat = np.concatenate([row.vector for row in rows]) if rows else np.empty(0, np.float32)
        if flat.size != len(rows) * width or not np.isfinite(flat).all():
            raise ValueError("a vector has the wrong length or holds a value that is not finite")
        arrays["vector"] = pa.FixedSizeListArray.from_arrays(pa.array(flat, pa.float32()), width)
    return pa.table([arrays[name] for name in schema.names], schema=schema)


def open_table(folder: Path, fingerprint: str, dimensions: int) -> Any:
    """Open the table of ``folder``, creating it where there is none.

    Raises:
        EmbedderMismatchError: if another embedder made the vectors that are in it.
        WorkspaceError: if the folder cannot be read or written.
    """
    quiet_engine()
    import lancedb

    try:
        connection = lancedb.connect(folder)
        if TABLE not in set(connection.list_tables().tables):
            return connection.create_table(TABLE, schema=schema_for(fingerprint, dimensions))
        table = connection.open_table(TABLE)
    except (OSError, RuntimeError, ValueError) as error:
        raise WorkspaceError(
            f"the index in {folder} cannot be opened: {type(error).__name__}",
            "check the folder's permissions and free space; 'fidedigno doctor' says more",
        ) from error
    _check(table, schema_for(fingerprint, dimensions), fingerprint)
    return table


def _check(table: Any, wanted: pa.Schema, fingerprint: str) -> None:
    metadata = table.schema.metadata or {}
    made_as = metadata.get(_SCHEMA_KEY, b"").decode()
    other_columns = {*table.schema.names} ^ {*wanted.names}
    if made_as == SCHEMA_VERSION and other_columns - {"vector"}:
        made_as += f" with other columns ({', '.join(sorted(other_columns))})"
    if made_as != SCHEMA_VERSION:
        raise EmbedderMismatchError(
            f"the index has the form {made_as!r}, and this version of Fidedigno makes {SCHEMA_VERSION!r}",
            "run 'fidedigno reindex' to make it anew",
        )
    stored = metadata.get(_EMBEDDER_KEY, b"").decode()
    if stored != fingerprint:
        raise EmbedderMismatchError(
            f"the index was made with the embedder {stored!r}, and {fingerprint!r} is configured; "
            "their vectors cannot be compared",
            "configure the first again, or run 'fidedigno reindex' to embed everything anew",
        )
