"""Accounts: what is taken away closes, and what is said of an address links only where it may."""

from typing import Any

import pytest

from fidedigno.access.provided_accounts import ProvidedAccounts
from fidedigno.serve.scim.refusal import ScimRefusal
from fidedigno.serve.scim.users import Users
from tests.access.house import House


@pytest.fixture
def users(house: House) -> Users:
    return Users(ProvidedAccounts(house.database, "corp"), "http://scim", frozenset({"campus.example"}))


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "remove", "path": "active"},
        {"op": "replace", "path": "active", "value": None},
        {"op": "replace", "value": {"active": None}},
    ],
)
def test_an_account_whose_active_is_taken_away_is_not_active(
    house: House, users: Users, operation: dict[str, Any]
) -> None:
    made = users.create({"userName": "ana"})["id"]
    assert users.patch(made, {"Operations": [operation]}, None)["active"] is False
    assert not house.directory.identity("ana").enabled


def test_other_changes_of_an_account_that_is_off_leave_it_off(house: House, users: Users) -> None:
    made = users.create({"userName": "ana"})["id"]
    house.directory.set_enabled("ana", False)
    users.patch(made, {"Operations": [{"op": "add", "path": "displayName", "value": "Ana"}]}, None)
    users.replace(made, {"userName": "ana"}, None)
    assert not house.directory.identity("ana").enabled


def test_an_account_without_a_name_cannot_be_made_by_taking_it_away(users: Users) -> None:
    made = users.create({"userName": "ana"})["id"]
    for operation in ({"op": "remove", "path": "userName"}, {"op": "replace", "value": {"userName": None}}):
        with pytest.raises(ScimRefusal) as refused:
            users.patch(made, {"Operations": [operation]}, None)
        assert refused.value.kind == "mutability"


def test_an_address_of_another_domain_gives_no_right_of_that_domain(house: House, users: Users) -> None:
    users.create({"userName": "ana", "emails": [{"value": "ana@board.example", "primary": True}]})
    users.create({"userName": "luis", "emails": [{"value": "luis@campus.example"}]})
    held = {str(p) for name in ("ana", "luis") for p in house.directory.identity(name).principals}
    assert held == {"user:ana", "user:luis", "domain:campus.example", "anyone"}
