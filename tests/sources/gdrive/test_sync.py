import logging

import pytest

from fidedigno.access import Directory
from fidedigno.sources.connector import Coverage, SourceError, SourceErrorKind
from tests.fakes.gdrive import DOC, Workspace, group, user
from tests.sources.gdrive.conftest import Make, readers, take

ANA = user("ana@corp.example", "owner")
ADMIN = user("admin@corp.example", "organizer", inherited=True)
STAFF = group("staff@corp.example", inherited=True)


async def test_everything_is_read_once_and_then_only_what_changed(workspace: Workspace, make: Make) -> None:
    workspace.add_file("mine", "root-101", ANA)
    workspace.add_file("ours", "DRIVE", ADMIN, STAFF)
    connector = make()
    first = await take(connector)
    assert first.coverage is Coverage.FULL
    assert first.items.keys() == {"mine", "ours"}
    workspace.add_file("new", "DRIVE", ADMIN)
    workspace.touch("DRIVE", "new")
    second = await take(connector, first.cursor)
    assert second.coverage is Coverage.SINCE
    assert second.items.keys() == {"new"}
    assert not (await take(connector, second.cursor)).changes


async def test_many_pages_of_files_and_of_changes_are_all_read(workspace: Workspace, make: Make) -> None:
    workspace.page_size = 2
    for n in range(5):
        workspace.add_file(f"f{n}", "root-101", ANA)
    connector = make(drives=())
    first = await take(connector)
    assert len(first.items) == 5
    for n in range(5):
        workspace.touch("ana@corp.example", f"f{n}")
    assert len((await take(connector, first.cursor)).items) == 5


