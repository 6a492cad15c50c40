"""The passages before and after those that were found: what a cut took away from them.

They are read through the same filter as any other passage, come after everything that was ranked, and say beside
which passage they stand.
"""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.gather.candidate import Candidate
from fidedigno.model.document import CHUNK_ORDINAL_BITS


def beside(candidates: Sequence[Candidate], first: int) -> dict[int, int]:
    """The chunks before and after each of the ``first`` candidates that are not among the candidates themselves.

    Returns the rank of the passage beside which each stands, by chunk id, nearest to the best first. An id may be of no
    chunk, where a document ends: reading it gives nothing.

    >>> beside([], 3)
    {}
    """
    known = {int(each.evidence.id, 16) for each in candidates}
    found: dict[int, int] = {}
    for each in candidates[:first]:
        chunk = int(each.evidence.id, 16)
        for near in (chunk - 1, chunk + 1):
            # Beyond the ordinals of a version lie those of another document.
            if near >> CHUNK_ORDINAL_BITS == chunk >> CHUNK_ORDINAL_BITS and near not in known:
                found.setdefault(near, each.rank)
    return found
