from fidedigno.access import Directory
from fidedigno.model import NOBODY, UNKNOWN
from tests.fakes.gdrive import Workspace, anyone, domain, error, group, soon, user
from tests.sources.gdrive.conftest import Clock, Make, readers, take

ANA = user("ana@corp.example", "owner")
ADMIN = user("admin@corp.example", "organizer", inherited=True)
STAFF = group("staff@corp.example", inherited=True)


async def test_a_file_is_read_by_whom_its_permissions_name(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_file("plan", "root-101", ANA, group("staff@corp.example"))
    connector = make(drives=())
    item = (await take(connector)).items["plan"]
    assert await readers(connector, directory, item) == {"ana@corp.example", "luis@corp.example"}


async def test_a_file_whose_permissions_are_refused_is_unknown_and_counted(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("plan", "root-101", ANA)
    workspace.add_file("other", "root-101", ANA)
    refused = error(403, "insufficientFilePermissions")
    workspace.fail("/plan/permissions", 403, body=refused.body)
    connector = make(drives=())
    read = await take(connector)
    assert read.items["plan"].acl == UNKNOWN
    assert read.items["other"].acl.clauses
    assert (connector.counts.documents, connector.counts.unknown) == (2, 1)


async def test_a_list_that_was_throttled_is_read_at_the_next_try(workspace: Workspace, make: Make) -> None:
    workspace.add_file("plan", "root-101", ANA)
    workspace.fail("/plan/permissions", 403, times=1, body=error(403, "userRateLimitExceeded").body)
    assert (await take(make(drives=()))).items["plan"].acl.clauses


async def test_a_list_that_stays_throttled_is_unknown_and_read_again_without_a_change(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("plan", "root-101", ANA)
    workspace.fail("/plan/permissions", 429, times=3)
    connector = make(drives=())
    first = await take(connector)
    assert first.items["plan"].acl == UNKNOWN
    second = await take(connector, first.cursor)
    assert second.items["plan"].acl.clauses
    assert not (await take(connector, second.cursor)).changes


async def test_a_page_that_is_missing_makes_the_whole_list_unknown(workspace: Workspace, make: Make) -> None:
    workspace.add_file("plan", "root-101", ANA, *(user(f"p{n}@else.example") for n in range(150)))
    whole = make(drives=())
    assert (await take(whole)).items["plan"].acl.clauses
    pages = [each for each in workspace.asked if each.path.endswith("/plan/permissions")]
    assert [each.params.get("pageToken") for each in pages] == [None, "100"]
    workspace.permissions["plan"][120] = {"type": "user"}
    assert (await take(whole)).items["plan"].acl == UNKNOWN


async def test_a_list_of_nobody_is_not_unknown(workspace: Workspace, make: Make) -> None:
    workspace.add_file("plan", "DRIVE", user("admin@corp.example", "organizer", inherited=True))
    connector = make(users=())
    workspace.permissions["plan"][0]["emailAddress"] = "stranger@else.example"
    workspace.may_see = lambda subject, key: True  # type: ignore[method-assign]
    assert (await take(connector)).items["plan"].acl == NOBODY
    assert connector.counts.unknown == 0


async def test_a_member_of_the_shared_drive_does_not_read_below_a_folder_with_limited_access(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_folder(
        "limited", "DRIVE", ADMIN, user("eva@corp.example"), inheritedPermissionsDisabled=True
    )
    eva = user("eva@corp.example", inherited=True)
    workspace.add_folder("inner", "limited", ADMIN, STAFF, eva)
    workspace.add_file("secret", "inner", ADMIN, STAFF, eva)
    workspace.add_file("open", "DRIVE", ADMIN, STAFF)
    connector = make(users=())
    items = (await take(connector)).items
    assert await readers(connector, directory, items["secret"]) == {"admin@corp.example", "eva@corp.example"}
    assert await readers(connector, directory, items["open"]) == {"admin@corp.example", "luis@corp.example"}


async def test_a_grant_below_the_limit_is_kept_and_one_that_is_both_inherited_and_direct_too(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_folder("limited", "DRIVE", ADMIN, inheritedPermissionsDisabled=True)
    workspace.add_folder("inner", "limited", ADMIN, user("eva@corp.example"))
    both = {
        **STAFF,
        "permissionDetails": [
            {"permissionType": "member", "role": "reader", "inherited": True, "inheritedFrom": "DRIVE"},
            {"permissionType": "file", "role": "writer", "inherited": False},
        ],
    }
    workspace.add_file("secret", "inner", ADMIN, both, user("eva@corp.example", inherited=True))
    connector = make(users=())
    item = (await take(connector)).items["secret"]
    assert await readers(connector, directory, item) == {
        "admin@corp.example",
        "eva@corp.example",
        "luis@corp.example",
    }


async def test_below_an_ancestor_that_cannot_be_read_everything_is_unknown(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_folder("outer", "DRIVE", ADMIN, STAFF)
    workspace.add_folder("inner", "outer", ADMIN, STAFF)
    workspace.add_file("deep", "inner", ADMIN, STAFF)
    workspace.add_file("beside", "DRIVE", ADMIN, STAFF)
    workspace.fail("/files/outer$", 403)
    items = (await take(make(users=()))).items
    assert items["deep"].acl == UNKNOWN
    assert items["beside"].acl.clauses


async def test_a_folder_that_does_not_say_whether_its_access_is_limited_makes_it_unknown(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_folder("outer", "DRIVE", ADMIN, STAFF)
    workspace.add_file("deep", "outer", ADMIN, STAFF)
    del workspace.files["outer"]["inheritedPermissionsDisabled"]
    assert (await take(make(users=()))).items["deep"].acl == UNKNOWN


async def test_folders_that_hold_each_other_make_it_unknown(workspace: Workspace, make: Make) -> None:
    workspace.add_folder("one", "DRIVE", ADMIN)
    workspace.add_folder("two", "one", ADMIN)
    workspace.files["one"]["parents"] = ["two"]
    workspace.add_file("deep", "two", ADMIN)
    assert (await take(make(users=()))).items["deep"].acl == UNKNOWN


async def test_where_the_folders_above_are_not_shown_only_what_was_granted_below_counts(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    eva = user("eva@corp.example", "owner")
    workspace.add_folder("hidden", "root-103", eva)
    shared = user("ana@corp.example", "writer")
    workspace.add_folder("shared", "hidden", eva, shared)
    luis = user("luis@corp.example", inherited=True)
    workspace.add_file("plan", "shared", ANA, user("eva@corp.example", inherited=True), luis)
    connector = make(drives=())
    item = (await take(connector)).items["plan"]
    assert await readers(connector, directory, item) == {"ana@corp.example", "eva@corp.example"}


async def test_a_drive_of_members_only_admits_no_other_grantee(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_file("plan", "DRIVE", ADMIN, STAFF, user("eva@corp.example"))
    workspace.drives["DRIVE"]["restrictions"]["driveMembersOnly"] = True
    connector = make(users=())
    item = (await take(connector)).items["plan"]
    assert await readers(connector, directory, item) == {"admin@corp.example", "luis@corp.example"}


async def test_a_drive_of_the_organisation_only_asks_for_an_account_of_it_too(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("plan", "DRIVE", ADMIN)
    workspace.drives["DRIVE"]["restrictions"]["domainUsersOnly"] = True
    acl = (await take(make(users=()))).items["plan"].acl
    names = {each.name for clause in acl.clauses for each in clause}
    assert len(acl.clauses) == 2
    assert names == {"gdrive:corp:everyone", "gdrive:corp:account:100"}


async def test_a_drive_that_does_not_say_what_it_forbids_makes_its_files_unknown(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("plan", "DRIVE", ADMIN)
    del workspace.drives["DRIVE"]["restrictions"]["driveMembersOnly"]
    assert (await take(make(users=()))).items["plan"].acl == UNKNOWN


async def test_links_that_have_to_be_known_grant_nobody_unless_declared(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_file("world", "root-101", ANA, anyone(found=False))
    workspace.add_file("house", "root-101", ANA, domain("corp.example", found=False))
    connector = make(drives=())
    for item in (await take(connector)).items.values():
        assert await readers(connector, directory, item) == {"ana@corp.example"}
    declared = make(drives=(), link_shares=True)
    for item in (await take(declared)).items.values():
        assert len(await readers(declared, directory, item)) == 4


async def test_a_grant_that_ends_is_gone_after_its_end_though_no_feed_tells_it(
    workspace: Workspace, make: Make, directory: Directory, clock: Clock
) -> None:
    workspace.add_file("plan", "root-101", ANA, user("eva@corp.example", expirationTime=soon(1)))
    connector = make(drives=())
    first = await take(connector)
    assert "eva@corp.example" in await readers(connector, directory, first.items["plan"])
    assert not (await take(connector, first.cursor)).changes
    clock.later(days=2)
    second = await take(connector, first.cursor)
    assert await readers(connector, directory, second.items["plan"]) == {"ana@corp.example"}


async def test_each_folder_and_drive_is_read_once_in_a_synchronisation(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_folder("folder", "DRIVE", ADMIN, STAFF)
    for n in range(30):
        workspace.add_file(f"f{n}", "folder", ADMIN, STAFF)
    await take(make(users=()))
    paths = workspace.paths()
    assert paths.count("/drive/v3/files/folder") == 1
    assert paths.count("/drive/v3/drives/DRIVE") == 1
    assert (
        len(paths)
        == len(set(paths)) + paths.count("/token") - 1 + paths.count("/admin/directory/v1/users") - 1
    )


async def test_a_file_that_is_itself_limited_is_read_by_direct_grants_only(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    rows = (ADMIN, STAFF, user("eva@corp.example"))
    workspace.add_file("plan", "DRIVE", *rows, inheritedPermissionsDisabled=True)
    connector = make(users=())
    item = (await take(connector)).items["plan"]
    assert await readers(connector, directory, item) == {"admin@corp.example", "eva@corp.example"}
