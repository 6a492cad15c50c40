from datetime import UTC, datetime
from typing import Any

import pytest

from fidedigno.model import AclState
from fidedigno.sources.connector import SourceError, SourceItem, Upserted
from fidedigno.sources.declared.documents import change_of, moment
from fidedigno.sources.declared.names import Names
from fidedigno.sources.declared.reading import read_declaration
from tests.fakes.declared import HUB, CustomerSystem

DECLARED = read_declaration(HUB.format(base="https://api.example"))


def made(item: object) -> SourceItem:
    change = change_of(DECLARED, Names("hub"), item)
    assert isinstance(change, Upserted)
    return change.item


async def test_the_title_is_a_heading_and_cannot_break_out_of_it(system: CustomerSystem) -> None:
    item = made(system.note("1", title="<script>\u202ex</script>"))
    content = (await item.read()).decode()
    assert "<h1>&lt;script&gt; x&lt;/script&gt;</h1>\n<p>Said.</p>" in content
    assert (item.name, item.external_id) == ("1.html", "1")


def test_the_version_follows_the_content_and_not_the_rights(system: CustomerSystem) -> None:
    first = made(system.note("1"))
    assert made(system.note("1", owner="11")).version == first.version
    assert made(system.note("1", body="other")).version != first.version


@pytest.mark.parametrize(
    "broken", [{"updatedAt": None}, {"updatedAt": "yesterday"}, {"archived": None}, {"archived": 0}]
)
def test_a_document_without_a_time_or_a_word_on_deletion_is_closed(
    system: CustomerSystem, broken: dict[str, Any]
) -> None:
    assert made(system.note("1", visibility="company") | broken).acl.state is AclState.UNKNOWN


def test_a_missing_word_on_deletion_closes_too(system: CustomerSystem) -> None:
    note = system.note("1", visibility="company")
    assert made(note).acl.state is AclState.LIST
    del note["archived"]
    assert made(note).acl.state is AclState.UNKNOWN


@pytest.mark.parametrize("item", [None, [], "x", {}, {"id": None}, {"id": {}}, {"id": True}])
def test_a_document_without_an_id_stops_the_reading(item: object) -> None:
    with pytest.raises(SourceError):
        change_of(DECLARED, Names("hub"), item)


@pytest.mark.parametrize("hostile", ["../../etc/passwd", "a/b", "x" * 10_000, "\u202e", ".htaccess"])
def test_a_hostile_id_makes_a_harmless_file_name(system: CustomerSystem, hostile: str) -> None:
    item = made(system.note(hostile))
    assert item.external_id == hostile
    assert item.name.replace("-", "a").removesuffix(".html").isalnum()


def test_two_documents_never_share_a_file_name(system: CustomerSystem) -> None:
    ids = ["a:b", "a.b", "a-b", "a/b", "AB", "ab", "Ab", "x" * 64, "x" * 65]
    assert len({made(system.note(each)).name.lower() for each in ids}) == len(ids)


@pytest.mark.parametrize(
    ("value", "time_format"),
    [
        ("2026-11-30T10:00:00Z", "iso"),
        ("2026-11-30T11:00:00.000+0100", "iso"),
        (1_796_032_800, "seconds"),
        ("1796032800000", "milliseconds"),
    ],
)
def test_times_are_read_as_declared(value: object, time_format: str) -> None:
    assert moment(value, time_format) == datetime(2026, 11, 30, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize("value", [None, True, [], "x", "2026-11-30T10:00:00", 10**300, "nan"])
def test_what_is_no_time_is_none(value: object) -> None:
    assert moment(value, "iso") is None
    assert (isinstance(value, str) and "T" in value) or moment(value, "seconds") is None
