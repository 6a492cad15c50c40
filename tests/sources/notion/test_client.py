import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.notion.client import NotionClient, Pace
from tests.fakes.notion import Workspace, plain, uuid, workspace
from tests.sources.notion.conftest import options_for


async def test_search_is_read_over_all_pages_with_the_version(
    notion: Workspace, client: NotionClient
) -> None:
    for number in range(1, 6):
        notion.add(number, workspace())
    assert len([each async for each in client.search()]) == 5
    assert {each.headers["Notion-Version"] for each in notion.asked} == {"2025-09-03"}
    assert notion.asked[0].token == "sesame"


@pytest.mark.parametrize(
    "body",
    [
        {"results": [], "has_more": True, "next_cursor": None},
        {"results": [], "has_more": True, "next_cursor": "same"},
        {"results": []},
        {"results": [], "has_more": "false"},
        {"has_more": False},
        {"object": "error", "status": 400},
    ],
)
async def test_a_list_that_does_not_end_properly_is_not_taken_for_whole(
    notion: Workspace, client: NotionClient, body: object
) -> None:
    notion.fail("search", 200, body=body)
    with pytest.raises(SourceError) as caught:
        _ = [each async for each in client.search()]
    assert caught.value.kind is SourceErrorKind.SHAPE


async def test_a_wait_that_notion_asks_for_is_kept(notion: Workspace) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    notion.add(1, workspace())
    notion.fail("pages", 429, times=1, headers={"Retry-After": "2"}, body={"code": "rate_limited"})
    client = NotionClient(options_for(notion), sleep=sleep)
    assert (await client.get(f"/pages/{plain(1)}"))["id"] == uuid(1)
    await client.close()
    assert max(waits) >= 2


async def test_requests_are_spread_over_the_second() -> None:
    now = [100.0]
    begun: list[float] = []

    async def sleep(seconds: float) -> None:
        now[0] += seconds

    pace = Pace(4, sleep, lambda: now[0])
    for _ in range(5):
        await pace.turn()
        begun.append(now[0])
    assert begun == [100.0, 100.25, 100.5, 100.75, 101.0]
    now[0] += 10
    await pace.turn()
    assert now[0] == 111.0
