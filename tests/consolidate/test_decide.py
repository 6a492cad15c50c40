from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.consolidate.decide import decide, slots_needed
from fidedigno.consolidate.matrix import NEEDS_SLOT, TIMEZONE_UNKNOWN
from fidedigno.model import (
    ClaimMatrix,
    Clarification,
    ConflictKind,
    Decision,
    FactKind,
    FactRow,
    FactStatus,
    RequiredFact,
    Statement,
)
from tests.fakes.packs import STATE_ONLY, plan_of

PLAN = plan_of()
STATEMENT = Statement("x", FactKind.STATE, "open", "open", "a")


def row(status: FactStatus, *, critical: bool = True, personal: bool = False, reason: str = "") -> FactRow:
    kinds: dict[str, Any] = {"kinds": STATE_ONLY, "individual": True} if personal else {}
    fact = RequiredFact("x", FactKind.STATE, critical, **kinds)
    said = (STATEMENT,) if status in (FactStatus.COVERED, FactStatus.CONFLICTING) else ()
    against = (STATEMENT,) if status is FactStatus.CONFLICTING else ()
    kind = ConflictKind.STATE if against else None
    return FactRow(fact, status, said, against, kind, reason)


COVERED, MISSING = row(FactStatus.COVERED), row(FactStatus.MISSING)
CONFLICT = row(FactStatus.CONFLICTING)
PERSONAL_CONFLICT = row(FactStatus.CONFLICTING, personal=True)
PERSONAL_GAP = row(FactStatus.UNVERIFIABLE, personal=True, reason="timed_out")
PERSONAL = row(FactStatus.COVERED, personal=True)
OPTIONAL = row(FactStatus.COVERED, critical=False)
OPTIONAL_PERSONAL = row(FactStatus.COVERED, critical=False, personal=True)
OPTIONAL_CONFLICT = row(FactStatus.CONFLICTING, critical=False)
WAITING = row(FactStatus.UNVERIFIABLE, reason=NEEDS_SLOT + "group")
NO_ZONE = row(FactStatus.COVERED, reason=TIMEZONE_UNKNOWN)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ((COVERED, PERSONAL), Decision.ANSWER),
        ((COVERED, OPTIONAL_CONFLICT), Decision.ANSWER),
        ((COVERED, row(FactStatus.MISSING, critical=False)), Decision.ANSWER),
        ((OPTIONAL,), Decision.ANSWER),
        ((COVERED, PERSONAL_GAP), Decision.ANSWER_LIMITED),
        ((COVERED, MISSING), Decision.ANSWER_LIMITED),
        ((COVERED, row(FactStatus.EXPIRED)), Decision.ANSWER_LIMITED),
        ((NO_ZONE, PERSONAL), Decision.ANSWER_LIMITED),
        ((OPTIONAL, PERSONAL_GAP), Decision.ANSWER_LIMITED),
        ((OPTIONAL, MISSING), Decision.ABSTAIN),
        ((OPTIONAL_PERSONAL, PERSONAL_GAP), Decision.ABSTAIN),
        ((MISSING, PERSONAL_GAP), Decision.ABSTAIN),
        ((row(FactStatus.EXPIRED),), Decision.ABSTAIN),
        ((), Decision.ABSTAIN),
        ((CONFLICT, COVERED), Decision.CONFLICT),
        ((CONFLICT, MISSING), Decision.CONFLICT),
        ((PERSONAL_CONFLICT, COVERED), Decision.CONFLICT),
        ((WAITING, CONFLICT), Decision.CLARIFY),
    ],
)
def test_the_matrix_decides(rows: tuple[FactRow, ...], expected: Decision) -> None:
    assert decide(PLAN, ClaimMatrix(rows)) is expected


def test_where_much_depends_on_it_a_conflict_about_the_person_goes_to_a_person() -> None:
    assert decide(PLAN, ClaimMatrix((PERSONAL_CONFLICT,)), high_impact=True) is Decision.ESCALATE
    assert decide(PLAN, ClaimMatrix((CONFLICT,)), high_impact=True) is Decision.CONFLICT


def test_a_clarification_comes_before_everything() -> None:
    plan = plan_of("action", clarification=Clarification("course"))
    assert decide(plan, ClaimMatrix((COVERED,))) is Decision.CLARIFY


def test_an_action_is_refused_and_what_is_out_of_scope_is_not_answered() -> None:
    assert decide(plan_of("action"), ClaimMatrix((COVERED,))) is Decision.REFUSE_ACTION
    assert decide(plan_of("off_topic"), ClaimMatrix((COVERED,))) is Decision.ABSTAIN


ROWS = st.sampled_from(
    (COVERED, MISSING, CONFLICT, PERSONAL_GAP, PERSONAL, OPTIONAL, OPTIONAL_CONFLICT, WAITING, NO_ZONE)
)


@given(st.lists(ROWS, max_size=6), st.booleans())
def test_a_full_answer_needs_every_critical_fact(rows: list[FactRow], high_impact: bool) -> None:
    matrix = ClaimMatrix(tuple(rows))
    decision = decide(PLAN, matrix, high_impact=high_impact)
    if decision is Decision.ANSWER:
        assert not matrix.gaps
    if matrix.gaps:
        assert decision is not Decision.ANSWER
    assert decide(PLAN, ClaimMatrix(tuple(reversed(rows))), high_impact=high_impact) is decision


def test_the_slots_to_ask_for_are_named_once() -> None:
    assert slots_needed(ClaimMatrix((WAITING, WAITING, COVERED))) == ("group",)
    assert (
        slots_needed(ClaimMatrix((row(FactStatus.UNVERIFIABLE, critical=False, reason=WAITING.reason),)))
        == ()
    )
