"""A language model as the judge of pairs of sentences, for the length of one question."""

from __future__ import annotations

import time
from collections.abc import Callable

from fidedigno.language_model import LanguageModel
from fidedigno.language_model.asking import MAX_ASKED, SECONDS, Asking

INSTRUCTION = "contradiction"
CONTRADICT = "contradict"
MAX_PAIRS = MAX_ASKED


class ModelJudge:
    """Judges pairs by asking a model. Make one for each question; the same pair gets the same answer.

    What the model does not say in both orders, says too late, or is not asked any more is no contradiction.
    """

    def __init__(
        self,
        model: LanguageModel,
        language: str,
        *,
        pairs: int = MAX_PAIRS,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._asking = Asking(model, INSTRUCTION, language, asked=pairs, seconds=seconds, clock=clock)

    def __call__(self, one: str, other: str) -> bool:
        """Whether the model says, both ways, that the two sentences cannot both be true."""
        first, second = sorted((one, other))
        return first != second and self._asking((first, second)) == CONTRADICT
