"""Keys of a mapping: each in its form, and a mistake told with its line and what to write."""

from datetime import datetime

import pytest

from fidedigno.evaluate.fields import Fields, Problem
from fidedigno.evaluate.marked import read_marked

KNOWN = ("name", "list", "map", "at")


def fields(text: str) -> Fields:
    return Fields(read_marked(text), KNOWN, "a thing")


def test_what_is_not_given_is_empty() -> None:
    for found in (fields("{}"), fields("name:\nlist:\nmap:\nat:\n")):
        assert found.text("name") == ""
        assert found.words("list") == ()
        assert list(found.entries("list")) == []
        assert found.nodes("map") == found.mapping("map") == {}
        assert found.moment("at") is None


def test_what_is_given_is_read() -> None:
    found = fields("name: ' a '\nlist: [x, y]\nmap: {k: v}\nat: 2026-01-02T03:04:05+01:00\n")
    assert found.required("name") == "a"
    assert found.words("list") == ("x", "y")
    assert found.words("name") == ("a",)
    assert [each.value for each in found.entries("list")] == ["x", "y"]
    assert found.mapping("map") == {"k": "v"}
    assert found.moment("at") == datetime.fromisoformat("2026-01-02T03:04:05+01:00")


@pytest.mark.parametrize(
    ("text", "problem", "line", "hint"),
    [
        ("- a", "a thing must be a mapping", 1, "name"),
        ("at: x\nnmae: a", "no key 'nmae'", 2, "did you mean 'name'"),
        ("at: x\nzzz: a", "no key 'zzz'", 2, "known keys"),
    ],
)
def test_a_mapping_with_a_mistake_is_refused(text: str, problem: str, line: int, hint: str) -> None:
    with pytest.raises(Problem, match=problem) as caught:
        fields(text)
    assert (caught.value.line, hint in caught.value.hint) == (line, True)


@pytest.mark.parametrize(
    ("text", "read", "problem"),
    [
        ("name: [a]", lambda each: each.text("name"), "must be a text"),
        ("\nname: ' '", lambda each: each.required("name"), "missing"),
        ("list: [a, {b: c}]", lambda each: each.words("list"), "must hold texts"),
        ("list: [a, '']", lambda each: each.words("list"), "must hold texts"),
        ("list: a", lambda each: each.entries("list"), "must be a list"),
        ("list: [a, '']", lambda each: each.entries("list"), "is empty"),
        ("map: a", lambda each: each.nodes("map"), "must be a mapping"),
        ("map: {a: }", lambda each: each.nodes("map"), "is empty"),
        ("map: {a: [b]}", lambda each: each.mapping("map"), "must be a text"),
        ("at: tomorrow", lambda each: each.moment("at"), "no instant"),
        ("at: 2026-01-02T03:04:05", lambda each: each.moment("at"), "no offset"),
    ],
)
def test_a_value_of_another_form_is_refused(text: str, read, problem: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Problem, match=problem) as caught:
        read(fields(text))
    assert caught.value.line >= 1
    assert caught.value.hint
