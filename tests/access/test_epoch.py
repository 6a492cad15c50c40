import pytest

from fidedigno.access.epoch import changing, read_epoch
from fidedigno.access.tables import Group
from fidedigno.database import Database
from fidedigno.errors import WorkspaceError


def epoch(database: Database) -> int:
    with database.snapshot() as connection:
        return read_epoch(connection)


def test_every_change_moves_the_epoch_by_one_and_reading_does_not(database: Database) -> None:
    assert epoch(database) == epoch(database) == 1
    for expected in (2, 3):
        with changing(database) as session:
            assert read_epoch(session) == expected
        assert epoch(database) == expected


def test_a_change_that_fails_moves_nothing(database: Database) -> None:
    twins = [Group(source="local", name="g", display=display) for display in "GH"]
    with pytest.raises(WorkspaceError), changing(database) as session:
        session.add_all(twins)
    assert epoch(database) == 1
    with database.session() as session:
        assert session.query(Group).count() == 0
