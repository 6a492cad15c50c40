import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.delta import DriveChanges, read_items
from fidedigno.sources.graph.walk import walk_below
from fidedigno.sources.http import RestClient
from tests.fakes.graph import DRIVE, GraphServer


async def test_all_that_is_below_is_added_and_what_was_said_already_stays(
    server: GraphServer, graph: RestClient
) -> None:
    server.page_size = 1
    server.folder("F1", "One")
    server.folder("F2", "Two", "F1")
    server.file("A", "a.txt", "F2")
    server.file("B", "b.txt", "F1")
    server.file("C", "c.txt")
    changes = DriveChanges(DRIVE, read_items([{"id": "B", "deleted": {}, "file": {}}])[0])
    await walk_below(graph, changes, ["F1"])
    assert set(changes.items) == {"A", "B", "F2"}
    assert changes.deleted == ["B"]


async def test_folders_that_contain_each_other_are_read_once(server: GraphServer, graph: RestClient) -> None:
    server.folder("F1", "One", "F2")
    server.folder("F2", "Two", "F1")
    changes = DriveChanges(DRIVE)
    await walk_below(graph, changes, ["F1", "F2"])
    assert server.count("children") == 2


async def test_a_folder_that_cannot_be_read_is_an_error_and_not_an_empty_one(
    server: GraphServer, graph: RestClient
) -> None:
    server.fail("children", 403)
    with pytest.raises(SourceError) as raised:
        await walk_below(graph, DriveChanges(DRIVE), ["F1"])
    assert raised.value.kind is SourceErrorKind.NOT_AVAILABLE
