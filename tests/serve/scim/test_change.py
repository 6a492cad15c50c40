"""Operations on a user, against a model that keeps plain dictionaries."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.serve.scim.change import changed
from fidedigno.serve.scim.operations import read_operations
from fidedigno.serve.scim.refusal import ScimRefusal
from fidedigno.serve.scim.user import checked_user

KINDS = ["work", "home", "other"]
ADDRESSES = ["a@x.org", "b@x.org", "c@x.org"]
TEXTS = st.sampled_from(["Ana", "Luis", "x"])
ELEMENT = st.fixed_dictionaries({"value": st.sampled_from(ADDRESSES), "type": st.sampled_from(KINDS)})

STEPS = st.one_of(
    st.tuples(st.just("set"), st.sampled_from(["displayName", "externalId", "userName"]), TEXTS),
    st.tuples(st.just("unset"), st.sampled_from(["displayName", "externalId", "name", "emails"]), st.none()),
    st.tuples(st.just("name part"), st.sampled_from(["givenName", "familyName"]), TEXTS),
    st.tuples(
        st.just("name whole"), st.none(), st.dictionaries(st.sampled_from(["givenName", "formatted"]), TEXTS)
    ),
    st.tuples(st.just("unset part"), st.sampled_from(["givenName", "familyName"]), st.none()),
    st.tuples(st.just("add email"), st.none(), ELEMENT),
    st.tuples(st.just("all emails"), st.none(), st.lists(ELEMENT, max_size=2)),
    st.tuples(st.just("email of"), st.sampled_from(KINDS), st.sampled_from(ADDRESSES)),
    st.tuples(st.just("drop emails of"), st.sampled_from(KINDS), st.none()),
    st.tuples(st.just("drop address"), st.sampled_from(ADDRESSES), st.none()),
)


def operation(kind: str, where: Any, value: Any) -> dict[str, Any]:
    """The step as a provider writes it."""
    return {
        "set": {"op": "Replace", "path": where, "value": value},
        "unset": {"op": "remove", "path": where},
        "name part": {"op": "add", "value": {f"name.{where}": value}},
        "name whole": {"op": "replace", "path": "NAME", "value": value},
        "unset part": {"op": "remove", "path": f"name.{where}"},
        "add email": {"op": "add", "path": "emails", "value": [value]},
        "all emails": {"op": "replace", "path": "emails", "value": value},
        "email of": {"op": "Add", "path": f'emails[type eq "{where}"].value', "value": value},
        "drop emails of": {"op": "remove", "path": f'emails[type eq "{where}"]'},
        "drop address": {"op": "remove", "path": "emails", "value": [{"value": where}]},
    }[kind]


def modelled(user: dict[str, Any], kind: str, where: Any, value: Any) -> None:
    """The step on plain dictionaries; ``user`` always has ``name`` and ``emails``."""
    emails = user["emails"]
    if kind == "set":
        user[where] = value
    elif kind == "unset":
        user[where] = {"name": {}, "emails": []}.get(where)
    elif kind == "name part":
        user["name"][where] = value
    elif kind == "name whole":
        user["name"].update(value)
    elif kind == "unset part":
        user["name"].pop(where, None)
    elif kind == "add email":
        user["emails"] = emails + ([] if value in emails else [value])
    elif kind == "all emails":
        user["emails"] = value
    elif kind == "email of":
        of_kind = [each for each in emails if each["type"] == where]
        for each in of_kind:
            each["value"] = value
        if not of_kind:
            emails.append({"type": where, "value": value})
    elif kind == "drop emails of":
        user["emails"] = [each for each in emails if each["type"] != where]
    else:
        user["emails"] = [each for each in emails if each["value"] != where]


@given(st.lists(STEPS, max_size=10))
def test_any_sequence_of_operations_makes_of_a_user_what_the_model_makes(
    steps: list[tuple[str, Any, Any]],
) -> None:
    model: dict[str, Any] = {"userName": "ana", "name": {}, "emails": []}
    expected = copy.deepcopy(model)
    for step in steps:
        modelled(expected, *copy.deepcopy(step))
    operations = (
        read_operations({"Operations": [operation(*each) for each in steps]}, "User") if steps else []
    )
    given_before = copy.deepcopy(model)
    found = checked_user(changed(model, operations))
    assert model == given_before
    assert found == {key: value for key, value in expected.items() if value}


def one(user: dict[str, Any], *operations: dict[str, Any]) -> dict[str, Any]:
    return changed(user, read_operations({"operations": list(operations)}, "User"))


def test_the_element_that_was_made_primary_last_is_the_primary_one() -> None:
    user = {"emails": [{"value": "a@x.org", "primary": True}, {"value": "b@x.org", "primary": False}]}
    after = one(user, {"op": "add", "path": 'emails[value eq "b@x.org"].primary', "value": "True"})
    assert [each["primary"] for each in after["emails"]] == [False, "True"]
    third = one(user, {"op": "add", "path": "emails", "value": {"value": "c@x.org", "primary": True}})
    assert [each["primary"] for each in third["emails"]] == [False, False, True]


def test_an_element_is_made_only_where_the_filter_says_what_it_is() -> None:
    path = 'emails[type eq "work" and primary eq true].value'
    assert one({}, {"op": "add", "path": path, "value": "a@x.org"})["emails"] == [
        {"type": "work", "primary": True, "value": "a@x.org"}
    ]
    for unclear in ('type ne "work"', 'type eq "work" or type eq "home"', "type pr"):
        with pytest.raises(ScimRefusal) as refused:
            one({}, {"op": "add", "path": f"emails[{unclear}].value", "value": "a@x.org"})
        assert refused.value.kind == "invalidPath"


def test_what_is_of_the_standard_and_not_kept_changes_nothing() -> None:
    user = {"userName": "ana"}
    ignored = [
        {"op": "add", "path": "title", "value": "Dr"},
        {"op": "replace", "path": 'addresses[type eq "work"].locality', "value": "x"},
        {
            "op": "add",
            "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager",
            "value": "x",
        },
        {
            "op": "replace",
            "value": {"urn:ietf:params:scim:schemas:core:2.0:User:title": "Dr", "id": "x", "schemas": []},
        },
    ]
    assert one(user, *ignored) == user
