"""WebDAV against a real server, and against answers that no server should give."""

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.http import HttpLimits
from fidedigno.sources.objects.options import WebDavOptions
from fidedigno.sources.objects.webdav import WebDavStore
from tests.fakes.shelf import FILES, RULES
from tests.fakes.vendor import Answer, Request, VendorServer

ROW = (
    "<D:response><D:href>{href}</D:href><D:propstat><D:prop>{props}</D:prop>"
    "<D:status>{status}</D:status></D:propstat></D:response>"
)
FOLDER = "<D:resourcetype><D:collection/></D:resourcetype>"


def store(url: str, **options: object) -> WebDavStore:
    given = {"user": "ana", "password": SecretStr("p"), "limits": HttpLimits(attempts=1), **options}
    return WebDavStore(WebDavOptions("shelf", url, RULES, **given), asyncio.sleep)  # type: ignore[arg-type]


def listing(*rows: tuple[str, str], status: str = "HTTP/1.1 200 OK") -> Answer:
    inside = "".join(ROW.format(href=href, props=props, status=status) for href, props in rows)
    text = f'<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">{inside}</D:multistatus>'
    return Answer(text.encode(), 207, {"Content-Type": "application/xml"})


async def test_every_file_is_listed_with_its_place_version_and_content(dav: str) -> None:
    reading = store(dav)
    files = {each.path: each for each in await reading.files()}
    assert files.keys() == FILES.keys()
    for path, content in FILES.items():
        assert files[path].size == len(content)
        assert files[path].version
        assert files[path].updated_at is not None
        assert await reading.read(files[path].key) == content
    await reading.close()


async def test_a_changed_file_has_another_version(dav: str, shelf: Path) -> None:
    reading = store(dav)
    before = {each.path: each.version for each in await reading.files()}
    (shelf / "open/guide.md").write_bytes(b"# Guide\n\nThe desk opens at ten, since this week.\n")
    after = {each.path: each.version for each in await reading.files()}
    assert {path for path in before if before[path] != after[path]} == {"open/guide.md"}
    await reading.close()


async def test_a_wrong_password_is_signed_out_and_said_without_it(dav: str) -> None:
    reading = store(dav, password=SecretStr("wrong-pass"))
    with pytest.raises(SourceError) as raised:
        await reading.files()
    assert raised.value.kind is SourceErrorKind.SIGNED_OUT
    assert "wrong-pass" not in str(raised.value)
    await reading.close()


async def test_a_folder_that_is_refused_is_without_files_and_the_rest_is_read() -> None:
    with VendorServer() as server:
        server.route(
            "PROPFIND", "/d/", lambda _: listing(("/d/", FOLDER), ("/d/in/", FOLDER), ("/d/a.md", ""))
        )
        server.fail("/d/in/", 403)
        reading = store(server.url + "/d")
        assert [each.path for each in await reading.files()] == ["a.md"]
        server.fail("/d/", 503)
        with pytest.raises(SourceError):
            await reading.files()
        await reading.close()


async def test_what_is_not_below_the_folder_is_left_out() -> None:
    strange = [
        "/d/../etc/passwd",
        "/other/a.md",
        "/d/%2e%2e/x.md",
        "http://else.example/x.md",
        "/d/in/deep.md",
        "",
        "/d/%ff.md",
    ]
    with VendorServer() as server:
        rows = [(href, "") for href in [*strange, "/d/a.md"]]
        server.route("PROPFIND", "/d/", lambda _: listing(("/d/", FOLDER), *rows))
        reading = store(server.url + "/d")
        assert [each.path for each in await reading.files()] == ["a.md"]
        await reading.close()


async def test_properties_that_were_not_found_are_no_file() -> None:
    with VendorServer() as server:
        server.route("PROPFIND", "/d/", lambda _: listing(("/d/a.md", ""), status="HTTP/1.1 403 Forbidden"))
        reading = store(server.url + "/d")
        assert await reading.files() == []
        await reading.close()


async def test_folders_that_never_end_end_the_reading() -> None:
    def deeper(request: Request) -> Answer:
        return listing((request.path, FOLDER), (request.path + "again/", FOLDER))

    with VendorServer() as server:
        server.route("PROPFIND", "/d/.*", deeper)
        reading = store(server.url + "/d")
        with pytest.raises(SourceError, match="too many folders"):
            await reading.files()
        await reading.close()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>sign in</html>",
        b"{}",
        b"<D:multistatus xmlns:D='DAV:'>",
        b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><D:multistatus xmlns:D="DAV:">&a;</D:multistatus>',
    ],
)
async def test_an_answer_of_another_shape_says_nothing(body: bytes) -> None:
    with VendorServer() as server:
        server.route("PROPFIND", "/d/", lambda _: Answer(body, 207))
        reading = store(server.url + "/d")
        with pytest.raises(SourceError) as raised:
            await reading.files()
        assert raised.value.kind is SourceErrorKind.SHAPE
        await reading.close()
