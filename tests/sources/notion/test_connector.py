import logging
from typing import Any

import pytest

from fidedigno.model import AclState, Identity
from fidedigno.sources.connector import (
    Changes,
    Connector,
    Coverage,
    LiveVerdict,
    Removed,
    SourceError,
    SourceErrorKind,
    SourceItem,
    Upserted,
)
from fidedigno.sources.notion.connector import title_of
from tests.fakes.notion import Workspace, below, plain, said, workspace
from tests.sources.notion.conftest import NOW, Connect, member


async def items_of(changes: Changes) -> dict[str, SourceItem]:
    return {each.item.external_id: each.item async for each in changes.stream if isinstance(each, Upserted)}


def test_it_is_a_connector(connect: Connect) -> None:
    connector: Connector = connect()
    assert connector.name == "notion:wiki"
    assert "sesame" not in repr(connector)


async def test_pages_have_the_declared_audience_of_what_lies_above_and_no_other(
    notion: Workspace, connect: Connect
) -> None:
    notion.add(1, workspace())
    notion.add(2, below(1))
    notion.add(3, below(2))
    notion.add(9, workspace())
    notion.block(3, 30, "paragraph", "Text.")
    changes = await connect().changes(None)
    items = await items_of(changes)
    assert changes.coverage is Coverage.FULL
    assert set(items) == {plain(each) for each in (1, 2, 3, 9)}
    assert items[plain(3)].acl.allows(member(1))
    assert not items[plain(3)].acl.allows(member(9))
    assert items[plain(9)].acl.state is AclState.UNKNOWN
    assert items[plain(3)].title == "Page 3"
    assert await items[plain(3)].read() == b"# Page 3\n\nText.\n"


async def test_without_a_declaration_nothing_is_readable(notion: Workspace, connect: Connect) -> None:
    notion.add(1, workspace(), public_url="https://notion.site/x")
    items = await items_of(await connect(audiences={}).changes(None))
    assert {each.acl.state for each in items.values()} == {AclState.UNKNOWN}


async def test_a_page_that_was_moved_gets_the_audience_of_its_new_place(
    notion: Workspace, connect: Connect
) -> None:
    notion.add(1, workspace())
    page = notion.add(2, below(1))
    connector = connect()
    first = await connector.changes(None)
    await items_of(first)
    page["parent"] = workspace()  # and its time of edit stays as it was
    items = await items_of(await connector.changes(first.cursor()))
    assert items[plain(2)].acl.state is AclState.UNKNOWN


@pytest.mark.parametrize("mark", [{"in_trash": True}, {"archived": True}])
async def test_what_is_in_the_trash_or_below_it_is_removed(
    notion: Workspace, connect: Connect, mark: dict[str, Any]
) -> None:
    notion.add(1, workspace(), **mark)
    notion.add(2, below(1))
    changes = [each async for each in (await connect().changes(None)).stream]
    assert changes == [Removed(plain(1)), Removed(plain(2))]


async def test_what_is_not_shared_any_more_is_not_listed(notion: Workspace, connect: Connect) -> None:
    notion.add(1, workspace())
    notion.add(2, below(1))
    connector = connect()
    await items_of(await connector.changes(None))
    notion.found.pop()
    second = await connector.changes("whatever")
    assert second.coverage is Coverage.FULL
    assert set(await items_of(second)) == {plain(1)}


async def test_an_edit_in_a_minute_that_has_not_passed_makes_no_lasting_version(
    notion: Workspace, connect: Connect
) -> None:
    page = notion.add(1, workspace())
    page["last_edited_time"] = "2026-11-30T11:59:00.000Z"
    fresh = (await items_of(await connect().changes(None)))[plain(1)].version
    page["last_edited_time"] = "2026-11-30T11:57:00.000Z"
    old = (await items_of(await connect().changes(None)))[plain(1)].version
    assert NOW.isoformat() in fresh
    assert old == "2026-11-30T11:57:00+00:00"


@pytest.mark.parametrize(
    "broken", [{"last_edited_time": None}, {"last_edited_time": "x"}, {"parent": 5}, {"in_trash": 0}]
)
async def test_a_page_that_cannot_be_understood_is_closed(
    notion: Workspace, connect: Connect, broken: dict[str, Any]
) -> None:
    notion.add(1, workspace())
    notion.add(2, below(1)).update(broken)
    items = await items_of(await connect().changes(None))
    assert items[plain(1)].acl.state is AclState.LIST
    assert items[plain(2)].acl.state is AclState.UNKNOWN


@pytest.mark.parametrize(
    "found", [None, {}, {"object": "page", "id": "x"}, {"object": "user", "id": plain(1)}]
)
async def test_something_without_an_id_or_kind_stops_the_reading(
    notion: Workspace, connect: Connect, found: object
) -> None:
    notion.found.append(found)
    changes = await connect().changes(None)
    with pytest.raises(SourceError):
        await items_of(changes)
    with pytest.raises(SourceError, match="not ended"):
        changes.cursor()


async def test_a_token_that_ends_in_the_middle_stops_the_reading(notion: Workspace, connect: Connect) -> None:
    for number in range(1, 5):
        notion.add(number, workspace())
    changes = await connect().changes(None)
    notion.fail("search", 401)
    with pytest.raises(SourceError) as caught:
        await items_of(changes)
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT


async def test_unknown_access_lists_are_counted_and_logs_hold_no_text(
    notion: Workspace, connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "fidedigno")
    title = {"Name": {"type": "title", "title": said("Severance of Eve")}}
    notion.add(9, workspace(), properties=title)
    await items_of(await connect().changes(None))
    assert "1 access lists are unknown" in caplog.text
    assert "Severance" not in caplog.text


async def test_nobody_is_known_and_nobody_can_be_asked_about(notion: Workspace, connect: Connect) -> None:
    connector = connect()
    assert (await connector.people()).users == ()
    assert await connector.check("ana", plain(1)) is LiveVerdict.UNKNOWN
    assert not notion.asked


async def test_an_audience_is_a_group_with_groups_of_the_directory_inside(connect: Connect) -> None:
    audiences = {plain(1): ("group:staff",), plain(3): ("group:law", "group:board")}
    content = await connect(audiences=audiences).people()
    groups = {each.name: {str(inside) for inside in each.members or ()} for each in content.groups}
    assert groups == {
        f"notion:wiki:root:{plain(1)}": {"group:staff"},
        f"notion:wiki:root:{plain(3)}": {"group:law", "group:board"},
        "notion:wiki:people": {f"group:notion:wiki:root:{plain(each)}" for each in (1, 3)},
    }
    assert content.partial


def test_titles_of_other_shapes_are_none() -> None:
    wrong_titles: list[object] = [None, [], {"Name": 5}, {"Name": {"type": "text"}}]
    for hostile in (*wrong_titles, {"Name": {"type": "title", "title": "x"}}):
        assert title_of(hostile) == ""
    title = {"N": {"type": "title", "title": [*said("a\n\u202eb"), *said("Secret page", "mention")]}}
    assert title_of(title) == "a b"


def test_nobody_is_asked_about(connect: Connect) -> None:
    assert connect().known_as(Identity("t", "ana", frozenset(), attributes={"notion.wiki.id": "1"})) == ()
