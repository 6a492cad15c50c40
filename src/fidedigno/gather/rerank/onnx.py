"""Any cross-encoder of relevance in an ONNX file, by its path: it runs in this process and sends nothing.

The passage is cut to what the model can read beside the question; the question is never read in part.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fidedigno.gather.rerank.protocol import Passage, RerankError
from fidedigno.pair_graph import Encoded, GraphError, PairGraph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH = 8
_READ = 1 << 20


class OnnxReranker:
    """A model over (question, passage) with one score, or two of which the second means relevant.

    Args:
        path: an ONNX file, or a folder with ``model.onnx`` or only one ONNX file below it.
        tokenizer: its ``tokenizer.json`` or the folder of it; beside the model where not given.
        max_length: tokens of question and passage together.
        threads: processor threads of one computation.
        batch: pairs that are computed together; with 8-bit weights a score depends on its neighbours above 1.
        seconds: once so much time has gone no further batch is begun.
        clock: seconds that only go on.

    Raises:
        ConfigurationError: if a package, the model or its tokenizer is missing or cannot be read.
    """

    def __init__(
        self,
        path: Path | str,
        tokenizer: Path | str | None = None,
        *,
        max_length: int = 512,
        threads: int = 1,
        batch: int = BATCH,
        seconds: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._graph = PairGraph(
            path, tokenizer, max_length=max_length, threads=threads, what=("a reranking model", "rerank")
        )
        self._batch = self._graph.fixed_batch or max(1, batch)
        self._seconds = seconds
        self._clock = clock
        self.fingerprint = f"onnx:{self._graph.name}/{_digest(self._graph.file)}"

    def may_read(self, passage: Passage) -> bool:  # noqa: ARG002 - the protocol's signature
        """Always: nothing leaves."""
        return True

    def score(self, question: str, passages: Sequence[Passage]) -> Sequence[float]:
        """The model's score of each passage: its only one, or how much the second lies above the first.

        Raises:
            RerankError: if the question is too long, the time is over, or the model cannot be run or gives no
                numbers of that form.
        """
        began = self._clock()
        try:
            encoded = [self._graph.encode(question, each.whole, cut_second=True) for each in passages]
            known = [each for each in encoded if each is not None]
            if len(known) < len(encoded):
                raise RerankError("question")
            return self._scores(known, began)
        except GraphError as error:
            raise RerankError(str(error)) from None

    def _scores(self, encoded: Sequence[Encoded], began: float) -> list[float]:
        # Pairs of one length together, so that little is computed for padding alone.
        order = sorted(range(len(encoded)), key=lambda at: len(encoded[at].ids))
        found: dict[int, float] = {}
        for start in range(0, len(order), self._batch):
            if self._clock() - began > self._seconds:
                raise RerankError("timed_out")
            part = order[start : start + self._batch]
            rows = self._graph.scores([encoded[at] for at in part], self._batch)
            found.update(zip(part, map(_relevance, rows), strict=True))
        return [found[at] for at in range(len(encoded))]

    def close(self) -> None:
        """Nothing is held but the model."""


def _relevance(row: NDArray[np.float32]) -> float:
    values = row.ravel().tolist()
    if row.ndim > 1 or not 1 <= len(values) <= 2:
        raise RerankError("shape")
    return float(values[-1] - values[0]) if len(values) == 2 else float(values[0])


def _digest(file: Path) -> str:
    """Ten hexadecimal digits of the hash of the file, so that another model is another reranker."""
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while part := opened.read(_READ):
            digest.update(part)
    return digest.hexdigest()[:10]
