import pytest

from fidedigno.access import Directory
from fidedigno.access.content import UserEntry
from fidedigno.model import Principal
from fidedigno.sources.connector import SourceError
from tests.fakes.gdrive import Workspace, group, member, user
from tests.sources.gdrive.conftest import Make, readers, take

ANA = user("ana@corp.example", "owner")


async def holders(make: Make, directory: Directory, name: str, **options: object) -> set[str]:
    directory.load(await make(**options).people(), replace=False)
    wanted = Principal.group(name)
    return {each.name for each in directory.users() if wanted in directory.identity(each.name).principals}


async def test_nested_groups_are_read_once_each_and_close_over_cycles(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_group("g2", "b@corp.example", member("g3", "GROUP"))
    workspace.add_group("g3", "c@corp.example", member("g4", "GROUP"), member("101"))
    workspace.add_group("g4", "d@corp.example", member("g2", "GROUP"), member("103"))
    workspace.add_group("g5", "e@corp.example", member("g4", "GROUP"))
    everyone = {"ana@corp.example", "eva@corp.example"}
    for name in ("g2", "g3", "g4", "g5"):
        workspace.asked.clear()
        assert await holders(make, directory, f"gdrive:corp:group:{name}") == everyone
        read = [each for each in workspace.paths() if each.endswith("/members")]
        assert len(read) == len(set(read)) == 5


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (member("101"), {"ana@corp.example"}),
        (member("101", status="SUSPENDED"), set()),
        (member("C0", "CUSTOMER"), {f"{n}@corp.example" for n in ("admin", "ana", "eva", "luis")}),
        (member("e9", "EXTERNAL"), set()),
        (member("999"), set()),
        (member("gX", "GROUP"), set()),
        (member("101", "ROBOT"), set()),
        ({"type": "USER"}, set()),
    ],
)
async def test_each_kind_of_member_is_who_it_means_and_an_unknown_kind_nobody(
    workspace: Workspace, make: Make, directory: Directory, row: dict[str, str], expected: set[str]
) -> None:
    workspace.add_group("g1", "staff@corp.example", row)
    assert await holders(make, directory, "gdrive:corp:group:g1") == expected


@pytest.mark.parametrize(
    "change",
    [{"suspended": True}, {"archived": True}, {"isGuestUser": True}, {"suspended": None}],
)
async def test_an_account_that_does_not_count_loses_every_group_and_stays_a_user(
    workspace: Workspace, make: Make, directory: Directory, change: dict[str, object]
) -> None:
    workspace.add_group("g1", "staff@corp.example", member("103"), member("C0", "CUSTOMER"))
    assert "eva@corp.example" in await holders(make, directory, "gdrive:corp:group:g1")
    workspace.users["103"] |= change
    for name in ("group:g1", "account:103", "everyone", "domain:corp.example"):
        assert "eva@corp.example" not in await holders(make, directory, f"gdrive:corp:{name}")
    assert directory.identity("eva@corp.example").enabled


