"""Validity, versions and the ids of chunks."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model import Validity, Version, chunk_id_of
from fidedigno.model.document import ALWAYS, CHUNK_ORDINAL_BITS, DISTANT_FUTURE, DISTANT_PAST

JANUARY = datetime(2026, 1, 1, tzinfo=UTC)
JULY = datetime(2026, 7, 1, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)
LAST = 1 << CHUNK_ORDINAL_BITS


def test_the_first_instant_is_in_force_and_the_end_is_not() -> None:
    validity = Validity(JANUARY, JULY)
    assert validity.covers(JANUARY)
    assert validity.covers(JULY - INSTANT)
    assert not validity.covers(JANUARY - INSTANT)
    assert not validity.covers(JULY)


def test_an_open_end_has_no_end() -> None:
    assert (ALWAYS.start, ALWAYS.end) == (DISTANT_PAST, DISTANT_FUTURE)
    assert ALWAYS.covers(JANUARY)
    assert Validity(JANUARY, None).covers(JULY + timedelta(days=36_500))
    assert Validity(None, JULY).covers(JANUARY - timedelta(days=36_500))


def test_instants_are_compared_across_timezones() -> None:
    madrid = timezone(timedelta(hours=2))
    validity = Validity(datetime(2026, 7, 1, tzinfo=madrid), None)
    assert validity.covers(JULY - timedelta(hours=2))
    assert not validity.covers(JULY - timedelta(hours=2) - INSTANT)


@pytest.mark.parametrize(
    ("start", "end"),
    [(JULY, JANUARY), (JULY, JULY), (None, DISTANT_PAST), (DISTANT_FUTURE, None)],
    ids=["backwards", "empty", "ends before all", "begins after all"],
)
def test_a_validity_that_never_holds_cannot_be_made(start: datetime | None, end: datetime | None) -> None:
    with pytest.raises(ValueError, match="later than"):
        Validity(start, end)


def test_a_date_without_timezone_is_refused() -> None:
    with pytest.raises(ValueError, match="timezone"):
        Validity(datetime(2026, 1, 1))  # noqa: DTZ001
    with pytest.raises(ValueError, match="timezone"):
        Validity(None, datetime(2026, 1, 1))  # noqa: DTZ001


def test_a_version_is_shown_by_its_own_label_or_its_number() -> None:
    assert Version(1, 7, 3, "", None, JANUARY).display == "v3"
    assert Version(1, 7, 3, "", "2.1-rc", JANUARY).display == "2.1-rc"


versions = st.integers(1, 1 << 40)
ordinals = st.integers(0, LAST - 1)


@given(st.tuples(versions, ordinals), st.tuples(versions, ordinals))
def test_two_chunks_never_share_an_id_and_a_version_keeps_their_order(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    assert (chunk_id_of(*one) < chunk_id_of(*other)) is (one < other)
    assert 0 < chunk_id_of(*one) < 1 << 63


@pytest.mark.parametrize("ordinal", [-1, LAST])
def test_more_chunks_than_an_id_can_tell_apart_are_refused(ordinal: int) -> None:
    assert chunk_id_of(1, LAST - 1) + 1 == chunk_id_of(2, 0)
    with pytest.raises(ValueError, match="at most"):
        chunk_id_of(1, ordinal)
