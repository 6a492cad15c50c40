import pytest

from fidedigno.ingest.access_grammar import parse_access_list
from fidedigno.model import NOBODY, PUBLIC, AccessList, Principal

ANA, TEACHERS, STAFF = Principal.user("ana"), Principal.group("teachers"), Principal.group("staff")


def test_a_list_means_any_of_them() -> None:
    assert parse_access_list(["group:teachers", "user:Ana"]) == AccessList.any_of(TEACHERS, ANA)


def test_one_word_is_a_list_of_one() -> None:
    assert parse_access_list("anyone") == PUBLIC


def test_nobody_closes() -> None:
    assert parse_access_list("nobody") == NOBODY


def test_a_mapping_intersects_and_denies() -> None:
    parsed = parse_access_list(
        {"all_of": [["group:staff"], ["group:teachers", "user:ana"]], "deny": ["user:ana"]}
    )
    assert parsed == AccessList((frozenset({STAFF}), frozenset({TEACHERS, ANA})), frozenset({ANA}))


@pytest.mark.parametrize(
    "value",
    [
        [],
        None,
        "",
        "ana",
        ["ana"],
        ["user:"],
        [["user:ana"]],
        [None],
        {},
        {"all_of": []},
        {"all_of": [[]]},
        {"any_of": [["user:ana"]]},
        {"deny": ["user:ana"]},
        {"all_of": [["user:ana"]], "deny": {"user": "x"}},
        {"all_of": [["user:ana"]], "allow": []},
        {"all_of": [["user:ana"]], "deny": ["group:oidc:corp:leavers"]},
        ["user:ana", "nobody"],
    ],
)
def test_anything_doubtful_is_refused_rather_than_read_as_a_right(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_access_list(value)
