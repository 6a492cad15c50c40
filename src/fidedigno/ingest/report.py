"""What one run of ingestion did: every document is in exactly one of the counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """A document that was not indexed: ``refused`` (a control forbids it) or ``failed`` (unreadable)."""

    path: str
    kind: str
    code: str
    reason: str
    hint: str = ""

    def as_dict(self) -> dict[str, str]:
        """For ``--json``."""
        return {
            "path": self.path, "kind": self.kind, "code": self.code, "reason": self.reason, "hint": self.hint,
        }  # fmt: skip


@dataclass(slots=True)
class IngestReport:
    """Counts of documents, chunks and seconds, and every problem with its reason."""

    read: int = 0
    indexed: int = 0
    relabelled: int = 0
    """Documents of which only who may read them changed: no text was touched and nothing re-embedded."""
    unchanged: int = 0
    removed: int = 0
    """Documents that were in the index and are gone from their folder, or may no longer be there."""
    unsupported: int = 0
    problems: list[Problem] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    chunks: int = 0
    embedded: int = 0
    """Chunks that went through the embedder; the others kept the vector they had."""
    moved: int = 0
    """Chunks that went from one index into another, because their corpus is declared so now."""
    bytes_read: int = 0
    seconds: float = 0.0
    seconds_embedding: float = 0.0
    pages: int = 0
    """Pages written to the index of pages."""
    pages_encoded: int = 0
    """Pages that went through the page encoder; the others kept the vectors of an equal picture."""
    seconds_encoding_pages: float = 0.0
    corpora: list[str] = field(default_factory=list)

    @property
    def refused(self) -> int:
        """How many documents a control kept out."""
        return sum(problem.kind == "refused" for problem in self.problems)

    @property
    def failed(self) -> int:
        """How many documents could not be read."""
        return sum(problem.kind == "failed" for problem in self.problems)

    @property
    def chunks_per_second(self) -> float:
        """Chunks written per second of the whole run."""
        return self.chunks / self.seconds if self.seconds > 0 else 0.0

    def as_dict(self) -> dict[str, object]:
        """For ``--json``."""
        return {
            "read": self.read,
            "indexed": self.indexed,
            "relabelled": self.relabelled,
            "unchanged": self.unchanged,
            "removed": self.removed,
            "unsupported": self.unsupported,
            "refused": self.refused,
            "failed": self.failed,
            "chunks": self.chunks,
            "embedded": self.embedded,
            "moved": self.moved,
            "bytes_read": self.bytes_read,
            "seconds": round(self.seconds, 3),
            "seconds_embedding": round(self.seconds_embedding, 3),
            "pages": self.pages,
            "pages_encoded": self.pages_encoded,
            "seconds_encoding_pages": round(self.seconds_encoding_pages, 3),
            "chunks_per_second": round(self.chunks_per_second, 1),
            "corpora": self.corpora,
            "problems": [problem.as_dict() for problem in self.problems],
            "notices": self.notices,
        }


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a run is: documents settled so far, chunks written, and the document at hand."""

    documents: int
    total: int
    chunks: int
    current: str


OnProgress = Callable[[Progress], None]
