"""A contract says which facts are needed; what it cannot mean cannot be made."""

from datetime import UTC, datetime

import pytest

from fidedigno.model import (
    EvidenceContract,
    EvidenceKind,
    FactKind,
    Moment,
    Plan,
    RequiredFact,
    Route,
    Slot,
    SlotOrigin,
)

NOW = datetime(2026, 3, 1, tzinfo=UTC)
STATE_ONLY = frozenset({EvidenceKind.STATE})


def test_an_individual_fact_cannot_come_from_a_document() -> None:
    with pytest.raises(ValueError, match="state cards only"):
        RequiredFact("individual-extension", FactKind.INSTANT, individual=True)
    RequiredFact("individual-extension", FactKind.INSTANT, kinds=STATE_ONLY, individual=True)


@pytest.mark.parametrize(
    ("route", "passages", "state"),
    [
        (Route.PASSAGES, True, False),
        (Route.STATE, False, True),
        (Route.PASSAGES_AND_STATE, True, True),
        (Route.REFUSE_ACTION, False, False),
        (Route.OUT_OF_SCOPE, False, False),
    ],
)
def test_a_route_says_what_is_read(route: Route, passages: bool, state: bool) -> None:
    assert (route.reads_passages, route.reads_state) == (passages, state)


def test_a_contract_finds_its_facts_by_name() -> None:
    fact = RequiredFact("due-date", FactKind.INSTANT)
    contract = EvidenceContract("deadline", Route.PASSAGES, (fact,), ("course",))
    assert contract.fact("due-date") is fact
    assert contract.fact("grade") is None


@pytest.mark.parametrize("end", [NOW, datetime(2026, 2, 1, tzinfo=UTC), datetime(2026, 4, 1)])  # noqa: DTZ001
def test_a_moment_has_two_ordered_instants_with_a_timezone(end: datetime) -> None:
    with pytest.raises(ValueError, match="two ordered instants"):
        Moment("el lunes", NOW, end)


def test_a_plan_gives_the_value_of_a_filled_slot_only() -> None:
    plan = Plan(
        pack="lms",
        pack_version="1",
        contract=EvidenceContract("deadline", Route.PASSAGES),
        confidence=0.9,
        as_of=NOW,
        timezone="Europe/Madrid",
        slots={"course": Slot("course", "bd", SlotOrigin.QUESTION, "Bases de Datos")},
        search_text="¿Hasta cuándo?",
    )
    assert (plan.question_class, plan.slot("course"), plan.slot("group")) == ("deadline", "bd", None)
