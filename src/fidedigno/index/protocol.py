"""What a search engine must do for Fidedigno, and nothing more.

Reading always takes an :class:`~fidedigno.model.Identity`; there is no default and no ``None``. The
engine applies access, corpus and validity filters inside the search itself, before a text leaves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from fidedigno.model import EVERYWHERE, Box, Identity, Scope

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RANKERS = ("vector", "words", "identifiers")
"""The three rankers, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What to look for, where, and in force at which moment.

    Without a ``moment`` what is out of force is found too: to say that the only source has expired.
    """

    vector: NDArray[np.float32] | None
    words: tuple[str, ...]
    identifiers: tuple[str, ...]
    moment: datetime | None
    word_groups: tuple[tuple[str, ...], ...] = ()
    """The terms of each word of the question. With them the ranking by words says how far it holds them."""
    scope: Scope = EVERYWHERE
    depth: int = 50
    """How many chunks each ranker returns at most."""
    confirmed: frozenset[int] = frozenset()
    """Documents that their source has just let this person read. Of corpora that are asked about live, no other
    document is ranked or read."""
    refused: frozenset[int] = frozenset()
    """Documents that their source has just refused to this person: not ranked, not read."""
    unconfirmed: bool = False
    """Rank documents that have still to be asked about too. Reading never regards it."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Chunk ids from best to worst as one ranker sees them, with that ranker's own scores.

    Scores of different rankers cannot be compared. Scores of ``words`` depend on statistics of the
    whole index and must not be shown to the person who asks.
    """

    chunk_ids: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()
    coverage: float = 1.0
    """The largest share of the question's words that one of the first passages holds, where it was asked for."""


@dataclass(frozen=True, slots=True)
class Rankings:
    """The rankings of a request by ranker, the seconds each took, and how vectors were searched."""

    by_ranker: Mapping[str, Ranking] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    vector_method: str = "none"


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """A chunk as it is read back."""

    chunk_id: int
    version_id: int
    document_id: int
    corpus_id: int
    identifiers: str
    relations: str
    text: str
    header: str
    context: str
    section: tuple[str, ...]
    page: int | None
    start: int
    end: int
    kind: str
    language: str
    box: Box | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class OnPage:
    """The chunks that begin on a page, in order, and the last one of the same version that begins before it."""

    begin: tuple[int, ...] = ()
    before: int | None = None


class Index(Protocol):
    """The reading side. What a request confirms counts only where the person's own grants open it."""

    def rank(self, identity: Identity, request: SearchRequest) -> Rankings:
        """Rank the chunks that ``identity`` may read and that are in force.

        Raises:
            NotAvailableError: if access could not be determined; nothing is returned then.
        """
        ...

    def read(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> list[IndexedChunk]:
        """Return those of ``chunk_ids`` that the same filter lets through, in the given order."""
        ...

    def live_documents(
        self, identity: Identity, chunk_ids: Sequence[int], request: SearchRequest
    ) -> Mapping[int, int]:
        """The document, by chunk, of those of ``chunk_ids`` whose source must be asked before they are read.

        Ids only: nothing of a text. What the person's grants do not open is not among them.
        """
        ...
