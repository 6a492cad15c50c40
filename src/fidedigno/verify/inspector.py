"""What the ways into verification need of a verifier: :class:`fidedigno.verify.Verifier` is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from fidedigno.verify.passage import Passage
from fidedigno.verify.report import Report
from fidedigno.verify.settings import VerifySettings

Passages = Sequence[str | Passage]


class Inspector(Protocol):
    """Says how an answer stands to passages."""

    @property
    def settings(self) -> VerifySettings:
        """Its thresholds."""
        ...

    def inspect(self, question: str, passages: Passages, answer: str, /) -> Report:
        """Inspect an answer."""
        ...

    def preview(self, question: str, passages: Passages, answer: str, /) -> Report:
        """Inspect a part of an answer, without a trace."""
        ...


class AsyncInspector(Inspector, Protocol):
    """An inspector that does not hold up an event loop."""

    async def ainspect(self, question: str, passages: Passages, answer: str, /) -> Report:
        """Inspect an answer."""
        ...


class Healed(Protocol):
    """An answer made better from its evidence, or left as it was."""

    @property
    def answer(self) -> str:
        """The answer now."""
        ...

    @property
    def changed(self) -> bool:
        """Whether it differs from the answer that was given."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """As JSON values."""
        ...


class Healer(AsyncInspector, Protocol):
    """An inspector that can also heal."""

    def heal(self, question: str, passages: Passages, answer: str, report: Report | None = None, /) -> Healed:
        """Heal an answer."""
        ...
