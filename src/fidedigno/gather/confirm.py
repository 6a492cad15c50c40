"""Asking the source about ranked documents before anything of them is read.

What is asked about are ids, in the order of the ranking, and no more of them than are needed. What the source
does not confirm leaves no mark: the ranking is then made again without it, so that what is found is what would
be found if it were not there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from fidedigno.access import LiveOutcome, LiveRun
from fidedigno.index import Rankings, SearchRequest
from fidedigno.model import Identity

MOST_ROUNDS = 5
"""How often a ranking that is full of documents which the source refuses is made again without them."""

_ANSWERED_NO = frozenset({LiveOutcome.DENIED, LiveOutcome.UNKNOWN})
"""After these it makes sense to ask about others; a source that does not answer is not pressed."""

Fuse = Callable[[Rankings], tuple[Sequence[int], int]]
"""The chunks of some rankings, best first, and how many of them are wanted."""


class Ranks(Protocol):
    """The part of an index that this needs."""

    def rank(self, identity: Identity, request: SearchRequest) -> Rankings:
        """Rank what ``identity`` may read."""
        ...

    def live_documents(
        self, identity: Identity, ids: Sequence[int], request: SearchRequest, /
    ) -> Mapping[int, int]:
        """The documents to ask about, by what was ranked."""
        ...


def confirm_ranking(
    index: Ranks, identity: Identity, request: SearchRequest, rankings: Rankings, fuse: Fuse, run: LiveRun
) -> tuple[SearchRequest, Rankings]:
    """The request and the rankings with what sources confirm, and with nothing else of theirs.

    Args:
        index: ranks again where it is needed.
        identity: who asks.
        request: what was ranked, confirming nothing.
        rankings: of the request with what is still to be confirmed.
        fuse: puts rankings in one order.
        run: the live checks of the question.
    """
    asked = replace(request, unconfirmed=True)
    for number in range(1, MOST_ROUNDS + 1):
        chunk_ids, wanted = fuse(rankings)
        documents = index.live_documents(identity, chunk_ids, request)
        if not documents:
            if number == 1:
                return request, rankings
            allowed = frozenset[int]()
            break
        allowed = confirm_first(chunk_ids, documents, wanted, run)
        refused = {each for each in documents.values() if run.outcomes.get(each) in _ANSWERED_NO}
        readable = sum(each not in documents or documents[each] in allowed for each in chunk_ids)
        is_cut = any(len(each.chunk_ids) >= request.depth for each in rankings.by_ranker.values())
        if readable >= wanted or not refused or not is_cut or number == MOST_ROUNDS:
            break
        asked = replace(asked, refused=asked.refused | refused)
        rankings = index.rank(identity, asked)
    confirmed = replace(request, confirmed=allowed)
    if asked.refused or not allowed.issuperset(documents.values()):
        rankings = index.rank(identity, confirmed)
    return confirmed, rankings


def confirm_first(
    chunk_ids: Sequence[int], documents: Mapping[int, int], wanted: int, run: LiveRun
) -> frozenset[int]:
    """Ask about documents until the first ``wanted`` chunks that may be read are known, and return those allowed.

    Args:
        chunk_ids: ranked, best first.
        documents: the document of each chunk that has to be asked about; the others are open already.
        wanted: how many chunks are to be read.
        run: the live checks of the question.
    """
    while True:
        first = _first(chunk_ids, documents, wanted, run.outcomes)
        if all(each in run.outcomes for each in first):
            return frozenset(first)
        # Every wave waits for the source, so where some were refused as many are asked about to spare.
        asked = (run.outcomes.get(each) for each in set(documents.values()))
        spare = sum(each is not None and each is not LiveOutcome.ALLOWED for each in asked)
        run.confirm(_first(chunk_ids, documents, wanted + spare, run.outcomes))


def _first(
    chunk_ids: Sequence[int],
    documents: Mapping[int, int],
    wanted: int,
    outcomes: Mapping[int, LiveOutcome],
) -> list[int]:
    """The documents, allowed or not asked about yet, of the first chunks that are not refused."""
    found: dict[int, None] = {}
    counted = 0
    for chunk in chunk_ids:
        if counted >= wanted:
            break
        document = documents.get(chunk)
        if document is not None:
            if outcomes.get(document, LiveOutcome.ALLOWED) is not LiveOutcome.ALLOWED:
                continue
            found[document] = None
        counted += 1
    return list(found)
