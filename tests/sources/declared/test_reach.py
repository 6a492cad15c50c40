from typing import Any

import pytest

from fidedigno.model import AclState
from fidedigno.sources.declared.declaration import Access
from fidedigno.sources.declared.names import Names
from fidedigno.sources.declared.reach import access_list, ids_at
from tests.sources.declared.conftest import member

NAMES = Names("hub")
RULES: list[dict[str, Any]] = [
    {"account": "owner"},
    {"team": "teams"},
    {"field": "open", "values": {"true": "everyone", "1": "everyone"}},
]


def access(*rules: dict[str, Any]) -> Access:
    return Access.model_validate({"any_of": list(rules), "otherwise": "nobody"})


@pytest.mark.parametrize("missing", ["owner", "teams", "open"])
def test_a_field_that_is_missing_closes_the_document_though_another_rule_opens(missing: str) -> None:
    document: dict[str, Any] = {"owner": "11", "teams": ["7"], "open": True}
    assert access_list(access(*RULES), NAMES, document).allows(member("hub:account:11"))
    del document[missing]
    assert access_list(access(*RULES), NAMES, document).state is AclState.UNKNOWN


@pytest.mark.parametrize(
    "wrong",
    [
        {"owner": {"id": 1}},
        {"owner": True},
        {"owner": 1.5},
        {"owner": ""},
        {"teams": [["7"]]},
        {"teams": ["7", None]},
        {"open": {}},
        {"open": []},
        {"open": 1.0},
    ],
)
def test_a_field_of_another_type_closes_the_document(wrong: dict[str, Any]) -> None:
    document: dict[str, Any] = {"owner": "11", "teams": ["7"], "open": True}
    assert access_list(access(*RULES), NAMES, document | wrong).state is AclState.UNKNOWN


def test_null_and_an_empty_list_name_nobody() -> None:
    document: dict[str, Any] = {"owner": None, "teams": [], "open": None}
    assert access_list(access(*RULES), NAMES, document).state is AclState.NOBODY


@pytest.mark.parametrize("value", ["yes", "True", "TRUE", False, 0, 2, "everyone", "public", "group:board"])
def test_a_value_that_is_not_named_opens_to_nobody(value: object) -> None:
    assert access_list(access(RULES[2]), NAMES, {"open": value}).state is AclState.NOBODY


def test_every_condition_must_hold() -> None:
    said = {"all_of": [{"any_of": [RULES[0]]}, {"any_of": [RULES[1]]}], "otherwise": "nobody"}
    rule = Access.model_validate(said)
    acl = access_list(rule, NAMES, {"owner": 11, "teams": 7})
    assert acl.allows(member("hub:account:11", "hub:team:7"))
    assert not acl.allows(member("hub:account:11"))
    assert not acl.allows(member("hub:team:7"))
    assert access_list(rule, NAMES, {"owner": 11}).state is AclState.UNKNOWN
    assert access_list(rule, NAMES, {"owner": 11, "teams": []}).state is AclState.NOBODY


def test_hostile_ids_stay_ids() -> None:
    for hostile in ("user:ana", "everyone", "' OR '1'='1' --", "x" * 10_000, "hub:everyone"):
        acl = access_list(access(RULES[0]), NAMES, {"owner": hostile})
        (clause,) = acl.clauses
        (principal,) = clause
        assert principal == NAMES.account(hostile)
        assert principal != NAMES.everyone()
    assert access_list(access(RULES[0]), NAMES, {"owner": "x" * 10_001}).state is AclState.UNKNOWN


def test_more_ids_than_any_list_holds_are_not_read() -> None:
    assert ids_at({"a": ["1"] * 10_001}, "a") is None
    assert ids_at({"a": ["1"] * 10_000}, "a") is not None
