"""Candidates for tests, made from texts."""

from datetime import UTC, datetime

from fidedigno.gather import Candidate
from fidedigno.model import Evidence, EvidenceKind, Locator

MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


def candidate(
    content: str,
    rank: int = 1,
    *,
    document: int | None = None,
    language: str | None = None,
    similarity: float | None = None,
    section: tuple[str, ...] = (),
    start: int = 0,
    header: str = "",
    title: str = "Documento",
) -> Candidate:
    number = rank if document is None else document
    card = Evidence(
        id=f"e{rank}",
        kind=EvidenceKind.PASSAGE,
        source="files",
        document_id=number,
        title=title,
        authority="official",
        corpus="test",
        audience=("public",),
        version="v1",
        updated_at=MOMENT,
        retrieved_at=MOMENT,
        content=header + content,
        locator=Locator(f"doc{number}.md", section, start=start, end=start + len(content)),
        language=language,
    )
    return Candidate(card, rank, {"vector": rank, "words": rank}, similarity)
