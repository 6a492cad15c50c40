"""A conversation: questions of one person in which a later one may leave out what an earlier one said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from fidedigno.model import MAX_TURNS, Answer, Identity, Question, Turn
from fidedigno.plan.planner import CLASS, slot_values

if TYPE_CHECKING:
    from fidedigno.pipeline import Pipeline


class _Asks(Protocol):
    @property
    def pipeline(self) -> Pipeline: ...

    def identity(self, user: str | None) -> Identity: ...


class Conversation:
    """Keeps the last turns in memory, and nowhere else.

    The person's rights are looked up anew for every question; earlier turns help to understand it and open
    nothing.
    """

    def __init__(
        self,
        workspace: _Asks,
        as_user: str | None,
        *,
        context: Mapping[str, str] | None = None,
        assistant: str = "",
    ) -> None:
        self._workspace = workspace
        self._user = as_user
        self._context = dict(context or {})
        self._assistant = assistant
        self.turns: tuple[Turn, ...] = ()

    def ask(self, question: Question | str, *, at: datetime | None = None) -> Answer:
        """Ask the next question.

        Raises:
            ValueError: if the question is empty, has no letter or digit, or is too long.
        """
        asked = question if isinstance(question, Question) else Question(question, asked_at=at)
        asked = replace(
            asked,
            context={**self._context, **asked.context},
            conversation=self.turns,
            assistant=asked.assistant or self._assistant,
        )
        done = self._workspace.pipeline.answer(asked, self._workspace.identity(self._user))
        plan = done.plan
        in_doubt = plan.clarification is not None and plan.clarification.about == CLASS
        # A class that the person was asked about is not settled: the next turn must not inherit it.
        settled = "" if in_doubt else plan.question_class
        turn = Turn(plan.search_text, settled, slot_values(plan.slots))
        self.turns = (*self.turns, turn)[-MAX_TURNS:]
        return done.answer
