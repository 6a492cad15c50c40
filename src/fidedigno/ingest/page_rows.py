"""Rows for the index of pages: one for each page of a version, with the same columns of access as a chunk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fidedigno.model.document import CHUNK_ORDINAL_BITS, chunk_id_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_PAGE_NUMBER = 100_000


@dataclass(frozen=True, slots=True)
class PageRow:
    """One page as it is written. Ids and instants are as in :class:`~fidedigno.ingest.rows.IndexRow`."""

    page_id: int
    version_id: int
    document_id: int
    corpus_id: int
    acl_class: int
    sensitivity: int
    effective_from: int
    effective_until: int
    page: int
    pages: int
    """How many pages the version has, so that what is missing can be told."""
    page_key: int
    """Hash of the drawn page, so that an unchanged page keeps its vectors."""
    letters: int
    """How many characters its text layer has, of the first thousand."""
    vectors: NDArray[np.float32]
    """Unit rows, shape ``(patches, dimensions)``."""


@dataclass(frozen=True, slots=True)
class HeldPages:
    """What the index holds of a document: the version, the numbers of its pages, and how many it has."""

    version_id: int
    numbers: frozenset[int]
    pages: int


def page_id_of(version_id: int, page: int) -> int:
    """The stable id of a page (from 1) of a version.

    It is taken from the far end of the ids of the version's chunks, so that it names the version in the same way
    and is never that of a chunk.

    Raises:
        ValueError: beyond page 100,000.

    >>> page_id_of(7, 1) >> 20, page_of_id(page_id_of(7, 12))
    (7, 12)
    """
    if not 1 <= page <= MAX_PAGE_NUMBER:
        raise ValueError("pages are counted from 1 to 100,000")
    return chunk_id_of(version_id, (1 << CHUNK_ORDINAL_BITS) - page)


def page_of_id(number: int) -> int | None:
    """The page that an id names; ``None`` for the id of a chunk."""
    page = (1 << CHUNK_ORDINAL_BITS) - (number & ((1 << CHUNK_ORDINAL_BITS) - 1))
    return page if page <= MAX_PAGE_NUMBER else None
