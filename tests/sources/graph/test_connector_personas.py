"""Who reads what once people are in the real directory: by grants at rest, and asked live."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fidedigno.access import Directory
from fidedigno.database import Database
from fidedigno.sources.connector import LiveVerdict, SourceError
from fidedigno.sources.graph import GraphConnector
from tests.fakes.graph import DRIVE, TENANT, GraphServer, account_id
from tests.fakes.graph_rows import by_link, to_account, to_group, to_login, to_site_group
from tests.sources.graph.conftest import Make, read

PEOPLE = {
    "ana": 1,
    "bea": 2,
    "carl": 3,
    "olga": 4,
    "left": 5,
    "guest": 6,
    "stranger": 7,
}
READERS = {
    "account": {"ana"},
    "group": {"ana", "bea"},
    "owners": {"olga"},
    "site": {"carl", "olga"},
    "members": {"ana", "bea", "carl", "olga", "stranger"},
    "link": set(),
    "named": {"bea"},
    "limited": set(),
    "nobody": set(),
    "refused": set(),
}


@pytest.fixture
def directory(tmp_path: Path) -> Iterator[Directory]:
    database = Database.open(tmp_path / "directory.db")
    yield Directory(database)
    database.close()


@pytest.fixture
def tenant(server: GraphServer) -> GraphServer:
    for name, number in PEOPLE.items():
        server.user(number, f"{name}@corp.example", accountEnabled=name != "left")
    server.users[account_id(6)] |= {"userType": "Guest", "externalUserState": "Accepted"}
    everywhere = (account_id(5), account_id(6))
    inner = server.group(1, account_id(1), *everywhere)
    outer = server.group(2, inner, account_id(2), owners=(account_id(4), *everywhere))
    server.members[inner].append({"id": outer})
    owners = f"c:0o.c|federateddirectoryclaimprovider|{outer}_o"
    server.site_groups = {
        5: [owners, *(f"i:0#.f|membership|p{each}@corp.example" for each in (3, 5, 6))],
    }
    closed = [to_account(each) for each in everywhere]
    rows = {
        "account": [to_account(account_id(1)), *closed],
        "group": [to_group(outer)],
        "owners": [to_login(owners)],
        "site": [to_site_group("5")],
        "members": [to_login(f"c:0-.f|rolemanager|spo-grid-all-users/{TENANT}")],
        "link": [by_link("anonymous", account_id(1)), by_link("organization", account_id(2))],
        "named": [by_link("users", account_id(2), *everywhere)],
        "limited": [to_account(account_id(1), "sp.limited access")],
        "nobody": [],
        "refused": [to_account(account_id(1))],
    }
    for key, permissions in rows.items():
        server.file(key, f"{key}.txt")
        server.permissions[key] = permissions
    server.fail_part("items/refused/", 403)
    return server


async def readers(connector: GraphConnector, directory: Directory) -> dict[str, set[str]]:
    """Who reads each document by what was stored."""
    directory.load(await connector.people(), replace=False)
    found = await read(connector)
    identities = {name: directory.identity(f"{name}@corp.example") for name in PEOPLE}
    return {
        key: {name for name, identity in identities.items() if item.acl.allows(identity)}
        for key, item in found.items.items()
    }


async def test_stored_grants_let_in_exactly_who_may_read(
    tenant: GraphServer, connector: GraphConnector, directory: Directory
) -> None:
    assert await readers(connector, directory) == READERS


async def test_the_live_check_agrees_with_stored_grants(
    tenant: GraphServer, connector: GraphConnector, directory: Directory
) -> None:
    stored = await readers(connector, directory)
    for key, allowed in stored.items():
        for name, number in PEOPLE.items():
            verdict = await connector.check(account_id(number), f"{DRIVE}/{key}")
            assert (verdict is LiveVerdict.ALLOWED) is (name in allowed), (key, name)


async def test_a_change_of_members_needs_no_new_list(
    tenant: GraphServer, connector: GraphConnector, directory: Directory
) -> None:
    await readers(connector, directory)
    item = (await read(connector)).items["group"]
    tenant.members[next(iter(tenant.groups))] = []
    directory.load(await connector.people(), replace=False)
    assert not item.acl.allows(directory.identity("ana@corp.example"))
    assert item.acl.allows(directory.identity("bea@corp.example"))


@pytest.mark.parametrize(
    "change", [{"accountEnabled": False}, {"userType": "Guest"}, {"mail": "x@y.example"}]
)
async def test_whoever_is_switched_off_or_becomes_external_or_another_reads_nothing_after_the_next_reading(
    tenant: GraphServer, connector: GraphConnector, directory: Directory, change: dict[str, object]
) -> None:
    await readers(connector, directory)
    tenant.users[account_id(1)] |= change
    assert all("ana" not in allowed for allowed in (await readers(connector, directory)).values())


async def test_an_account_that_is_deleted_reads_nothing_where_the_directory_tells_its_groups(
    tenant: GraphServer, make: Make, directory: Directory
) -> None:
    connector = make(known_groups=directory.groups)
    await readers(connector, directory)
    del tenant.users[account_id(1)]
    for key in list(tenant.groups)[:1]:
        del tenant.groups[key]
    assert all("ana" not in allowed for allowed in (await readers(connector, directory)).values())


async def test_a_failed_reading_of_people_changes_nothing_that_is_stored(
    tenant: GraphServer, connector: GraphConnector, directory: Directory
) -> None:
    before = await readers(connector, directory)
    tenant.fail_part("/members", 503, times=100)
    with pytest.raises(SourceError, match="members of a group"):
        directory.load(await connector.people(), replace=False)
    tenant.part_failures.clear()
    tenant.fail_part("items/refused/", 403)
    assert await readers(connector, directory) == before
