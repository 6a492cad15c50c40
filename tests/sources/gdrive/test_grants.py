from typing import Any

import pytest

from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.directory import Roster
from fidedigno.sources.gdrive.grants import IncompleteRowError, Reader
from fidedigno.sources.gdrive.names import Names
from tests.fakes.gdrive import NOW, anyone, domain, group, soon, user

ROSTER = Roster(
    (wire.User(id="101", primaryEmail="ana@corp.example", suspended=False, archived=False),),
    (wire.Group(id="g1", email="staff@corp.example", aliases=("team@corp.example",)),),
)
READER = Reader(ROSTER, Names("corp"))
ANA = "gdrive:corp:account:101"
STAFF = "gdrive:corp:group:g1"


def grants(row: dict[str, Any], reader: Reader = READER) -> list[str]:
    return [each.who.name for each in reader.grants([wire.Permission.model_validate(row)], NOW)]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (user("ana@corp.example"), [ANA]),
        (user("ANA@Corp.Example", "commenter"), [ANA]),
        (user("ana@corp.example", "fileOrganizer"), [ANA]),
        (group("team@corp.example", "writer"), [STAFF]),
        (user("ana@corp.example", expirationTime=soon(1)), [ANA]),
        (domain("corp.example", found=True), ["gdrive:corp:domain:corp.example"]),
        (anyone(found=True), ["gdrive:corp:everyone"]),
        (anyone(found=False), []),
        (domain("corp.example", found=False), []),
        (domain("group:staff", found=True), []),
        (user("stranger@else.example"), []),
        (user("user:ana@corp.example"), []),
        (user("x" * 10_000), []),
        (user("staff@corp.example"), []),
        (group("ana@corp.example"), []),
        (user("ana@corp.example", deleted=True), []),
        ({**user("ana@corp.example", deleted=True), "emailAddress": None}, []),
        (user("ana@corp.example", expirationTime=soon(0)), []),
        (user("ana@corp.example", expirationTime=soon(-1)), []),
        (user("ana@corp.example", view="metadata"), []),
        (user("ana@corp.example", "publishedReader", view="published"), []),
        (user("ana@corp.example", "robot"), []),
        ({**user("ana@corp.example"), "type": "planet"}, []),
        (user("ana@corp.example", inherited=True, inheritedPermissionsDisabled=True), []),
        (user("ana@corp.example", "organizer", inherited=True, inheritedPermissionsDisabled=True), [ANA]),
        (user("ana@corp.example", inheritedPermissionsDisabled=True), [ANA]),
    ],
)
def test_each_row_grants_whom_it_means_and_doubt_nobody(row: dict[str, Any], expected: list[str]) -> None:
    assert grants(row) == expected


@pytest.mark.parametrize(
    ("row", "missing"),
    [
        (user("ana@corp.example"), "deleted"),
        (user("ana@corp.example"), "emailAddress"),
        (group("staff@corp.example"), "deleted"),
        (domain("corp.example", found=True), "domain"),
        (domain("corp.example", found=True), "allowFileDiscovery"),
        (anyone(found=True), "allowFileDiscovery"),
    ],
)
def test_a_missing_field_that_decides_is_not_taken_for_false(row: dict[str, Any], missing: str) -> None:
    with pytest.raises(IncompleteRowError):
        grants({key: value for key, value in row.items() if key != missing})


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-11-30T10:00:00", "9" * 50])
def test_an_end_that_is_not_understood_makes_the_list_unknown(text: str) -> None:
    with pytest.raises(IncompleteRowError):
        grants(user("ana@corp.example", expirationTime=text))


def test_links_count_where_that_is_declared() -> None:
    declared = Reader(ROSTER, Names("corp"), link_shares=True)
    assert grants(anyone(found=False), declared) == ["gdrive:corp:everyone"]
    assert grants(domain("corp.example", found=False), declared) == ["gdrive:corp:domain:corp.example"]


def test_all_details_are_read_not_only_the_first() -> None:
    row = user("ana@corp.example", inherited=True)
    row["permissionDetails"].append({"permissionType": "file", "role": "reader", "inherited": False})
    (grant,) = READER.grants([wire.Permission.model_validate(row)], NOW)
    assert (grant.direct, grant.always) == (True, False)


def test_without_details_a_grant_does_not_count_as_direct() -> None:
    row = {key: value for key, value in user("ana@corp.example").items() if key != "permissionDetails"}
    (grant,) = READER.grants([wire.Permission.model_validate(row)], NOW)
    assert not grant.direct
