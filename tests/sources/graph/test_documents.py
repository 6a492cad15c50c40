from datetime import UTC, datetime
from typing import Any

import pytest

from fidedigno.model import UNKNOWN
from fidedigno.sources.connector import SourceItem
from fidedigno.sources.graph.documents import document_of, moment_of
from fidedigno.sources.graph.wire import Item


async def nothing() -> bytes:
    return b""


def document(**values: Any) -> SourceItem | None:
    said = {"id": "A", "name": "a.txt", "lastModifiedDateTime": "2026-11-02T10:00:00Z", **values}
    return document_of("b!d", Item.model_validate(said), (), UNKNOWN, nothing)


def made(**values: Any) -> SourceItem:
    found = document(**values)
    assert found is not None
    return found


def test_the_version_follows_the_content_alone() -> None:
    one = made(cTag="c1", eTag="e1", name="a.txt")
    assert one.version == made(cTag="c1", eTag="e2", name="b.txt").version
    assert one.version != made(cTag="c2", eTag="e1").version


def test_without_tags_the_time_and_the_size_are_the_version() -> None:
    assert made(size=1).version != made(size=2).version
    assert made(size=1).version != made(size=1, lastModifiedDateTime="2026-11-03T10:00:00Z").version


@pytest.mark.parametrize("name", ["", "..", " . ", "\x00", "///"])
def test_a_file_without_a_usable_name_is_no_document(name: str) -> None:
    assert document(name=name) is None


def test_a_name_cannot_lead_into_another_folder() -> None:
    assert made(name="../../etc/passwd.txt").name == ".. .. etc passwd.txt"


@pytest.mark.parametrize("time", [None, "", "yesterday", "2026-13-01T00:00:00Z"])
def test_a_file_without_a_time_is_no_document(time: str | None) -> None:
    assert document(lastModifiedDateTime=time) is None


def test_a_time_without_a_zone_is_universal() -> None:
    assert moment_of("2026-11-02T10:00:00") == datetime(2026, 11, 2, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "address",
    [
        None,
        "javascript:alert(1)",
        "http://corp.example/a",
        "https://u:p@corp.example/",
        "https://[x",
        "https://corp.example/" + "x" * 3000,
        "https://corp.example/a\nb",
    ],
)
def test_an_address_that_a_browser_should_not_open_is_left_out(address: str | None) -> None:
    assert made(webUrl=address).url == ""


def test_an_address_and_an_owner_are_kept() -> None:
    item = made(webUrl="https://corp.example/a", createdBy={"user": {"email": "ana@corp.example"}})
    assert (item.url, item.owner) == ("https://corp.example/a", "ana@corp.example")
    assert made(createdBy={"application": {}}).owner == ""
