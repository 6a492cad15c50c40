"""People and access lists together with the directory that resolves them when a question arrives."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from fidedigno.access import Directory, UserEntry
from fidedigno.database import Database
from fidedigno.sources.confluence import ConfluenceConnector, SpaceAccess, user_attribute
from fidedigno.sources.connector import SourceItem
from tests.fakes.confluence import ConfluenceServer
from tests.fakes.confluence_world import no_wait, options, read_all

LINKS = {f"{each}-account": each for each in ("ana", "ben", "cleo", "dan")}


@pytest.fixture
def directory(tmp_path: Path) -> Iterator[Directory]:
    database = Database.open(tmp_path / "state.db")
    directory = Directory(database)
    for each in LINKS.values():
        directory.put_user(UserEntry(each, each.title(), f"{each}@corp.example"))
    yield directory
    database.close()


async def _load(server: ConfluenceServer, directory: Directory, **more: Any) -> Mapping[str, SourceItem]:
    connector = ConfluenceConnector(options(server, **more), sleep=no_wait)
    _, items, _, _ = await read_all(connector)
    directory.load(await connector.people(), replace=False)
    await connector.close()
    return items


def _may(directory: Directory, item: SourceItem) -> set[str]:
    return {each for each in LINKS.values() if item.acl.allows(directory.identity(each))}


async def test_linked_people_read_what_their_accounts_may(
    server: ConfluenceServer, directory: Directory
) -> None:
    server.page("10", groups=["g-hr"])
    server.page("11", "10", users=["ana-account", "dan-account"])
    items = await _load(server, directory, links=LINKS)
    assert _may(directory, items["10"]) == {"ana", "ben"}
    assert _may(directory, items["11"]) == {"ana"}
    assert directory.identity("ana").attributes[user_attribute("corp")] == "ana-account"


async def test_membership_and_links_change_no_access_list(
    server: ConfluenceServer, directory: Directory
) -> None:
    server.page("10", groups=["g-hr"])
    before = await _load(server, directory, links=LINKS)
    server.groups["g-hr"] = ["cleo-account"]
    after = await _load(server, directory, links=LINKS)
    assert after["10"].acl.digest == before["10"].acl.digest
    assert _may(directory, before["10"]) == {"cleo"}
    relinked = await _load(server, directory, links={**LINKS, "cleo-account": "dan"})
    assert relinked["10"].acl.digest == before["10"].acl.digest
    assert _may(directory, before["10"]) == {"dan"}


@pytest.mark.parametrize("status", ["inactive", "closed"])
async def test_an_account_that_was_switched_off_opens_nothing_and_switches_nobody_off(
    server: ConfluenceServer, directory: Directory, status: str
) -> None:
    server.page("10")
    await _load(server, directory, links=LINKS)
    server.accounts["ana-account"]["accountStatus"] = status
    items = await _load(server, directory, links=LINKS)
    assert _may(directory, items["10"]) == {"ben", "cleo"}
    assert directory.identity("ana").enabled


async def test_somebody_switched_off_here_reads_nothing_whatever_the_system_says(
    server: ConfluenceServer, directory: Directory
) -> None:
    server.page("10")
    directory.set_enabled("ana", False)
    items = await _load(server, directory, links=LINKS)
    assert _may(directory, items["10"]) == {"ben", "cleo"}
    await _load(server, directory, links=LINKS)
    assert not directory.identity("ana").enabled


async def test_anonymous_access_opens_a_page_to_visitors_only_by_option(
    server: ConfluenceServer, directory: Directory
) -> None:
    server.roles = {"viewer": ["read/space"]}
    anonymous = {"principalType": "ACCESS_CLASS", "principalId": "anonymous-users"}
    server.spaces["1"].roles = [{"principal": anonymous, "roleId": "viewer"}]
    server.page("10")
    server.page("11", "10", groups=["g-hr"])
    visitor = directory.identity(None)
    closed = await _load(server, directory, links=LINKS, space_access=SpaceAccess.ROLES)
    assert not closed["10"].acl.allows(visitor)
    opened = await _load(
        server, directory, links=LINKS, space_access=SpaceAccess.ROLES, anonymous_access=True
    )
    assert opened["10"].acl.allows(visitor)
    assert not opened["11"].acl.allows(visitor)
    assert _may(directory, opened["11"]) == {"ana", "ben"}
