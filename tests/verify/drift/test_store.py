"""Where fingerprints are kept: the schema, the turns of threads, forks, and databases of somebody else."""

import multiprocessing
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from fidedigno.database import Database
from fidedigno.errors import BusyError, ConfigurationError, WorkspaceError
from fidedigno.verify.drift import store as module
from fidedigno.verify.drift.store import SCHEMA, DriftStore
from fidedigno.verify.drift.tables import DriftAnswer


@pytest.fixture
def store(tmp_path: Path) -> Iterator[DriftStore]:
    with closing(DriftStore(tmp_path / "drift.db", deadline=20.0)) as made:
        yield made


def use(store: DriftStore) -> int:
    with store.turn() as session:
        return len(session.scalars(select(DriftAnswer)).all())


def test_a_database_of_its_own_has_the_version_of_its_schema(store: DriftStore, tmp_path: Path) -> None:
    assert use(store) == 0
    with closing(sqlite3.connect(tmp_path / "drift.db")) as connection:
        assert connection.execute("SELECT version FROM drift_schema").fetchall() == [(SCHEMA,)]


def test_tables_of_a_newer_version_are_refused(store: DriftStore, tmp_path: Path) -> None:
    use(store)
    with closing(sqlite3.connect(tmp_path / "drift.db")) as connection, connection:
        connection.execute("UPDATE drift_schema SET version = 99")
    store.close()
    with pytest.raises(WorkspaceError, match="newer version"):
        use(store)


def test_a_workspaces_database_has_the_tables_by_its_migrations_and_no_other_version(tmp_path: Path) -> None:
    with closing(Database.open(tmp_path / "state.db")) as database:
        with closing(DriftStore(database)) as store:
            assert use(store) == 0
        with closing(sqlite3.connect(tmp_path / "state.db")) as connection:
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        assert "drift_schema" not in tables


def test_a_workspace_of_an_older_version_is_left_as_it_is(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "state.db")) as connection, connection:
        connection.execute("CREATE TABLE fidedigno_schema (version_num)")
    with (
        closing(DriftStore(tmp_path / "state.db")) as store,
        pytest.raises(WorkspaceError, match="no record"),
    ):
        use(store)


def test_a_database_on_a_server_needs_a_place_for_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Database, "path", None)
    with pytest.raises(ConfigurationError, match="no place for its key"):
        DriftStore("sqlite:///drift.db")


@pytest.mark.parametrize("where", [".", "", Path("/")])
def test_a_path_that_names_no_file_is_refused(where: Path | str) -> None:
    with pytest.raises(ConfigurationError, match="cannot be kept there"):
        DriftStore(where)


def test_a_thread_does_not_wait_longer_for_another_than_the_deadline(tmp_path: Path) -> None:
    with closing(DriftStore(tmp_path / "drift.db", deadline=0.04)) as store:
        store._turn.acquire()
        with pytest.raises(BusyError):
            use(store)
        store._turn.release()


def test_after_a_failure_nothing_is_tried_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "drift.db").write_bytes(b"a letter, not a database\n" * 200)
    with closing(DriftStore(tmp_path / "drift.db")) as store:
        with pytest.raises(WorkspaceError):
            use(store)
        (tmp_path / "drift.db").unlink()
        with pytest.raises(WorkspaceError, match="a moment ago"):
            use(store)
        monkeypatch.setattr(store, "_retry_at", 0.0)
        assert use(store) == 0


def test_waiting_in_vain_is_no_reason_to_pause(tmp_path: Path) -> None:
    with closing(DriftStore(tmp_path / "drift.db", deadline=0.04)) as hurried:
        with closing(DriftStore(tmp_path / "drift.db", deadline=20.0)) as store:
            use(store)
        with closing(sqlite3.connect(tmp_path / "drift.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(BusyError):
                use(hurried)
        assert hurried._retry_at == 0.0


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_child_waits_for_no_thread_of_its_parent(store: DriftStore) -> None:
    use(store)
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with store.turn():
            held.set()
            done.wait(60)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(60)
    child = multiprocessing.get_context("fork").Process(target=_take_turn, args=(store,))
    child.start()
    child.join(60)
    done.set()
    thread.join()
    assert child.exitcode == 0


def _take_turn(store: DriftStore) -> None:
    with store._in_turn():
        pass


def test_a_closed_store_opens_again(store: DriftStore) -> None:
    use(store)
    store.close()
    assert use(store) == 0


def test_the_names_of_files_are_fixed(store: DriftStore, tmp_path: Path) -> None:
    store.marks()
    assert (tmp_path / f"drift.db{module.KEY_SUFFIX}").exists()
    assert repr(store.marks()) == "Marks(...)"
