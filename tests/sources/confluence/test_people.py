import logging
from typing import Any

import pytest

from fidedigno.access.content import DirectoryContent
from fidedigno.sources.confluence import ConfluenceConnector, user_attribute
from fidedigno.sources.confluence.people import read_people
from fidedigno.sources.confluence.service import ConfluenceService
from fidedigno.sources.connector import SourceError, SourceErrorKind
from tests.fakes.confluence import ConfluenceServer
from tests.fakes.confluence_world import identities, no_wait, options

STAFF = "confluence:corp:group:g-staff"


async def people(server: ConfluenceServer, named: tuple[str, ...] = (), **more: Any) -> DirectoryContent:
    said = options(server, **more)
    service = ConfluenceService(said, sleep=no_wait)
    try:
        return await read_people(service, said, named)
    finally:
        await service.close()


def in_group(content: DirectoryContent, group: str = STAFF) -> set[str]:
    return {
        name for name, each in identities(content).items() if group in {held.name for held in each.principals}
    }


async def test_an_account_is_a_group_of_one_and_groups_hold_accounts(server: ConfluenceServer) -> None:
    content = await people(server)
    groups = {each.name: {str(member) for member in each.members or ()} for each in content.groups}
    assert groups["confluence:corp:account:ana-account"] == {"user:ana@corp.example"}
    assert groups["confluence:corp:group:g-hr"] == {
        "group:confluence:corp:account:ana-account",
        "group:confluence:corp:account:ben-account",
    }
    assert content.partial
    assert not content.unknown_members((), ())


async def test_a_person_counts_by_address_without_regard_to_case(server: ConfluenceServer) -> None:
    content = await people(server)
    ana = next(each for each in content.users if each.name == "ana@corp.example")
    assert ana.email == "ana@corp.example"
    assert ana.attributes == {user_attribute("corp"): "ana-account"}
    assert ana.enabled is None


async def test_a_plus_address_is_another_person(server: ConfluenceServer) -> None:
    server.account("ana-account", "ana+x@corp.example")
    assert in_group(await people(server)) == {"ana+x@corp.example", "ben@corp.example", "cleo@corp.example"}


async def test_an_explicit_link_needs_no_address_and_wins_over_one(server: ConfluenceServer) -> None:
    server.account("cleo-account", "")
    links = {"ana-account": "Ana", "cleo-account": "cleo"}
    assert in_group(await people(server, links=links)) == {"ana", "cleo", "ben@corp.example"}
    assert in_group(await people(server, links=links, trust_email=False)) == {"ana", "cleo"}


async def test_an_account_without_link_or_address_holds_nothing(server: ConfluenceServer) -> None:
    server.account("ana-account", "")
    content = await people(server)
    assert "confluence:corp:account:ana-account" in {each.name for each in content.groups}
    assert in_group(content) == {"ben@corp.example", "cleo@corp.example"}


@pytest.mark.parametrize(
    "standing",
    [
        {"accountStatus": "inactive"},
        {"accountStatus": "closed"},
        {"accountStatus": "unknown"},
        {"accountStatus": None},
        {"accountType": "app"},
        {"accountType": "customer"},
        {"isExternalCollaborator": True},
        {"isExternalCollaborator": "no"},
        {"isGuest": True},
    ],
)
async def test_an_account_that_is_not_a_person_in_use_of_ours_holds_nothing(
    server: ConfluenceServer, standing: dict[str, Any]
) -> None:
    server.accounts["ana-account"] |= standing
    content = await people(server, links={"ana-account": "ana"})
    assert in_group(content) == {"ben@corp.example", "cleo@corp.example"}
    empty = next(each for each in content.groups if each.name == "confluence:corp:account:ana-account")
    assert empty.members == frozenset()


async def test_an_account_that_the_site_no_longer_knows_keeps_an_empty_group(
    server: ConfluenceServer,
) -> None:
    del server.accounts["ana-account"]
    content = await people(server, ("gone-account",))
    empty = {each.name for each in content.groups if not each.members}
    assert empty == {"confluence:corp:account:ana-account", "confluence:corp:account:gone-account"}


async def test_an_account_whose_standing_is_not_said_holds_nothing(server: ConfluenceServer) -> None:
    del server.accounts["ana-account"]["accountStatus"]
    assert in_group(await people(server)) == {"ben@corp.example", "cleo@corp.example"}


async def test_an_address_of_two_accounts_is_nobodys(server: ConfluenceServer) -> None:
    server.account("ben-account", "ANA@corp.example")
    assert in_group(await people(server)) == {"cleo@corp.example"}


async def test_an_address_cannot_take_the_user_that_a_link_gives_away(server: ConfluenceServer) -> None:
    content = await people(server, links={"dan-account": "ana@corp.example"})
    assert in_group(content) == {"ben@corp.example", "cleo@corp.example"}


