import pytest

from fidedigno.sources.confluence import ConfluenceConnector
from fidedigno.sources.connector import SourceError, SourceErrorKind, SourceItem
from tests.fakes.confluence import ConfluenceServer
from tests.fakes.confluence_world import read_all


async def _item(server: ConfluenceServer, connector: ConfluenceConnector) -> SourceItem:
    server.page("9")
    server.page("10", "9", body="<p>Call the desk.</p>", version=4)
    return (await read_all(connector))[1]["10"]


async def test_a_page_is_a_document_with_what_is_known_of_it(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    item = await _item(server, connector)
    assert (item.name, item.title, item.version) == ("10.html", "Page 10", "4")
    assert item.path == ("Space DOC", "Page 9")
    assert item.url == f"{server.url}/wiki/pages/viewpage.action?pageId=10"
    assert item.owner == "confluence:corp:account:ana-account"
    assert item.updated_at.tzinfo is not None


async def test_its_text_is_fetched_when_it_is_wanted(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    item = await _item(server, connector)
    assert not [each for each in server.asked if "body-format" in each.params]
    assert b"<p>Call the desk.</p>" in await item.read()


@pytest.mark.parametrize("status", ["trashed", "archived", "draft"])
async def test_a_text_that_is_gone_since_is_not_given(
    server: ConfluenceServer, connector: ConfluenceConnector, status: str
) -> None:
    item = await _item(server, connector)
    server.contents["10"].status = status
    with pytest.raises(SourceError) as caught:
        await item.read()
    assert caught.value.kind is SourceErrorKind.NOT_AVAILABLE


async def test_gone_and_refused_are_told_alike(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    item = await _item(server, connector)
    server.fail("pages/10$", 403, times=1)
    said = []
    for _ in range(2):
        with pytest.raises(SourceError) as caught:
            await item.read()
        said.append(caught.value.kind)
        del server.contents["10"]
        server.contents["10"] = server.contents["9"]
        server.fail("pages/10$", 404, times=1)
    assert said == [SourceErrorKind.NOT_AVAILABLE] * 2


async def test_the_text_of_another_page_is_not_taken(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    item = await _item(server, connector)
    server.contents["10"].extra = {"id": "9"}
    with pytest.raises(SourceError) as caught:
        await item.read()
    assert caught.value.kind is SourceErrorKind.SHAPE


@pytest.mark.parametrize("hostile", ["a\u202eb\nc", "\x1b[2Ja b c", "  a  b c "])
async def test_a_hostile_title_becomes_one_plain_line(
    server: ConfluenceServer, connector: ConfluenceConnector, hostile: str
) -> None:
    server.page("10").title = hostile
    server.page("11", "10").title = "x" * 10_000
    _, items, _, _ = await read_all(connector)
    assert items["10"].title.isprintable()
    assert items["11"].path[1] == items["10"].title
    assert len(items["11"].title) == 300


async def test_a_title_of_nothing_is_the_id(server: ConfluenceServer, connector: ConfluenceConnector) -> None:
    server.page("10").title = "\u200b"
    assert (await read_all(connector))[1]["10"].title == "10"
