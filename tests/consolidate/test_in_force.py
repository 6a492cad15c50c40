from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings

from fidedigno.consolidate.in_force import (
    edition_of,
    is_stale,
    reject_out_of_force,
    select_latest_editions,
)
from fidedigno.model import Discard, DiscardReason, Evidence, EvidenceKind, Validity
from tests.consolidate.strategies import heaps
from tests.fakes.cards import card
from tests.fakes.packs import LADDER, MADRID, NOW, PACK
from tests.reference.governance import in_force, latest_of_series

MOMENT = timedelta(microseconds=1)


def reason_of(one: Evidence, as_of: datetime = NOW) -> DiscardReason | None:
    kept = reject_out_of_force([one], as_of, PACK)
    return kept.discards[0].reason if kept.discards else None


@settings(deadline=None)
@given(heaps())
def test_validity_version_and_authority_are_those_of_the_reference(cards: list[Evidence]) -> None:
    kept = reject_out_of_force(cards, NOW, PACK)
    assert list(kept.cards) == in_force(cards, NOW, LADDER)
    assert len(kept.cards) + len(kept.discards) == len(cards)


@settings(deadline=None, max_examples=300)
@given(heaps(12))
def test_the_latest_editions_are_those_of_the_reference(cards: list[Evidence]) -> None:
    known = in_force(cards, NOW, LADDER)
    assert list(select_latest_editions(known, PACK).cards) == latest_of_series(known, LADDER)


def test_the_first_instant_is_in_force_and_the_last_is_not() -> None:
    one = card(validity=Validity(NOW, NOW + timedelta(days=1)))
    assert reason_of(one, NOW) is None
    assert reason_of(one, NOW - MOMENT) is DiscardReason.NOT_YET_IN_FORCE
    assert reason_of(one, NOW + timedelta(days=1) - MOMENT) is None
    assert reason_of(one, NOW + timedelta(days=1)) is DiscardReason.NO_LONGER_IN_FORCE


@pytest.mark.parametrize("version", ["", "  ", "\t"])
def test_a_card_without_version_cannot_be_cited(version: str) -> None:
    assert reason_of(card(version=version)) is DiscardReason.NO_VERSION


@pytest.mark.parametrize("authority", ["", "Official", "official ", "the dean"])
def test_an_authority_is_on_the_ladder_exactly_or_not_at_all(authority: str) -> None:
    assert reason_of(card(authority=authority)) is DiscardReason.UNKNOWN_AUTHORITY


def test_an_instant_in_the_repeated_hour_of_autumn_is_told_from_its_twin() -> None:
    first = datetime(2026, 10, 25, 2, 30, tzinfo=MADRID)
    second = first.replace(fold=1)
    one = card(validity=Validity(effective_from=datetime.fromisoformat("2026-10-25T02:30:00+01:00")))
    assert reason_of(one, first) is DiscardReason.NOT_YET_IN_FORCE
    assert reason_of(one, second) is None


@pytest.mark.parametrize("timezone", ["", "Europe/Madrid", "Nowhere/Land", "../../etc/passwd", "\0"])
def test_dates_without_timezone_are_read_in_that_of_the_card_or_utc(timezone: str) -> None:
    naive = datetime(2026, 10, 5, 12)  # noqa: DTZ001
    one = card(timezone=timezone, updated_at=naive, retrieved_at=naive, kind=EvidenceKind.STATE)
    assert reason_of(one, naive) is None
    assert not is_stale(one, naive, 60)
    assert edition_of(one)[1].tzinfo is not None


def edition(name: str, **changes: object) -> Evidence:
    return card(**{"id": name, "series": "guide", "version": "1", "scope": {"course": "41"}, **changes})


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ({"validity": Validity(NOW - timedelta(days=9))}, {"validity": Validity(NOW - timedelta(days=8))}),
        ({}, {"validity": Validity(NOW - timedelta(days=8))}),
        ({"updated_at": NOW - timedelta(days=2)}, {"updated_at": NOW - timedelta(days=1)}),
        ({"version": "v9"}, {"version": "v10"}),
        ({"version": "2025/26"}, {"version": "2026/27"}),
        ({"authority": "notice"}, {"version": "2"}),
    ],
    ids=[
        "effective_from",
        "open start",
        "updated_at",
        "version as a number",
        "academic year",
        "weaker authority",
    ],
)
def test_the_later_edition_supersedes(older: dict[str, object], newer: dict[str, object]) -> None:
    old, new = edition("old", **older), edition("new", **newer)
    kept = select_latest_editions([old, new], PACK)
    assert kept.cards == (new,)
    assert kept.discards == (Discard("old", DiscardReason.SUPERSEDED, in_favour_of="new"),)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ({}, {}),
        ({"series": ""}, {"series": "", "version": "2"}),
        ({}, {"series": "calendar", "version": "2"}),
        ({}, {"authority": "informal", "version": "2"}),
        ({"scope": {"group": "A"}}, {"scope": {"group": "B"}, "version": "2"}),
    ],
    ids=["equal", "no series", "another series", "weaker copy", "another group"],
)
def test_what_is_no_successor_supersedes_nothing(older: dict[str, object], newer: dict[str, object]) -> None:
    cards = (edition("old", **older), edition("new", **newer))
    assert select_latest_editions(cards, PACK).cards == cards


def test_all_passages_of_the_latest_edition_stay() -> None:
    passages = [edition(f"new{n}", version="2") for n in range(3)]
    kept = select_latest_editions([edition("old"), *passages], PACK)
    assert kept.cards == tuple(passages)
    assert kept.discards[0].in_favour_of == "new2"


def test_an_edition_that_is_over_leaves_the_place_to_the_one_before_it() -> None:
    summer = edition(
        "summer", version="2", validity=Validity(NOW - timedelta(days=90), NOW - timedelta(days=1))
    )
    kept = reject_out_of_force([edition("standing"), summer], NOW, PACK)
    assert [each.id for each in select_latest_editions(kept.cards, PACK).cards] == ["standing"]


@pytest.mark.parametrize("seconds", [-61, 61])
def test_a_reading_speaks_only_of_its_own_time(seconds: int) -> None:
    reading = card(kind=EvidenceKind.STATE, retrieved_at=NOW + timedelta(seconds=seconds))
    assert is_stale(reading, NOW, 60)
    assert not is_stale(reading, NOW, 61)
    assert not is_stale(replace(reading, kind=EvidenceKind.PASSAGE), NOW, 60)


def test_a_version_of_absurd_length_is_compared_all_the_same() -> None:
    assert edition_of(card(version="9" * 10_000)) > edition_of(card(version="²"))
