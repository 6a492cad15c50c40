"""The tables have no place for a word of a person, and older stores gain them without losing anything."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect, text

from fidedigno.database import Base, Database
from fidedigno.trace.tables import TraceDocument, TraceRow
from tests.trace.made import NOW, store_in, trace

NAMES = {TraceRow.__tablename__, TraceDocument.__tablename__}


def tables(database: Database) -> set[str]:
    with database.snapshot() as connection:
        return set(inspect(connection).get_table_names())


def test_only_ids_pseudonyms_and_the_record_have_columns() -> None:
    assert set(TraceRow.__table__.columns.keys()) == {
        "id", "answer_id", "tenant", "pseudonym", "answered_at", "body", "kind", "key_id", "salt", "sequence",
    }  # fmt: skip
    assert set(TraceDocument.__table__.columns.keys()) == {"trace_id", "document_id"}


def test_the_store_has_them(database: Database) -> None:
    assert tables(database) >= NAMES
    assert set(Base.metadata.tables) >= NAMES


def test_a_store_of_the_first_schema_gains_them_and_keeps_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    config = Config()
    config.set_main_option("script_location", "fidedigno:migrations")
    config.set_main_option("path_separator", "os")
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        assert not NAMES & set(inspect(connection).get_table_names())
        connection.execute(text("UPDATE permission_epoch SET value = 41"))
    engine.dispose()
    database = Database.open(path)
    assert tables(database) >= NAMES
    with database.snapshot() as connection:
        assert connection.execute(text("SELECT value FROM permission_epoch")).scalar_one() == 41
    store = store_in(database, clock=lambda: NOW)
    assert store.keep(trace()) == ""
    assert store.get("default", trace().answer_id) == trace()
    database.close()
