"""What the tests of the claim matrix share."""

from __future__ import annotations

import zlib

from fidedigno.model import ClaimMatrix, Evidence, FactRow
from tests.fakes.cards import card
from tests.fakes.packs import NOW


def passage(name: str, content: str, **changes: object) -> Evidence:
    fields: dict[str, object] = {
        "id": name,
        "document_id": zlib.crc32(name.encode()),
        "content": content,
        "language": "es",
        "timezone": "Europe/Madrid",
        "title": "Base de datos",
        "retrieved_at": NOW,
    }
    return card(**(fields | changes))


def due(matrix: ClaimMatrix) -> FactRow:
    row = matrix.row("due")
    assert row is not None
    return row


def told(row: FactRow) -> set[str]:
    return {each.value for each in (*row.statements, *row.opposed)}
