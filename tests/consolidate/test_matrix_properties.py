"""What holds of the claim matrix for every heap of cards, against a short reference."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.consolidate.matrix import NEEDS_SLOT, cover_facts
from fidedigno.model import (
    DiscardReason,
    Evidence,
    FactStatus,
    Validity,
)
from tests.consolidate.matrices import due, passage, told
from tests.consolidate.strategies import DAYS, heaps, iso, sentence
from tests.fakes.packs import LADDER, NOW, PACK, plan_of
from tests.reference.governance import concerning, in_force, latest_of_series, ruling

SLOTS = {"course": "41", "activity": "p1", "group": "A"}
PLAN = plan_of(slots=SLOTS)
RELAXED = settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@settings(RELAXED, max_examples=500)
@given(heaps())
def test_the_matrix_says_what_the_short_reference_says(cards: list[Evidence]) -> None:
    row = due(cover_facts(PLAN, PACK, cards))
    rulers = concerning(in_force(cards, NOW, LADDER), SLOTS)
    rulers = ruling([c for c in latest_of_series(rulers, LADDER) if c.authority != "informal"], LADDER)
    values = {c.values.get("due") or iso(int(c.content.split(" de octubre")[0].split()[-1])) for c in rulers}
    status = (FactStatus.COVERED, FactStatus.CONFLICTING)[len(values) > 1] if values else None
    if status is None:
        assert row.status in (FactStatus.MISSING, FactStatus.EXPIRED)
    else:
        assert row.status is status
        assert told(row) == values


@RELAXED
@given(heaps(), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(cards: list[Evidence], chance: random.Random) -> None:
    shuffled = cards.copy()
    chance.shuffle(shuffled)
    assert cover_facts(PLAN, PACK, shuffled) == cover_facts(PLAN, PACK, cards)


@RELAXED
@given(heaps())
def test_every_card_that_says_otherwise_has_its_reason(cards: list[Evidence]) -> None:
    matrix = cover_facts(PLAN, PACK, cards)
    row = due(matrix)
    carrying = {each.evidence_id for each in (*row.statements, *row.opposed)}
    assert carrying | {each.evidence_id for each in matrix.discards} == {each.id for each in cards}
    ids = {each.id for each in cards}
    assert all(each.in_favour_of in ids for each in matrix.discards if each.in_favour_of)


@st.composite
def old_and_new(draw: st.DrawFn) -> tuple[Evidence, Evidence, DiscardReason]:
    """An edition out of force that repeats the question, and the one in force, which hardly resembles it."""
    before, after = draw(st.lists(st.sampled_from(DAYS), min_size=2, max_size=2, unique=True))
    start = NOW - timedelta(days=draw(st.integers(1, 300)), minutes=draw(st.integers(0, 1000)))
    age = timedelta(days=draw(st.integers(1, 700)))
    echo = "¿Puedo entregar la práctica 1 el lunes? Puedo entregar la práctica 1 el lunes. " * draw(
        st.integers(1, 3)
    )
    reason = draw(st.sampled_from((DiscardReason.SUPERSEDED, DiscardReason.NO_LONGER_IN_FORCE)))
    expired = reason is DiscardReason.NO_LONGER_IN_FORCE
    series = draw(st.sampled_from(("guide", "notices")))
    wording = draw(
        st.sampled_from(
            (
                "El plazo de la práctica 1 acaba el {} de octubre de 2026, 23:59.",
                "Práctica 1: fecha límite, {} de octubre de 2026, 23:59.",
                "Assignments in práctica 1 are due {} October 2026 at 23:59.",
            )
        )
    )
    old = passage(
        draw(st.sampled_from(("a", "z"))),
        echo + sentence(before),
        series=series,
        version=draw(st.sampled_from(("1", "9", "2025"))),
        validity=Validity(start - age, start if expired else None),
        updated_at=NOW if draw(st.booleans()) else start - age,
    )
    new = passage(
        "m",
        wording.format(after),
        series="" if expired else series,
        version=draw(st.sampled_from(("2", "10", "2026"))),
        validity=Validity(start),
        updated_at=start,
    )
    return old, new, reason


@settings(RELAXED, max_examples=1000)
@given(old_and_new(), st.integers(0, 6))
def test_a_superseded_or_expired_version_never_wins(
    generated: tuple[Evidence, Evidence, DiscardReason], copies: int
) -> None:
    old, new, reason = generated
    retrieved = [old, *(replace(old, id=f"{old.id}{n}") for n in range(copies)), new]
    matrix = cover_facts(PLAN, PACK, retrieved)
    row = due(matrix)
    assert row.status is FactStatus.COVERED
    assert {each.evidence_id for each in row.statements} == {"m"}
    assert {(each.evidence_id, each.reason) for each in matrix.discards} == {
        (each.id, reason) for each in retrieved[:-1]
    }


@RELAXED
@given(heaps())
def test_what_holds_for_one_group_is_never_told_to_somebody_of_no_known_group(cards: list[Evidence]) -> None:
    row = due(cover_facts(plan_of(slots={"course": "41", "activity": "p1"}), PACK, cards))
    special = {each.id for each in cards if "group" in each.scope}
    if row.reason.startswith(NEEDS_SLOT):
        assert row.status is FactStatus.UNVERIFIABLE
        assert {each.evidence_id for each in row.opposed} & special
    else:
        assert not {each.evidence_id for each in (*row.statements, *row.opposed)} & special
    assert not {each.evidence_id for each in row.statements} & special
