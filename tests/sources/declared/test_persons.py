"""Persons before the real directory: who reads which document, and when that ends."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno.access.directory import Directory
from fidedigno.database import Database
from tests.fakes.declared import FORCE, CustomerSystem
from tests.sources.declared.conftest import Connect, items_of


@pytest.fixture
def directory(tmp_path: Path) -> Iterator[Directory]:
    database = Database.open(tmp_path / "state.db")
    yield Directory(database)
    database.close()


async def test_persons_read_through_teams_that_nest_in_a_circle_until_they_leave(
    system: CustomerSystem, connect: Connect, directory: Directory
) -> None:
    names = ("ana", "bob", "eve")
    system.users = [{"Id": each, "Email": f"{each}@acme.example", "IsActive": True} for each in names]
    rows = [("north", "east"), ("east", "south"), ("south", "ana"), ("south", "north")]
    system.members = [{"GroupId": team, "UserOrGroupId": each} for team, each in rows]
    system.record("r1", OwnerId="bob", Territory__c="north")
    system.record("r2", OwnerId="bob", Territory__c="north", Confidential__c=True)
    connector = connect(FORCE)
    items = await items_of(await connector.changes(None))

    async def readers(number: str) -> list[str]:
        directory.load(await connector.people(), replace=False)
        acl = items[number].acl
        return [each for each in names if acl.allows(directory.identity(f"{each}@acme.example"))]

    assert await readers("r1") == ["ana", "bob"]
    assert await readers("r2") == ["bob"]
    system.members[2]["UserOrGroupId"] = "eve"
    assert await readers("r1") == ["bob", "eve"]
    system.users[1]["IsActive"] = False
    assert await readers("r1") == ["eve"]
    assert await readers("r2") == []
