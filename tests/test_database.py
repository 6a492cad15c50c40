"""The relational store: transactions, several users at once, migrations, and errors of its own kind."""

import importlib
import multiprocessing
import stat
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import inspect, select, text

from fidedigno.database import HEAD, VERSION_TABLE, Base, Database, UtcDateTime
from fidedigno.errors import BusyError, ConfigurationError, FidedignoError, WorkspaceError
from fidedigno.migrations.generate import TABLE_MODULES

BUMP_TEN_TIMES = """
import sys
from pathlib import Path
from sqlalchemy import text
from fidedigno.database import Database
database = Database.open(Path(sys.argv[1]))
for _ in range(10):
    with database.session() as session:
        value = session.execute(text("SELECT value FROM permission_epoch")).scalar_one()
        session.execute(text("UPDATE permission_epoch SET value = :v"), {"v": value + 1})
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.db"


def bump(path: Path, times: int) -> None:
    database = Database.open(path)
    for _ in range(times):
        with database.session() as session:
            value = session.execute(text("SELECT value FROM permission_epoch")).scalar_one()
            session.execute(text("UPDATE permission_epoch SET value = :v"), {"v": value + 1})
    database.close()


def epoch(database: Database) -> int:
    with database.snapshot() as connection:
        return connection.execute(text("SELECT value FROM permission_epoch")).scalar_one()


def test_the_migrated_schema_is_the_declared_one(path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    for module in TABLE_MODULES:
        importlib.import_module(module)
    database = Database.open(path)
    with database.snapshot() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, Base.metadata) == []
        assert inspect(connection).has_table("permission_epoch")
    database.close()


def test_the_newest_revision_is_the_one_that_the_program_names() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "fidedigno:migrations")
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_opening_again_keeps_what_is_there(path: Path) -> None:
    bump(path, 3)
    database = Database.open(path)
    assert epoch(database) == 4
    database.close()


def test_a_database_of_a_newer_version_is_refused(path: Path) -> None:
    database = Database.open(path)
    with database.session() as session:
        session.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))  # noqa: S608 - constant
    database.close()
    with pytest.raises(ConfigurationError, match="newer version"):
        Database.open(path)


def test_a_file_that_is_not_a_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_bytes(b"not a database, but a letter\n" * 500)
    before = path.read_bytes()
    with pytest.raises(WorkspaceError):
        Database.open(path)
    assert path.read_bytes() == before


def test_somebody_elses_database_is_refused(path: Path) -> None:
    import sqlite3

    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE users (mine)")
    connection.close()
    with pytest.raises(WorkspaceError):
        Database.open(path)


@pytest.mark.parametrize("where", ["absent/state.db", "\0", "."])
def test_a_place_that_cannot_hold_a_database_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WorkspaceError):
        Database.open(Path(where))


@pytest.mark.parametrize(
    "url", ["", "nonsense", "sqlite://", "sqlite:///:memory:", "nosuch://x/y", "oracle://x/y"]
)
def test_a_url_that_cannot_be_used_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError):
        Database(url)


def test_a_block_that_fails_leaves_nothing_behind(path: Path) -> None:
    database = Database.open(path)

    def write_and_fail() -> None:
        with database.session() as session:
            session.execute(text("UPDATE permission_epoch SET value = 99"))
            session.execute(text("SELECT nothing FROM nowhere"))

    with pytest.raises(WorkspaceError):
        write_and_fail()
    assert epoch(database) == 1
    database.close()


def test_a_snapshot_sees_one_state_and_waits_for_no_writer(path: Path) -> None:
    database = Database.open(path)
    with database.snapshot() as connection:
        reading = select(text("value")).select_from(text("permission_epoch"))
        assert connection.execute(reading).scalar_one() == 1
        bump(path, 1)
        assert connection.execute(reading).scalar_one() == 1
    assert epoch(database) == 2
    database.close()


def test_a_writer_that_waits_too_long_is_told_that_another_is_writing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Database.open(path).close()
    monkeypatch.setattr("fidedigno.database.BUSY_SECONDS", 0.05)
    one, other = Database(f"sqlite:///{path}"), Database(f"sqlite:///{path}")
    with one.session() as session:
        session.execute(text("UPDATE permission_epoch SET value = 2"))
        with pytest.raises(BusyError), other.session() as second:
            second.execute(text("UPDATE permission_epoch SET value = 3"))
    assert epoch(other) == 2
    one.close()
    other.close()


def test_the_same_store_apart_waits_no_longer_than_it_says(path: Path) -> None:
    with closing(Database.open(path)) as one, closing(one.apart(busy_seconds=0.02)) as other:
        assert one.path == other.path == path
        with one.session() as session:
            session.execute(text("UPDATE permission_epoch SET value = 2"))
            with pytest.raises(BusyError), other.session() as second:
                second.execute(text("UPDATE permission_epoch SET value = 3"))
        assert epoch(other) == 2


def test_a_store_is_opened_with_whatever_tables_it_has(path: Path) -> None:
    with closing(Database.at(path)) as database, database.snapshot() as connection:
        assert inspect(connection).get_table_names() == []
    with closing(Database.at(f"sqlite:///{path}")) as database:
        assert database.path == path


def test_threads_that_read_and_then_write_lose_nothing(path: Path) -> None:
    Database.open(path).close()
    threads = [threading.Thread(target=bump, args=(path, 20)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    database = Database.open(path)
    assert epoch(database) == 121
    database.close()


@pytest.mark.slow
def test_processes_that_open_a_new_database_at_once_migrate_it_once_and_lose_nothing(path: Path) -> None:
    processes = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", BUMP_TEN_TIMES, str(path)]) for _ in range(4)
    ]
    assert [process.wait(60) for process in processes] == [0, 0, 0, 0]
    database = Database.open(path)
    assert epoch(database) == 41
    database.close()


def test_a_forked_child_does_not_use_its_parents_connections(path: Path) -> None:
    database = Database.open(path)
    context = multiprocessing.get_context("fork")
    child = context.Process(target=_write_once, args=(database,))
    child.start()
    child.join(30)
    assert child.exitcode == 0
    assert epoch(database) == 50
    database.close()


def _write_once(database: Database) -> None:
    assert database._writing.pool.checkedin() == 0
    with database.session() as session:
        session.execute(text("UPDATE permission_epoch SET value = 50"))


def test_the_file_is_its_owners_only(path: Path) -> None:
    database = Database.open(path)
    for each in path.parent.iterdir():
        assert stat.S_IMODE(each.stat().st_mode) == 0o600
    database.close()


def test_deleted_rows_are_gone_from_the_files(path: Path) -> None:
    secret = "zanahoria-irrepetible@campus.example"
    database = Database.open(path)
    insert = text(
        "INSERT INTO users (name, display, email, enabled, attributes) VALUES (:s, :s, :s, true, '{}')"
    )
    with database.session() as session:
        session.execute(insert, {"s": secret})
    assert any(secret.encode() in each.read_bytes() for each in path.parent.iterdir())
    with database.session() as session:
        session.execute(text("DELETE FROM users"))
    database.purge_deleted()
    assert not any(secret.encode() in each.read_bytes() for each in path.parent.iterdir())
    database.close()


def test_a_purge_that_a_reader_prevents_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fidedigno.database.BUSY_SECONDS", 0.05)
    database = Database.open(path)
    with database.snapshot() as connection:
        connection.execute(text("SELECT * FROM users"))
        bump(path, 1)
        with pytest.raises(BusyError):
            database.purge_deleted()
    database.close()


def test_foreign_keys_are_enforced_and_values_stay_out_of_messages(path: Path) -> None:
    database = Database.open(path)
    wrong = text("INSERT INTO user_memberships (user_id, group_id) VALUES (:u, 2)")
    with pytest.raises(FidedignoError) as caught, database.session() as session:
        session.execute(wrong, {"u": 123456})
    assert isinstance(caught.value, WorkspaceError)
    assert "123456" not in f"{caught.value} {caught.value.hint} {caught.value.__cause__}"
    database.close()


def test_instants_come_back_in_utc_and_need_a_timezone() -> None:
    column = UtcDateTime()
    madrid = datetime(2026, 3, 1, 13, tzinfo=timezone(timedelta(hours=1)))
    assert column.process_bind_param(madrid, None) == datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert column.process_result_value(datetime(2026, 3, 1, 12), None) == madrid  # noqa: DTZ001
    with pytest.raises(ValueError, match="timezone"):
        column.process_bind_param(datetime(2026, 3, 1), None)  # noqa: DTZ001


def test_importing_the_package_does_not_import_the_database_library() -> None:
    code = "import fidedigno, sys; sys.exit('sqlalchemy' in sys.modules or 'alembic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
