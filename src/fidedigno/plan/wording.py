"""How a question is worded, as counts of hashed pieces: words, pairs of words, parts of words.

Function words are kept, because "until when" and "how many" tell a class as much as nouns do. Parts of
words forgive slips of the keyboard. Figures are made alike: which assignment is meant says nothing about
what is asked. Hashing needs no vocabulary: a model of a few hundred kilobytes serves any pack.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from fidedigno.ingest.analyse import fold, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BUCKETS = 8_192
FORM = "1"
"""Raise it when the pieces of a text change: models fitted on others are then thrown away."""
MAX_CHARACTERS = 1_000
"""How much of a question is looked at: its class shows early, and time stays bounded."""
_PARTS = (3, 4)
_FIGURES = re.compile(r"\d+")


class Pieces(NamedTuple):
    """The buckets that a text fills, and how strongly each: one plus the logarithm of its count."""

    buckets: NDArray[np.intp]
    strengths: NDArray[np.float32]


def read_pieces(text: str) -> Pieces:
    """Cut a text into its pieces."""
    import numpy as np

    counts = Counter(crc32(piece.encode()) % BUCKETS for piece in _pieces(text))
    buckets = np.fromiter(counts.keys(), dtype=np.intp, count=len(counts))
    strengths = np.fromiter(counts.values(), dtype=np.float32, count=len(counts))
    return Pieces(buckets, 1 + np.log(strengths))


def matrix_of(texts: Sequence[str]) -> NDArray[np.float32]:
    """The strengths of many texts; shape ``(len(texts), BUCKETS)``."""
    import numpy as np

    strengths = np.zeros((len(texts), BUCKETS), dtype=np.float32)
    for row, text in enumerate(texts):
        pieces = read_pieces(text)
        strengths[row, pieces.buckets] = pieces.strengths
    return strengths


def _pieces(text: str) -> Iterator[str]:
    words = [_FIGURES.sub("0", word) for word in words_of(fold(text[:MAX_CHARACTERS]))]
    for word in words:
        yield f"w:{word}"
        bounded = f" {word} "
        for size in _PARTS:
            for start in range(len(bounded) - size + 1):
                yield bounded[start : start + size]
    for first, second in zip(["^", *words], [*words, "$"], strict=True):
        yield f"p:{first} {second}"
