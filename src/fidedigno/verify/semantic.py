"""What sentence vectors say of a claim and its best sentence: how near they are, and how they differ.

Nearness alone does not tell support from contradiction: both speak of the same. So a small learned direction over
the difference of the two vectors (the *head*) is read beside it. Source of the head's form: Conneau et al.,
Supervised Learning of Universal Sentence Representations, 2017 (difference and product of two sentence vectors),
with the signed difference added, because a claim stands in for the hypothesis and not the other way round.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol

from fidedigno.errors import ConfigurationError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST = 1_000
"""Characters of a sentence that are embedded."""
KEPT = 4_096
"""Vectors that are remembered: the same evidence is asked about again and again."""
_ROWS = 2


class SentenceEmbedder(Protocol):
    """What is needed of an embedder: L2-normalised float32 vectors of one space, and its name."""

    @property
    def fingerprint(self) -> str:
        """Model and version: vectors of equal fingerprints can be compared."""
        ...

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts; shape ``(len(texts), dimensions)``."""
        ...


class Nearness(NamedTuple):
    """Cosine of claim and best sentence, and the head's log odds that the claim is not carried by it."""

    cosine: float
    head: float


NOT_NEAR = Nearness(0.0, 0.0)


class Vectors:
    """An embedder that remembers. Safe in threads; the same text is embedded once while it is remembered.

    Only one thread at a time is in the embedder: those that wait for it find there what the one before them made.

    Args:
        embedder: makes the vectors.
        kept: how many are remembered, those of last use.
    """

    def __init__(self, embedder: SentenceEmbedder, kept: int = KEPT) -> None:
        self._embedder = embedder
        self._kept = kept
        self._known: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._lock = Lock()
        self._embedding = Lock()
        self.embedded = 0
        """Texts that were given to the embedder so far."""

    @property
    def fingerprint(self) -> str:
        """That of the embedder."""
        return self._embedder.fingerprint

    def of(
        self, texts: Sequence[str], given: Mapping[str, NDArray[np.float32]] | None = None
    ) -> dict[str, NDArray[np.float32]]:
        """The vector of each text, in one call of the embedder for those that are not known.

        ``given`` are vectors from retrieval, by text: those are used as they are. Texts of the same
        :data:`LONGEST` first characters have the same vector.

        Raises:
            ConfigurationError: if the embedder does not give one finite vector for each text.
        """
        mine = {} if given is None else {text: given[text] for text in texts if text in given}
        wanted = list(dict.fromkeys(text[:LONGEST] for text in texts if text not in mine))
        found = self._remembered(wanted)
        if len(found) < len(wanted):
            with self._embedding:
                found |= self._remembered([key for key in wanted if key not in found])
                found |= self._made([key for key in wanted if key not in found])
        return {text: mine[text] if text in mine else found[text[:LONGEST]] for text in texts}

    def _remembered(self, keys: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        with self._lock:
            found = {key: self._known[key] for key in keys if key in self._known}
            for key in found:
                self._known.move_to_end(key)
            return found

    def _made(self, keys: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        import numpy as np

        if not keys:
            return {}
        rows = np.asarray(self._embedder.passages(keys))
        if rows.ndim != _ROWS or len(rows) != len(keys) or not np.isfinite(rows).all():
            raise ConfigurationError(
                f"the embedder {self.fingerprint} gave no finite vector for each text",
                "check the embedder that the verifier was given",
            )
        # Copies: a row of the whole would keep all the others in memory with it.
        made = {key: row.copy() for key, row in zip(keys, rows, strict=True)}
        with self._lock:
            self.embedded += len(keys)
            self._known.update(made)
            while len(self._known) > self._kept:
                self._known.popitem(last=False)
        return made


class Head(NamedTuple):
    """Weights over ``|p - c|``, ``p * c`` and ``c - p`` of a sentence ``p`` and a claim ``c``, all scaled."""

    weights: NDArray[np.float32]
    bias: float
    fingerprint: str
    """The embedder that it was trained with; vectors of another mean nothing to it."""

    def nearness(self, sentence: NDArray[np.float32], claim: NDArray[np.float32]) -> Nearness:
        """Read a pair of vectors."""
        import numpy as np

        return Nearness(
            float(sentence @ claim), float(np.dot(differences(sentence, claim), self.weights)) + self.bias
        )


def differences(sentence: NDArray[np.float32], claim: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the head weighs; works on one pair or on rows of pairs. Scaled so that all parts are of order one."""
    import numpy as np

    scale = sentence.shape[-1] ** 0.5
    parts = (np.abs(sentence - claim) * scale, sentence * claim * scale * 4, (claim - sentence) * scale)
    joined: NDArray[np.float32] = np.concatenate(parts, axis=-1).astype(np.float32)
    return joined
