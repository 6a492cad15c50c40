"""Pages as a fourth ranker: a page that answers the question as a picture lifts its chunks, or stands for itself.

Ranks are fused by position with those of the other rankers: every chunk of the page gains ``1 / (60 + rank)``.
What the person may not read is neither ranked nor counted: pages and chunks both come through the filter of their
index, and documents of corpora that are asked about live are asked about before anything of them is used.

Source: Faysse et al., ColPali, ICLR 2025 (retrieval); Cormack et al., SIGIR 2009 (fusion).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, TypeVar

from fidedigno.access import LiveRun
from fidedigno.gather.confirm import confirm_ranking
from fidedigno.gather.fuse import RRF_K, Fused
from fidedigno.index import IndexedChunk, Rankings, SearchRequest
from fidedigno.index.pages import PAGES, IndexedPage, PageIndex
from fidedigno.index.protocol import OnPage
from fidedigno.ingest.page_encoder import EncodingError, PageEncoder
from fidedigno.model import Identity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Seen = Future[NDArray[np.float32] | None]
    """The vectors of a question on their way; ``None`` if the encoder gave none."""

_log = logging.getLogger(__name__)
Item = TypeVar("Item")
CHUNKS_A_PAGE = 3
"""Of a page of which no other ranker found anything, so many chunks are taken in, from its beginning."""
MIN_LETTERS = 20
"""A page with fewer has no text of its own, but perhaps a running header."""
PAGE_KIND = "page"
"""The kind of a chunk that stands for a page without text."""


class FindsOnPages(Protocol):
    """The part of the index of chunks that this needs."""

    def chunks_on(
        self, identity: Identity, pages: Sequence[tuple[int, int]], request: SearchRequest
    ) -> Mapping[tuple[int, int], OnPage]:
        """Where permitted chunks stand in relation to pages (version and number)."""
        ...


@dataclass(frozen=True, slots=True)
class Lifted:
    """Ids with their fused scores, best first, and the request under which they may be read.

    ``ranks`` are those of the page of each id that gained by one; ``alone`` are pages without chunks, by id.
    """

    fused: Fused
    request: SearchRequest
    ranks: Mapping[int, int] = field(default_factory=dict)
    alone: Mapping[int, IndexedPage] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)

    def first(self, most: int) -> list[tuple[int, float]]:
        """The ranking down to the ``most``-th passage; pages that stand for themselves do not count."""
        return up_to(self.fused.order, most, lambda each: each[0] not in self.alone)

    def with_pages(self, chunks: Sequence[IndexedChunk], ids: Sequence[int]) -> list[IndexedChunk]:
        """``chunks``, and the pages that stand for themselves among them, in the order of ``ids``."""
        found = {chunk.chunk_id: chunk for chunk in chunks}
        found |= {each: _standing_for(self.alone[each]) for each in ids if each in self.alone}
        return [found[each] for each in ids if each in found]


class PageFinder:
    """Ranks pages for a question. May be shared by threads."""

    def __init__(self, pages: PageIndex, chunks: FindsOnPages, encoder: PageEncoder) -> None:
        self._pages = pages
        self._chunks = chunks
        self._encoder = encoder
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="fidedigno-pages")

    def begin(self, text: str) -> Seen:
        """Begin to encode a question, beside whatever else is done for it."""
        return self._threads.submit(self._encoded, text)

    def lift(self, identity: Identity, lifted: Lifted, seen: Seen, run: LiveRun | None = None) -> Lifted:
        """Fuse the ranking of pages into that of chunks.

        Args:
            identity: who asks.
            lifted: the fused ranking without pages, and the request that it was made by.
            seen: what :meth:`begin` gave.
            run: the live checks of the question, whose time goes on.

        Raises:
            NotAvailableError: if access could not be determined.
            EmbedderMismatchError: if the question's vectors cannot be compared with those of the pages.
        """
        vectors = seen.result()
        if vectors is None:
            return lifted
        started = time.perf_counter()
        request, rankings = self._ranked(identity, replace(lifted.request, vector=vectors), run)
        ids = rankings.by_ranker[PAGES].chunk_ids if PAGES in rankings.by_ranker else ()
        pages = self._pages.read(identity, ids, request)
        open_to = replace(lifted.request, confirmed=lifted.request.confirmed | request.confirmed)
        chunks = self._chunks.chunks_on(identity, [(each.version_id, each.page) for each in pages], open_to)
        fused, ranks, alone = _fuse(lifted.fused, pages, chunks)
        return Lifted(fused, open_to, ranks, alone, {PAGES: time.perf_counter() - started})

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _encoded(self, text: str) -> NDArray[np.float32] | None:
        try:
            return self._encoder.question(text)
        except EncodingError as error:
            _log.warning(
                "a question was searched without pages: the page encoder gave nothing (%s)", error.fault
            )
            return None

    def _ranked(
        self, identity: Identity, request: SearchRequest, run: LiveRun | None
    ) -> tuple[SearchRequest, Rankings]:
        if run is None:
            return request, self._pages.rank(identity, request)
        rankings = self._pages.rank(identity, replace(request, unconfirmed=True))
        return confirm_ranking(self._pages, identity, request, rankings, _every_page, run)


def up_to(items: Sequence[Item], most: int, counts: Callable[[Item], bool]) -> list[Item]:
    """The first of ``items``, down to the ``most``-th that counts.

    >>> up_to([1, -1, 2, -2, 3], 2, lambda each: each > 0)
    [1, -1, 2]
    """
    found: list[Item] = []
    left = most
    for each in items:
        if left <= 0:
            break
        found.append(each)
        left -= counts(each)
    return found


def _every_page(rankings: Rankings) -> tuple[Sequence[int], int]:
    ids = rankings.by_ranker[PAGES].chunk_ids if PAGES in rankings.by_ranker else ()
    return ids, len(ids)


def _fuse(
    fused: Fused,
    pages: Sequence[IndexedPage],
    chunks: Mapping[tuple[int, int], OnPage],
) -> tuple[Fused, dict[int, int], dict[int, IndexedPage]]:
    """The fused ranking with pages, the page's rank of each id that gained, and the pages without chunks."""
    scores = dict(fused.order)
    places = {each: place for place, (each, _) in enumerate(fused.order)}
    added: dict[int, float] = {}
    ranks: dict[int, int] = {}
    alone: dict[int, IndexedPage] = {}
    for rank, page in enumerate(pages, start=1):
        there = _holding(page, chunks.get((page.version_id, page.page), OnPage()))
        gaining = [each for each in there if each in places] or list(there[:CHUNKS_A_PAGE])
        if not gaining:
            gaining, alone[page.page_id] = [page.page_id], page
        for each in gaining:
            part = 1.0 / (RRF_K + rank)
            scores[each] = scores.get(each, 0.0) + part
            added[each] = added.get(each, 0.0) + part
            ranks[each] = rank
    last = len(places)
    ordered = sorted(scores.items(), key=lambda each: (-each[1], places.get(each[0], last), each[0]))
    return Fused(tuple(ordered), {**fused.parts, PAGES: added}), ranks, alone


def _holding(page: IndexedPage, there: OnPage) -> tuple[int, ...]:
    """The chunks that hold the text of a page: where none begins on it, the one before goes on there."""
    if there.begin or there.before is None or page.letters < MIN_LETTERS:
        return there.begin
    return (there.before,)


def _standing_for(page: IndexedPage) -> IndexedChunk:
    return IndexedChunk(
        chunk_id=page.page_id, version_id=page.version_id, document_id=page.document_id,
        corpus_id=page.corpus_id, identifiers="", relations="", text="", header="", context="", section=(),
        page=page.page, start=0, end=0,
        kind=PAGE_KIND, language="",
    )  # fmt: skip
