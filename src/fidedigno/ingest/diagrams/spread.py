"""Gives each chunk the relations whose arrow stands in it, so that they share its permissions and its fate."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from fidedigno.model import Chunk
from fidedigno.model.relation import Relation

MAX_RELATIONS = 500
"""Of one chunk: a set of nodes joined with another may give thousands of arrows in one line."""


def with_relations(relations: Sequence[Relation], chunks: Iterable[Chunk]) -> Iterator[Chunk]:
    """The chunks, each with the relations that begin inside it.

    A chunk cut through an arrow keeps it where it begins; one that repeats the end of the chunk before it
    repeats its arrows too.
    """
    ordered = sorted(relations, key=lambda relation: relation.start)
    starts = [relation.start for relation in ordered]
    for chunk in chunks:
        first, last = bisect_left(starts, chunk.start), bisect_left(starts, chunk.end)
        yield (
            replace(chunk, relations=tuple(ordered[first : min(last, first + MAX_RELATIONS)]))
            if first < last
            else chunk
        )
