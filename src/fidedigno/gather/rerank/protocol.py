"""What a reranker is given and what it must give back.

A reranker only orders passages that the person may read already: nothing that it says can bring another passage in,
and whatever goes wrong with it leaves the order as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from fidedigno.gather.candidate import Candidate
from fidedigno.model import Sensitivity


def _empty() -> Mapping[str, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Passage:
    """A candidate as a reranker reads it: its texts, and what retrieval knows of it.

    ``text`` stands behind the header row where the passage is a piece of a table. ``ranks`` count from 1 by each
    ranker that found it; ``fused_rank`` is its place in the fused order. ``cosine`` can be compared only within
    one question. ``sensitivity`` is that of its document; what nobody said is the highest.
    """

    id: str
    text: str
    title: str = ""
    section: tuple[str, ...] = ()
    language: str | None = None
    fused_rank: int = 1
    fused_score: float = 0.0
    ranks: Mapping[str, int] = field(default_factory=_empty)
    cosine: float | None = None
    matched_identifiers: frozenset[str] = frozenset()
    sensitivity: Sensitivity = Sensitivity.RESTRICTED

    @property
    def place(self) -> str:
        """Title and section path, each once."""
        return " › ".join(dict.fromkeys(each for each in (self.title, *self.section) if each))

    @property
    def whole(self) -> str:
        """Place and text, as the passage was embedded."""
        return f"{self.place}\n{self.text}" if self.place else self.text


def passage_of(candidate: Candidate) -> Passage:
    """The candidate as a passage."""
    card = candidate.evidence
    return Passage(
        id=card.id,
        text=card.content,
        title=card.title,
        section=card.locator.section,
        language=card.language,
        fused_rank=candidate.rank,
        fused_score=candidate.fused_score,
        ranks=candidate.ranks,
        cosine=candidate.vector_similarity,
        matched_identifiers=candidate.matched_identifiers,
        sensitivity=candidate.sensitivity,
    )


class RerankError(Exception):
    """A reranker could not score. Its message is a cause (``timed_out``, ``shape`` ...), fit for a log."""


class Reranker(Protocol):
    """Scores passages for a question. Threads may share it; the same input gets the same scores."""

    @property
    def fingerprint(self) -> str:
        """What it is called in records: a kind, a short name and a version, without any path, key or text."""
        ...

    def may_read(self, passage: Passage) -> bool:
        """Whether it may be given this passage; what it may not be given keeps its place."""
        ...

    def score(self, question: str, passages: Sequence[Passage]) -> Sequence[float]:
        """A finite number for each passage, the higher the better, in their order.

        Raises:
            RerankError: for whatever goes wrong.
        """
        ...

    def close(self) -> None:
        """Let go of threads and memory."""
        ...
