"""Evidence cards for tests that are not about how they are found."""

from datetime import UTC, datetime
from typing import Any

from fidedigno.model import Evidence, EvidenceKind, Locator


def card(number: int = 1, **changes: Any) -> Evidence:
    """A card with an id of its own; ``changes`` replace its fields."""
    fields: dict[str, Any] = {
        "id": f"{number:x}",
        "kind": EvidenceKind.PASSAGE,
        "source": "files",
        "document_id": number,
        "title": "Guía",
        "authority": "official",
        "corpus": "curso",
        "audience": ("internal",),
        "version": "v1",
        "updated_at": datetime(2026, 1, 2, 3, 4, tzinfo=UTC),
        "retrieved_at": datetime(2026, 2, 3, tzinfo=UTC),
        "content": f"La práctica {number} se entrega el 12 de octubre.",
        "locator": Locator("curso/guia.md"),
    }
    return Evidence(**(fields | changes))
