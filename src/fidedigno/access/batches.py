"""Long lists of values for ``IN``: engines limit how many parameters a statement takes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import TypeVar

T = TypeVar("T")

BATCH = 1_000
"""Values a statement; below the parameter limit of every engine in use."""


def batches(values: Collection[T], size: int = BATCH) -> Iterator[Sequence[T]]:
    """Cut ``values`` in pieces of at most ``size``."""
    iterator = iter(values)
    while piece := list(islice(iterator, size)):
        yield piece
