from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import SecretStr, TypeAdapter

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.declared.declaration import Listing
from fidedigno.sources.declared.pages import DeclaredClient
from fidedigno.sources.declared.reading import read_declaration
from tests.fakes.declared import HUB, CustomerSystem
from tests.fakes.vendor import Answer, Request
from tests.sources.declared.conftest import FAST, no_sleep

CURSOR = {"kind": "cursor", "mark": "next", "to": "after", "more": "more"}


@pytest.fixture
async def client(system: CustomerSystem) -> AsyncIterator[DeclaredClient]:
    declared = read_declaration(HUB.format(base=system.url))
    client = DeclaredClient(declared, SecretStr("sesame"), limits=FAST, sleep=no_sleep)
    yield client
    await client.rest.close()


async def listed(client: DeclaredClient, paging: dict[str, Any], items: str = "items") -> list[object]:
    said = {"list": "/things", "items": items, "paging": paging}
    listing = TypeAdapter(Listing).validate_python(said)
    return [each async for each in client.listed(listing)]


@pytest.mark.parametrize(
    ("paging", "body"),
    [
        (CURSOR, {"items": [1], "next": "same", "more": True}),
        (CURSOR, {"items": [1], "more": True}),
        (CURSOR, {"items": [1], "next": "x"}),
        (CURSOR, {"items": [1], "next": ["x"], "more": True}),
        (CURSOR, {"more": False}),
        (CURSOR, {"items": {}, "more": False}),
        ({"kind": "next_link", "link": "next"}, {"items": [1], "next": "/things"}),
        ({"kind": "next_link", "link": "next"}, {"items": [1], "next": "https://other.example/things"}),
        ({"kind": "next_link", "link": "next"}, {"items": [1], "next": "/a/../secret"}),
        ({"kind": "next_link", "link": "next"}, {"items": [1], "next": True}),
        ({"kind": "offset", "to": "start"}, {"items": [1]}),
        ({"kind": "whole"}, {"error": "no such thing"}),
    ],
)
async def test_a_list_that_does_not_end_properly_is_not_taken_for_whole(
    system: CustomerSystem, client: DeclaredClient, paging: dict[str, Any], body: object
) -> None:
    system.fail("things", 200, body=body)
    with pytest.raises(SourceError) as caught:
        await listed(client, paging)
    assert caught.value.kind is SourceErrorKind.SHAPE


@pytest.mark.parametrize(("counts", "first", "asked"), [("items", 0, "0 2 4"), ("pages", 1, "1 2 3")])
async def test_a_short_page_is_not_the_end(
    system: CustomerSystem, client: DeclaredClient, counts: str, first: int, asked: str
) -> None:
    pages = [[1, 2], [3, 4], []]

    def answer(request: Request) -> Answer:
        return Answer(pages[asked.split().index(request.params["start"])])

    system.route("GET", "/things", answer)
    paging = {"kind": "offset", "to": "start", "counts": counts, "first": first}
    assert await listed(client, paging, ".") == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("kind", "header", "sent"),
    [
        ("bearer", "Authorization", "Bearer name:word"),
        ("basic", "Authorization", "Basic bmFtZTp3b3Jk"),
        ("header", "X-Api-Key", "name:word"),
    ],
)
async def test_the_secret_travels_as_declared(
    system: CustomerSystem, kind: str, header: str, sent: str
) -> None:
    text = HUB.format(base=system.url).replace("{kind: bearer}", f"{{kind: {kind}, header: {header}}}")
    client = DeclaredClient(read_declaration(text), SecretStr("name:word"), limits=FAST, sleep=no_sleep)
    await client.rest.get("/crm/v3/owners")
    await client.rest.close()
    assert system.asked[0].headers[header] == sent
