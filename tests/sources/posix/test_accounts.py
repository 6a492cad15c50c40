import os
import pwd

import pytest

from fidedigno.model import Principal
from fidedigno.sources.posix.accounts import directory_content, find_account, find_group, linked
from tests.fakes.dokuwiki import identity_of


def test_accounts_of_this_machine_are_found_by_name_and_number() -> None:
    me = pwd.getpwuid(os.getuid())
    found = find_account(me.pw_name)
    assert found == find_account(str(me.pw_uid))
    assert found is not None
    assert me.pw_gid in found.gids


@pytest.mark.parametrize("name", ["", "no such account", "-1", "٣", "99999999999999", "a\0b", "user:root"])
def test_what_is_no_account_is_none(name: str) -> None:
    assert find_account(name) is None


def test_groups_are_found_by_name_and_number() -> None:
    assert find_group("root") == 0
    assert find_group("77") == 77
    assert find_group("no such group") is None


@pytest.mark.usefixtures("people")
def test_groups_hold_linked_people_and_linked_groups() -> None:
    links = linked({"ana": "ana.ruiz", "61002": "bo", "gone": "x"}, {"staff": "group:ldap:c:group:staff"})
    content = directory_content(links, "w")
    members = {each.name: set(each.members or ()) for each in content.groups}
    ana, bo = Principal.user("ana.ruiz"), Principal.user("bo")
    assert members["posix:w:user:61001"] == {ana}
    assert members["posix:w:group:62001"] == {ana, Principal.group("ldap:c:group:staff")}
    assert members["posix:w:group:62002"] == {ana, bo}
    assert members["posix:w:everyone"] == {ana, bo}
    assert links.left_out == 1
    assert Principal.group("posix:w:group:62002") in identity_of(content, "bo").principals


@pytest.mark.usefixtures("people")
def test_an_account_that_two_users_claim_is_nobodys() -> None:
    links = linked({"ana": "one", "61001": "two"}, {})
    assert (dict(links.users), links.left_out) == ({}, 1)
