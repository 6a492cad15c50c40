import pytest

from fidedigno.sources.connector import SourceError
from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.directory import Roster, address_of, counts
from tests.fakes.gdrive import Workspace, member
from tests.sources.gdrive.conftest import Make


def person(key: str, address: str, **more: object) -> wire.User:
    row = {"id": key, "primaryEmail": address, "suspended": False, "archived": False}
    return wire.User.model_validate({**row, **more})


def test_addresses_find_an_account_whatever_their_case_and_by_every_alias() -> None:
    roster = Roster(
        (person("1", "Ana@b.example", aliases=["A@b.example"], nonEditableAliases=["a@c.example"]),), ()
    )
    assert {roster.account(each) for each in ("ana@B.example", "a@b.example", "A@C.example")} == {"1"}
    assert roster.account("b@b.example") is None
    assert roster.account("") is None


def test_an_address_of_two_accounts_is_nobodys_and_that_of_a_deleted_one_is_free() -> None:
    both = Roster((person("1", "a@b.example"), person("2", "x@b.example", aliases=["A@b.example"])), ())
    assert both.account("a@b.example") is None
    later = Roster((person("1", "a@b.example", deletionTime="-"), person("2", "a@b.example")), ())
    assert later.account("a@b.example") == "2"


@pytest.mark.parametrize(
    "more",
    [
        {"suspended": True},
        {"archived": True},
        {"isGuestUser": True},
        {"deletionTime": "-"},
        {"suspended": None},
        {"archived": None},
    ],
)
def test_an_account_that_is_closed_or_does_not_say_so_does_not_count(more: dict[str, object]) -> None:
    assert counts(person("1", "a@b.example"))
    assert not counts(person("1", "a@b.example", **more))


@pytest.mark.parametrize(
    "text", ["", "a", "user:a@b.example", "a@b@c.example", "x" * 10_000, "a b@c.example"]
)
def test_what_is_no_address_is_none(text: str) -> None:
    assert address_of(text) is None


async def test_long_lists_are_read_to_the_end(workspace: Workspace, make: Make) -> None:
    workspace.page_size = 3
    for n in range(10):
        workspace.add_user(f"2{n}", f"u{n}@corp.example")
    workspace.add_group("g1", "staff@corp.example", *(member(f"2{n}") for n in range(10)))
    content = await make().people()
    staff = next(each for each in content.groups if each.name == "gdrive:corp:group:g1")
    assert len(content.users) == 14
    assert len(staff.members or ()) == 10


@pytest.mark.parametrize("path", ["directory/v1/users$", "directory/v1/groups$"])
async def test_a_list_that_cannot_be_read_ends_the_reading(
    workspace: Workspace, make: Make, path: str
) -> None:
    workspace.fail(path, 403)
    with pytest.raises(SourceError):
        await make().people()
    with pytest.raises(SourceError):
        await make().changes(None)
