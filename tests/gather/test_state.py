"""Without a connected system every individual fact is a gap, and no other fact is."""

from datetime import UTC, datetime

import pytest

from fidedigno.gather.state import Gap, NoStateSource, StateReading, individual_facts
from fidedigno.model import EvidenceContract, EvidenceKind, FactKind, Identity, Plan, RequiredFact, Route
from fidedigno.plan.pack import Pack
from fidedigno.plan.places import Places

PACK = Pack("p", "1", "d", (), {}, {}, {})
CONTRACT = EvidenceContract(
    "deadline",
    Route.PASSAGES_AND_STATE,
    (
        RequiredFact("due-date", FactKind.INSTANT),
        RequiredFact("extension", FactKind.INSTANT, kinds=frozenset({EvidenceKind.STATE}), individual=True),
    ),
)


def test_only_individual_facts_are_gaps_where_nothing_is_connected() -> None:
    plan = Plan("p", "1", CONTRACT, 1.0, datetime(2026, 3, 1, tzinfo=UTC), "UTC", {}, "¿cuándo?")
    source = NoStateSource()
    reading = source.read(plan, Identity.public("t"), PACK)
    assert (reading.cards, dict(reading.gaps)) == ((), {"extension": Gap.NO_SOURCE})
    assert source.places(Identity.public("t")) == Places()
    source.forget()
    source.close()
    assert list(individual_facts(plan)) == ["extension"]


def test_the_words_of_a_gap_are_few_and_tell_nothing_of_what_exists() -> None:
    assert {each.value for each in Gap} == {"no_source", "no_scope", "not_available", "source_failed"}


def test_a_reading_of_nothing_says_nothing() -> None:
    nothing = StateReading()
    assert (nothing.cards, dict(nothing.gaps), nothing.errors) == ((), {}, ())
    with pytest.raises(TypeError):
        nothing.gaps["grade"] = "none"  # type: ignore[index]
