"""What is remembered of a connection survives, in order, and only for a while."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import inspect

from fidedigno import Fidedigno
from fidedigno.connected import book as module
from fidedigno.connected.book import Run, Standing
from fidedigno.connected.tables import AlertRow, ConnectionRun, ConnectionState, LagRow

START = datetime(2026, 11, 30, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def run(began: datetime, outcome: str = "done") -> Run:
    return Run(began, began + MINUTE, True, outcome, {"written": 3})


def test_a_connection_that_was_never_read_has_nothing(workspace: Fidedigno) -> None:
    assert workspace.book.standing("x") == Standing()
    assert workspace.book.runs("x") == []


def test_failures_are_counted_until_a_reading_is_done(workspace: Fidedigno) -> None:
    for number in range(3):
        workspace.book.ended("x", run(START + number * MINUTE, "FID520"))
    assert workspace.book.standing("x").failures == 3
    assert workspace.book.standing("x").rights_at is None
    workspace.book.ended("x", run(START + 5 * MINUTE), rights_at=START + 5 * MINUTE)
    found = workspace.book.standing("x")
    assert (found.failures, found.rights_at, found.tried_at) == (0, START + 5 * MINUTE, START + 6 * MINUTE)
    assert [each.outcome for each in workspace.book.runs("x")] == ["done", "FID520", "FID520", "FID520"]
    assert workspace.book.runs("x", 1)[0].as_dict()["counts"] == {"written": 3}


def test_only_the_last_readings_are_kept_and_of_each_connection(
    workspace: Fidedigno, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KEPT_RUNS", 4)
    workspace.book.ended("y", run(START))
    for number in range(9):
        workspace.book.ended("x", run(START + number * MINUTE))
    found = workspace.book.runs("x", 100)
    assert [each.began_at for each in found] == [START + n * MINUTE for n in (8, 7, 6, 5)]
    assert len(workspace.book.runs("y")) == 1


def test_a_mark_lasts_until_a_reading_that_began_after_it_is_done(workspace: Fidedigno) -> None:
    workspace.book.mark_due("x", START)
    workspace.book.ended("x", run(START + MINUTE, "FID520"))
    assert workspace.book.standing("x").due_at == START
    workspace.book.mark_due("x", START + 3 * MINUTE)
    workspace.book.ended("x", run(START + 2 * MINUTE))
    assert workspace.book.standing("x").due_at == START + 3 * MINUTE, "it came while that reading went on"
    workspace.book.ended("x", run(START + 4 * MINUTE))
    assert workspace.book.standing("x").due_at is None


def test_what_is_forgotten_is_gone_and_nothing_else(workspace: Fidedigno) -> None:
    for name in ("x", "y"):
        workspace.book.ended(name, run(START), rights_at=START)
    workspace.book.forget("x")
    assert set(workspace.book.standings()) == {"y"}
    assert workspace.book.runs("x") == []
    assert workspace.book.runs("y")


def test_no_table_has_a_place_for_a_name_of_a_person_or_a_document() -> None:
    columns = {
        column.name for table in (ConnectionState, ConnectionRun, LagRow, AlertRow) for column in inspect(table).columns
    }  # fmt: skip
    assert not columns & {"user", "person", "email", "document", "title", "path", "message"}
