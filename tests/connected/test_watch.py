"""The poller on a clock of its own: cadences, failures, alerts, notices, and an end in order."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from fidedigno import Fidedigno
from fidedigno.access import Corpora
from fidedigno.clock import utc_now
from fidedigno.connected import Connection
from fidedigno.connected.reading import Reading
from fidedigno.connected.watch import Watcher, tell_alerts
from tests.fakes.connected import finds
from tests.fakes.connections import CORPUS, NAME
from tests.fakes.declared import CustomerSystem
from tests.fakes.vendor import Answer, Failure

ANN = "ann@acme.example"


class Time:
    """A clock that only waiting moves; ``at`` calls something when a moment has come."""

    def __init__(self) -> None:
        self.start = self.now = datetime.now(UTC)
        self.waits: list[float] = []
        self._planned: list[tuple[datetime, Callable[[], object]]] = []

    def __call__(self) -> datetime:
        return self.now

    def at(self, minutes: float, call: Callable[[], object]) -> None:
        self._planned.append((self.start + timedelta(minutes=minutes), call))

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += timedelta(seconds=max(seconds, 0.001))
        for each in [each for each in self._planned if each[0] <= self.now]:
            self._planned.remove(each)
            each[1]()


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def told() -> list[Reading]:
    return []


@pytest.fixture
def watcher(workspace: Fidedigno, connection: Connection, time: Time, told: list[Reading]) -> Watcher:
    return Watcher(workspace, clock=time, wait=time.wait, draw=lambda: 0.0, tell=told.append, look_every=30)


def run_until(watcher: Watcher, time: Time, minutes: float) -> None:
    time.at(minutes, watcher.stop)
    watcher.run()


def moments(told: list[Reading], time: Time) -> list[tuple[int, bool]]:
    """Of each reading: after how many whole minutes it began, and whether it was of contents."""
    return [(round((each.run.began_at - time.start).total_seconds() / 60), each.contents) for each in told]


def test_rights_are_read_more_often_than_contents(watcher: Watcher, time: Time, told: list[Reading]) -> None:
    run_until(watcher, time, 65)
    expected = [(0, True), *((10 * n, False) for n in range(1, 7)), (60, True)]
    assert moments(told, time) == expected
    assert all(each.is_done for each in told)
    assert max(time.waits) <= 30


def test_readings_that_fail_are_repeated_ever_more_slowly_and_up_to_the_cadence(
    watcher: Watcher, time: Time, told: list[Reading], system: CustomerSystem
) -> None:
    failure = Failure("notes", Answer(status=503))
    time.at(9, lambda: system.failures.append(failure))
    time.at(41, lambda: system.failures.remove(failure))
    run_until(watcher, time, 52)
    failed = [each for each in told if not each.is_done]
    waits = [(later.run.began_at - one.run.ended_at).total_seconds() for one, later in pairwise(failed)]
    assert [round(each) for each in waits] == [10, 20, 40, 80, 160, 320, 600, 600]
    assert told[-1].is_done
    assert told[-1].run.began_at <= time.start + timedelta(minutes=51)


def test_a_restarted_watcher_goes_on_where_the_last_one_was(
    workspace: Fidedigno, watcher: Watcher, time: Time, told: list[Reading]
) -> None:
    run_until(watcher, time, 4)
    again: list[Reading] = []
    second = Watcher(
        workspace, clock=time, wait=time.wait, draw=lambda: 0.0, tell=again.append, look_every=30
    )
    run_until(second, time, 12)
    assert moments(again, time) == [(10, False)]


def test_a_system_that_says_something_changed_is_read_before_its_turn(
    workspace: Fidedigno, watcher: Watcher, time: Time, told: list[Reading], system: CustomerSystem
) -> None:
    def change() -> None:
        system.notes[0]["properties"]["teams"] = []
        workspace.book.mark_due(NAME, time.now)

    time.at(3, change)
    time.at(4, lambda: asked.append(finds(workspace, ANN, "oven")))
    asked: list[bool] = []
    run_until(watcher, time, 5)
    assert moments(told, time) == [(0, True), (3, False)]
    assert asked == [False]
    assert workspace.book.standing(NAME).due_at is None


def test_once_reads_what_is_due_and_ends(watcher: Watcher, time: Time, told: list[Reading]) -> None:
    assert [each.contents for each in watcher.run_once()] == [True]
    assert watcher.run_once() == []
    time.now += timedelta(minutes=11)
    assert [each.contents for each in watcher.run_once()] == [False]
    time.now += timedelta(minutes=61)
    assert [each.contents for each in watcher.run_once()] == [False, True]
    assert time.waits == []


def test_a_connection_that_breaks_does_not_keep_the_others_from_being_read(
    workspace: Fidedigno,
    watcher: Watcher,
    time: Time,
    told: list[Reading],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    folder = workspace.folder / "connections"
    (folder / "jira-bad.yaml").write_text("kind: jira\n", encoding="utf-8")
    share = tmp_path / "share"
    share.mkdir()
    said = {"kind": "posix", "options": {"name": "gone", "root": str(share / "missing")}, "corpus": CORPUS}
    (folder / "posix-gone.yaml").write_text(yaml.safe_dump(said), encoding="utf-8")
    run_until(watcher, time, 12)
    of_hub = [each for each in told if each.connection == NAME]
    assert moments(of_hub, time) == [(0, True), (10, False)]
    assert all(not each.is_done for each in told if each.connection == "posix-gone")
    assert caplog.messages.count("jira-bad: the connection is not valid (FID200)") == 1


def test_contents_give_way_when_the_rights_of_another_system_are_due(
    workspace: Fidedigno, watcher: Watcher, time: Time, connection: Connection, tmp_path: Path
) -> None:
    from dataclasses import replace

    watcher.run_once()
    other = replace(connection, name="jira-other")
    assert watcher._part(other)()
    part = watcher._part(other)
    time.now += timedelta(minutes=9)
    assert part()
    time.now += timedelta(minutes=2)
    assert not part()
    late = watcher._part(other)
    time.now += timedelta(seconds=20)
    assert late(), "a part goes on for a while, so that contents are read at all"
    watcher.stop()
    assert not late()


def test_a_part_of_contents_is_bounded(watcher: Watcher, connection: Connection) -> None:
    part = watcher._part(connection)
    taken = 0
    while part():
        taken += 1
    assert taken == 200


def test_alerts_are_told_while_nothing_is_read(
    workspace: Fidedigno,
    watcher: Watcher,
    time: Time,
    system: CustomerSystem,
    caplog: pytest.LogCaptureFixture,
) -> None:
    workspace.__dict__["declared"] = Corpora(workspace._database, time)
    time.at(5, lambda: system.failures.append(Failure("", Answer(status=503))))

    def mended() -> None:
        # Readings go by the clock of the machine, which has hardly moved.
        system.failures.clear()
        workspace.__dict__["declared"] = Corpora(workspace._database, utc_now)

    time.at(90, mended)
    run_until(watcher, time, 105)
    alerts = [each for each in caplog.messages if "corpus_" in each]
    assert alerts == [
        f"{NAME}: corpus_closed (stale, 0 documents)",
        f"{NAME}: corpus_reopened (open, 0 documents)",
    ]
    assert tell_alerts(workspace, time.now) == []


def test_it_stops_while_it_waits(workspace: Fidedigno, connection: Connection) -> None:
    first = threading.Event()
    watcher = Watcher(workspace, tell=lambda _: first.set())
    thread = threading.Thread(target=watcher.run)
    thread.start()
    assert first.wait(30)
    watcher.stop()
    thread.join(30)
    assert not thread.is_alive()


def test_a_stop_leaves_the_contents_that_were_not_read_for_the_next_time(
    workspace: Fidedigno, watcher: Watcher, told: list[Reading], system: CustomerSystem, monkeypatch: Any
) -> None:
    watcher.stop()
    watcher.run()
    assert told == []
    assert watcher.run_once() == []
