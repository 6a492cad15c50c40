"""Cards and candidates for the tests of reranking."""

from __future__ import annotations

from datetime import UTC, datetime

from fidedigno.gather.candidate import Candidate
from fidedigno.gather.rerank.protocol import Passage
from fidedigno.model import Evidence, EvidenceKind, Locator, Sensitivity

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def card(
    key: str, text: str, title: str = "", section: tuple[str, ...] = (), language: str | None = "en"
) -> Evidence:
    return Evidence(
        id=key,
        kind=EvidenceKind.PASSAGE,
        source="files",
        document_id=1,
        title=title,
        authority="reference",
        corpus="docs",
        audience=("public",),
        version="v1",
        updated_at=NOW,
        retrieved_at=NOW,
        content=text,
        locator=Locator(key, section=section),
        language=language,
    )


def candidates(
    *texts: str, codes: dict[int, frozenset[str]] | None = None, labels: dict[int, Sensitivity] | None = None
) -> list[Candidate]:
    """In this order; ``codes`` are the identifiers that they hold, by their place from 0."""
    return [
        Candidate(
            card(str(at), text),
            at + 1,
            {"words": at + 1},
            0.9 - at / 100,
            (codes or {}).get(at, frozenset()),
            1 / (61 + at),
            sensitivity=(labels or {}).get(at, Sensitivity.INTERNAL),
        )
        for at, text in enumerate(texts)
    ]


def passages(*texts: str, **of_each: object) -> list[Passage]:
    return [
        Passage(str(at), text, fused_rank=at + 1, fused_score=1 / (61 + at), **of_each)  # type: ignore[arg-type]
        for at, text in enumerate(texts)
    ]
