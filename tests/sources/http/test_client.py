import logging
import traceback
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.http.client import RestClient, checked_base
from fidedigno.sources.http.exchange import Reply
from fidedigno.sources.http.limits import HttpLimits
from tests.fakes.vendor import Answer, Request, VendorServer

FAST = HttpLimits(attempt=1.0, total=3.0, backoff=0.001, response_bytes=10_000, file_bytes=20_000)


class Tokens:
    """Hands out tokens ``token-1``, ``token-2`` … and counts renewals."""

    def __init__(self) -> None:
        self.number = 1

    async def headers(self, *, renew: bool) -> Mapping[str, str]:
        self.number += renew
        return {"Authorization": f"Bearer sesame{self.number}"}


@pytest.fixture
def server() -> Iterator[VendorServer]:
    with VendorServer() as server:
        server.route("GET", "/api/thing", lambda request: Answer({"page": request.params.get("page", "1")}))
        yield server


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
async def client(server: VendorServer, waits: list[float]) -> AsyncIterator[RestClient]:
    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    def throttled(reply: Reply) -> bool:
        return reply.status == 403 and b"RateLimit" in reply.body

    async with RestClient(
        "wiki", server.url + "/api", Tokens(), limits=FAST, throttled=throttled, sleep=sleep
    ) as client:
        yield client


async def test_it_asks_with_the_query_and_the_token(server: VendorServer, client: RestClient) -> None:
    assert await client.get("/thing", {"page": "a&b"}) == {"page": "a&b"}
    assert server.asked[0].token == "sesame1"


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
async def test_what_may_pass_by_itself_is_tried_again(
    server: VendorServer, client: RestClient, status: int
) -> None:
    server.fail("thing", status, times=2)
    assert await client.get("/thing") == {"page": "1"}
    assert len(server.asked) == 3


async def test_a_wait_that_the_service_asks_for_is_kept(
    server: VendorServer, client: RestClient, waits: list[float]
) -> None:
    server.fail("thing", 429, times=1, headers={"Retry-After": "2"})
    await client.get("/thing")
    assert waits == [pytest.approx(2, abs=0.01)]


async def test_a_wait_beyond_the_end_is_not_begun(
    server: VendorServer, client: RestClient, waits: list[float]
) -> None:
    server.fail("thing", 429, headers={"Retry-After": "3600"})
    with pytest.raises(SourceError) as raised:
        await client.get("/thing")
    assert raised.value.kind is SourceErrorKind.TEMPORARY
    assert waits == []


async def test_a_refusal_that_names_a_rate_limit_is_tried_again(
    server: VendorServer, client: RestClient
) -> None:
    server.fail("thing", 403, times=1, body={"error": {"reason": "userRateLimitExceeded"}})
    assert await client.get("/thing") == {"page": "1"}


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, SourceErrorKind.SHAPE),
        (403, SourceErrorKind.NOT_AVAILABLE),
        (404, SourceErrorKind.NOT_AVAILABLE),
        (410, SourceErrorKind.GONE),
        (302, SourceErrorKind.SHAPE),
    ],
)
async def test_what_will_not_pass_is_asked_once(
    server: VendorServer, client: RestClient, status: int, kind: SourceErrorKind
) -> None:
    server.fail("thing", status, headers={"Location": "https://elsewhere.example/"})
    with pytest.raises(SourceError) as raised:
        await client.get("/thing")
    assert raised.value.kind is kind
    assert len(server.asked) == 1


async def test_refused_and_absent_read_alike(server: VendorServer, client: RestClient) -> None:
    shown = []
    for status in (403, 404):
        server.failures.clear()
        server.fail("thing", status)
        with pytest.raises(SourceError) as raised:
            await client.get("/thing")
        shown.append((raised.value.kind, raised.value.hint))
    assert shown[0] == shown[1]


async def test_a_refused_token_is_renewed_once(server: VendorServer, client: RestClient) -> None:
    server.fail("thing", 401, times=1)
    assert await client.get("/thing") == {"page": "1"}
    assert [each.token for each in server.asked] == ["sesame1", "sesame2"]
    server.fail("thing", 401)
    with pytest.raises(SourceError) as raised:
        await client.get("/thing")
    assert raised.value.kind is SourceErrorKind.SIGNED_OUT
    assert len(server.asked) == 4


async def test_a_connection_that_breaks_is_tried_again(server: VendorServer, client: RestClient) -> None:
    server.fail("thing", 200, times=1, broken=True, body={"half": 1})
    assert await client.get("/thing") == {"page": "1"}


@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example/api/thing",
        "//elsewhere.example/thing",
        "http://127.0.0.1:1/thing",
        "http://user@127.0.0.1/thing",
        "/../secret",
        "thing",
        "http://[::bad/thing",
    ],
)
async def test_the_token_goes_to_no_other_address(
    server: VendorServer, client: RestClient, address: str
) -> None:
    with pytest.raises(SourceError):
        await client.get(address)
    assert server.asked == []


async def test_a_next_page_of_the_service_is_followed(server: VendorServer, client: RestClient) -> None:
    assert await client.get(server.url + "/api/thing?page=2") == {"page": "2"}


@pytest.mark.parametrize("body", [b"<html>", b"{", b"NaN", b"\xff", b"[" * 5000])
async def test_what_is_not_json_is_no_answer(server: VendorServer, client: RestClient, body: bytes) -> None:
    server.route("GET", "/api/odd", lambda request: Answer(body))
    with pytest.raises(SourceError) as raised:
        await client.get("/odd")
    assert raised.value.kind is SourceErrorKind.SHAPE
    assert raised.value.__context__ is None


async def test_an_answer_that_is_too_large_is_cut_off(server: VendorServer, client: RestClient) -> None:
    server.route("GET", "/api/large", lambda request: Answer(b"x" * 15_000))
    assert len(await client.download("/large")) == 15_000
    with pytest.raises(SourceError, match="too_large"):
        await client.get("/large")


async def test_no_error_or_log_holds_a_token_or_an_address(
    server: VendorServer, client: RestClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "fidedigno")
    question, text = "pay" + "roll", "con" + "tents"  # a traceback shows the lines of this file
    server.fail("thing", 503, body={"secret": text})
    with pytest.raises(SourceError) as raised:
        await client.get("/thing", {"question": question})
    shown = caplog.text + "".join(traceback.format_exception(raised.value)) + repr(client)
    assert "attempt 1" in caplog.text
    for word in ("ses" + "ame", question, text, server.url):
        assert word not in shown


async def test_a_form_and_a_body_arrive(server: VendorServer, client: RestClient) -> None:
    got: list[Any] = []

    def keep(request: Request) -> Answer:
        got.append(request)
        return Answer({})

    server.route("POST", "/api/form", keep)
    await client.ask("POST", "/form", form={"a": "1"})
    await client.ask("POST", "/form", body={"a": [1]})
    assert got[0].form() == {"a": "1"}
    assert got[1].json() == {"a": [1]}


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x.example",
        "https://",
        "https://u@x.example",
        "http://x.example",
        "https://[",
        "https://x.example?a=1",
    ],
)
def test_an_address_that_cannot_be_used_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError):
        checked_base(url)


def test_limits_are_positive() -> None:
    with pytest.raises(ConfigurationError):
        HttpLimits(attempts=0)


async def test_bytes_are_sent_as_they_are(server: VendorServer, client: RestClient) -> None:
    server.route("POST", "/api/raw", lambda request: Answer(request.body[::-1]))
    assert await client.post_bytes("/raw", b"<a/>", "text/xml") == b">/a<"
    assert server.asked[0].headers["Content-Type"] == "text/xml"
