"""One source: whatever it does, an outcome comes of it, and its breaker and record hear of it once."""

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fidedigno.access.breaker import BreakerState, CircuitBreaker
from fidedigno.access.live_source import LiveSource
from fidedigno.access.live_verdict import LiveOutcome, LiveVerdict
from fidedigno.sources.connector import SourceError, SourceErrorKind
from tests.access.test_breaker import Seconds
from tests.fakes.connector import FakeConnector

ALLOWED, DENIED, UNKNOWN = LiveVerdict.ALLOWED, LiveVerdict.DENIED, LiveVerdict.UNKNOWN
Make = Callable[..., LiveSource]


def threads() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name == "fidedigno-live-fake:corp"]


@pytest.fixture
def make() -> Iterator[Make]:
    made: list[LiveSource] = []

    def one(fake: Any, *, parallel: int = 20, failures: int = 3) -> LiveSource:
        clock = Seconds()
        breaker = CircuitBreaker(failures, 10.0, clock)
        made.append(LiveSource("fake:corp", fake, parallel, breaker, clock))
        return made[-1]

    yield one
    for each in made:
        each.close()
    assert not threads()


def outcome(source: LiveSource, *accounts: str, seconds: float = 5.0) -> LiveOutcome:
    call = source.begin(accounts or ("ann",), "1")
    assert call is not None
    assert call.future is not None
    with contextlib.suppress(TimeoutError):
        call.future.result(seconds)
    return call.settle()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (ALLOWED, LiveOutcome.ALLOWED),
        (DENIED, LiveOutcome.DENIED),
        (UNKNOWN, LiveOutcome.UNKNOWN),
        ("allowed", LiveOutcome.UNKNOWN),
        (True, LiveOutcome.UNKNOWN),
        (1, LiveOutcome.UNKNOWN),
        (None, LiveOutcome.UNKNOWN),
        (["allowed"], LiveOutcome.UNKNOWN),
        (LiveOutcome.ALLOWED, LiveOutcome.UNKNOWN),
        (SourceError(SourceErrorKind.TEMPORARY, "x"), LiveOutcome.UNKNOWN),
        (RuntimeError("the name of ann"), LiveOutcome.UNKNOWN),
    ],
)
def test_only_a_plain_word_of_the_source_lets_a_document_be_used(
    make: Make, said: object, expected: LiveOutcome
) -> None:
    assert outcome(make(FakeConnector(usually=said))) is expected


def test_what_a_source_raises_is_logged_by_its_kind_alone(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        source = make(FakeConnector(usually=RuntimeError("the name of ann")))
        outcome(source)
    assert "RuntimeError" in caplog.text
    assert "ann" not in caplog.text
    assert source.status().last_error == "raised"


def test_one_of_several_accounts_is_enough_and_doubt_about_one_is_doubt(make: Make) -> None:
    fake = FakeConnector(says={("a", "1"): DENIED, ("b", "1"): ALLOWED, ("c", "1"): UNKNOWN})
    source = make(fake)
    assert outcome(source, "a", "b") is LiveOutcome.ALLOWED
    assert outcome(source, "c", "b") is LiveOutcome.ALLOWED
    assert outcome(source, "a") is LiveOutcome.DENIED
    assert outcome(source, "a", "c") is LiveOutcome.UNKNOWN
    assert fake.checked[:2] == [("a", "1"), ("b", "1")]


def test_a_call_that_nobody_waits_for_any_more_has_timed_out_and_is_cancelled(make: Make) -> None:
    fake = FakeConnector(hangs=True)
    source = make(fake)
    assert outcome(source, seconds=0.05) is LiveOutcome.TIMED_OUT
    for _ in range(500):
        if fake.under_way == 0:
            break
        time.sleep(0.01)
    assert fake.under_way == 0
    assert source.status().last_error == "timed_out"


def test_a_word_that_comes_after_the_time_is_up_is_not_heard(make: Make) -> None:
    fake = FakeConnector(hangs=True, stubborn=True, usually=ALLOWED)
    source = make(fake)
    call = source.begin(("ann",), "1")
    assert call is not None
    assert call.settle() is LiveOutcome.TIMED_OUT
    fake.hangs = False
    assert outcome(source) is LiveOutcome.ALLOWED
    assert call.settle() is LiveOutcome.TIMED_OUT
    counts = {each: n for each, n in source.status().checks.items() if n}
    assert counts == {LiveOutcome.TIMED_OUT: 1, LiveOutcome.ALLOWED: 1}


def test_no_more_checks_are_under_way_than_allowed(make: Make) -> None:
    fake = FakeConnector(waits_for=4, usually=ALLOWED)
    source = make(fake, parallel=4)
    calls = [source.begin(("ann",), str(number)) for number in range(12)]
    for call in calls:
        assert call is not None
        assert call.future is not None
        call.future.result(5)
        assert call.settle() is LiveOutcome.ALLOWED
    assert fake.most_under_way == 4


def test_a_source_that_keeps_failing_is_not_asked(make: Make) -> None:
    fake = FakeConnector(usually=UNKNOWN)
    source = make(fake, failures=3)
    for _ in range(3):
        assert outcome(source) is LiveOutcome.UNKNOWN
    assert source.begin(("ann",), "1") is None
    assert len(fake.checked) == 3
    seen = source.status()
    assert seen.breaker is BreakerState.OPEN
    assert (seen.checks[LiveOutcome.BREAKER_OPEN], seen.last_error) == (1, "no_verdict")


def test_a_refusal_is_an_answer_and_no_failure(make: Make) -> None:
    source = make(FakeConnector(usually=DENIED), failures=1)
    for _ in range(5):
        assert outcome(source) is LiveOutcome.DENIED
    assert source.status().breaker is BreakerState.CLOSED


def test_a_source_that_holds_its_loop_holds_up_nobody(make: Make) -> None:
    source = make(FakeConnector(blocks=0.3, usually=ALLOWED), failures=2)
    for _ in range(2):
        assert outcome(source, seconds=0.01) is LiveOutcome.TIMED_OUT
    assert source.begin(("ann",), "1") is None


def test_a_closed_source_answers_nothing_and_its_own_end_may_fail(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> None:
        raise OSError("gone")

    source = make(FakeConnector(usually=ALLOWED))
    source.close(fails)
    assert "OSError" in caplog.text
    call = source.begin(("ann",), "1")
    assert call is not None
    assert call.settle() is LiveOutcome.UNKNOWN


def test_nobody_may_read_as_no_account(make: Make) -> None:
    source = make(FakeConnector(usually=ALLOWED))
    call = source.begin((), "1")
    assert call is not None
    assert call.future is not None
    call.future.result(5)
    assert call.settle() is LiveOutcome.UNKNOWN
