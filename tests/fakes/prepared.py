"""Prepared documents without a file behind them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from fidedigno.ingest.prepare import Outcome, PreparedDocument
from fidedigno.model import AccessList, Chunk, Principal, Sensitivity, SourceDocument

JANUARY = datetime(2026, 1, 1, tzinfo=UTC)
STAFF = AccessList.any_of(Principal.group("staff"))


def prepared(name: str, *texts: str, **changes: Any) -> PreparedDocument:
    """A document that is ready, one chunk for each text; ``changes`` are of its source document."""
    fields: dict[str, Any] = {
        "source": "files", "external_id": name, "corpus": "docs", "title": None, "media_type": "text/plain",
        "owner": "ana", "acl": STAFF, "sensitivity": Sensitivity.INTERNAL, "authority": "official",
        "created_at": JANUARY, "updated_at": JANUARY, "review_at": JANUARY + timedelta(days=90),
        "ai_allowed": True, "language": "es",
    }  # fmt: skip
    document = SourceDocument(**(fields | changes))
    content = "|".join(texts)
    return PreparedDocument(
        external_id=name,
        fingerprint=content,
        outcome=Outcome.READY,
        content_hash=f"content of {content}"[:64],
        label_hash=document.acl.digest,
        state_hash=f"state of {content}"[:64],
        document=document,
        parser="text 1",
        language="es",
        chunks=tuple(Chunk(n, text, 0, len(text)) for n, text in enumerate(texts)),
        terms=tuple(text.casefold() for text in texts),
    )
