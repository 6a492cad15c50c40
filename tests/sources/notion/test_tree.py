import pytest

from fidedigno.model import AccessList, AclState
from fidedigno.sources.connector import SourceError
from fidedigno.sources.notion.client import NotionClient
from fidedigno.sources.notion.names import Names
from fidedigno.sources.notion.tree import Tree
from tests.fakes.notion import Workspace, below, plain, uuid, workspace
from tests.sources.notion.conftest import member

STAFF = {plain(1): Names("wiki").root(plain(1))}
LAW = {plain(3): Names("wiki").root(plain(3))}


async def acl_of(client: NotionClient, number: int) -> AccessList | None:
    return await Tree(client, STAFF | LAW).acl(plain(number))


async def test_an_audience_further_down_narrows_and_never_widens(
    notion: Workspace, client: NotionClient
) -> None:
    notion.add(1, workspace())
    notion.add(2, below(1))
    notion.add(3, below(2))
    notion.add(4, below(3))
    acl = await acl_of(client, 4)
    assert acl is not None
    assert acl.allows(member(1, 3))
    assert not acl.allows(member(3))
    assert not acl.allows(member(1))


async def test_the_way_up_goes_through_blocks_databases_and_data_sources(
    notion: Workspace, client: NotionClient
) -> None:
    notion.add(1, workspace())
    notion.add(5, below(1), kind="block")
    notion.add(6, below(5, "block_id"), kind="database")
    notion.add(7, below(6, "database_id"), kind="data_source")
    notion.add(8, below(7, "data_source_id"))
    acl = await acl_of(client, 8)
    assert acl is not None
    assert acl.allows(member(1))
    assert [each.split("/")[2] for each in notion.paths()] == [
        "pages", "data_sources", "databases", "blocks", "pages",
    ]  # fmt: skip


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_something_above_that_cannot_be_read_closes_what_lies_below(
    notion: Workspace, client: NotionClient, status: int
) -> None:
    notion.add(1, workspace())
    notion.add(2, below(1))
    notion.add(3, below(2))
    notion.fail(uuid(2).replace("-", ""), status)
    acl = await acl_of(client, 3)
    assert acl is not None
    assert acl.state is AclState.UNKNOWN


async def test_an_unreadable_place_above_the_declared_one_closes_too(
    notion: Workspace, client: NotionClient
) -> None:
    notion.add(1, below(99))
    acl = await acl_of(client, 1)
    assert acl is not None
    assert acl.state is AclState.UNKNOWN


async def test_a_circle_is_closed(notion: Workspace, client: NotionClient) -> None:
    notion.add(1, below(2))
    notion.add(2, below(1))
    acl = await acl_of(client, 1)
    assert acl is not None
    assert acl.state is AclState.UNKNOWN
    assert len(notion.asked) == 2


async def test_a_chain_deeper_than_any_workspace_is_closed(notion: Workspace, client: NotionClient) -> None:
    tree = Tree(client, STAFF)
    tree.add(plain(1), workspace(), is_trashed=False)
    for number in range(2, 200):
        tree.add(plain(number), below(number - 1), is_trashed=False)
    deep, near = await tree.acl(plain(199)), await tree.acl(plain(50))
    assert deep is not None
    assert near is not None
    assert (deep.state, near.state) == (AclState.UNKNOWN, AclState.LIST)


@pytest.mark.parametrize(
    "parent",
    [
        None,
        [],
        {},
        {"type": "workspace"},
        {"type": "workspace", "workspace": "true"},
        {"type": "moon_id", "moon_id": uuid(1)},
        {"type": ["page_id"]},
        {"type": "page_id", "page_id": "../users"},
        {"type": "page_id"},
    ],
)
async def test_a_parent_that_is_not_understood_closes(
    notion: Workspace, client: NotionClient, parent: object
) -> None:
    notion.add(1, {}).update(parent=parent)
    acl = await acl_of(client, 1)
    assert acl is not None
    assert acl.state is AclState.UNKNOWN


async def test_an_answer_about_something_else_closes(notion: Workspace, client: NotionClient) -> None:
    notion.add(1, workspace())
    notion.things[plain(2)] = notion.things[plain(1)]
    acl = await acl_of(client, 2)
    assert acl is not None
    assert acl.state is AclState.UNKNOWN


async def test_below_the_trash_is_gone(notion: Workspace, client: NotionClient) -> None:
    notion.add(1, workspace())
    notion.add(2, below(1), in_trash=True)
    notion.add(3, below(2))
    assert await acl_of(client, 3) is None


@pytest.mark.parametrize("status", [401, 429, 500])
async def test_an_outage_is_not_a_refusal(notion: Workspace, client: NotionClient, status: int) -> None:
    notion.add(1, workspace())
    notion.fail("pages", status)
    with pytest.raises(SourceError):
        await acl_of(client, 1)


async def test_each_place_is_asked_for_once(notion: Workspace, client: NotionClient) -> None:
    notion.add(1, workspace())
    tree = Tree(client, STAFF)
    for number in range(10, 20):
        tree.add(plain(number), below(1), is_trashed=False)
        await tree.acl(plain(number))
    assert len(notion.asked) == 1
