"""What a record says of itself."""

from datetime import datetime

import pytest

from fidedigno.model import ConflictKind, EvidenceKind, FactStatus
from fidedigno.trace.record import FactTrace, SourceUse, Use
from tests.trace.made import trace


def source(document: int, use: Use) -> SourceUse:
    return SourceUse(f"{document:x}", document, "v1", EvidenceKind.PASSAGE, use)


def test_documents_are_those_with_an_id() -> None:
    made = trace(sources=(source(1, Use.CITED), source(2, Use.DISCARDED), source(0, Use.CITED)))
    assert made.documents == {1, 2}
    assert made.cited_documents == {1}


def test_each_kind_of_conflict_is_told_once() -> None:
    kinds = [ConflictKind.AMOUNT, ConflictKind.INSTANT, ConflictKind.AMOUNT, None]
    facts = tuple(FactTrace("f", True, FactStatus.CONFLICTING, conflict=kind) for kind in kinds)
    assert trace(facts=facts).conflicts == (ConflictKind.AMOUNT, ConflictKind.INSTANT)


def test_a_moment_without_timezone_is_refused() -> None:
    with pytest.raises(ValueError, match="timezone"):
        trace(answered_at=datetime(2026, 1, 1))  # noqa: DTZ001


def test_times_cannot_be_changed_afterwards() -> None:
    with pytest.raises(TypeError):
        trace().milliseconds["plan"] = 0.0  # type: ignore[index]
