"""The cache of verdicts: how long one counts, and what is never remembered."""

import pytest

from fidedigno.access.live_verdict import LiveVerdict
from fidedigno.access.verdict_cache import VerdictCache
from tests.access.test_breaker import Seconds

ALLOWED, DENIED, UNKNOWN = LiveVerdict.ALLOWED, LiveVerdict.DENIED, LiveVerdict.UNKNOWN


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


@pytest.fixture
def cache(clock: Seconds) -> VerdictCache:
    return VerdictCache(30.0, clock)


@pytest.mark.parametrize("verdict", [ALLOWED, DENIED])
def test_a_verdict_counts_from_when_the_source_was_asked(
    cache: VerdictCache, clock: Seconds, verdict: LiveVerdict
) -> None:
    asked_at = clock.now
    clock.now += 2  # the source took its time
    cache.put("ana", verdict, asked_at)
    clock.now = asked_at + 29.999
    assert cache.get("ana") is verdict
    clock.now = asked_at + 30
    assert cache.get("ana") is None


def test_what_is_not_known_is_never_remembered(cache: VerdictCache, clock: Seconds) -> None:
    cache.put("ana", UNKNOWN, clock.now)
    assert cache.get("ana") is None
    cache.put("ana", DENIED, clock.now)
    cache.put("ana", UNKNOWN, clock.now)
    assert cache.get("ana") is DENIED


def test_without_a_time_nothing_is_remembered(clock: Seconds) -> None:
    cache = VerdictCache(0.0, clock)
    cache.put("ana", ALLOWED, clock.now)
    assert cache.get("ana") is None


def test_an_answer_that_arrives_late_does_not_take_the_place_of_a_newer_one(
    cache: VerdictCache, clock: Seconds
) -> None:
    first, second = clock.now, clock.now + 1
    clock.now += 2
    cache.put("ana", DENIED, second)
    cache.put("ana", ALLOWED, first)
    assert cache.get("ana") is DENIED
    cache.put("ana", ALLOWED, clock.now)
    assert cache.get("ana") is ALLOWED


@pytest.mark.parametrize("order", [(ALLOWED, DENIED), (DENIED, ALLOWED)])
def test_of_two_answers_of_one_moment_the_one_that_closes_counts(
    cache: VerdictCache, clock: Seconds, order: tuple[LiveVerdict, LiveVerdict]
) -> None:
    for verdict in order:
        cache.put("ana", verdict, clock.now)
    assert cache.get("ana") is DENIED


def test_another_key_has_nothing(cache: VerdictCache, clock: Seconds) -> None:
    cache.put(("ana", 1), ALLOWED, clock.now)
    assert cache.get(("eva", 1)) is None
    assert cache.get(("ana", 2)) is None


def test_a_verdict_of_the_future_is_not_believed(cache: VerdictCache, clock: Seconds) -> None:
    cache.put("ana", ALLOWED, clock.now + 100)
    assert cache.get("ana") is None
