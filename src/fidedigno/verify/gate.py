"""Between whoever writes an answer and whoever reads it: inspect, heal where that is wanted, let through or keep.

It decides by the route that the score gives, and never lets another text through than the one that it says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from fidedigno.verify.blocked import VerificationBlocked
from fidedigno.verify.inspector import Healed, Healer
from fidedigno.verify.passage import Passage, as_passages
from fidedigno.verify.report import Report
from fidedigno.verify.settings import VerifySettings

_ACCEPT, _HEALED_ACCEPT = "accept", "healed_accept"


class OnFinding(StrEnum):
    """What is done with an answer that is not fit to be shown as it stands.

    ``mark`` lets it through with its report, ``heal`` puts the healed answer in its place where that one is fit
    and keeps it back otherwise, ``block`` keeps it back.
    """

    MARK = "mark"
    HEAL = "heal"
    BLOCK = "block"


class Scored(Protocol):
    """How good an answer is, and its route."""

    @property
    def score(self) -> float:
        """In [0, 1]."""
        ...

    @property
    def routing(self) -> StrEnum:
        """``accept``, ``healed_accept``, ``fallback`` or ``discard``."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        ...


class Score(Protocol):
    """Scores an inspected answer; :class:`fidedigno.verify.score.QualityScore` does."""

    def __call__(self, report: Report, healing: Any = None, settings: VerifySettings = ...) -> Scored:
        """Score it."""
        ...


@dataclass(frozen=True, slots=True)
class Delivery:
    """An answer that was let through.

    ``answer`` is what may be shown; ``report`` is of the answer as it was written; ``healing`` is there where
    healing was tried.
    """

    answer: str
    report: Report
    score: Scored
    healing: Healed | None = None

    @property
    def healed(self) -> bool:
        """Whether another answer was put in the place of the written one."""
        return self.healing is not None and self.answer == self.healing.answer and self.healing.changed

    def to_dict(self, *, text: bool = False) -> dict[str, Any]:
        """As JSON values; without ``text`` offsets and codes alone."""
        return {
            "healed": self.healed,
            "score": self.score.to_dict(),
            "report": self.report.to_dict(text=text),
        }


class Gate:
    """Lets answers through or keeps them back.

    Args:
        verifier: what inspects and heals.
        on_finding: what is done with an answer that is not fit to be shown as it stands.
        score: what scores; :meth:`fidedigno.verify.score.QualityScore.compute` where none is given.
    """

    def __init__(
        self, verifier: Healer, on_finding: OnFinding | str = OnFinding.BLOCK, *, score: Score | None = None
    ) -> None:
        self._verifier = verifier
        self._on_finding = OnFinding(on_finding)
        self._score = score or quality_score()

    def check(self, question: str, passages: Sequence[str | Passage], answer: str) -> Delivery:
        """Let an answer through, or a healed one.

        Raises:
            VerificationBlocked: if it is kept back.
        """
        evidence = as_passages(passages)
        return self._decide(question, evidence, answer, self._verifier.inspect(question, evidence, answer))

    async def acheck(self, question: str, passages: Sequence[str | Passage], answer: str) -> Delivery:
        """As :meth:`check`, without holding up the event loop.

        Raises:
            VerificationBlocked: if it is kept back.
        """
        evidence = as_passages(passages)
        report = await self._verifier.ainspect(question, evidence, answer)
        return await asyncio.to_thread(self._decide, question, evidence, answer, report)

    def _decide(self, question: str, passages: Sequence[Passage], answer: str, report: Report) -> Delivery:
        settings = self._verifier.settings
        score = self._score(report, None, settings)
        if score.routing == _ACCEPT or self._on_finding is OnFinding.MARK:
            return Delivery(answer, report, score)
        if self._on_finding is OnFinding.HEAL:
            healing = self._verifier.heal(question, passages, answer, report)
            score = self._score(report, healing, settings)
            if score.routing == _HEALED_ACCEPT:
                return Delivery(healing.answer, report, score, healing)
        raise VerificationBlocked(report)


def quality_score() -> Score:
    """The score of the hallucination detector article."""
    from fidedigno.verify.score import QualityScore

    return QualityScore.compute
