from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.conflict import detect_conflict, differ
from fidedigno.consolidate.said import Said
from fidedigno.model import ConflictKind, FactKind, Statement
from tests.fakes.cards import card

ZONE = "Europe/Madrid"


def said(kind: FactKind, value: str, name: str = "a", *, negated: bool = False, rank: int = 0) -> Said:
    statement = Statement("fact", kind, value, value, name, negated=negated)
    return Said(card(id=name), statement, rank, 0)


@pytest.mark.parametrize(
    ("kind", "one", "other", "expected"),
    [
        (FactKind.INSTANT, "2026-10-12T23:59:00+02:00", "2026-10-12T21:59:00+00:00", None),
        (FactKind.INSTANT, "2026-10-12T23:59:00+02:00", "2026-10-12T23:59:00", None),
        (FactKind.INSTANT, "2026-10-12T23:59+02:00", "2026-10-12T14:00:00+02:00", None),
        (FactKind.INSTANT, "2026-10-12T23:59:00+02:00", "2026-10-19T23:59:00+02:00", ConflictKind.INSTANT),
        (FactKind.INSTANT, "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", ConflictKind.INSTANT),
        (FactKind.INSTANT, "none", "2026-10-19T23:59:00+02:00", ConflictKind.INSTANT),
        (FactKind.AMOUNT, "2 days", "48 hours", None),
        (FactKind.AMOUNT, "10 %", "20 %", ConflictKind.AMOUNT),
        (FactKind.AMOUNT, "10 %", "1 points", ConflictKind.AMOUNT),
        (FactKind.STATE, "open", "Open", None),
        (FactKind.STATE, "open", "closed", ConflictKind.STATE),
        (FactKind.TEXT, "Europe/Madrid", "Atlantic/Canary", ConflictKind.STATE),
    ],
)
def test_two_values_agree_or_differ_in_kind(
    kind: FactKind, one: str, other: str, expected: ConflictKind | None
) -> None:
    assert differ(said(kind, one), said(kind, other), ZONE) is expected
    assert differ(said(kind, other), said(kind, one), ZONE) is expected


@pytest.mark.parametrize(
    ("kind", "denied", "affirmed", "expected"),
    [
        (FactKind.INSTANT, "2026-10-12T23:59+02:00", "2026-10-12T23:59+02:00", ConflictKind.NEGATION),
        (FactKind.INSTANT, "2026-10-12T23:59+02:00", "2026-10-19T23:59+02:00", None),
        (FactKind.AMOUNT, "", "10 %", ConflictKind.NEGATION),
        (FactKind.AMOUNT, "", "0 %", None),
        (FactKind.AMOUNT, "10 %", "20 %", None),
    ],
)
def test_a_denial_opposes_what_it_denies_only(
    kind: FactKind, denied: str, affirmed: str, expected: ConflictKind | None
) -> None:
    assert differ(said(kind, denied, negated=True), said(kind, affirmed), ZONE) is expected
    assert differ(said(kind, affirmed), said(kind, denied, negated=True), ZONE) is expected


@given(st.lists(st.sampled_from(["open", "closed", "locked"]), max_size=6))
def test_there_is_a_conflict_exactly_when_two_values_differ(values: list[str]) -> None:
    heap = [said(FactKind.STATE, value, f"c{n}") for n, value in enumerate(values)]
    found = detect_conflict(heap, ZONE)
    assert (found is not None) == (len(set(values)) > 1)
    if found is not None:
        assert len(found.statements) + len(found.opposed) == len(values)
        assert {s.statement.value for s in found.statements} == {values[0]}


def test_the_order_of_the_statements_changes_nothing() -> None:
    heap = [
        said(FactKind.AMOUNT, "10 %", "a", rank=1),
        said(FactKind.AMOUNT, "20 %", "b"),
        said(FactKind.AMOUNT, "10 %", "c"),
    ]
    found = detect_conflict(heap, ZONE)
    assert all(detect_conflict(order, ZONE) == found for order in permutations(heap))
    assert found is not None
    assert [s.card.id for s in found.statements] == ["b"]
