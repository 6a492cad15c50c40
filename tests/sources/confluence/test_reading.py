from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from fidedigno.model import UNKNOWN
from fidedigno.sources.confluence import ConfluenceConnector
from fidedigno.sources.connector import Coverage, SourceError, SourceErrorKind
from tests.fakes.confluence import ConfluenceServer
from tests.fakes.confluence_world import no_wait, options, read_all, readers

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def connector(server: ConfluenceServer, clock: Clock) -> AsyncIterator[ConfluenceConnector]:
    connector = ConfluenceConnector(options(server), sleep=no_wait, now=clock)
    yield connector
    await connector.close()


async def test_everything_is_listed_without_a_text(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page_size = 2
    for number in range(10, 15):
        server.page(str(number))
    server.page("20", type="blogpost", users=["ana-account"])
    server.page("21", status="trashed")
    server.page("22", status="archived")
    coverage, items, removed, _ = await read_all(connector)
    assert coverage is Coverage.FULL
    assert set(items) == {"10", "11", "12", "13", "14", "20"}
    assert removed == []
    assert not [each for each in server.asked if "body-format" in each.params]
    assert (await readers(connector, items))["20"] == {"ana"}


async def test_a_restriction_above_that_changes_no_time_reaches_everything_below_in_one_sweep(
    server: ConfluenceServer, connector: ConfluenceConnector, clock: Clock
) -> None:
    server.page("10")
    for number in range(11, 40):
        server.page(str(number), str(number - 1))
    _, before, _, cursor = await read_all(connector)
    assert (await readers(connector, before))["39"] == {"ana", "ben", "cleo"}
    server.contents["10"].read.groups.append("g-hr")
    server.recent = set()
    clock.now += timedelta(minutes=15)
    coverage, after, _, _ = await read_all(connector, cursor)
    assert coverage is Coverage.FULL
    assert {frozenset(each) for each in (await readers(connector, after)).values()} == {
        frozenset({"ana", "ben"})
    }
    assert {each: item.version for each, item in after.items()} == {
        each: item.version for each, item in before.items()
    }


async def test_between_sweeps_only_what_changed_is_read_with_the_rights_of_now(
    server: ConfluenceServer, connector: ConfluenceConnector, clock: Clock
) -> None:
    server.page("10", groups=["g-hr"])
    server.page("11", "10")
    server.page("12")
    _, _, _, cursor = await read_all(connector)
    server.recent = {"11"}
    server.contents["11"].version = 2
    clock.now += timedelta(minutes=5)
    coverage, items, removed, _ = await read_all(connector, cursor)
    assert coverage is Coverage.SINCE
    assert {each: item.version for each, item in items.items()} == {"11": "2"}
    assert removed == []
    assert (await readers(connector, items))["11"] == {"ana", "ben"}
    cql = next(each.params["cql"] for each in server.asked if "lastmodified" in each.params.get("cql", ""))
    assert '>= now("-15m")' in cql


async def test_a_page_in_the_trash_is_gone_at_once_and_its_rights_are_not_asked_for(
    server: ConfluenceServer, connector: ConfluenceConnector, clock: Clock
) -> None:
    server.page("10")
    _, _, _, cursor = await read_all(connector)
    server.contents["10"].status = "trashed"
    server.recent = {"10"}
    server.asked.clear()
    clock.now += timedelta(minutes=1)
    coverage, items, removed, _ = await read_all(connector, cursor)
    assert (coverage, items, removed) == (Coverage.SINCE, {}, ["10"])
    assert not [each for each in server.paths() if "restriction" in each]


async def test_a_changed_page_that_is_not_to_be_had_is_gone(
    server: ConfluenceServer, connector: ConfluenceConnector, clock: Clock
) -> None:
    server.page("10")
    _, _, _, cursor = await read_all(connector)
    clock.now += timedelta(minutes=1)
    server.fail("pages/10$", 404)
    assert (await read_all(connector, cursor))[1:3] == ({}, ["10"])


async def test_a_changed_page_of_a_space_that_is_not_read_is_gone(
    server: ConfluenceServer, clock: Clock
) -> None:
    connector = ConfluenceConnector(options(server, spaces=("DOC",)), sleep=no_wait, now=clock)
    server.space("2", "HR")
    page = server.page("10")
    _, _, _, cursor = await read_all(connector)
    page.space = "2"
    clock.now += timedelta(minutes=1)
    assert (await read_all(connector, cursor))[1:3] == ({}, ["10"])
    await connector.close()


async def test_what_was_purged_is_found_by_the_next_sweep(
    server: ConfluenceServer, connector: ConfluenceConnector, clock: Clock
) -> None:
    server.page("10")
    server.page("11")
    _, _, _, cursor = await read_all(connector)
    del server.contents["10"]
    clock.now += timedelta(minutes=20)
    coverage, items, _, _ = await read_all(connector, cursor)
    assert coverage is Coverage.FULL
    assert set(items) == {"11"}


async def test_a_space_whose_permissions_cannot_be_read_closes_its_pages_and_no_others(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.space("2", "HR", *server.spaces["1"].permissions)
    server.page("10")
    server.page("20", space="2")
    server.fail("spaces/2/permissions", 403)
    _, items, _, _ = await read_all(connector)
    assert items["20"].acl == UNKNOWN
    assert (await readers(connector, items))["10"] == {"ana", "ben", "cleo"}
    assert connector.tally.unknown == 1


@pytest.mark.parametrize("path", ["spaces$", "spaces/1/pages", "spaces/1/blogposts"])
async def test_a_listing_that_fails_takes_nothing_for_gone(
    server: ConfluenceServer, connector: ConfluenceConnector, path: str
) -> None:
    server.page("10")
    server.fail(path, 503)
    changes = await connector.changes(None)
    with pytest.raises(SourceError):
        [each async for each in changes.stream]
    with pytest.raises(SourceError) as caught:
        changes.cursor()
    assert caught.value.kind is SourceErrorKind.TEMPORARY


async def test_entries_that_are_not_understood_are_left_out_and_counted(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10")
    server.page("11", extra={"version": None})
    server.page("12", extra={"spaceId": "2"})
    server.page("13", extra={"id": "user:13"})
    _, items, _, _ = await read_all(connector)
    assert set(items) == {"10"}
    assert connector.tally.left_out == 3
