"""The alarm of a document, and more time for the next page."""

import multiprocessing
import signal
import time

import pytest

from fidedigno.ingest.time_limit import allow, time_limit

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="needs alarms")


def work(limit: float, pages: int, more: float) -> None:
    with time_limit(limit):
        for _ in range(pages):
            if more:
                allow(more)
            time.sleep(0.2)


def exit_code(limit: float, pages: int, more: float) -> int | None:
    process = multiprocessing.get_context("spawn").Process(target=work, args=(limit, pages, more))
    process.start()
    process.join(30)
    return process.exitcode


def test_what_takes_too_long_is_ended_and_each_page_may_ask_for_its_own_time() -> None:
    assert exit_code(0.5, 10, 0) == -signal.SIGALRM
    assert exit_code(0.5, 10, 5.0) == 0
    assert exit_code(5.0, 2, 0.01) == 0


def test_without_a_limit_nothing_is_set() -> None:
    allow(5)
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    with time_limit(50):
        allow(1)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 40
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
