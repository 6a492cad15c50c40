"""Preparing documents in worker processes that may crash, hang or run out of memory without harm.

A parser reads hostile files. A worker therefore has a memory limit and an alarm that ends it; when one
dies, the files that were in flight are tried again one at a time, and the one that kills its worker
again is reported as failed.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any, TypeVar

from fidedigno.ingest.time_limit import time_limit

Task = TypeVar("Task")
Result = TypeVar("Result")

WORKER_MEMORY_BYTES = 6 * 1024**3
"""Address space of a worker: room for any honest file under the size limit, not for a bomb."""
_IN_FLIGHT_PER_WORKER = 4


def run_in_workers(
    prepare: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    workers: int,
    seconds: float,
    on_death: Callable[[Task], Result],
) -> Iterator[tuple[Task, Result]]:
    """Apply ``prepare`` to a stream of tasks, yielding each task with its result as it is done.

    Only a few tasks are in flight at a time, so that memory does not grow with the stream. With
    ``workers`` 0 everything runs in this process, without protection.

    Args:
        prepare: a picklable function that turns every error it expects into a result.
        tasks: what to do, read lazily.
        workers: how many processes.
        seconds: how long one task may take before its worker is ended.
        on_death: makes the result of a task whose worker died twice.
    """
    if workers == 0:
        for task in tasks:
            yield task, prepare(task)
        return
    stream = iter(tasks)
    while True:
        suspects: list[Task] = []
        yield from _run_pool(prepare, stream, workers, seconds, suspects)
        if not suspects:
            return
        for suspect in suspects:
            again: list[Task] = []
            yield from _run_pool(prepare, iter([suspect]), 1, seconds, again)
            for dead in again:
                yield dead, on_death(dead)


def _run_pool(
    prepare: Callable[[Task], Result],
    stream: Iterator[Task],
    workers: int,
    seconds: float,
    suspects: list[Task],
) -> Iterator[tuple[Task, Result]]:
    """Run until the stream ends or a worker dies; what was in flight then is left in ``suspects``."""
    pool = ProcessPoolExecutor(
        max_workers=workers,
        mp_context=_WithoutMain(),
        initializer=_limit_worker,
    )
    pending: dict[Future[Result], Task] = {}
    try:
        while True:
            for task in islice(stream, workers * _IN_FLIGHT_PER_WORKER - len(pending)):
                try:
                    pending[pool.submit(_timed, prepare, task, seconds)] = task
                except BrokenProcessPool:
                    suspects.append(task)
                    break
            if not pending:
                return
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                task = pending.pop(future)
                try:
                    result = future.result()
                except BrokenProcessPool:
                    suspects.append(task)
                else:
                    yield task, result
            if suspects:
                suspects.extend(pending.values())
                return
    finally:
        pool.shutdown(wait=not suspects, cancel_futures=True)


class _Worker(SpawnProcess):
    """A spawned process that does not run the caller's script again.

    ``spawn`` imports the main module in every worker. A script without the ``__name__`` guard would then
    ingest again in each of them, and so would theirs; our workers need nothing of it.
    """

    @staticmethod
    def _Popen(process: BaseProcess) -> Any:  # noqa: N802 - the name that multiprocessing looks for
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            return SpawnProcess._Popen(process)
        finally:
            sys.modules["__main__"] = main


class _WithoutMain(SpawnContext):
    Process = _Worker


def _limit_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (WORKER_MEMORY_BYTES, WORKER_MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _timed(prepare: Callable[[Task], Result], task: Task, seconds: float) -> Result:
    with time_limit(seconds):
        return prepare(task)
