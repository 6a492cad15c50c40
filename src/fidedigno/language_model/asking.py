"""Asking a model about few things, for a short time, and alike each time: the budget of one question."""

from __future__ import annotations

import time
from collections.abc import Callable

from fidedigno.language_model.both_ways import choose_both_ways
from fidedigno.language_model.prompt import shipped_options
from fidedigno.language_model.task import LanguageModel, Task

MAX_ASKED = 6
"""Things that are put to the model for one question, each in both orders of the options."""
SECONDS = 5.0
"""Once so much time has gone, nothing further is begun."""


class Asking:
    """Asks one instruction with the options that come with it. Make one for each question.

    What the model does not say in both orders, says too late, or is not asked any more is no choice.
    """

    def __init__(
        self,
        model: LanguageModel,
        instruction: str,
        language: str,
        *,
        asked: int = MAX_ASKED,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._model = model
        self._instruction = instruction
        self._language = language
        self._options = shipped_options(instruction, language)
        self._left = asked
        self._seconds = seconds
        self._clock = clock
        self._spent = 0.0
        self._known: dict[tuple[str, ...], str | None] = {}

    def __call__(self, texts: tuple[str, ...]) -> str | None:
        """The name of the option chosen for these texts, or ``None``; the same texts are asked about once."""
        if texts not in self._known:
            self._known[texts] = self._ask(texts)
        return self._known[texts]

    def _ask(self, texts: tuple[str, ...]) -> str | None:
        if self._left <= 0 or self._spent >= self._seconds:
            return None
        self._left -= 1
        began = self._clock()
        choice = choose_both_ways(self._model, Task(self._instruction, self._language, texts, self._options))
        self._spent += self._clock() - began
        return choice.name if choice is not None else None
