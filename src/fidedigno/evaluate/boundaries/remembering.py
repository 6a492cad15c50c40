"""An embedder that remembers: the suite asks the same text of many people by many ways.

A vector depends on its text alone, so that nobody's rights are in what is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fidedigno.access.cache import LruCache
from fidedigno.ingest.embed import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_REMEMBERED = 4_096


class RememberingEmbedder:
    """Gives the vectors of ``embedder``, each computed once while it is remembered."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._questions: LruCache[str, NDArray[np.float32]] = LruCache(_REMEMBERED)
        self._passages: LruCache[str, NDArray[np.float32]] = LruCache(_REMEMBERED)

    @property
    def fingerprint(self) -> str:
        """That of the embedder."""
        return self._embedder.fingerprint

    @property
    def dimensions(self) -> int:
        """Those of the embedder."""
        return self._embedder.dimensions

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """As the embedder does; only what is not remembered is computed."""
        import numpy as np

        known = {text: vector for text in texts if (vector := self._passages.get(text)) is not None}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing or not texts:
            computed = self._embedder.passages(missing)
            if not texts:
                return computed
            for text, vector in zip(missing, computed, strict=True):
                known[text] = vector
                self._passages.put(text, vector)
        return np.stack([known[text] for text in texts])

    def question(self, text: str) -> NDArray[np.float32]:
        """As the embedder does, once for each text."""
        vector = self._questions.get(text)
        if vector is None:
            vector = self._embedder.question(text)
            self._questions.put(text, vector)
        return vector
