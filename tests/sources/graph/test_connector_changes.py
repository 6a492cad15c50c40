"""What is read again, and when: changes, deletions, cursors and the sweep."""

import pytest

from fidedigno.model import AclState
from fidedigno.sources.connector import Coverage, SourceError, SourceErrorKind
from fidedigno.sources.graph import GraphConnector
from tests.fakes.graph import GraphServer, account_id
from tests.fakes.graph_rows import to_account
from tests.sources.graph.conftest import Clock, read

UNKNOWN, NOBODY, LIST = AclState.UNKNOWN, AclState.NOBODY, AclState.LIST


async def test_only_what_changed_is_read_again(server: GraphServer, connector: GraphConnector) -> None:
    server.file("A", "a.txt")
    server.file("B", "b.txt")
    first = await read(connector)
    server.file("B", "b2.txt")
    second = await read(connector, first.cursor)
    assert second.coverage is Coverage.SINCE
    assert list(second.items) == ["B"]
    assert (await read(connector, second.cursor)).items == {}


async def test_a_new_permission_of_a_folder_reaches_all_that_is_below_it(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.folder("F1", "One")
    server.folder("F2", "Two", "F1")
    server.file("A", "a.txt", "F2")
    server.file("B", "b.txt")
    server.permissions["A"] = [to_account(account_id(1))]
    first = await read(connector)
    server.permissions["A"] = []
    # Without the mark of changed sharing: folders are known to lack it.
    server.folder("F1", "One")
    second = await read(connector, first.cursor)
    assert second.coverage is Coverage.SINCE
    assert second.items["A"].acl.state is NOBODY
    assert second.items["A"].version == first.items["A"].version
    assert second.items["A"].path == ("One", "Two")
    assert "B" not in second.items


async def test_a_change_of_rights_that_leaves_no_mark_is_found_by_the_sweep(
    server: GraphServer, connector: GraphConnector, clock: Clock
) -> None:
    server.file("A", "a.txt")
    server.permissions["A"] = [to_account(account_id(1))]
    first = await read(connector)
    server.permissions["A"] = []
    clock.forward(minutes=59)
    second = await read(connector, first.cursor)
    assert (second.coverage, second.items) == (Coverage.SINCE, {})
    clock.forward(minutes=1)
    third = await read(connector, second.cursor)
    assert third.coverage is Coverage.FULL
    assert third.items["A"].acl.state is NOBODY


async def test_a_grant_that_ends_is_read_again_when_it_has_ended(
    server: GraphServer, connector: GraphConnector, clock: Clock
) -> None:
    server.file("A", "a.txt")
    server.permissions["A"] = [to_account(account_id(1), expirationDateTime="2026-11-30T12:10:00Z")]
    first = await read(connector)
    assert first.items["A"].acl.state is LIST
    clock.forward(minutes=11)
    second = await read(connector, first.cursor)
    assert second.coverage is Coverage.FULL
    assert second.items["A"].acl.state is NOBODY


async def test_a_deleted_file_is_removed_without_asking_for_its_permissions(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt")
    server.file("B", "b.txt")
    first = await read(connector)
    server.delete("A", file={})
    server.parts_asked.clear()
    second = await read(connector, first.cursor)
    assert (second.coverage, second.removed) == (Coverage.SINCE, ["A"])
    assert not [each for each in server.parts_asked if "items/A/" in each]


@pytest.mark.parametrize("facets", [{"folder": {}}, {}])
async def test_a_deleted_folder_may_have_held_documents_so_everything_is_listed(
    server: GraphServer, connector: GraphConnector, facets: dict[str, object]
) -> None:
    server.folder("F1", "One")
    server.file("A", "a.txt", "F1")
    server.file("B", "b.txt")
    first = await read(connector)
    del server.items["A"]
    server.delete("F1", **facets)
    second = await read(connector, first.cursor)
    assert (second.coverage, list(second.items)) == (Coverage.FULL, ["B"])


async def test_a_forgotten_cursor_means_that_everything_is_read(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt")
    first = await read(connector)
    server.forgotten_before = 100
    second = await read(connector, first.cursor)
    assert (second.coverage, list(second.items)) == (Coverage.FULL, ["A"])


@pytest.mark.parametrize("cursor", ["", "nonsense", "[]", '{"version": 1}', '{"version": 99, "drives": {}}'])
async def test_a_cursor_that_is_none_means_that_everything_is_read(
    server: GraphServer, connector: GraphConnector, cursor: str
) -> None:
    server.file("A", "a.txt")
    assert (await read(connector, cursor)).coverage is Coverage.FULL


async def test_a_failed_reading_leaves_the_old_cursor_good(
    server: GraphServer, connector: GraphConnector
) -> None:
    server.file("A", "a.txt")
    first = await read(connector)
    server.file("B", "b.txt")
    server.fail("root/delta", 503, times=3)
    with pytest.raises(SourceError) as raised:
        await connector.changes(first.cursor)
    assert raised.value.kind is SourceErrorKind.TEMPORARY
    assert list((await read(connector, first.cursor)).items) == ["B"]
