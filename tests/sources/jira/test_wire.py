import pytest

from fidedigno.sources import shapes
from fidedigno.sources.connector import SourceError
from fidedigno.sources.jira import wire


def test_names_are_those_of_jira_and_more_is_let_pass() -> None:
    found = shapes.found(wire.Account, {"accountId": "712020:ab-c", "more": 1})
    assert found is not None
    assert found.account_id == "712020:ab-c"


@pytest.mark.parametrize("hostile", [5, None, "", "a b", "x" * 129, "a'--", ["acc"]])
def test_an_account_is_named_by_an_account_id(hostile: object) -> None:
    assert shapes.found(wire.Account, {"accountId": hostile}) is None


@pytest.mark.parametrize("active", ["true", 1, None])
def test_an_account_is_active_only_if_that_is_said_plainly(active: object) -> None:
    said = {"accountId": "acc", "accountType": "atlassian", "active": active}
    assert shapes.found(wire.ListedAccount, said) is None


def test_the_error_of_a_wrong_shape_holds_no_value() -> None:
    with pytest.raises(SourceError) as caught:
        shapes.required(wire.Level, {"id": "secret"}, "a level")
    assert "secret" not in str(caught.value)
