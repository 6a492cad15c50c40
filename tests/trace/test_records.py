"""Records as the store has them, with all that their digest covers."""

from fidedigno.database import Database
from fidedigno.trace.ledger import Kind
from fidedigno.trace.records import records_between, records_where
from fidedigno.trace.tables import TraceRow
from tests.trace.made import NOW, entry, ledger_in


def test_records_come_in_the_order_of_their_places_with_what_they_name(database: Database) -> None:
    ledger = ledger_in(database, clock=lambda: NOW)
    ledger.add(entry("a", documents=frozenset({9, 2})))
    ledger.add(entry("b", kind=Kind.EVENT, people=frozenset({"p2", "p1"})))
    ledger.add(entry("c"))
    with database.snapshot() as connection:
        one, two = records_between(connection, 1, 2)
        assert [each.row.answer_id for each in records_where(connection, TraceRow.kind == "answer", at_most=9)] == [
            "a", "c"
        ]  # fmt: skip
        assert len(records_where(connection, at_most=2)) == 2
        assert records_between(connection, 7, 9) == []
    assert (one.sequence, one.documents, one.people) == (1, (2, 9), ())
    assert (two.sequence, two.documents, two.people) == (2, (), ("p1", "p2"))
    assert one.digest() != two.digest()
