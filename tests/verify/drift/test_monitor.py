"""The monitor: drift of one question, restarts, many writers, and what is kept."""

import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fidedigno.database import Database
from fidedigno.errors import ConfigurationError, UsageError
from fidedigno.verify.drift import DriftMonitor, Recorded
from fidedigno.verify.drift import monitor as module
from fidedigno.verify.report import Drift
from fidedigno.verify.settings import VerifySettings
from tests.verify.drift.conftest import PATIENT

QUESTION = "¿Cuánto cuesta el ratón SKU-441?"
STABLE = "El ratón SKU-441 cuesta 49,99 € y llega en 5 días."
REWORDED = "El SKU-441, un ratón, cuesta 49,99 € y llega en cinco días."
DRIFTED = "El ratón SKU-441 cuesta 39,99 € y llega en 5 días."
NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
Opened = Callable[..., DriftMonitor]


def several(monitor: DriftMonitor, times: int, answer: str = STABLE, **others: str) -> None:
    for _ in range(times):
        assert monitor.record(QUESTION, answer, **others).available


# One question.


def test_there_is_no_drift_on_the_first_answer(monitor: DriftMonitor) -> None:
    assert monitor.record(QUESTION, STABLE) == Drift()


def test_there_is_no_drift_on_consistent_answers(monitor: DriftMonitor) -> None:
    several(monitor, 3)
    for answer in (STABLE, REWORDED, STABLE):
        drift = monitor.record(QUESTION, answer)
        assert not drift.detected
        assert drift.distance < 0.2


def test_drift_is_detected_after_a_significant_change(monitor: DriftMonitor) -> None:
    several(monitor, 4)
    drift = monitor.record(QUESTION, DRIFTED)
    assert drift.detected
    assert drift.distance > 0.35
    assert drift.similarity < 0.65
    assert drift.compared == 4


def test_other_questions_do_not_interfere(monitor: DriftMonitor) -> None:
    several(monitor, 4)
    assert monitor.record("¿Cuándo abre la biblioteca?", "Abre a las nueve.") == Drift()


def test_the_record_persists_across_instances(path: Path, opened: Opened) -> None:
    several(opened(path), 5)
    assert opened(path).record(QUESTION, DRIFTED).detected


def test_clearing_the_history_sets_it_to_zero(monitor: DriftMonitor) -> None:
    several(monitor, 4)
    assert len(monitor.history(QUESTION)) == 4
    assert monitor.clear("cuanto cuesta el raton sku-441") == 4
    assert monitor.history(QUESTION) == ()
    assert monitor.record(QUESTION, DRIFTED) == Drift()
    assert monitor.clear("never asked") == 0


def test_clearing_without_a_question_forgets_all_of_the_tenant(monitor: DriftMonitor) -> None:
    for tenant in ("", "a"):
        several(monitor, 2, tenant=tenant)
        monitor.record("otra", STABLE, tenant=tenant)
    assert monitor.clear() == 3
    assert monitor.history(QUESTION) == ()
    assert len(monitor.history(QUESTION, tenant="a")) == 2


def test_identical_answers_without_figures_never_drift(monitor: DriftMonitor) -> None:
    for number in range(12):
        drift = monitor.record("¿Quién abre?", "La abre el conserje de la facultad.")
        assert drift == Drift(compared=min(number, 10))


def test_two_earlier_answers_are_too_few_to_say_drift(monitor: DriftMonitor) -> None:
    several(monitor, 2)
    drift = monitor.record(QUESTION, DRIFTED)
    assert not drift.detected
    assert drift.distance > 0.35


def test_the_new_answer_becomes_the_usual_one_in_time(monitor: DriftMonitor) -> None:
    several(monitor, 5)
    said = [monitor.record(QUESTION, DRIFTED).detected for _ in range(12)]
    assert said[:4] == [True] * 4
    assert said[-1] is False


def test_one_odd_answer_does_not_make_the_usual_one_drift(monitor: DriftMonitor) -> None:
    several(monitor, 4)
    assert monitor.record(QUESTION, "No lo sé.").detected
    assert not monitor.record(QUESTION, STABLE).detected


def test_only_the_last_answers_are_compared_and_kept(path: Path, opened: Opened) -> None:
    small = VerifySettings(drift_window=3, drift_kept=5, drift_deadline_ms=60_000)
    monitor = opened(path, small)
    several(monitor, 9)
    assert len(monitor.history(QUESTION)) == 5
    assert monitor.record(QUESTION, STABLE).compared == 3


def test_tenants_are_apart(monitor: DriftMonitor) -> None:
    several(monitor, 4, tenant="a")
    assert monitor.record(QUESTION, DRIFTED, tenant="b") == Drift()
    assert len(monitor.history(QUESTION, tenant="a")) == 4
    assert monitor.clear(QUESTION, tenant="b") == 1
    assert len(monitor.history(QUESTION, tenant="a")) == 4


def test_the_history_tells_when_under_which_version_and_how_it_stood(monitor: DriftMonitor) -> None:
    for day, answer in enumerate((STABLE, STABLE, STABLE, DRIFTED)):
        monitor.record(QUESTION, answer, index_version=f"v{day}", at=NOW + timedelta(days=day))
    *_, last = monitor.history(QUESTION)
    assert isinstance(last, Recorded)
    assert (last.at, last.index_version, last.detected) == (NOW + timedelta(days=3), "v3", True)
    assert [each.detected for each in monitor.history(QUESTION)] == [False, False, False, True]


