from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from fidedigno.sources.confluence.service import ConfluenceService, each_of
from fidedigno.sources.connector import SourceError, SourceErrorKind
from tests.fakes.confluence import READER, TOKEN, ConfluenceServer
from tests.fakes.confluence_world import no_wait, options


@pytest.fixture
async def service(server: ConfluenceServer) -> AsyncIterator[ConfluenceService]:
    service = ConfluenceService(options(server), sleep=no_wait)
    yield service
    await service.close()


async def _all(service: ConfluenceService) -> list[str]:
    return [each["id"] async for each in service.pages("/api/v2/spaces", {"limit": "250"}, "the spaces")]


@pytest.mark.parametrize("in_header", [False, True])
async def test_a_list_is_read_to_its_end_whichever_way_the_next_page_is_named(
    server: ConfluenceServer, service: ConfluenceService, in_header: bool
) -> None:
    for number in range(2, 9):
        server.space(str(number), f"S{number}")
    server.page_size, server.links_in_header = 3, in_header
    assert await _all(service) == [str(each) for each in range(1, 9)]
    assert len(server.asked) == 3


async def test_a_list_that_leads_back_to_itself_is_no_list(
    server: ConfluenceServer, service: ConfluenceService
) -> None:
    again = {"results": [], "_links": {"next": "/wiki/api/v2/spaces?cursor=x"}}
    server.fail("spaces", 200, body=again)
    with pytest.raises(SourceError) as caught:
        await _all(service)
    assert caught.value.kind is SourceErrorKind.SHAPE
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "onward", ["https://evil.example/x", "//evil.example/x", "/wiki/../admin", "\\\\evil"]
)
async def test_the_token_does_not_follow_a_next_page_out_of_the_site(
    server: ConfluenceServer, service: ConfluenceService, onward: str
) -> None:
    server.fail("spaces", 200, body={"results": [], "_links": {"next": onward}})
    with pytest.raises(SourceError) as caught:
        await _all(service)
    assert caught.value.kind is SourceErrorKind.SHAPE
    assert onward not in str(caught.value)
    assert len(server.asked) == 1


@pytest.mark.parametrize("body", [[], {}, {"results": None}, {"results": {}}, "text", None])
async def test_a_page_of_another_shape_is_not_taken_for_an_empty_one(
    server: ConfluenceServer, service: ConfluenceService, body: Any
) -> None:
    server.fail("spaces", 200, body=body)
    with pytest.raises(SourceError) as caught:
        await _all(service)
    assert caught.value.kind is SourceErrorKind.SHAPE


async def test_a_numbered_list_is_read_whole_where_the_service_gives_less_than_it_was_asked_for(
    server: ConfluenceServer, service: ConfluenceService
) -> None:
    server.groups = {f"g{number}": [] for number in range(7)}
    server.page_size = 2
    found = [each["id"] async for each in service.numbered("/rest/api/group", {}, "the groups")]
    assert found == list(server.groups)


async def test_a_throttled_page_is_asked_for_again(
    server: ConfluenceServer, service: ConfluenceService
) -> None:
    server.fail("spaces", 429, times=2, headers={"Retry-After": "0"})
    assert await _all(service) == ["1"]


async def test_who_asks_is_said_by_the_service(server: ConfluenceServer, service: ConfluenceService) -> None:
    assert await service.myself() == READER


async def test_a_token_that_ended_ends_the_reading(
    server: ConfluenceServer, service: ConfluenceService
) -> None:
    server.signed_in = False
    with pytest.raises(SourceError) as caught:
        await _all(service)
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT
    assert TOKEN not in str(caught.value)
    assert len(server.asked) == 1


async def test_being_taken_for_a_visitor_is_being_signed_out(
    server: ConfluenceServer, service: ConfluenceService
) -> None:
    server.signed_in, server.stranger = False, True
    with pytest.raises(SourceError) as caught:
        await service.myself()
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT


async def test_an_answer_that_says_it_did_not_know_us_is_not_read(
    server: ConfluenceServer, service: ConfluenceService
) -> None:
    header = {"X-Seraph-LoginReason": "AUTHENTICATED_FAILED"}
    server.fail("spaces", 200, body={"results": []}, headers=header)
    with pytest.raises(SourceError) as caught:
        await _all(service)
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT


async def test_many_questions_keep_their_order_and_the_first_failure_ends_them() -> None:
    async def half(number: int) -> int:
        if number == 150:
            raise SourceError(SourceErrorKind.TEMPORARY, "not now")
        return number // 2

    assert await each_of(range(150), half) == [number // 2 for number in range(150)]
    with pytest.raises(SourceError, match="not now"):
        await each_of(range(200), half)


def test_a_service_does_not_show_its_token(server: ConfluenceServer) -> None:
    assert repr(ConfluenceService(options(server))) == "ConfluenceService('corp')"


async def test_a_numbered_list_that_repeats_itself_is_no_list(
    server: ConfluenceServer, service: ConfluenceService
) -> None:
    server.fail("group", 200, body={"results": [{"id": "g"}], "limit": 1, "_links": {"next": "/x"}})
    with pytest.raises(SourceError) as caught:
        [each async for each in service.numbered("/rest/api/group", {}, "the groups")]
    assert caught.value.kind is SourceErrorKind.SHAPE
    assert len(server.asked) == 2


@pytest.mark.parametrize("prefix", ["", "/wiki", "/ex/confluence/cloud-1/wiki"])
async def test_a_next_page_is_found_behind_a_gateway_too(server: ConfluenceServer, prefix: str) -> None:
    gateway = "/ex/confluence/cloud-1"
    onward = {"next": f"{prefix}/api/v2/spaces?cursor=2"}
    server.fail(
        f"^{gateway}/wiki/api/v2/spaces", 200, times=1, body={"results": [{"id": "1"}], "_links": onward}
    )
    server.fail(f"^{gateway}/wiki/api/v2/spaces", 200, body={"results": [{"id": "2"}]})
    service = ConfluenceService(replace(options(server), url=server.url + gateway), sleep=no_wait)
    assert await _all(service) == ["1", "2"]
    await service.close()
