from collections.abc import AsyncIterator

import pytest

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph.contents import Contents
from fidedigno.sources.http import RestClient
from tests.fakes.graph import DRIVE, GraphServer
from tests.sources.graph.conftest import Clock, Options


@pytest.fixture
async def contents(graph: RestClient, options: Options, clock: Clock) -> AsyncIterator[Contents]:
    made = Contents(graph, options(), clock.sleep)
    yield made
    await made.close()


async def test_a_content_is_fetched_without_our_token(server: GraphServer, contents: Contents) -> None:
    server.file("A", "a.txt")
    assert await contents.read(DRIVE, "A") == b"content of A"
    assert [each.token for each in server.asked if each.path.startswith("/download")] == [""]


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/a",
        "http://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
        "https://corp.sharepoint.com.evil.example/a",
        "http://corp.sharepoint.com/a",
        "",
        None,
    ],
)
async def test_no_other_host_is_asked(server: GraphServer, contents: Contents, url: str | None) -> None:
    server.file("A", "a.txt", download=url)
    with pytest.raises(SourceError) as raised:
        await contents.read(DRIVE, "A")
    assert raised.value.kind is SourceErrorKind.SHAPE
    assert "evil" not in str(raised.value)


async def test_a_content_that_is_gone_is_not_available(server: GraphServer, contents: Contents) -> None:
    with pytest.raises(SourceError) as raised:
        await contents.read(DRIVE, "A")
    assert raised.value.kind is SourceErrorKind.NOT_AVAILABLE


async def test_a_content_that_breaks_off_is_fetched_again(server: GraphServer, contents: Contents) -> None:
    server.file("A", "a.txt")
    server.fail("/download/", 200, times=1, broken=True)
    assert await contents.read(DRIVE, "A") == b"content of A"
