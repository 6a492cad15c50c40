"""The circuit breaker: when it lets through, and when it is tried again."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from fidedigno.access.breaker import BreakerState, CircuitBreaker


class Seconds:
    """A clock in seconds that tests move."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Seconds:
    return Seconds()


@pytest.fixture
def breaker(clock: Seconds) -> CircuitBreaker:
    return CircuitBreaker(3, 10.0, clock)


def attempt(breaker: CircuitBreaker, *, succeeded: bool) -> bool:
    ticket = breaker.admit()
    if ticket is not None:
        breaker.record(ticket, succeeded=succeeded)
    return ticket is not None


def test_it_opens_after_so_many_failures_in_a_row_and_not_before(breaker: CircuitBreaker) -> None:
    for succeeded in (False, False, True, False, False):
        assert attempt(breaker, succeeded=succeeded)
    assert breaker.state is BreakerState.CLOSED
    assert attempt(breaker, succeeded=False)
    assert breaker.state is BreakerState.OPEN
    assert not attempt(breaker, succeeded=True)


def open_it(breaker: CircuitBreaker) -> None:
    for _ in range(3):
        attempt(breaker, succeeded=False)


def test_one_trial_after_the_pause_closes_it_again(breaker: CircuitBreaker, clock: Seconds) -> None:
    open_it(breaker)
    clock.now += 9.999
    assert breaker.admit() is None
    clock.now += 0.001
    assert breaker.state is BreakerState.HALF_OPEN
    trial = breaker.admit()
    assert trial is not None
    assert breaker.admit() is None, "one trial at a time"
    assert breaker.state is BreakerState.HALF_OPEN
    breaker.record(trial, succeeded=True)
    assert breaker.state is BreakerState.CLOSED
    assert breaker.admit() is not None


def test_a_trial_that_fails_begins_another_pause(breaker: CircuitBreaker, clock: Seconds) -> None:
    open_it(breaker)
    for _ in range(3):
        clock.now += 10
        assert attempt(breaker, succeeded=False)
        assert breaker.state is BreakerState.OPEN
        assert breaker.admit() is None


def test_a_trial_of_which_nothing_is_heard_blocks_for_a_pause_and_not_for_ever(
    breaker: CircuitBreaker, clock: Seconds
) -> None:
    open_it(breaker)
    clock.now += 10
    lost = breaker.admit()
    clock.now += 9
    assert breaker.admit() is None
    clock.now += 1
    again = breaker.admit()
    assert again is not None
    assert lost is not None
    breaker.record(lost, succeeded=True)
    assert breaker.state is BreakerState.HALF_OPEN, "the lost trial says nothing any more"
    breaker.record(again, succeeded=True)
    assert breaker.state is BreakerState.CLOSED


def test_what_was_admitted_before_it_opened_neither_closes_it_nor_prolongs_the_pause(
    breaker: CircuitBreaker, clock: Seconds
) -> None:
    late = [breaker.admit() for _ in range(4)]
    open_it(breaker)
    clock.now += 5
    for number, ticket in enumerate(late):
        assert ticket is not None
        breaker.record(ticket, succeeded=number % 2 == 0)
    assert breaker.state is BreakerState.OPEN
    clock.now += 5
    assert breaker.admit() is not None


def test_of_many_threads_one_makes_the_trial(breaker: CircuitBreaker, clock: Seconds) -> None:
    open_it(breaker)
    clock.now += 10
    gate = threading.Barrier(16)

    def come(_: int) -> bool:
        gate.wait()
        return breaker.admit() is not None

    with ThreadPoolExecutor(16) as threads:
        assert sum(threads.map(come, range(16))) == 1


@pytest.mark.parametrize(("failures", "pause"), [(0, 1.0), (-1, 1.0), (1, 0.0), (1, -1.0), (1, float("nan"))])
def test_numbers_that_are_not_positive_are_refused(failures: int, pause: float, clock: Seconds) -> None:
    with pytest.raises(ValueError, match="positive"):
        CircuitBreaker(failures, pause, clock)