@pytest.mark.parametrize(
    "address",
    ["user:ana", "a" * 10_000 + "@x.example", "ana", "a@b@c", "'; --@x.example", 7, ["a@b.example"]],
)
async def test_a_hostile_address_links_nobody(server: ConfluenceServer, address: Any) -> None:
    server.accounts["ana-account"]["email"] = address
    assert in_group(await people(server)) == {"ben@corp.example", "cleo@corp.example"}


@pytest.mark.parametrize("display", ["user:root", "\u202eevil", "x" * 10_000, "", None, 7])
async def test_a_hostile_display_name_does_no_harm(server: ConfluenceServer, display: Any) -> None:
    server.accounts["ana-account"]["displayName"] = display
    content = await people(server)
    assert {each.display for each in content.users if each.name.startswith("ana@")} <= {"ana@corp.example"}


@pytest.mark.parametrize("member", [None, "ana-account", {}, {"accountId": "user:x y"}, {"accountId": 7}])
async def test_a_member_that_is_not_understood_is_no_member(server: ConfluenceServer, member: Any) -> None:
    body = {"results": [member, {"accountId": "ana-account"}], "start": 0, "limit": 250, "size": 2}
    server.fail("group/g-staff/members", 200, body=body)
    assert in_group(await people(server)) == {"ana@corp.example"}


async def test_two_groups_of_one_name_stay_two_and_names_are_not_told(server: ConfluenceServer) -> None:
    server.groups["g-1"], server.groups["g-2"] = ["ana-account"], ["ben-account"]
    content = await people(server)
    assert in_group(content, "confluence:corp:group:g-1") == {"ana@corp.example"}
    assert in_group(content, "confluence:corp:group:g-2") == {"ben@corp.example"}
    assert not any("name-" in each.display for each in content.groups)


async def test_a_long_group_is_read_whole_and_each_group_once(server: ConfluenceServer) -> None:
    server.page_size = 2
    for number in range(7):
        server.account(f"p{number}", f"p{number}@corp.example")
    server.groups = {"g-staff": [f"p{number}" for number in range(7)], "g-none": []}
    assert len(in_group(await people(server))) == 7
    asked = [(each.path, each.params["start"]) for each in server.asked if "members" in each.path]
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("status", [403, 404])
async def test_a_group_that_is_refused_is_left_without_members(
    server: ConfluenceServer, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    server.fail("group/g-staff/members", status)
    with caplog.at_level(logging.WARNING):
        content = await people(server)
    assert in_group(content) == set()
    assert in_group(content, "confluence:corp:group:g-hr") == {"ana@corp.example", "ben@corp.example"}
    assert "g-staff" in caplog.text
    assert "name-g-staff" not in caplog.text


@pytest.mark.parametrize("path", ["rest/api/group$", "members", "users-bulk"])
async def test_a_failure_that_may_pass_rewrites_no_membership(server: ConfluenceServer, path: str) -> None:
    server.fail(path, 503)
    with pytest.raises(SourceError) as caught:
        await people(server)
    assert caught.value.kind is SourceErrorKind.TEMPORARY


async def test_a_token_that_ended_rewrites_no_membership(server: ConfluenceServer) -> None:
    server.signed_in, server.stranger = False, True
    with pytest.raises(SourceError) as caught:
        await people(server)
    assert caught.value.kind is SourceErrorKind.SIGNED_OUT


async def test_somebody_taken_out_of_every_group_is_in_none(server: ConfluenceServer) -> None:
    assert "ana@corp.example" in in_group(await people(server))
    server.groups = {each: ["ben-account"] for each in server.groups}
    assert in_group(await people(server, ("ana-account",))) == {"ben@corp.example"}
    server.groups = {each: [] for each in server.groups}
    assert in_group(await people(server)) == set()


async def test_all_who_are_licensed_are_the_members_of_the_groups_that_an_option_names(
    server: ConfluenceServer,
) -> None:
    licensed = "confluence:corp:class:licensed"
    assert in_group(await people(server), licensed) == set()
    found = in_group(await people(server, licensed_groups=("g-hr", "g-absent")), licensed)
    assert found == {"ana@corp.example", "ben@corp.example"}


async def test_accounts_of_access_lists_are_people_too(
    server: ConfluenceServer, connector: ConfluenceConnector
) -> None:
    server.page("10", users=["dan-account"])
    assert "dan@corp.example" not in {each.name for each in (await connector.people()).users}
    async for _ in (await connector.changes(None)).stream:
        pass
    assert "dan@corp.example" in {each.name for each in (await connector.people()).users}


async def test_an_account_that_may_not_look_up_people_rewrites_no_membership(
    server: ConfluenceServer,
) -> None:
    server.fail("users-bulk", 200, body={"results": []})
    with pytest.raises(SourceError) as caught:
        await people(server)
    assert caught.value.kind is SourceErrorKind.NOT_AVAILABLE
