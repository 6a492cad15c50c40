"""A record of drift that cannot be used: nobody waits, nothing is raised, one warning is logged."""

import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fidedigno.verify.drift.monitor import DriftMonitor
from fidedigno.verify.report import Drift
from fidedigno.verify.settings import VerifySettings

QUESTION = "¿Cuánto cuesta el ratón SKU-441?"
STABLE = "El ratón SKU-441 cuesta 49,99 € y llega en 5 días."
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
Opened = Callable[..., DriftMonitor]


def several(monitor: DriftMonitor, times: int) -> None:
    for _ in range(times):
        assert monitor.record(QUESTION, STABLE).available


@contextmanager
def silent_but_for_one_warning(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level(logging.DEBUG):
        yield
    (record,) = (each for each in caplog.records if each.name.startswith("fidedigno"))
    assert record.levelno == logging.WARNING
    for word in ("SKU", "49", "ratón", "cuesta"):
        assert word not in record.getMessage()


def nothing_works(monitor: DriftMonitor) -> None:
    for _ in range(3):
        assert monitor.record(QUESTION, STABLE) == Drift(available=False)
    assert monitor.clear(QUESTION) == 0
    assert monitor.history(QUESTION) == ()
    assert monitor.alerts() == ()
    assert monitor.expire(NOW) == 0


@pytest.mark.parametrize("begin", ["BEGIN EXCLUSIVE", "BEGIN IMMEDIATE"])
def test_a_locked_record_keeps_nobody_waiting_and_works_again_when_it_is_free(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture, begin: str
) -> None:
    several(opened(path), 3)
    hurried = opened(path, VerifySettings(drift_deadline_ms=40))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(begin)
        with silent_but_for_one_warning(caplog):
            for _ in range(3):
                assert hurried.record(QUESTION, STABLE) == Drift(available=False)
        other.execute("ROLLBACK")
    assert opened(path).record(QUESTION, STABLE).compared == 3


def test_a_record_that_another_process_locked_before_it_was_made_is_not_waited_for(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("CREATE TABLE mine (x)")
        with silent_but_for_one_warning(caplog):
            nothing_works(opened(path, VerifySettings(drift_deadline_ms=40)))


def test_a_corrupt_file_is_left_alone(path: Path, opened: Opened, caplog: pytest.LogCaptureFixture) -> None:
    path.write_bytes(b"not a database, but a letter\n" * 500)
    before = path.read_bytes()
    with silent_but_for_one_warning(caplog):
        nothing_works(opened(path))
    assert path.read_bytes() == before


def test_a_record_that_is_damaged_while_it_is_open_says_nothing(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    monitor = opened(path)
    several(monitor, 3)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("DROP TABLE drift_answers")
    with silent_but_for_one_warning(caplog):
        assert monitor.record(QUESTION, STABLE) == Drift(available=False)


def test_a_row_that_cannot_be_read_says_nothing(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    monitor = opened(path)
    monitor.record(QUESTION, STABLE, quality={"faithfulness": 1.0})
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE drift_health SET signals = 'x'")
    with silent_but_for_one_warning(caplog):
        assert monitor.alerts() == ()


def test_a_read_only_record_says_nothing(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    several(opened(path), 3)
    with silent_but_for_one_warning(caplog):
        monitor = opened(f"sqlite:///file:{path}?mode=ro&uri=true", key_file=path.with_name("drift.db.key"))
        assert monitor.record(QUESTION, STABLE) == Drift(available=False)


def test_a_missing_folder_is_not_made(
    tmp_path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    with silent_but_for_one_warning(caplog):
        nothing_works(opened(tmp_path / "absent" / "drift.db"))
    assert not (tmp_path / "absent").exists()


def test_a_key_that_others_may_read_is_not_used(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    key = path.with_name("drift.db.key")
    key.write_bytes(b"k" * 32)
    key.chmod(0o644)
    with silent_but_for_one_warning(caplog):
        nothing_works(opened(path))


def test_a_failure_is_logged_again_only_after_the_record_worked(
    path: Path, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    monitor = opened(path, VerifySettings(drift_deadline_ms=2_000))
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            several(monitor, 1)
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                for _ in range(2):
                    assert not monitor.record(QUESTION, STABLE).available
                other.execute("ROLLBACK")
    assert len(caplog.records) == 2
