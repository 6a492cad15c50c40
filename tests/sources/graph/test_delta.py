import pytest

from fidedigno.sources.connector import SourceError
from fidedigno.sources.graph.delta import HEADERS, DriveChanges, read_delta, read_items
from tests.fakes.vendor import Answer, VendorServer
from tests.sources.graph.conftest import Rest


async def delta(rest: Rest, answer: object) -> tuple[DriveChanges, VendorServer]:
    with VendorServer() as server:
        server.route("GET", r"/drives/d/\w+/delta", lambda _: Answer(answer))
        changes = await read_delta(rest(server.url), "d", None)
        return changes, server


async def test_it_asks_for_changes_of_sharing_and_not_for_the_folders_above(rest: Rest) -> None:
    changes, server = await delta(rest, {"value": [{"id": "A", "file": {}}], "@odata.deltaLink": "next"})
    assert changes.link == "next"
    sent = {name.casefold(): value for name, value in server.asked[0].headers.items()}
    assert {name: sent[name.casefold()] for name in HEADERS} == HEADERS
    assert "deltashowsharingchanges" in sent["prefer"]


@pytest.mark.parametrize("answer", [{"value": []}, {"value": [], "@odata.deltaLink": ""}])
async def test_changes_without_a_way_on_are_not_whole(rest: Rest, answer: object) -> None:
    with pytest.raises(SourceError, match="no end"):
        await delta(rest, answer)


def test_what_is_said_last_of_an_item_counts() -> None:
    rows = [{"id": "A", "name": "1"}, {"id": "A", "name": 5}, {"id": "B"}, {"id": "A", "deleted": {}}]
    items, unreadable, _ = read_items(rows)
    assert items["A"].deleted is not None
    assert unreadable == set()
    items, unreadable, _ = read_items([{"id": "A", "name": "1"}, {"id": "A", "name": 5}])
    assert (items, unreadable) == ({}, {"A"})


@pytest.mark.parametrize("row", [None, "A", {}, {"id": 5}, {"id": None}])
def test_an_item_without_an_id_is_an_error_since_it_might_be_a_deletion(row: object) -> None:
    with pytest.raises(SourceError):
        read_items([row])


@pytest.mark.parametrize("key", ["../x", "a/b", "", "user:ana'", "x" * 10_000])
def test_an_id_that_cannot_be_one_is_skipped_and_counted(key: str) -> None:
    assert read_items([{"id": key}]) == ({}, set(), 1)


def test_a_deleted_item_that_is_not_known_to_be_a_file_may_have_held_others() -> None:
    def hides(*rows: object) -> bool:
        return DriveChanges("d", read_items(rows)[0]).may_hide_deletions

    assert not hides({"id": "A", "deleted": {}, "file": {}}, {"id": "F", "folder": {}})
    assert hides({"id": "A", "deleted": {}, "folder": {}})
    assert hides({"id": "A", "deleted": {}})