def test_what_is_too_old_is_deleted_when_asked_and_by_itself(
    path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monitor = opened(path, clock=lambda: NOW)
    several(monitor, 2)
    monitor.record("otra", STABLE, at=NOW - timedelta(days=400), quality={"faithfulness": 1.0})
    assert monitor.expire(NOW - timedelta(days=500)) == 0
    assert monitor.expire(NOW - timedelta(days=300)) == 1
    assert monitor.history("otra") == ()
    monkeypatch.setattr(module, "_EXPIRED_EACH", 1)
    monitor.record("otra", STABLE, at=NOW - timedelta(days=400))
    assert monitor.history("otra") == ()
    assert len(monitor.history(QUESTION)) == 2


@pytest.mark.parametrize("text", ["", " ", "🙂", "\ud800", "a\x00b", "لا", "9" * 5_000])
def test_any_text_is_recorded(monitor: DriftMonitor, text: str) -> None:
    for _ in range(4):
        drift = monitor.record(text, text, index_version="v", corpus=("c",), quality={"faithfulness": 1})
    assert drift == Drift(compared=3)


def test_a_moment_without_a_timezone_is_refused(monitor: DriftMonitor) -> None:
    naive = NOW.replace(tzinfo=None)
    with pytest.raises(UsageError):
        monitor.record(QUESTION, STABLE, at=naive)
    with pytest.raises(UsageError):
        monitor.expire(naive)


# Restarts, many writers, privacy.

WRITER = """
import sys
from pathlib import Path
from fidedigno.verify.drift import DriftMonitor
from fidedigno.verify.settings import VerifySettings
monitor = DriftMonitor(Path(sys.argv[1]), VerifySettings(drift_deadline_ms=60_000, drift_kept=500))
for number in range(25):
    assert monitor.record("shared", "Costs 5 euros.", corpus=("c",), quality={"faithfulness": 1.0}).available
"""


@pytest.mark.slow
def test_processes_that_open_a_new_record_at_once_lose_no_answer(path: Path, opened: Opened) -> None:
    processes = [subprocess.Popen([sys.executable, "-W", "error", "-c", WRITER, str(path)]) for _ in range(4)]
    assert [process.wait(120) for process in processes] == [0, 0, 0, 0]
    assert len(opened(path).history("shared")) == 100
    assert _rows(path, "drift_answers") == 100
    assert _rows(path, "drift_health") == 200


def test_twenty_threads_record_at_once_without_losing_an_answer(path: Path, opened: Opened) -> None:
    monitor = opened(path)
    results: list[Drift] = []

    def write(number: int) -> None:
        results.extend(monitor.record(f"q{number % 4}", STABLE, corpus=("c",)) for _ in range(4))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 80
    assert all(each.available and not each.detected for each in results)
    assert _rows(path, "drift_answers") == 80


def test_nothing_of_the_texts_is_in_the_files(path: Path, opened: Opened) -> None:
    monitor = opened(path)
    for _ in range(4):
        monitor.record(
            "¿Cuánto cobra Zutano Perengano?",
            "Zutano Perengano cobra 7777,31 € y no trabaja los sábados en Villarrobledo.",
            quality={"Zutano Perengano": 1.0, "faithfulness": 0.5},
        )
    held = b"".join(each.read_bytes() for each in sorted(path.parent.iterdir())).lower()
    for word in ("cobra", "zutano", "perengano", "7777,31", "777731", "sábados", "sabad", "villarrobledo"):
        assert word.encode() not in held
    assert b"drift_answers" in held


def test_the_key_is_beside_the_record_and_its_owners_alone(path: Path, monitor: DriftMonitor) -> None:
    monitor.record(QUESTION, STABLE)
    key = path.with_name("drift.db.key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(key.read_bytes()) == 32


def test_under_another_key_nothing_of_before_is_known(path: Path, opened: Opened) -> None:
    several(opened(path), 4)
    assert opened(path, key_file=path.with_name("other.key")).record(QUESTION, DRIFTED) == Drift()


def test_a_workspaces_database_can_hold_the_record(tmp_path: Path, opened: Opened) -> None:
    with closing(Database.open(tmp_path / "state.db")) as database:
        several(opened(database), 4)
        assert opened(database).record(QUESTION, DRIFTED).detected
        assert (tmp_path / "state.db.key").exists()


def test_a_url_is_where_the_record_is(path: Path, opened: Opened) -> None:
    several(opened(f"sqlite:///{path}"), 4)
    assert opened(path).record(QUESTION, DRIFTED).detected


@pytest.mark.parametrize("where", ["sqlite://", "nosuch://x/y", "sqlite:///:memory:"])
def test_a_url_that_cannot_be_used_is_refused_at_once(where: str) -> None:
    with pytest.raises(ConfigurationError):
        DriftMonitor(where)


def _rows(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608 - constant


def test_importing_the_monitor_loads_no_database_and_no_array_library() -> None:
    program = "import sys, fidedigno.verify.drift.monitor; print(sorted(sys.modules))"
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert not [
        name for name in ("'sqlalchemy'", "'numpy'", "'pydantic'", "'alembic'") if name in output.stdout
    ]


def test_patience_is_a_setting() -> None:
    assert (VerifySettings().drift_deadline_ms, PATIENT.drift_deadline_ms) == (250, 60_000)
