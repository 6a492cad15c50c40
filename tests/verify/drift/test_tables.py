"""The tables of drift have no place for a text, and a store of before gains them."""

from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect

from fidedigno.database import Database
from fidedigno.verify.drift.tables import DriftAnswer, DriftHealth

NAMES = {DriftAnswer.__tablename__, DriftHealth.__tablename__}


def test_only_marks_names_and_numbers_have_columns() -> None:
    assert set(DriftAnswer.__table__.columns.keys()) == {
        "id", "tenant", "question", "at", "index_version", "figures", "words", "denied", "polarity", "denies",
        "length_bucket", "distance", "detected", "documents",
    }  # fmt: skip
    assert set(DriftHealth.__table__.columns.keys()) == {
        "id", "tenant", "corpus", "at", "index_version", "question", "signals",
    }  # fmt: skip


def test_a_store_of_the_ninth_schema_gains_them(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    config = Config()
    config.set_main_option("script_location", "fidedigno:migrations")
    config.set_main_option("path_separator", "os")
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0009")
        assert not NAMES & set(inspect(connection).get_table_names())
    engine.dispose()
    with closing(Database.open(path)) as database, database.snapshot() as connection:
        assert set(inspect(connection).get_table_names()) >= NAMES
