"""A claim matrix cannot say that something is covered when nothing carries it, or hide a conflict."""

import pytest

from fidedigno.model import ClaimMatrix, ConflictKind, FactKind, FactRow, FactStatus, RequiredFact, Statement

DUE = RequiredFact("due-date", FactKind.INSTANT)
NOTE = RequiredFact("timezone", FactKind.STATE, critical=False)
SAID = Statement("due-date", FactKind.INSTANT, "2026-11-13T23:59+01:00", "el 13", "a")


@pytest.mark.parametrize("status", [FactStatus.COVERED, FactStatus.CONFLICTING])
def test_nothing_is_covered_or_conflicting_without_statements(status: FactStatus) -> None:
    with pytest.raises(ValueError, match=r"covered exactly|says in what"):
        FactRow(DUE, status)


def test_a_missing_fact_has_no_statement() -> None:
    with pytest.raises(ValueError, match="covered exactly"):
        FactRow(DUE, FactStatus.MISSING, (SAID,))


def test_a_conflict_names_its_kind_and_both_sides() -> None:
    row = FactRow(DUE, FactStatus.CONFLICTING, (SAID,), (SAID,), ConflictKind.INSTANT)
    assert row.conflict is ConflictKind.INSTANT
    with pytest.raises(ValueError, match="says in what"):
        FactRow(DUE, FactStatus.CONFLICTING, (SAID,), (SAID,))


def test_only_critical_facts_leave_gaps() -> None:
    covered = FactRow(DUE, FactStatus.COVERED, (SAID,))
    missing = FactRow(NOTE, FactStatus.MISSING)
    assert ClaimMatrix((covered, missing)).gaps == ()
    gap = FactRow(DUE, FactStatus.UNVERIFIABLE, reason="timed_out")
    matrix = ClaimMatrix((gap, missing))
    assert matrix.gaps == (gap,)
    assert matrix.row("timezone") is missing
    assert matrix.row("grade") is None
