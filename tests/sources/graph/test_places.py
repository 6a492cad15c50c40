from typing import Any

import pytest

from fidedigno.sources.graph.places import Places, one_line
from fidedigno.sources.graph.wire import Item
from fidedigno.sources.http import RestClient
from tests.fakes.graph import DRIVE, GraphServer


def item(**values: Any) -> Item:
    return Item.model_validate({"id": "A", **values})


async def test_folders_are_looked_up_once(server: GraphServer, graph: RestClient) -> None:
    server.folder("F1", "One")
    server.folder("F2", "Two\n\u202ehidden", "F1")
    places = Places(graph, DRIVE)
    for _ in range(2):
        assert await places.path(item(parentReference={"id": "F2"})) == ("One", "Two hidden")
    assert server.count("items/F") == 2


@pytest.mark.parametrize("parent", [None, {}, {"id": "gone"}, {"id": "../users"}, {"id": "A"}])
async def test_a_place_that_cannot_be_learnt_is_empty(
    server: GraphServer, graph: RestClient, parent: object
) -> None:
    server.file("A", "a.txt", "A")
    assert await Places(graph, DRIVE).path(item(parentReference=parent)) == ()


async def test_a_circle_of_folders_ends(server: GraphServer, graph: RestClient) -> None:
    server.folder("F1", "One", "F1")
    assert await Places(graph, DRIVE).path(item(parentReference={"id": "F1"})) == ()
    assert server.count("items/F1") == 1


def test_a_name_is_one_short_line() -> None:
    assert one_line("  a\x00b\r\nc ") == "a b c"
    assert len(one_line("x" * 10_000)) == 300
