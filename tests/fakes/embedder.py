"""An embedder without a model: vectors from the words of a text, and a record of what was embedded."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class CountingEmbedder:
    """Texts that share words have similar vectors.

    ``embedded`` keeps every passage, call by call, ``asked`` every question.
    """

    fingerprint = "counting/1"
    dimensions = 64

    def __init__(self) -> None:
        self.embedded: list[list[str]] = []
        self.asked: list[str] = []

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed passages."""
        self.embedded.append(list(texts))
        vectors = [self._vector(text) for text in texts]
        return np.stack(vectors) if vectors else np.empty((0, self.dimensions), np.float32)

    def question(self, text: str) -> NDArray[np.float32]:
        """Embed one question."""
        self.asked.append(text)
        return self._vector(text)

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector = np.zeros(self.dimensions, dtype=np.float32)
        vector[0] = 0.01
        for word in text.casefold().split():
            vector[zlib.crc32(word.encode()) % self.dimensions] += 1.0
        return vector / np.float32(np.linalg.norm(vector))
