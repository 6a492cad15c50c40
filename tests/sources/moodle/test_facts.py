"""A fact is known, none or unverifiable, and the last moment follows from two of them."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.sources.moodle.errors import (
    MoodleNotAvailableError,
    MoodleRevokedError,
    MoodleUnknownError,
    UnknownCause,
)
from fidedigno.sources.moodle.facts import Fact, ReadStatus, Reason, last_moment_of, reason_of

NOW = datetime(2026, 11, 30, tzinfo=UTC)
MOMENTS = st.integers(0, 1000).map(lambda hours: NOW + timedelta(hours=hours))
FACTS = (st.none() | MOMENTS).map(lambda value: Fact.of(value, NOW)) | st.sampled_from(list(Reason)).map(
    lambda reason: Fact[datetime].unverifiable(reason, NOW)
)


@settings(deadline=None)
@given(FACTS, FACTS)
def test_the_last_moment_is_the_later_one_and_is_never_guessed(
    cut_off: Fact[datetime], extension: Fact[datetime]
) -> None:
    last = last_moment_of(cut_off, extension)
    if not cut_off.is_verified:
        assert last.status is ReadStatus.UNVERIFIABLE
    elif cut_off.value is None:
        assert last.status is ReadStatus.NONE
    elif not extension.is_verified:
        assert last.status is ReadStatus.UNVERIFIABLE
    else:
        assert last.value == max(cut_off.value, extension.value or cut_off.value)


@pytest.mark.parametrize(
    ("status", "value", "reason"),
    [
        (ReadStatus.KNOWN, None, None),
        (ReadStatus.NONE, 1, None),
        (ReadStatus.UNVERIFIABLE, None, None),
        (ReadStatus.UNVERIFIABLE, 1, Reason.NO_SOURCE),
        (ReadStatus.KNOWN, 1, Reason.NO_SOURCE),
    ],
)
def test_a_fact_cannot_contradict_itself(
    status: ReadStatus, value: int | None, reason: Reason | None
) -> None:
    with pytest.raises(ValueError, match="a fact has"):
        Fact(status, NOW, value, reason)


def test_a_reading_without_a_timezone_is_refused() -> None:
    with pytest.raises(ValueError, match="timezone"):
        Fact.of(1, datetime(2026, 11, 30))  # noqa: DTZ001 - the point


def test_a_false_is_known_and_not_none() -> None:
    assert Fact.of(False, NOW).status is ReadStatus.KNOWN


def test_reasons_do_not_tell_refused_from_revoked() -> None:
    assert reason_of(MoodleNotAvailableError()) is reason_of(MoodleRevokedError()) is Reason.NOT_PERMITTED
    assert reason_of(MoodleUnknownError(UnknownCause.TIMED_OUT)) is Reason.TIMED_OUT
    assert reason_of(MoodleUnknownError(UnknownCause.NOT_JSON)) is Reason.SOURCE_ERROR
