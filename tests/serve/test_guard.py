"""Bodies over the limit are not read, and an error that nobody foresaw says nothing of itself."""

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI, Request

from fidedigno.serve.guard import Guard


@pytest.fixture
def app() -> FastAPI:
    made = FastAPI()

    @made.post("/read")
    @made.post("/large/read")
    async def read(request: Request) -> int:
        return len(await request.body())

    @made.post("/parsed")
    async def parsed(body: dict[str, int]) -> int:
        return len(body)

    @made.get("/fails")
    async def fails() -> None:
        raise RuntimeError("the secret of Ana")

    made.add_middleware(Guard, limit=100, limits={"/large/": 1_000})
    return made


@pytest.fixture
async def client(app: FastAPI):
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://server") as opened:
        yield opened


async def pieces(size: int) -> AsyncIterator[bytes]:
    for _ in range(size):
        yield b"x"


async def test_a_body_up_to_the_limit_of_its_path_is_read_and_no_longer_one(
    client: httpx.AsyncClient,
) -> None:
    for path, limit in (("/read", 100), ("/large/read", 1_000)):
        assert (await client.post(path, content=b"x" * limit)).json() == limit
        assert (await client.post(path, content=pieces(limit))).json() == limit
        for content in (b"x" * (limit + 1), pieces(limit + 1)):
            refused = await client.post(path, content=content)
            assert refused.status_code == 413
            assert refused.json() == {"error": {"code": "FID100", "message": "the request is too large"}}


async def test_a_too_large_body_is_not_taken_for_another_mistake_where_it_is_parsed(client) -> None:
    refused = await client.post("/parsed", content=pieces(200), headers={"content-type": "application/json"})
    assert (refused.status_code, refused.json()["error"]["message"]) == (413, "the request is too large")


async def test_a_length_that_lies_does_not_pass_more_than_the_limit(client: httpx.AsyncClient) -> None:
    refused = await client.post("/read", content=pieces(5_000), headers={"content-length": "1"})
    assert refused.status_code == 413


async def test_an_unexpected_error_is_one_sentence_and_its_kind_in_the_log(
    client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    failed = await client.get("/fails")
    assert failed.status_code == 500
    assert failed.json() == {"error": {"code": "FID000", "message": "this cannot be answered now"}}
    assert [each.getMessage() for each in caplog.records if each.name.startswith("fidedigno")] == [
        "a request ended in an unexpected RuntimeError"
    ]
    assert not any("secret" in each.getMessage() or each.exc_info for each in caplog.records)


async def test_an_answer_that_has_begun_is_broken_off_and_not_mixed_with_another() -> None:
    sent = []

    async def late(_scope, _receive, send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError("the secret of Ana")

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message) -> None:
        sent.append(message)

    await Guard(late, 100, {})({"type": "http", "path": "/", "headers": []}, receive, send)
    assert [each["type"] for each in sent] == ["http.response.start"]
