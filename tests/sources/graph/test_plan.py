import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.plan import changed_since, everything
from fidedigno.sources.http import RestClient
from tests.fakes.graph import DRIVE, GraphServer


async def links(graph: RestClient) -> dict[str, str]:
    return {each.drive: each.link for each in await everything(graph, [DRIVE])}


async def test_the_root_in_an_answer_does_not_mean_that_everything_changed(
    server: GraphServer, graph: RestClient
) -> None:
    server.file("A", "a.txt")
    known = await links(graph)
    server.put(dict(server.items["01ROOT"]))
    found = await changed_since(graph, known)
    assert found is not None
    assert list(found[0].items) == ["01ROOT"]


@pytest.mark.parametrize("status", [400, 403, 404, 410])
async def test_a_link_that_is_refused_starts_over(
    server: GraphServer, graph: RestClient, status: int
) -> None:
    known = await links(graph)
    server.fail("delta", status, times=1)
    assert await changed_since(graph, known) is None


async def test_a_folder_that_cannot_be_walked_starts_over(server: GraphServer, graph: RestClient) -> None:
    known = await links(graph)
    server.folder("F1", "One")
    server.fail("children", 403)
    assert await changed_since(graph, known) is None


async def test_an_item_that_is_not_understood_starts_over(server: GraphServer, graph: RestClient) -> None:
    known = await links(graph)
    server.folder("F1", "One", folder="yes")
    assert await changed_since(graph, known) is None


async def test_what_fails_for_now_is_an_error(server: GraphServer, graph: RestClient) -> None:
    known = await links(graph)
    server.folder("F1", "One")
    server.fail("children", 503)
    with pytest.raises(SourceError) as raised:
        await changed_since(graph, known)
    assert raised.value.kind is SourceErrorKind.TEMPORARY


async def test_a_listing_that_loses_its_place_begins_once_more(
    server: GraphServer, graph: RestClient
) -> None:
    server.file("A", "a.txt")
    server.fail("delta", 410, times=1)
    assert "A" in (await everything(graph, [DRIVE]))[0].items
    server.fail("delta", 410)
    with pytest.raises(SourceError) as raised:
        await everything(graph, [DRIVE])
    assert raised.value.kind is SourceErrorKind.GONE
