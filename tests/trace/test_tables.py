"""The tables have no place for a word of a person."""

from sqlalchemy import inspect

from fidedigno.database import Base, Database
from fidedigno.trace.tables import TraceDocument, TraceRow


def test_only_ids_pseudonyms_and_the_record_have_columns() -> None:
    assert set(TraceRow.__table__.columns.keys()) == {
        "id", "answer_id", "tenant", "pseudonym", "answered_at", "body"
    }  # fmt: skip
    assert set(TraceDocument.__table__.columns.keys()) == {"trace_id", "document_id"}


def test_the_store_has_them(database: Database) -> None:
    with database.snapshot() as connection:
        tables = set(inspect(connection).get_table_names())
    assert {TraceRow.__tablename__, TraceDocument.__tablename__} <= tables
    assert {TraceRow.__tablename__, TraceDocument.__tablename__} <= set(Base.metadata.tables)
