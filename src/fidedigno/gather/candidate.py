"""A permitted passage as retrieval hands it over: the card, and how each ranker found it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fidedigno.model import Evidence, Sensitivity


def _empty() -> Mapping[str, int]:
    return MappingProxyType({})


def _empty_parts() -> Mapping[str, float]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Candidate:
    """One passage that this person may read, at its place in the order in which it is handed over.

    ``rank`` counts from 1 in that order: the fused one, or that of a reranker. ``ranks`` holds the rank by
    each ranker (``vector``, ``words``, ``identifiers``) that found it. ``vector_similarity`` is the raw
    cosine of question and chunk, which E5 models squeeze into about 0.67-0.87: compare it with others of the
    same question, never with a constant. ``matched_identifiers`` are the question's identifiers that the
    chunk's identifier field holds, case-folded. The card's ``content`` is the chunk's text, behind the header
    row where the chunk is a piece of a table; its locator has the chunk's offsets. ``fused_score`` is the
    fusion of ``ranks``, and ``parts`` what each ranker adds to it. ``context`` is what the chunk was told
    about its document when it was indexed: it is why it was found, never a source. ``beside`` is the rank of
    the passage next to which it stands in its document, where it is here for that alone. ``rerank_score`` is
    the reranker's number, if one was used and given the passage; it can be compared only within one question.
    ``sensitivity`` is that of the document, and the highest where nobody said it: what is sent to another
    machine depends on it.
    """

    evidence: Evidence
    rank: int
    ranks: Mapping[str, int] = field(default_factory=_empty)
    vector_similarity: float | None = None
    matched_identifiers: frozenset[str] = frozenset()
    fused_score: float = 0.0
    parts: Mapping[str, float] = field(default_factory=_empty_parts)
    context: str = ""
    beside: int | None = None
    rerank_score: float | None = None
    sensitivity: Sensitivity = Sensitivity.RESTRICTED

    def __post_init__(self) -> None:
        if self.rank < 1 or any(rank < 1 for rank in self.ranks.values()):
            raise ValueError("ranks count from 1")
        object.__setattr__(self, "ranks", MappingProxyType(dict(self.ranks)))
        object.__setattr__(self, "parts", MappingProxyType(dict(self.parts)))
