"""Work behind the answer: never waited for, never failing, in order."""

import logging
import threading
import time

import pytest

from fidedigno.errors import WorkspaceError
from fidedigno.verify.drift import background
from fidedigno.verify.drift.background import Background


def test_it_is_done_in_order_in_another_thread() -> None:
    worker, done, threads = Background("w"), list[int](), set[str]()

    def work(number: int) -> None:
        done.append(number)
        threads.add(threading.current_thread().name)

    for number in range(20):
        assert worker.put(lambda number=number: work(number))
    assert worker.flush(10)
    worker.close()
    assert done == list(range(20))
    assert threads == {"w"}


def test_whoever_puts_never_waits_and_what_is_too_much_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "WAITING", 3)
    worker, go = Background("w"), threading.Event()
    worker._waiting = background.queue.Queue(3)
    assert worker.put(lambda: go.wait(30))
    taken = [worker.put(lambda: None) for _ in range(10)]
    assert not all(taken), "the fourth has no room"
    go.set()
    worker.close(10)


@pytest.mark.parametrize("error", [WorkspaceError("full", "empty it"), RuntimeError("Ana Ruiz cobra 900")])
def test_a_failure_is_logged_by_its_code_and_the_rest_goes_on(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    worker, done = Background("w"), list[str]()

    def fails() -> None:
        raise error

    with caplog.at_level(logging.WARNING):
        worker.put(fails)
        worker.put(lambda: done.append("after"))
        assert worker.flush(10)
    worker.close()
    assert done == ["after"]
    assert getattr(error, "code", type(error).__name__) in caplog.text
    assert "Ana" not in caplog.text


def test_closing_does_not_wait_for_ever_and_nothing_is_taken_afterwards() -> None:
    worker, go = Background("w"), threading.Event()
    worker.put(lambda: go.wait(30))
    began = time.monotonic()
    worker.close(0.05)
    assert time.monotonic() - began < 10
    go.set()
    assert not worker.put(lambda: None)
    assert worker.flush()
    worker.close()


def test_one_that_was_never_used_has_no_thread() -> None:
    before = threading.active_count()
    worker = Background("w")
    assert worker.flush()
    worker.close()
    assert threading.active_count() == before
