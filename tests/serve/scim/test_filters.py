"""Filters are read as the grammar says, and whatever is not of it is refused as such."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.serve.scim.filters import (
    Both,
    Compare,
    Either,
    Negation,
    Operator,
    Within,
    parse_filter,
    parse_value_filter,
)
from fidedigno.serve.scim.matching import Matcher
from fidedigno.serve.scim.refusal import ScimRefusal
from tests.reference.scim import meets

WORDS = st.sampled_from(
    [
        "",
        "ana",
        "ANA",
        "josé",
        "JOSE\u0301",
        "ﬁn",
        "fin",
        'a"b',
        "a\\b",
        "(or)",
        "and",
        "x y",
        "true",
        "ß",
        "ss",
    ]
)
PLAIN = st.sampled_from(["userName", "displayName", "externalId", "name.givenName", "emails", "emails.value"])
INNER = st.sampled_from(["value", "type"])


def comparison(names: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[Any, ...]]:
    texts = st.tuples(names, st.sampled_from(["eq", "ne", "co", "sw"]), WORDS)
    others = st.tuples(names, st.sampled_from(["eq", "ne"]), st.sampled_from([None, True, False, 7]))
    return texts | others | st.tuples(names, st.just("pr"), st.none())


def trees(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
        several = st.lists(inner, min_size=2, max_size=3)
        return st.tuples(st.sampled_from(["and", "or"]), several) | st.tuples(st.just("not"), inner)

    return st.recursive(leaves, grown, max_leaves=6)


BOOLEANS = st.tuples(
    st.just("active"),
    st.sampled_from(["eq", "ne"]),
    st.sampled_from([True, False, "True", "false", "x", 1, None]),
)
TREES = trees(comparison(PLAIN) | BOOLEANS | st.tuples(st.just("within"), trees(comparison(INNER))))
EMAILS = st.lists(
    st.fixed_dictionaries({"value": WORDS.filter(bool)}, optional={"type": WORDS.filter(bool)}), max_size=2
)
USERS = st.fixed_dictionaries(
    {"userName": WORDS.filter(bool), "active": st.booleans()},
    optional={
        "displayName": WORDS.filter(bool),
        "externalId": WORDS.filter(bool),
        "name": st.fixed_dictionaries({}, optional={"givenName": WORDS.filter(bool)}),
        "emails": EMAILS,
    },
)


def written(tree: tuple[Any, ...], shout: bool) -> str:
    """The tree as text; each part of an ``and`` or ``or`` in parentheses."""

    def word(text: str) -> str:
        return text.upper() if shout else text

    match tree:
        case ("and" | "or" as how, parts):
            return f" {word(how)} ".join(f"({written(part, shout)})" for part in parts)
        case ("not", part):
            return f"{word('not')} ({written(part, shout)})"
        case ("within", part):
            return f"{word('emails')}[{written(part, shout)}]"
        case (name, "pr", _):
            return f"{word(name)} {word('pr')}"
        case (name, operator, value):
            return f"{word(name)} {word(operator)} {json.dumps(value)}"
    raise AssertionError(tree)


@given(TREES, USERS, st.booleans())
def test_a_filter_selects_what_the_reference_model_selects(tree, user, shout) -> None:
    matcher = Matcher(lambda _resource, _member: False)
    assert matcher.meets(parse_filter(written(tree, shout), "User"), user) == meets(user, tree)


@given(st.text(max_size=60) | st.lists(st.sampled_from(
    ["userName", "eq", '"a"', "and", "or", "not", "(", ")", "[", "]", "emails", "pr", "co", "null", "1e999", " ", '"']
), max_size=12).map(" ".join))  # fmt: skip
def test_any_text_is_a_filter_or_is_refused_as_none(text: str) -> None:
    kind = "invalidFilter"
    try:
        parse_filter(text, "User")
    except ScimRefusal as refusal:
        kind = refusal.kind
    assert kind == "invalidFilter"


def test_and_binds_more_than_or_and_not_more_than_both() -> None:
    a, b, c = (Compare("userName", Operator.EQ, each) for each in "abc")
    text = 'userName eq "a" or not (userName eq "b") and userName eq "c"'
    assert parse_filter(text, "User") == Either((a, Both((Negation(b), c))))


def test_a_value_path_and_a_name_with_its_schema_are_read() -> None:
    text = 'urn:ietf:params:scim:schemas:core:2.0:User:emails[type eq "work" and value sw "ana"]'
    inner = Both((Compare("type", Operator.EQ, "work"), Compare("value", Operator.SW, "ana")))
    assert parse_filter(text, "User") == Within("emails", inner)
    assert parse_value_filter('value eq "1"', "members", "Group") == Compare("value", Operator.EQ, "1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "userName",
        "userName eq",
        'userName eq "a',
        "userName eq a",
        'userName gt "a"',
        'meta.lastModified ge "2026-01-01T00:00:00Z"',
        'userName ew "a"',
        'userName eq "a" userName eq "b"',
        'userName eq "a" and',
        '(userName eq "a"',
        'userName eq "a")',
        'not userName eq "a"',
        'emails[type eq "work"',
        'emails[emails[type eq "work"]]',
        'userName[value eq "a"]',
        'password eq "a"',
        'urn:other:userName eq "a"',
        "userName co 7",
        'userName eq ["a"]',
        'userName eq {"a": 1}',
        'userName eq "\\ud800"',
        'userName eq "\\u0000"',
        "(" * 30 + 'userName eq "a"' + ")" * 30,
        'userName eq "' + "a" * 9_000 + '"',
        "userName eq ''; drop table users",
    ],
)
def test_what_is_not_of_the_grammar_or_not_served_is_refused(text: str) -> None:
    with pytest.raises(ScimRefusal) as refused:
        parse_filter(text, "User")
    assert (refused.value.status, refused.value.kind) == (400, "invalidFilter")
