import pytest

from fidedigno.model import PrincipalKind
from fidedigno.sources.confluence.names import (
    account_principal,
    content_id,
    group_principal,
    licensed_principal,
    readable_id,
)

HOSTILE = ["", "user:ana/../x", "a b", "x" * 129, "é", "a\n", "-a", None, 7, ["a"], "g\u202eid", "a'--"]


def test_names_say_the_system_the_site_and_what_it_is() -> None:
    assert str(group_principal("corp", "g-1")) == "group:confluence:corp:group:g-1"
    assert str(account_principal("corp", "557058:ab")) == "group:confluence:corp:account:557058:ab"
    assert str(licensed_principal("corp")) == "group:confluence:corp:class:licensed"


@pytest.mark.parametrize("value", HOSTILE)
def test_what_is_no_id_names_nobody(value: object) -> None:
    assert readable_id(value) is None


@pytest.mark.parametrize("value", ["", "12a", "1" * 21, "٣", "12\n", 12, None])
def test_the_id_of_a_content_is_digits(value: object) -> None:
    assert content_id(value) is None


def test_two_ids_that_differ_in_case_are_two() -> None:
    names = {account_principal("corp", each) for each in ("abc", "Abc", "ABC")}
    assert len(names) == 3


def test_a_group_of_one_site_is_not_that_of_another_nor_an_account() -> None:
    names = {group_principal("a", "x"), group_principal("b", "x"), account_principal("a", "x")}
    assert len(names) == 3


def test_an_account_called_like_a_user_is_still_a_group_of_the_site() -> None:
    assert account_principal("corp", "user:ana").kind is PrincipalKind.GROUP
