import pytest

from fidedigno.model import Principal
from fidedigno.sources.gdrive.names import Names, principal

NAMES = Names("corp")


def test_ids_stand_in_names_as_they_are() -> None:
    assert NAMES.account("10123") == "gdrive:corp:account:10123"
    assert NAMES.group("01abc") == "gdrive:corp:group:01abc"
    assert (NAMES.everyone, NAMES.attribute) == ("gdrive:corp:everyone", "gdrive.corp.id")


@pytest.mark.parametrize("key", ["aB", "user:x", "x" * 400, "", "a\nb", "ẞ", "\ud800", "x-1"])
def test_an_id_that_a_name_would_change_is_told_apart_and_usable(key: str) -> None:
    name = NAMES.account(key)
    assert principal(name) == Principal.group(name)
    assert len({NAMES.account(each) for each in (key, key.casefold() + "z", "ab")}) == 3


def test_ids_that_differ_by_case_are_two() -> None:
    assert principal(NAMES.account("aB")) != principal(NAMES.account("ab"))
    assert principal(NAMES.account("aB")) != principal(NAMES.account("Ab"))


@pytest.mark.parametrize(
    "text", ["", "corp", "a b.example", "-.example", "x" * 300 + ".example", "a.b\n", "*.x"]
)
def test_what_is_no_domain_has_no_group(text: str) -> None:
    assert NAMES.domain(text) is None


def test_a_domain_is_compared_without_case() -> None:
    assert NAMES.domain("Corp.Example") == "gdrive:corp:domain:corp.example"
