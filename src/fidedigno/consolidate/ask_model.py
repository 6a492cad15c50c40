"""A language model as the judge of pairs of sentences, for the length of one question."""

from __future__ import annotations

import time
from collections.abc import Callable

from fidedigno.language_model import LanguageModel, Task, choose_both_ways
from fidedigno.language_model.prompt import shipped_options

INSTRUCTION = "contradiction"
CONTRADICT = "contradict"
MAX_PAIRS = 6
"""Pairs that are put to the model for one question, each in both orders of the options."""
SECONDS = 5.0
"""Once so much time has gone, no further pair is begun."""


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
        self._model = model
        self._language = language
        self._left = pairs
        self._seconds = seconds
        self._clock = clock
        self._spent = 0.0
        self._known: dict[tuple[str, str], bool] = {}

    def __call__(self, one: str, other: str) -> bool:
        """Whether the model says, both ways, that the two sentences cannot both be true."""
        first, second = sorted((one, other))
        if (first, second) not in self._known:
            self._known[first, second] = self._ask(first, second)
        return self._known[first, second]

    def _ask(self, one: str, other: str) -> bool:
        if one == other or self._left <= 0 or self._spent >= self._seconds:
            return False
        self._left -= 1
        began = self._clock()
        options = shipped_options(INSTRUCTION, self._language)
        choice = choose_both_ways(self._model, Task(INSTRUCTION, self._language, (one, other), options))
        self._spent += self._clock() - began
        return choice is not None and choice.name == CONTRADICT
