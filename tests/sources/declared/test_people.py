from typing import Any

import pytest

from fidedigno.access.content import DirectoryContent
from fidedigno.sources.connector import SourceError
from tests.fakes.declared import FORCE, HUB, CustomerSystem
from tests.sources.declared.conftest import Connect


def owner(number: str, email: object, **more: Any) -> dict[str, Any]:
    return {"id": number, "userId": int(number) + 1000, "email": email, "archived": False, **more}


def members(content: DirectoryContent, group: str) -> set[str]:
    found = next(each for each in content.groups if each.name == f"declared:{group}")
    return {str(each).replace("group:declared:", "") for each in found.members or ()}


async def test_teams_name_people_by_their_second_id(system: CustomerSystem, connect: Connect) -> None:
    system.owners = [
        owner("11", "Ana@Acme.example"),
        owner("12", "bob@acme.example"),
        owner("1011", "c@acme.example"),
    ]
    system.teams = [{"id": 7, "userIds": [1011], "secondaryUserIds": ["1012", 9999, 12]}]
    content = await connect(HUB).people()
    assert members(content, "hub:team:7") == {"hub:account:11", "hub:account:12"}
    assert members(content, "hub:account:11") == {"user:ana@acme.example"}
    assert members(content, "hub:everyone") == {"hub:account:11", "hub:account:12", "hub:account:1011"}
    assert not content.unknown_members((), ())
    assert content.partial


@pytest.mark.parametrize(
    "broken",
    [
        {"archived": True},
        {"archived": None},
        {"archived": "false"},
        {"email": None},
        {"email": "user:ana@acme.example"},
        {"email": "ana@else.example"},
        {"email": "ana@acme.example.else.example"},
        {"email": ["ana@acme.example"]},
    ],
)
async def test_who_is_switched_off_unlinked_or_of_elsewhere_belongs_to_nothing(
    system: CustomerSystem, connect: Connect, broken: dict[str, Any]
) -> None:
    system.owners = [owner("11", "ana@acme.example") | broken]
    content = await connect(HUB).people()
    assert members(content, "hub:account:11") == set()
    assert members(content, "hub:everyone") == set()
    assert not content.users


async def test_an_address_of_two_accounts_is_nobodys(system: CustomerSystem, connect: Connect) -> None:
    system.owners = [owner("11", "ana@acme.example"), owner("12", "ANA@acme.example", archived=True)]
    content = await connect(HUB).people()
    assert members(content, "hub:account:11") == set()


async def test_an_account_that_is_listed_twice_counts_as_the_worse_of_the_two(
    system: CustomerSystem, connect: Connect
) -> None:
    once, twice = owner("11", "ana@acme.example", archived=True), owner("11", "ana@acme.example")
    for system.owners in ([once, twice], [twice, once]):
        assert members(await connect(HUB).people(), "hub:everyone") == set()


async def test_a_second_id_of_two_accounts_is_nobodys(system: CustomerSystem, connect: Connect) -> None:
    system.owners = [owner("11", "ana@acme.example"), owner("12", "bob@acme.example", userId=1011)]
    system.teams = [{"id": "7", "userIds": [1011], "secondaryUserIds": []}]
    assert members(await connect(HUB).people(), "hub:team:7") == set()


async def test_a_declared_account_counts_before_its_address(system: CustomerSystem, connect: Connect) -> None:
    system.owners = [owner("11", "ana@acme.example"), owner("12", None)]
    content = await connect(HUB + 'accounts: {{"11": ana, "12": bob}}\n').people()
    assert members(content, "hub:account:11") == {"user:ana"}
    assert members(content, "hub:account:12") == {"user:bob"}


async def test_an_address_that_is_not_verified_does_not_count(
    system: CustomerSystem, connect: Connect
) -> None:
    text = HUB.replace("alias: userId", "alias: userId, verified: verified")
    system.owners = [owner("11", "ana@acme.example"), owner("12", "b@acme.example", verified=True)]
    system.owners.append(owner("13", "c@acme.example", verified="true"))
    assert members(await connect(text).people(), "hub:everyone") == {"hub:account:12"}


@pytest.mark.parametrize("broken", [{"userIds": None}, {"userIds": "x"}, {"userIds": [{}]}, {}])
async def test_a_team_whose_members_cannot_be_read_has_none(
    system: CustomerSystem, connect: Connect, broken: dict[str, Any]
) -> None:
    system.owners = [owner("11", "ana@acme.example")]
    system.teams = [{"id": "7", "secondaryUserIds": [1011] if "userIds" not in broken else [], **broken}]
    assert members(await connect(HUB).people(), "hub:team:7") == set()


async def test_memberships_as_rows_nest_and_may_turn_in_a_circle(
    system: CustomerSystem, connect: Connect
) -> None:
    system.users = [{"Id": f"u{n}", "Email": f"u{n}@acme.example", "IsActive": n != 3} for n in range(1, 4)]
    rows = [("g1", "u1"), ("g1", "g2"), ("g2", "u2"), ("g2", "g1"), ("g2", "u3"), ("g2", "ghost")]
    system.members = [{"GroupId": group, "UserOrGroupId": each} for group, each in rows]
    content = await connect(FORCE).people()
    assert members(content, "force:team:g1") == {"force:account:u1", "force:team:g2"}
    assert members(content, "force:team:g2") == {"force:account:u2", "force:team:g1"}
    asked = [each for each in system.paths() if each.endswith("members")]
    assert len(asked) == 4


@pytest.mark.parametrize("part", ["owners", "teams"])
@pytest.mark.parametrize("status", [403, 500])
async def test_a_list_that_cannot_be_read_leaves_what_the_directory_has(
    system: CustomerSystem, connect: Connect, part: str, status: int
) -> None:
    system.fail(part, status)
    with pytest.raises(SourceError):
        await connect(HUB).people()


async def test_an_account_without_an_id_stops_the_reading(system: CustomerSystem, connect: Connect) -> None:
    system.owners = [{"email": "ana@acme.example"}]
    with pytest.raises(SourceError):
        await connect(HUB).people()
