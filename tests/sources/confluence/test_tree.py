"""Who may read a page, given the space, everything above it and itself."""

import random
from collections.abc import Sequence

import pytest

from fidedigno.model import NOBODY, AclState
from fidedigno.sources.confluence import ConfluenceConnector
from tests.fakes.confluence import ConfluenceServer
from tests.fakes.confluence_world import PEOPLE, no_wait, options, read_all, readers


async def test_a_page_is_open_to_the_space_and_every_restricted_ancestor_and_its_own_list(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10", groups=["g-hr"])
    server.page("11", "10")
    server.page("12", "11", users=["ana-account"])
    server.page("13")
    _, items, _, _ = await read_all(connector)
    assert await readers(connector, items) == {
        "10": {"ana", "ben"},
        "11": {"ana", "ben"},
        "12": {"ana"},
        "13": {"ana", "ben", "cleo"},
    }
    assert len(items["12"].acl.clauses) == 3


async def test_the_own_list_of_a_page_does_not_open_what_an_ancestor_closes(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10", groups=["g-hr"])
    server.page("11", "10", users=["cleo-account"])
    _, items, _, _ = await read_all(connector)
    assert (await readers(connector, items))["11"] == set()


async def test_somebody_outside_the_space_is_not_let_in_by_a_restriction(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10", users=["dan-account", "ana-account"])
    _, items, _, _ = await read_all(connector)
    assert (await readers(connector, items))["10"] == {"ana"}


async def test_an_empty_restriction_restricts_nobody_and_an_edit_restriction_neither(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10").update.users.append("ana-account")
    _, items, _, _ = await read_all(connector)
    assert (await readers(connector, items))["10"] == {"ana", "ben", "cleo"}


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_an_ancestor_whose_restriction_cannot_be_read_closes_everything_below(
    server: ConfluenceServer, status: int
) -> None:
    for identifier, parent in (("10", None), ("11", "10"), ("12", "11"), ("13", None)):
        server.page(identifier, parent)
    server.fail(r"content/10/restriction", status)
    connector = ConfluenceConnector(options(server, bulk_restrictions=False), sleep=no_wait)
    _, items, _, _ = await read_all(connector)
    states = {each: item.acl.state for each, item in items.items()}
    assert states == dict.fromkeys(("10", "11", "12"), AclState.UNKNOWN) | {"13": AclState.LIST}
    assert connector.tally.unknown == 3
    assert (await readers(connector, items))["12"] == set()
    await connector.close()


async def test_a_folder_above_a_page_counts_with_its_restriction(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10", type="folder", groups=["g-hr"])
    server.page("11", "10")
    _, items, _, _ = await read_all(connector)
    assert (await readers(connector, items)) == {"11": {"ana", "ben"}}
    assert items["11"].path == ("Space DOC", "Page 10")


async def test_an_archived_page_above_a_page_counts_with_its_restriction(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("9", groups=["g-hr"])
    server.page("10", "9", status="archived")
    server.page("11", "10")
    _, items, _, _ = await read_all(connector)
    assert (await readers(connector, items))["11"] == {"ana", "ben"}
    assert "10" not in items


@pytest.mark.parametrize("kind", ["folder", "constellation", "../../secrets"])
async def test_what_is_above_and_cannot_be_asked_for_closes_the_page(
    server: ConfluenceServer, connector: ConfluenceConnector, kind: str
) -> None:
    server.page("11", "10", extra={"parentType": kind})
    _, items, _, _ = await read_all(connector)
    assert items["11"].acl.state is AclState.UNKNOWN


async def test_a_parent_of_another_space_closes_the_page(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.space("2", "OTHER")
    server.page("10", space="2")
    server.page("11", "10")
    _, items, _, _ = await read_all(connector)
    assert items["11"].acl.state is AclState.UNKNOWN
    assert items["10"].acl == NOBODY


async def test_pages_that_stand_below_each_other_are_closed(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10", "12")
    server.page("11", "10")
    server.page("12", "11")
    server.page("13", "13")
    _, items, _, _ = await read_all(connector)
    assert {item.acl.state for item in items.values()} == {AclState.UNKNOWN}


async def test_a_page_whose_parent_is_not_said_is_no_document_and_closes_what_is_below(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10", groups=["g-hr"], extra={"parentId": 7})
    server.page("11", "10")
    _, items, _, _ = await read_all(connector)
    assert "10" not in items
    assert items["11"].acl.state is AclState.UNKNOWN
    assert connector.tally.left_out == 1


async def test_a_deep_tree_asks_for_each_level_once(server: ConfluenceServer) -> None:
    for number in range(60):
        server.page(str(100 + number), str(99 + number) if number else None)
    connector = ConfluenceConnector(options(server, bulk_restrictions=False), sleep=no_wait)
    await read_all(connector)
    asked = [each for each in server.paths() if "restriction" in each]
    assert len(asked) == len(set(asked)) == 60
    await connector.close()


@pytest.mark.parametrize("seed", range(6))
async def test_access_lists_agree_with_the_system_for_everybody_in_any_tree(
    server: ConfluenceServer, connector: ConfluenceConnector, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    accounts, groups = [f"{each}-account" for each in PEOPLE], ["g-staff", "g-hr"]

    def some(among: Sequence[str]) -> list[str]:
        return [each for each in among if chance.random() < 0.3]

    for number in range(100, 130):
        parent = str(chance.randrange(100, number)) if number > 100 and chance.random() < 0.8 else None
        restricted = chance.random() < 0.4
        server.page(
            str(number),
            parent,
            users=some(accounts) if restricted else (),
            groups=some(groups) if restricted else (),
        )
    _, items, _, _ = await read_all(connector)
    expected = {
        each: {person for person in PEOPLE if server.may_read(f"{person}-account", each)}
        for each in server.contents
    }
    assert await readers(connector, items) == expected
