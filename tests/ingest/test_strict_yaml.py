"""YAML of strangers: every value a string, and nothing dangerous."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.strict_yaml import MAX_CHARACTERS, MAX_DEPTH, YamlProblemError, read_yaml


def test_every_value_stays_as_it_was_written() -> None:
    text = "version: 1.10\non: yes\ndate: 2026-01-31\noctal: 010\nquoted: 'null'\nempty:\nlist: [1, ~, {a: no}]\n"
    assert read_yaml(text).data == {
        "version": "1.10",
        "on": "yes",
        "date": "2026-01-31",
        "octal": "010",
        "quoted": "null",
        "empty": None,
        "list": ["1", None, {"a": "no"}],
    }


def test_each_key_knows_its_line() -> None:
    lines = read_yaml("# first\na: 1\nb:\n  c: 2\n\n  d: [x, {e: 3}]\n").lines
    assert lines == {("a",): 2, ("b",): 3, ("b", "c"): 4, ("b", "d"): 6, ("b", "d", "e"): 6}


def test_nothing_at_all_is_nothing() -> None:
    assert read_yaml("").data is None
    assert read_yaml("# a remark\n").data is None


def test_tags_build_no_object() -> None:
    assert read_yaml("a: !!python/object/apply:os.system [id]\nb: !!int '7'\n").data == {
        "a": ["id"],
        "b": "7",
    }


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("a: &x 1\nb: *x\n", "aliases", 2),
        ("a: 1\na: 2\n", "given twice", 2),
        ("? [a, b]\n: 1\n", "a key must be a word", 1),
        ("a: 1\n---\nb: 2\n", "document", 2),
        ("a: [1\nb: 2\n", "", 2),
        ("a: 1\n\tb: 2\n", "", 2),
        ("a: \x07\n", "character", 1),
        ('a: "\\UFFFFFFFF"\n', "", 1),
        ('a: "\\U00110000"\n', "", 1),
        (f"%YAML {'9' * 5000}.1\n---\na: 1\n", "number", 1),
        (f"a: {'[' * 40}{']' * 40}\n", "deeper", 1),
        ("a" * (MAX_CHARACTERS + 1), "longer", 1),
    ],
    ids=lambda value: str(value)[:16].encode("unicode_escape").decode(),
)
def test_what_is_refused_says_where(text: str, problem: str, line: int) -> None:
    with pytest.raises(YamlProblemError) as caught:
        read_yaml(text)
    assert problem in caught.value.problem
    assert caught.value.line == line


def test_the_deepest_nesting_that_is_read() -> None:
    brackets = MAX_DEPTH - 1
    assert read_yaml("[" * brackets + "x" + "]" * brackets).data
    with pytest.raises(YamlProblemError, match="deeper"):
        read_yaml("[" * MAX_DEPTH + "x" + "]" * MAX_DEPTH)


@given(st.text(alphabet=st.sampled_from("ab:-[]{}&*!|>'\"%@`,?#~\\xuU0F\n\t \r\u2028\ufeff"), max_size=40))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    with suppress(YamlProblemError):
        assert _is_plain(read_yaml(text).data)


def _is_plain(data: object) -> bool:
    if isinstance(data, dict):
        return all(isinstance(key, str) and _is_plain(value) for key, value in data.items())
    if isinstance(data, list):
        return all(map(_is_plain, data))
    return data is None or isinstance(data, str)
