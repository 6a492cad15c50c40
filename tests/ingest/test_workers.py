"""Workers that crash, hang or eat memory lose one document, never the run."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fidedigno.ingest.workers import run_in_workers


def _double(task: int) -> int:
    return task * 2


def _misbehave(task: str) -> str:
    if task == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == "hang":
        time.sleep(60)
    if task == "eat":
        blocks = []
        while True:
            blocks.append(bytearray(1 << 30))
    return task.upper()


def _dead(task: object) -> str:
    return f"dead: {task}"


def test_without_workers_everything_runs_here() -> None:
    results = run_in_workers(_double, [1, 2, 3], workers=0, seconds=5, on_death=lambda task: -task)
    assert list(results) == [(1, 2), (2, 4), (3, 6)]


@pytest.mark.slow
def test_every_task_of_a_long_stream_is_done_once() -> None:
    results = dict(run_in_workers(_double, iter(range(100)), workers=2, seconds=20, on_death=lambda t: -t))
    assert results == {n: 2 * n for n in range(100)}


@pytest.mark.slow
@pytest.mark.parametrize("bad", ["crash", "hang"])
def test_a_task_that_kills_its_worker_is_reported_and_the_others_are_done(bad: str) -> None:
    tasks = ["a", "b", bad, "c", "d", "e", "f"]
    results = dict(run_in_workers(_misbehave, iter(tasks), workers=2, seconds=3, on_death=_dead))
    assert results == {"a": "A", "b": "B", bad: f"dead: {bad}", "c": "C", "d": "D", "e": "E", "f": "F"}


def test_the_stream_is_read_lazily() -> None:
    read = []

    def stream() -> object:
        for n in range(10):
            read.append(n)
            yield n

    first = next(run_in_workers(_double, stream(), workers=0, seconds=5, on_death=lambda t: t))
    assert first == (0, 0)
    assert read == [0]


@pytest.mark.slow
def test_a_script_without_a_main_guard_is_not_run_again_by_the_workers(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        """
import os
from fidedigno.ingest.workers import run_in_workers
print("run")
print(list(run_in_workers(os.path.basename, ["/a/b"], workers=1, seconds=20, on_death=str)))
""",
        "utf-8",
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "run\n[('/a/b', 'b')]\n"
