import pytest

from fidedigno.access.content import DirectoryContent, GroupEntry
from fidedigno.model import PrincipalKind
from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.graph import GraphConnector
from tests.fakes.graph import SITE, TENANT, GraphServer, account_id, group_id
from tests.sources.graph.conftest import Make

GUEST = {"userType": "Guest", "externalUserState": "Accepted"}


def members(content: DirectoryContent, name: str) -> set[str]:
    """The direct members of a group, without prefixes."""
    found = [each for each in content.groups if each.name == f"graph:corp:{name}"]
    assert len(found) == 1, name
    return {each.name.removeprefix("graph:corp:") for each in found[0].members or ()}


def everybody_in(content: DirectoryContent, name: str) -> set[str]:
    """The people of a group at any depth."""
    groups: dict[str, GroupEntry] = {each.name: each for each in content.groups}
    waiting, seen, people = [f"graph:corp:{name}"], set[str](), set[str]()
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        for member in groups[key].members or ():
            if member.kind is PrincipalKind.USER:
                people.add(member.name)
            else:
                waiting.append(member.name)
    return people


async def test_an_account_is_a_group_of_one(server: GraphServer, connector: GraphConnector) -> None:
    server.user(1, "ana@corp.example")
    server.user(2, "bea@corp.example", accountEnabled=False)
    content = await connector.people()
    assert members(content, f"account:{account_id(1)}") == {"ana@corp.example"}
    assert members(content, f"account:{account_id(2)}") == set()
    assert content.partial


async def test_groups_nest_four_deep_in_circles_and_under_two_parents_and_are_read_once(
    server: GraphServer, connector: GraphConnector
) -> None:
    for number in range(1, 5):
        server.user(number, f"p{number}@corp.example")
    chain = [group_id(number) for number in range(1, 5)]
    for place, key in enumerate(chain, 1):
        server.group(place, account_id(place), chain[place % 4])
        assert server.groups[key]
    server.group(5, chain[2])
    content = await connector.people()
    everybody = {f"p{number}@corp.example" for number in range(1, 5)}
    assert all(everybody_in(content, f"group:{key}") == everybody for key in [*chain, group_id(5)])
    assert server.count("groups/.*/members") == 5


async def test_owners_are_no_members_and_members_no_owners(
    server: GraphServer, connector: GraphConnector
) -> None:
    ana, bea = server.user(1, "ana@corp.example"), server.user(2, "bea@corp.example")
    key = server.group(1, ana, owners=(bea,))
    content = await connector.people()
    assert members(content, f"group:{key}") == {"ana@corp.example"}
    assert members(content, f"group:{key}:owners") == {"bea@corp.example"}


async def test_everyone_except_external_users_leaves_guests_out(server: GraphServer, make: Make) -> None:
    server.user(1, "ana@corp.example")
    server.user(2, "guest@partner.example", **GUEST)
    server.user(3, "bea@corp.example", accountEnabled=False)
    closed, opened = await make().people(), await make(guests=True).people()
    assert members(closed, "everyone") == members(closed, "members") == {"ana@corp.example"}
    assert members(opened, "members") == {"ana@corp.example"}
    assert members(opened, "everyone") == {"ana@corp.example", "guest@partner.example"}


@pytest.mark.parametrize("closed", [{"accountEnabled": False}, GUEST, {"userType": None}])
async def test_whoever_does_not_count_is_in_no_group(
    server: GraphServer, connector: GraphConnector, closed: dict[str, object]
) -> None:
    key = server.user(1, "ana@corp.example", **closed)
    server.group(1, key, owners=(key,))
    server.site_groups = {5: ["i:0#.f|membership|p1@corp.example"]}
    content = await connector.people()
    assert content.users == ()
    assert all(not each.members for each in content.groups)


async def test_site_groups_hold_people_groups_and_owners(
    server: GraphServer, connector: GraphConnector
) -> None:
    ana, bea = server.user(1, "ana@corp.example"), server.user(2, "bea@corp.example")
    key = server.group(1, ana, owners=(bea,))
    server.site_groups = {
        5: ["i:0#.f|membership|P1@corp.example", "i:0#.f|membership|nobody@corp.example"],
        6: [f"c:0o.c|federateddirectoryclaimprovider|{key}_o", f"c:0t.c|tenant|{group_id(9)}"],
        7: [f"c:0-.f|rolemanager|spo-grid-all-users/{TENANT}", f"c:0t.c|tenant|{key}"],
    }
    content = await connector.people()
    assert members(content, f"site:{SITE}:group:5") == {"ana@corp.example"}
    assert everybody_in(content, f"site:{SITE}:group:6") == {"bea@corp.example"}
    assert members(content, f"site:{SITE}:group:7") == {"members", f"group:{key}"}


async def test_every_member_that_is_named_exists(server: GraphServer, connector: GraphConnector) -> None:
    server.group(1, account_id(8), group_id(8), owners=(account_id(8),))
    server.site_groups = {5: [f"c:0t.c|tenant|{group_id(8)}"]}
    assert (await connector.people()).unknown_members((), ()) == []


async def test_a_member_taken_out_of_all_groups_is_in_none(
    server: GraphServer, connector: GraphConnector
) -> None:
    key = server.group(1, server.user(1, "ana@corp.example"))
    assert members(await connector.people(), f"group:{key}") == {"ana@corp.example"}
    server.members[key] = []
    assert members(await connector.people(), f"group:{key}") == set()


async def test_a_group_that_is_gone_is_emptied_where_the_directory_still_has_it(
    server: GraphServer, make: Make
) -> None:
    old, other = f"graph:corp:group:{group_id(9)}", "graph:corporate:members"
    content = await make(known_groups=lambda: [old, other, "staff"]).people()
    assert members(content, f"group:{group_id(9)}") == set()
    assert not {other, "staff"} & {each.name for each in content.groups}


async def test_a_group_that_is_refused_is_empty_and_told_to_the_operator(
    server: GraphServer, connector: GraphConnector
) -> None:
    key = server.group(1, server.user(1, "ana@corp.example"))
    server.fail_part(f"groups/{key}/", 403)
    server.fail("sitegroups", 403)
    assert members(await connector.people(), f"group:{key}") == set()
    assert connector.unread_groups == (key, SITE)


@pytest.mark.parametrize("pattern", ["/users", "/groups", r"\$batch", "sitegroups", "oauth2"])
async def test_people_that_cannot_be_read_now_are_an_error_so_that_what_is_stored_stays(
    server: GraphServer, connector: GraphConnector, pattern: str
) -> None:
    server.group(1, server.user(1, "ana@corp.example"))
    server.fail(pattern, 503)
    with pytest.raises(SourceError) as raised:
        await connector.people()
    assert raised.value.kind is SourceErrorKind.TEMPORARY
