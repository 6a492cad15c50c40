"""Paths name an attribute that is kept, one that is not, or nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.serve.scim.attributes import fields_of, is_storable, served_name
from fidedigno.serve.scim.filters import Compare, Operator
from fidedigno.serve.scim.paths import Target, parse_path
from fidedigno.serve.scim.refusal import ScimRefusal

CORE = "urn:ietf:params:scim:schemas:core:2.0:User"


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("active", Target("active")),
        ("USERNAME", Target("userName")),
        (f"{CORE}:userName", Target("userName")),
        ("name.familyname", Target("name", "familyName")),
        ("emails", Target("emails")),
        ('emails[type eq "work"]', Target("emails", None, Compare("type", Operator.EQ, "work"))),
        ('Emails[Type Eq "work"].Value', Target("emails", "value", Compare("type", Operator.EQ, "work"))),
        ('emails[value eq "a]b"]', Target("emails", None, Compare("value", Operator.EQ, "a]b"))),
        ("title", None),
        ("manager.displayName", "invalidPath"),
        ("phoneNumbers[type eq 7].value", None),
        ("urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", None),
        ("actve", "invalidPath"),
        ("", "invalidPath"),
        ("emails[", "invalidPath"),
        ("emails]", "invalidPath"),
        ('name[givenName eq "a"]', "invalidPath"),
        ('emails.value[type eq "work"]', "invalidPath"),
        ('emails[type eq "work"].none', "invalidPath"),
        ('emails[type eq "work"]value', "invalidPath"),
        ("emails[]", "invalidFilter"),
        ('emails[userName eq "a"]', "invalidFilter"),
        ("x" * 9_000, "invalidPath"),
    ],
)
def test_a_path_names_what_it_says(path: str, target: Target | str | None) -> None:
    if isinstance(target, str):
        with pytest.raises(ScimRefusal) as refused:
            parse_path(path, "User")
        assert refused.value.kind == target
    else:
        assert parse_path(path, "User") == target


@given(st.text(max_size=40))
def test_any_text_is_a_path_or_is_refused_as_none(path: str) -> None:
    try:
        found = parse_path(path, "User")
    except ScimRefusal as refusal:
        found = None if refusal.kind in {"invalidPath", "invalidFilter"} else Target("unexpected")
    assert found is None or served_name(found.attribute, "User") == found.attribute


@pytest.mark.parametrize(
    "body",
    [None, [], "x", {"actve": True}, {"userName": "a", "USERNAME": "b"}, {"name.givenName": "x"},
     {"userName": "a", f"{CORE}:userName": "b"}],
)  # fmt: skip
def test_a_resource_with_what_is_not_known_or_said_twice_is_refused(body: object) -> None:
    with pytest.raises(ScimRefusal) as refused:
        fields_of(body, "User")
    assert refused.value.kind == "invalidSyntax"


def test_attributes_are_known_in_any_case_and_what_is_not_kept_is_left_out() -> None:
    body = {
        "USERNAME": "ana",
        f"{CORE.lower()}:active": False,
        "Title": "Dr",
        "password": "x",
        "urn:x:y": {"a": 1},
    }
    assert fields_of(body, "User") == {"userName": "ana", "active": False}


def test_a_text_that_no_database_could_hold_is_known() -> None:
    assert [is_storable(each) for each in ("a", "😀", "a\0", "\ud83d", "")] == [
        True,
        True,
        False,
        False,
        True,
    ]
