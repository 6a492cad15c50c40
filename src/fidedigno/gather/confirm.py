"""Asking the source about ranked documents before anything of them is read.

What is asked about are ids, in the order of the ranking, and no more of them than are needed. What the source
does not confirm leaves no mark: the ranking is then made again without it, so that what is found is what would
be found if it were not there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fidedigno.access import LiveOutcome, LiveRun


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
        pending = [each for each in first if each not in run.outcomes]
        if not pending:
            return frozenset(first)
        run.confirm(pending)


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
