"""Index: the search engine behind one small protocol.

In: an identity and what to look for. Out: rankings of permitted chunks, and their texts. The filter of
access, corpora and validity is part of every query inside the engine (permissions article); nothing is
filtered afterwards. It must never offer a way to search without an identity.
"""

from fidedigno.index.protocol import (
    RANKERS,
    Index,
    IndexedChunk,
    Ranking,
    Rankings,
    SearchRequest,
)

__all__ = [
    "RANKERS",
    "Index",
    "IndexedChunk",
    "Ranking",
    "Rankings",
    "SearchRequest",
]