async def test_a_deleted_account_loses_its_own_group(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    assert await holders(make, directory, "gdrive:corp:account:103") == {"eva@corp.example"}
    workspace.deleted["103"] = workspace.users.pop("103")
    assert await holders(make, directory, "gdrive:corp:account:103") == set()


async def test_a_group_whose_members_are_refused_has_none_and_the_others_theirs(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_group("g2", "b@corp.example", member("101"))
    workspace.fail("/groups/g1/members", 403)
    assert await holders(make, directory, "gdrive:corp:group:g1") == set()
    assert await holders(make, directory, "gdrive:corp:group:g2") == {"ana@corp.example"}


async def test_a_failure_that_passes_leaves_what_is_stored(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    assert await holders(make, directory, "gdrive:corp:group:g1") == {"luis@corp.example"}
    workspace.fail("/groups/g1/members", 503, times=3)
    with pytest.raises(SourceError):
        await make().people()
    assert Principal.group("gdrive:corp:group:g1") in directory.identity("luis@corp.example").principals


async def test_a_group_that_became_empty_revokes_everybody(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    assert await holders(make, directory, "gdrive:corp:group:g1")
    workspace.add_group("g1", "staff@corp.example")
    assert await holders(make, directory, "gdrive:corp:group:g1") == set()


async def test_a_new_address_touches_no_grant_at_rest(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_file("plan", "root-101", ANA, user("eva@corp.example"), group("staff@corp.example"))
    connector = make(drives=(), people={"eva.lopez@corp.example": "eva", "eva@corp.example": "eva"})
    item = (await take(connector)).items["plan"]
    assert await readers(connector, directory, item) == {"ana@corp.example", "eva", "luis@corp.example"}
    workspace.users["103"]["primaryEmail"] = "eva.lopez@corp.example"
    workspace.groups["g1"]["email"] = "team@corp.example"
    assert await readers(connector, directory, item) == {"ana@corp.example", "eva", "luis@corp.example"}


async def test_an_address_given_to_somebody_new_brings_no_old_right(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_file("plan", "root-101", ANA, user("eva@corp.example"))
    connector = make(drives=())
    item = (await take(connector)).items["plan"]
    workspace.deleted["103"] = workspace.users.pop("103")
    workspace.add_user("204", "eva@corp.example")
    assert await readers(connector, directory, item) == {"ana@corp.example"}


async def test_a_person_counts_whatever_the_case_of_the_address_and_by_an_alias_in_a_list(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    eva = user("eva@corp.example", "owner")
    workspace.add_file("plan", "root-103", eva, user("ANA.Garcia@Corp.Example"))
    connector = make(drives=(), users=("eva@corp.example",))
    item = (await take(connector)).items["plan"]
    assert await readers(connector, directory, item) == {"ana@corp.example", "eva@corp.example"}


async def test_addresses_with_a_plus_are_others(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_file("plan", "root-101", ANA, user("eva+x@corp.example"))
    connector = make(drives=())
    assert await readers(connector, directory, (await take(connector)).items["plan"]) == {"ana@corp.example"}


async def test_an_address_that_two_accounts_hold_is_nobodys(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_file("plan", "root-101", ANA, user("eva@corp.example"))
    workspace.add_user("104", "eve@corp.example", aliases=["EVA@corp.example"])
    connector = make(drives=())
    assert await readers(connector, directory, (await take(connector)).items["plan"]) == {"ana@corp.example"}


async def test_an_unlinked_account_holds_nothing_and_makes_no_user(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    known = {"ana@corp.example": "ana"}
    content = await make(link=known.get, people={"luis@corp.example": "lucho"}).people()
    assert [each.name for each in content.users] == ["ana", "lucho"]
    directory.load(content, replace=False)
    assert directory.identity("eva@corp.example").user is None


async def test_a_link_finds_whom_the_directory_has_already(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    directory.put_user(UserEntry("anag", "Ana", "ana@corp.example", True, {"role": "teacher"}))
    connector = make(link={"ana@corp.example": "anag"}.get)
    directory.load(await connector.people(), replace=False)
    identity = directory.identity("ana@corp.example")
    assert (identity.user, identity.attributes["gdrive.corp.id"]) == ("anag", "101")
    assert identity.attributes["role"] == "teacher"
    assert Principal.group("gdrive:corp:account:101") in identity.principals


@pytest.mark.parametrize("name", ["user:admin", "group:staff", "x" * 10_000, "a\nb", "", 'x"; drop', 7])
async def test_a_hostile_name_or_address_harms_nobody(
    workspace: Workspace, make: Make, directory: Directory, name: object
) -> None:
    workspace.add_user("104", str(name) or "-")
    workspace.add_group("g9", str(name), member("104"), name=name)
    directory.load(await make().people(), replace=False)
    assert {each.name for each in directory.users()} == {
        f"{n}@corp.example" for n in ("admin", "ana", "eva", "luis")
    }


async def test_rows_that_come_twice_as_pages_shift_are_one(workspace: Workspace, make: Make) -> None:
    workspace.groups["again"] = workspace.groups["g1"]
    workspace.users["again"] = workspace.users["101"]
    content = await make().people()
    assert len({each.name for each in content.groups}) == len(content.groups)
    assert len(content.users) == 4


async def test_groups_of_two_connectors_do_not_meet(workspace: Workspace, make: Make) -> None:
    from fidedigno.sources.gdrive import Names

    assert Names("corp").group("g1") != Names("other").group("g1")
    names = {each.name for each in (await make().people()).groups}
    assert all(each.startswith("gdrive:corp:") for each in names)


async def test_neither_of_two_accounts_with_one_address_is_linked_to_its_person(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    assert await holders(make, directory, "gdrive:corp:account:103") == {"eva@corp.example"}
    workspace.add_user("104", "EVA@corp.example")
    for account in ("103", "104"):
        assert await holders(make, directory, f"gdrive:corp:account:{account}") == set()
