"""A loop in a thread: results, time-outs that cancel, and an end that leaves nothing behind."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from fidedigno.loop_thread import LoopThread

NAME = "loop-under-test"


def alive() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name == NAME]


async def double(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


def test_results_come_back_to_every_thread_that_asked() -> None:
    loop = LoopThread(NAME)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda n: loop.run(double(n), 5), range(50)))
    loop.close()
    assert found == [2 * n for n in range(50)]
    assert not alive()


def test_an_error_of_the_work_is_the_callers() -> None:
    async def broken() -> None:
        raise ValueError("broken")

    loop = LoopThread(NAME)
    with pytest.raises(ValueError, match="broken"):
        loop.run(broken(), 5)
    assert loop.run(double(2), 5) == 4
    loop.close()


def test_work_that_takes_too_long_is_cancelled() -> None:
    cancelled = threading.Event()

    async def endless() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    loop = LoopThread(NAME)
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        loop.run(endless(), 0.05)
    assert cancelled.wait(5)
    assert time.monotonic() - began < 5
    loop.close()


def test_closing_cancels_what_runs_then_does_the_last_thing_and_tells_who_waits() -> None:
    order: list[str] = []
    started = threading.Event()

    async def endless() -> None:
        started.set()
        try:
            await asyncio.sleep(60)
        finally:
            order.append("cancelled")

    async def last() -> None:
        order.append("last")

    loop = LoopThread(NAME)
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(loop.run, endless(), 60)
        assert started.wait(5)
        loop.close(last)
        with pytest.raises(TimeoutError):
            waiting.result(5)
    assert order == ["cancelled", "last"]
    assert not alive()


def test_a_closed_loop_takes_no_work_and_may_be_closed_again() -> None:
    loop = LoopThread(NAME)
    loop.close()
    loop.close()
    with pytest.raises(TimeoutError):
        loop.run(double(1), 5)


def test_a_last_thing_that_fails_still_ends_the_thread() -> None:
    async def last() -> None:
        raise OSError("gone")

    loop = LoopThread(NAME)
    with pytest.raises(OSError, match="gone"):
        loop.close(last)
    assert not alive()


def test_work_may_be_begun_without_waiting_and_be_cancelled() -> None:
    cancelled = threading.Event()

    async def endless() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            cancelled.set()

    loop = LoopThread(NAME)
    begun = [loop.start(double(each)) for each in range(5)]
    waiting = loop.start(endless())
    assert [each.result(5) for each in begun] == [0, 2, 4, 6, 8]
    waiting.cancel()
    assert cancelled.wait(5)
    loop.close()
    with pytest.raises(TimeoutError):
        loop.start(double(1))
