from fidedigno.sources.graph.permissions import Reading, permissions_path, read_permissions
from fidedigno.sources.http import RestClient
from tests.fakes.graph import DRIVE, GraphServer, account_id
from tests.fakes.graph_rows import to_account
from tests.sources.graph.conftest import Clock


async def test_each_item_has_a_reading_of_its_own(
    server: GraphServer, graph: RestClient, clock: Clock
) -> None:
    for key in "ABCDE":
        server.file(key, f"{key}.txt")
        server.permissions[key] = [to_account(account_id(1))]
    server.delete("B")
    server.fail_part("items/C/", 403)
    server.fail_part("items/D/", 503)
    server.permissions["E"] = {"values": []}
    items = [(DRIVE, key) for key in "ABCDE"]
    read = await read_permissions(graph, items, clock.sleep)
    assert [each.reading for each in read] == [
        Reading.READ,
        Reading.ABSENT,
        Reading.REFUSED,
        Reading.UNANSWERED,
        Reading.REFUSED,
    ]
    assert [len(each.rows) for each in read] == [1, 0, 0, 0, 0]


async def test_all_pages_of_a_long_list_are_read(
    server: GraphServer, graph: RestClient, clock: Clock
) -> None:
    server.file("A", "a.txt")
    server.page_size = 2
    server.permissions["A"] = [to_account(account_id(each)) for each in range(5)]
    read = await read_permissions(graph, [(DRIVE, "A")], clock.sleep)
    assert len(read[0].rows) == 5


async def test_a_page_that_does_not_come_leaves_no_half_list(
    server: GraphServer, graph: RestClient, clock: Clock
) -> None:
    server.file("A", "a.txt")
    server.page_size = 2
    server.permissions["A"] = [to_account(account_id(each)) for each in range(5)]
    server.fail("items/A/permissions", 503)
    read = await read_permissions(graph, [(DRIVE, "A")], clock.sleep)
    assert (read[0].reading, read[0].rows) == (Reading.UNANSWERED, ())


def test_no_field_of_a_permission_is_left_out_by_a_selection() -> None:
    assert "select" not in permissions_path("d", "i")
