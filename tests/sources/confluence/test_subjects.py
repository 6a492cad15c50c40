from typing import Any

import pytest
from pydantic import SecretStr

from fidedigno.model import ANYONE
from fidedigno.sources.confluence import ConfluenceOptions
from fidedigno.sources.confluence.names import account_principal, group_principal, licensed_principal
from fidedigno.sources.confluence.subjects import Subjects


def subjects(**more: Any) -> Subjects:
    return Subjects(
        ConfluenceOptions("https://c.example", "r@c.example", SecretStr("x"), name="corp", **more)
    )


@pytest.mark.parametrize(
    ("kind", "identifier", "expected"),
    [
        ("user", "a-1", account_principal("corp", "a-1")),
        ("USER", "a-1", account_principal("corp", "a-1")),
        ("group", "g-1", group_principal("corp", "g-1")),
        ("access_class", "anonymous-users", None),
        ("access_class", "all-licensed-users", None),
        ("access_class", "all-product-admins", None),
        ("access_class", "jsm-project-admins", None),
        ("team", "t-1", None),
        ("", "x", None),
        ("user", "user:x y", None),
        ("group", "", None),
    ],
)
def test_each_form_of_a_grant_means_one_principal_or_nobody(
    kind: str, identifier: str, expected: object
) -> None:
    found = subjects()
    assert found.of_typed(kind, identifier) == expected
    assert found.ignored.total() == (expected is None)


def test_visitors_and_all_who_are_licensed_count_where_an_option_says_so() -> None:
    found = subjects(anonymous_access=True, licensed_groups=("g-all",))
    assert found.of_class("anonymous-users") == ANYONE
    assert found.of_class("all-licensed-users") == licensed_principal("corp")
    assert found.of_class("authenticated-users") == licensed_principal("corp")
    assert found.of_class("all-product-admins") is None
    assert found.of_class(["anonymous-users"]) is None


@pytest.mark.parametrize(
    "entry",
    [
        None,
        "ana",
        7,
        [],
        {},
        {"accountId": None},
        {"type": "unknown", "accountId": "a-1", "id": "a-1"},
        {"type": "anonymous", "accountId": "a-1", "id": "a-1"},
        {"username": "ana", "name": "hr"},
    ],
)
def test_an_entry_that_names_nobody_we_know_is_counted_and_grants_nothing(entry: Any) -> None:
    found = subjects()
    assert found.of_users([entry]) == set() == found.of_groups([entry])
    assert found.ignored == {"account": 1, "group": 1}


def test_the_accounts_that_lists_name_are_remembered() -> None:
    found = subjects()
    found.of_users([{"accountId": "a-1"}, {"accountId": "b-1"}])
    assert found.accounts == {"a-1", "b-1"}
