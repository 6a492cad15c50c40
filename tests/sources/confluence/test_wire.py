from typing import Any

import pytest

from fidedigno.sources.confluence import wire
from fidedigno.sources.shapes import fits

PAGE: dict[str, Any] = {
    "id": "10",
    "title": "Guide",
    "status": "current",
    "spaceId": "1",
    "parentId": None,
    "version": {"number": 3, "createdAt": "2026-11-30T12:00:00.000Z"},
}
ACCOUNT: dict[str, Any] = {"accountId": "a", "accountType": "atlassian", "accountStatus": "active"}


def test_a_page_says_what_it_stands_below() -> None:
    assert wire.Page.model_validate(PAGE).parent is None
    below = wire.Page.model_validate({**PAGE, "parentId": "9", "parentType": "folder"})
    assert below.parent == ("9", "folder")


def test_a_blog_post_stands_below_nothing() -> None:
    assert wire.Content.model_validate({**PAGE, "parentId": "9"}).parent is None


@pytest.mark.parametrize("missing", ["id", "title", "status", "spaceId", "parentId", "version"])
def test_a_page_that_lacks_what_decides_is_none(missing: str) -> None:
    assert fits(wire.Page, {key: value for key, value in PAGE.items() if key != missing}) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": 10},
        {"id": "10\n"},
        {"id": "../10"},
        {"parentId": 9},
        {"version": {"number": "3", "createdAt": "2026-11-30T12:00:00Z"}},
        {"version": {"number": 3, "createdAt": "2026-11-30T12:00:00"}},
    ],
)
def test_a_page_with_a_value_of_another_kind_is_none(wrong: dict[str, Any]) -> None:
    assert fits(wire.Page, {**PAGE, **wrong}) is None


def test_an_account_counts_only_if_everything_says_so() -> None:
    assert wire.Account.model_validate(ACCOUNT).counts
    assert not wire.Account.model_validate({**ACCOUNT, "accountStatus": "closed"}).counts
    assert fits(wire.Account, {**ACCOUNT, "isGuest": 0}) is None


@pytest.mark.parametrize("allowed", ["true", 1, None])
def test_only_true_is_a_permission(allowed: object) -> None:
    assert fits(wire.PermissionCheck, {"hasPermission": allowed}) is None
