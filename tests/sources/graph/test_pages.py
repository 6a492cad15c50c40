import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.pages import read_pages
from tests.fakes.vendor import Answer, VendorServer
from tests.sources.graph.conftest import Rest


async def read(rest: Rest, server: VendorServer, pages: dict[str, object]) -> list[object]:
    server.route("GET", "/rows", lambda request: Answer(pages[request.params.get("page", "1")]))
    rows, _ = await read_pages(rest(server.url), "/rows")
    return rows


@pytest.mark.parametrize("key", ["@odata.nextLink", "odata.nextLink"])
async def test_pages_are_read_to_their_end(rest: Rest, key: str) -> None:
    with VendorServer() as server:
        link = f"{server.url}/rows?page=2"
        assert await read(rest, server, {"1": {"value": [1], key: link}, "2": {"value": [2]}}) == [1, 2]


async def test_an_empty_page_in_the_middle_is_not_the_end(rest: Rest) -> None:
    with VendorServer() as server:
        link = f"{server.url}/rows?page=2"
        assert await read(
            rest, server, {"1": {"value": [], "@odata.nextLink": link}, "2": {"value": [2]}}
        ) == [2]


@pytest.mark.parametrize("second", [{}, {"value": None}, {"error": {"code": "x"}}, []])
async def test_half_a_list_is_none(rest: Rest, second: object) -> None:
    with VendorServer() as server:
        link = f"{server.url}/rows?page=2"
        with pytest.raises(SourceError) as raised:
            await read(rest, server, {"1": {"value": [1], "@odata.nextLink": link}, "2": second})
    assert raised.value.kind is SourceErrorKind.SHAPE


async def test_pages_in_a_circle_end_as_an_error(rest: Rest) -> None:
    with VendorServer() as server:
        link = f"{server.url}/rows?page=1"
        with pytest.raises(SourceError, match="no end"):
            await read(rest, server, {"1": {"value": [1], "@odata.nextLink": link}})
