"""Any cross-encoder for entailment in an ONNX file, by its path: it runs in this process and sends nothing.

It judges whether a premise carries a hypothesis, and never whether either is true. A hypothesis that the model
cannot read whole is left undecided, because half of a claim is another claim.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fidedigno.errors import ConfigurationError
from fidedigno.verify.entailment.graph import Graph, class_names
from fidedigno.verify.entailment.labels import relation_of, roles_of
from fidedigno.verify.entailment.protocol import UNDECIDED, EntailmentError, Relation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class OnnxEntailment:
    """A sequence classifier over (premise, hypothesis). Threads may share it.

    Args:
        path: an ONNX file, or a folder with ``model.onnx`` or only one ONNX file below it.
        tokenizer: its ``tokenizer.json`` or the folder of it; beside the model where not given.
        labels: what its classes mean, in the order of its scores or by their names in ``config.json``; needed
            where that file does not say it, or says ``LABEL_0``. One class alone is read as a sigmoid.
        max_length: tokens of both texts; the premise is cut.
        threads: processor threads of one computation.
        batch: pairs that are computed together. Above 1 the scores of 8-bit models depend on their neighbours.

        shifts: added to the score of each class, in their order, before they become probabilities: for a model
            that is known to lean to a class on one's own texts.

    Raises:
        ConfigurationError: if a package, the model, its tokenizer or the meaning of its classes is missing, or the
            shifts are not one number for each class.
    """

    def __init__(
        self,
        path: Path | str,
        tokenizer: Path | str | None = None,
        labels: Sequence[str] | Mapping[str, str] | None = None,
        max_length: int = 512,
        threads: int = 1,
        batch: int = 1,
        shifts: Sequence[float] | None = None,
    ) -> None:
        self._graph = Graph(path, tokenizer, max_length=max_length, threads=threads)
        self._roles = roles_of(class_names(self._graph.config), labels)
        self._shifts = tuple(shifts) if shifts is not None else (0.0,) * len(self._roles)
        if len(self._shifts) != len(self._roles) or not all(map(math.isfinite, self._shifts)):
            raise ConfigurationError(
                f"{len(self._shifts)} shifts for the {len(self._roles)} classes of the entailment model",
                "give a number for each class, or none at all",
            )
        self._batch = max(1, batch)
        self.name = f"onnx:{self._graph.name}"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[Relation, ...]:
        """A relation for each (premise, hypothesis); undecided where the hypothesis is empty or too long.

        Raises:
            EntailmentError: if the model cannot be run, or its scores do not fit its classes.
        """
        encoded = [self._graph.encode(premise, hypothesis) for premise, hypothesis in pairs]
        scores = iter(self._graph.scores([each for each in encoded if each is not None], self._batch))
        return tuple(UNDECIDED if each is None else self._read(next(scores)) for each in encoded)

    def _read(self, scores: NDArray[np.float32]) -> Relation:
        if scores.shape != (len(self._roles),):
            raise EntailmentError("shape")
        shifted = [each + shift for each, shift in zip(scores.tolist(), self._shifts, strict=True)]
        return relation_of(self._roles, probabilities(shifted))


def probabilities(scores: Sequence[float]) -> list[float]:
    """Softmax of several scores, sigmoid of a single one."""
    import numpy as np

    values = np.asarray(scores if len(scores) > 1 else [scores[0], 0.0], dtype=np.float64)
    powers = np.exp(values - values.max())
    shares = powers / powers.sum()
    return [float(each) for each in (shares if len(scores) > 1 else shares[:1])]
