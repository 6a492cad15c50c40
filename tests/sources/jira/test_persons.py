"""Persons before the real directory: who reads which issue, and when that ends."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fidedigno.access.directory import Directory
from fidedigno.database import Database
from fidedigno.sources.jira import JiraConnector
from tests.fakes.jira import JiraSite
from tests.sources.jira.conftest import items_of

PERSONS = ("ana", "bob", "lee", "eve")


@pytest.fixture
def directory(tmp_path: Path) -> Iterator[Directory]:
    database = Database.open(tmp_path / "state.db")
    yield Directory(database)
    database.close()


async def readers(connector: JiraConnector, directory: Directory) -> dict[str, str]:
    """Who reads each issue, after people and changes were taken in."""
    directory.load(await connector.people(), replace=False)
    who = {name: directory.identity(f"{name}@acme.example") for name in PERSONS}
    items = await items_of(await connector.changes(None))
    return {
        number: " ".join(name for name in PERSONS if item.acl.allows(who[name]))
        for number, item in items.items()
    }


async def test_persons_read_what_jira_lets_them_read(
    site: JiraSite, connect: Callable[..., JiraConnector], directory: Directory
) -> None:
    site.add_issue("1", "100")
    site.add_issue("2", "200")
    site.add_issue("3", "200", security={"id": "31"})
    site.add_issue("4", "200", security={"id": "31"}, reporter={"accountId": "acc-ana"})
    site.add_issue("5", "200", security={"id": "31"}, reporter={"accountId": "acc-eve"})
    assert await readers(connect(), directory) == {
        "1": "ana lee",
        "2": "ana bob",
        "3": "bob",
        "4": "ana bob",
        "5": "bob",
    }


async def test_memberships_end_without_a_new_reading_of_issues(
    site: JiraSite, connect: Callable[..., JiraConnector], directory: Directory
) -> None:
    site.add_issue("1", "100")
    connector = connect()
    assert await readers(connector, directory) == {"1": "ana lee"}
    acl = (await items_of(await connector.changes(None)))["1"].acl
    site.groups["g-ops"].remove("acc-ana")
    site.accounts[2]["active"] = False  # lee
    directory.load(await connector.people(), replace=False)
    assert not any(acl.allows(directory.identity(f"{name}@acme.example")) for name in PERSONS)


async def test_an_account_with_a_new_address_keeps_its_grants_and_the_old_one_has_none(
    site: JiraSite, connect: Callable[..., JiraConnector], directory: Directory
) -> None:
    site.add_issue("4", "200", security={"id": "31"}, reporter={"accountId": "acc-ana"})
    connector = connect()
    acl = (await items_of(await connector.changes(None)))["4"].acl
    directory.load(await connector.people(), replace=False)
    site.accounts[0]["emailAddress"] = "ana.sol@acme.example"
    directory.load(await connector.people(), replace=False)
    assert acl.allows(directory.identity("ana.sol@acme.example"))
    assert not acl.allows(directory.identity("ana@acme.example"))


async def test_a_product_that_is_taken_away_closes_everything(
    site: JiraSite, connect: Callable[..., JiraConnector], directory: Directory
) -> None:
    site.add_issue("1", "100")
    site.applications.clear()
    assert await readers(connect(), directory) == {"1": ""}