async def test_what_went_is_told_first_and_nothing_is_asked_about_it(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("old", "root-101", ANA)
    workspace.add_file("zeta", "root-101", ANA)
    connector = make(drives=())
    first = await take(connector)
    del workspace.files["old"]
    workspace.touch("ana@corp.example", "zeta")
    workspace.touch("ana@corp.example", "old")
    workspace.asked.clear()
    second = await take(connector, first.cursor)
    assert [type(each).__name__ for each in second.changes] == ["Removed", "Upserted"]
    assert second.removed == {"old"}
    assert not [each for each in workspace.paths() if "old" in each]


async def test_a_file_in_the_bin_is_removed_and_one_taken_out_of_it_is_there_again(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("plan", "root-101", ANA)
    connector = make(drives=())
    first = await take(connector)
    workspace.files["plan"]["trashed"] = True
    workspace.touch("ana@corp.example", "plan")
    second = await take(connector, first.cursor)
    assert second.removed == {"plan"}
    workspace.files["plan"]["trashed"] = False
    workspace.touch("ana@corp.example", "plan")
    assert (await take(connector, second.cursor)).items.keys() == {"plan"}


async def test_a_folder_that_changed_has_everything_below_it_looked_at_again(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_folder("outer", "DRIVE", ADMIN, STAFF)
    workspace.add_folder("inner", "outer", ADMIN, STAFF)
    workspace.add_file("deep", "inner", ADMIN, STAFF)
    workspace.add_file("beside", "DRIVE", ADMIN, STAFF)
    connector = make(users=())
    first = await take(connector)
    assert "luis@corp.example" in await readers(connector, directory, first.items["deep"])
    workspace.files["outer"]["inheritedPermissionsDisabled"] = True
    workspace.permissions["outer"] = [ADMIN]
    workspace.touch("DRIVE", "outer")
    second = await take(connector, first.cursor)
    assert second.items.keys() == {"deep"}
    assert await readers(connector, directory, second.items["deep"]) == {"admin@corp.example"}


async def test_folders_below_a_changed_one_that_hold_each_other_end(workspace: Workspace, make: Make) -> None:
    workspace.add_folder("one", "DRIVE", ADMIN)
    workspace.add_folder("two", "one", ADMIN)
    connector = make(users=())
    first = await take(connector)
    workspace.files["one"]["parents"] = ["two"]
    workspace.touch("DRIVE", "one")
    assert (await take(connector, first.cursor)).coverage is Coverage.SINCE


@pytest.mark.parametrize("how", ["removed", "trashed"])
async def test_a_folder_that_went_has_everything_read_since_it_takes_along_what_is_in_it(
    workspace: Workspace, make: Make, how: str
) -> None:
    workspace.add_folder("folder", "DRIVE", ADMIN)
    workspace.add_file("inside", "folder", ADMIN)
    workspace.add_file("beside", "DRIVE", ADMIN)
    connector = make(users=())
    first = await take(connector)
    if how == "removed":
        del workspace.files["folder"]
        del workspace.files["inside"]
    else:
        workspace.files["folder"]["trashed"] = workspace.files["inside"]["trashed"] = True
    workspace.touch("DRIVE", "folder")
    second = await take(connector, first.cursor)
    assert second.coverage is Coverage.FULL
    assert second.items.keys() == {"beside"}


async def test_a_place_that_the_feed_has_forgotten_has_everything_read(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("mine", "root-101", ANA)
    connector = make(drives=())
    first = await take(connector)
    workspace.forgotten.add("ana@corp.example")
    second = await take(connector, first.cursor)
    assert second.coverage is Coverage.FULL
    assert second.items.keys() == {"mine"}


@pytest.mark.parametrize("cursor", ["", "{}", "[", "[" * 9999, '{"version":1}', "0" * 10_000, "null"])
async def test_a_cursor_that_is_not_ours_has_everything_read(
    workspace: Workspace, make: Make, cursor: str
) -> None:
    workspace.add_file("mine", "root-101", ANA)
    assert (await take(make(drives=()), cursor)).coverage is Coverage.FULL


async def test_other_options_have_everything_read(workspace: Workspace, make: Make) -> None:
    cursor = (await take(make())).cursor
    assert (await take(make(), cursor)).coverage is Coverage.SINCE
    assert (await take(make(link_shares=True), cursor)).coverage is Coverage.FULL
    assert (await take(make(drives=()), cursor)).coverage is Coverage.FULL


async def test_an_incomplete_list_is_no_list_and_leaves_the_cursor_as_it_was(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("mine", "root-101", ANA)
    workspace.incomplete = True
    changes = await make(drives=()).changes(None)
    with pytest.raises(SourceError) as raised:
        async for _ in changes.stream:
            pass
    assert raised.value.kind is SourceErrorKind.TEMPORARY
    with pytest.raises(RuntimeError):
        changes.cursor()


async def test_a_drive_that_changed_is_read_anew(
    workspace: Workspace, make: Make, directory: Directory
) -> None:
    workspace.add_file("plan", "DRIVE", ADMIN, user("eva@corp.example"))
    connector = make(users=())
    first = await take(connector)
    assert "eva@corp.example" in await readers(connector, directory, first.items["plan"])
    workspace.drives["DRIVE"]["restrictions"]["driveMembersOnly"] = True
    workspace.feeds["DRIVE"] = [{"changeType": "drive", "driveId": "DRIVE"}]
    second = await take(connector, first.cursor)
    assert second.coverage is Coverage.SINCE
    assert await readers(connector, directory, second.items["plan"]) == {"admin@corp.example"}


async def test_a_drive_that_was_lost_has_everything_read(workspace: Workspace, make: Make) -> None:
    connector = make()
    first = await take(connector)
    workspace.feeds["DRIVE"] = [{"changeType": "drive", "driveId": "DRIVE", "removed": True}]
    assert (await take(connector, first.cursor)).coverage is Coverage.FULL


async def test_a_file_given_to_another_account_that_is_read_stays_and_to_a_stranger_goes(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("plan", "root-101", ANA, user("eva@corp.example", "writer"))
    connector = make(drives=(), users=("ana@corp.example", "eva@corp.example"))
    first = await take(connector)
    workspace.permissions["plan"] = [user("eva@corp.example", "owner"), user("ana@corp.example", "writer")]
    workspace.files["plan"] |= {"owners": [{"emailAddress": "eva@corp.example"}], "parents": ["root-103"]}
    workspace.touch("ana@corp.example", "plan")
    workspace.touch("eva@corp.example", "plan")
    second = await take(connector, first.cursor)
    assert second.items.keys() == {"plan"}
    assert not second.removed
    workspace.files["plan"]["owners"] = [{"emailAddress": "luis@corp.example"}]
    workspace.touch("eva@corp.example", "plan")
    assert (await take(connector, second.cursor)).removed == {"plan"}


async def test_what_others_share_with_an_account_is_not_removed_by_its_feed(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("plan", "root-101", ANA, user("eva@corp.example"))
    connector = make(drives=(), users=("ana@corp.example", "eva@corp.example"))
    first = await take(connector)
    workspace.touch("eva@corp.example", "plan")
    assert not (await take(connector, first.cursor)).changes


async def test_an_account_that_was_suspended_has_its_files_closed(workspace: Workspace, make: Make) -> None:
    workspace.add_file("mine", "root-101", ANA)
    workspace.add_file("hers", "root-103", user("eva@corp.example", "owner"))
    connector = make(drives=(), users=("ana@corp.example", "eva@corp.example"))
    first = await take(connector)
    workspace.users["103"]["suspended"] = True
    second = await take(connector, first.cursor)
    assert second.coverage is Coverage.FULL
    assert second.items.keys() == {"mine"}


async def test_every_active_account_is_read_where_none_is_named(workspace: Workspace, make: Make) -> None:
    workspace.add_file("mine", "root-101", ANA)
    workspace.add_file("hers", "root-103", user("eva@corp.example", "owner"))
    assert (await take(make(drives=(), users=None))).items.keys() == {"mine", "hers"}


async def test_tokens_that_end_in_the_middle_are_renewed(workspace: Workspace, make: Make) -> None:
    workspace.page_size = 2
    for n in range(6):
        workspace.add_file(f"f{n}", "root-101", ANA)
    changes = await make(drives=()).changes(None)
    found = []
    async for change in changes.stream:
        found.append(change)
        workspace.expire_tokens()
    assert len(found) == 6
    assert changes.cursor()


async def test_a_row_that_is_no_file_is_left_out_counted_and_removed(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_file("good", "root-101", ANA)
    workspace.add_file("odd", "root-101", ANA, name=["a list"])
    workspace.add_file("undated", "root-101", ANA, modifiedTime="yesterday")
    connector = make(drives=())
    first = await take(connector)
    assert first.items.keys() == {"good"}
    assert connector.counts.strange == 2
    for each in ("odd", "undated"):
        workspace.touch("ana@corp.example", each)
    assert (await take(connector, first.cursor)).removed == {"odd", "undated"}


async def test_folders_shortcuts_and_forms_make_no_document(workspace: Workspace, make: Make) -> None:
    workspace.add_folder("folder", "root-101", ANA)
    for kind in ("shortcut", "form", "map"):
        workspace.add_file(kind, "root-101", ANA, mimeType=f"application/vnd.google-apps.{kind}")
    workspace.add_file("doc", "folder", ANA, mimeType=DOC)
    read = await take(make(drives=()))
    assert read.items.keys() == {"doc"}
    assert read.items["doc"].path == ("folder",)


async def test_logs_hold_no_name_address_or_token(
    workspace: Workspace, make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "fidedigno")
    workspace.add_file("plan", "root-101", ANA, name="Salaries.txt")
    workspace.fail("/plan/permissions", 503)
    connector = make()
    await take(connector)
    await connector.people()
    assert "1 of unknown rights" in caplog.text
    for word in ("Salaries", "corp.example", "sesame", workspace.url):
        assert word not in caplog.text


@pytest.mark.parametrize("read", [("ana@corp.example",), ("ana@corp.example", "eva@corp.example")])
async def test_a_folder_of_somebody_else_that_changed_has_ones_own_files_below_looked_at_again(
    workspace: Workspace, make: Make, directory: Directory, read: tuple[str, ...]
) -> None:
    eva = user("eva@corp.example", "owner")
    luis, shared = user("luis@corp.example"), user("ana@corp.example", "writer")
    workspace.add_folder("folder", "root-103", eva, luis, shared)
    below = [user("luis@corp.example", inherited=True), user("eva@corp.example", inherited=True)]
    workspace.add_file("plan", "folder", ANA, *below)
    connector = make(drives=(), users=read)
    first = await take(connector)
    assert "luis@corp.example" in await readers(connector, directory, first.items["plan"])
    workspace.permissions["folder"].remove(luis)
    workspace.permissions["plan"].remove(below[0])
    workspace.touch("ana@corp.example", "folder")
    workspace.touch("eva@corp.example", "folder")
    second = await take(connector, first.cursor)
    assert "luis@corp.example" not in await readers(connector, directory, second.items["plan"])


async def test_a_folder_of_somebody_else_that_went_has_everything_read(
    workspace: Workspace, make: Make
) -> None:
    shared = user("ana@corp.example", "writer")
    workspace.add_folder("folder", "root-103", user("eva@corp.example", "owner"), shared)
    workspace.add_file("plan", "folder", ANA)
    connector = make(drives=())
    first = await take(connector)
    workspace.permissions["folder"].remove(shared)
    workspace.touch("ana@corp.example", "folder")
    assert (await take(connector, first.cursor)).coverage is Coverage.FULL


async def test_a_file_in_the_bin_below_a_folder_that_changed_is_removed(
    workspace: Workspace, make: Make
) -> None:
    workspace.add_folder("folder", "DRIVE", ADMIN)
    workspace.add_file("plan", "folder", ADMIN)
    connector = make(users=())
    first = await take(connector)
    workspace.files["plan"]["trashed"] = True
    workspace.touch("DRIVE", "folder")
    assert (await take(connector, first.cursor)).removed == {"plan"}


@pytest.mark.parametrize("drives", [("DRIVE", "OTHER"), ("OTHER", "DRIVE")])
async def test_a_file_that_moves_to_another_drive_that_is_read_is_not_removed(
    workspace: Workspace, make: Make, drives: tuple[str, ...]
) -> None:
    workspace.add_drive("OTHER", user("admin@corp.example", "organizer"))
    workspace.add_file("plan", "DRIVE", ADMIN)
    connector = make(users=(), drives=drives)
    first = await take(connector)
    workspace.files["plan"] |= {"driveId": "OTHER", "parents": ["OTHER"]}
    workspace.touch("DRIVE", "plan", removed=True)
    workspace.touch("OTHER", "plan")
    second = await take(connector, first.cursor)
    assert second.items.keys() == {"plan"}
    assert not second.removed
