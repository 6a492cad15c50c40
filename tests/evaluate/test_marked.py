"""YAML with lines: the same data as any reader gives, every line right, and dangers refused."""

from contextlib import suppress

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.evaluate.marked import Marked, read_marked
from fidedigno.ingest.strict_yaml import YamlProblemError

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=12)
TREES = st.recursive(
    WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS.filter(bool), inner, max_size=3),
    max_leaves=12,
)


@given(TREES, st.booleans())
def test_what_is_written_is_read_back(tree: object, flow: bool) -> None:
    text = yaml.safe_dump(tree, allow_unicode=True, default_flow_style=flow, default_style='"')
    assert read_marked(text).plain() == tree


def test_every_node_knows_its_line() -> None:
    root = read_marked("# note\na: 1\nb:\n  - c: x\n    d: y\n  - {e: z}\n")
    assert isinstance(root.value, dict)
    assert root.line == 2
    assert root.value["b"].line == 4
    first, second = root.value["b"].value  # type: ignore[misc]
    assert isinstance(first, Marked)
    assert isinstance(first.value, dict)
    assert first.value["d"] == Marked("y", 5)
    assert second.line == 6  # type: ignore[union-attr]


def test_scalars_stay_as_they_were_written_and_nothing_is_nothing() -> None:
    text = "a: 1.10\nb: yes\nc: 2026-01-01\nd:\ne: ~\nf: ''\ng: null\n"
    expected = {"a": "1.10", "b": "yes", "c": "2026-01-01", "d": None, "e": None, "f": "", "g": None}
    assert read_marked(text).plain() == expected


def test_an_empty_file_holds_nothing() -> None:
    assert read_marked("# only a note\n") == Marked(None, 1)


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("a: 1\nb: &x 1\nc: *x\n", "aliases", 3),
        ("a: 1\na: 2\n", "given twice", 2),
        ("- 1\n---\n- 2\n", "more than one document", 2),
        ("a: 1\n? [b]\n: c\n", "a key must be a word", 2),
        ("a: " + "[" * 40, "nested deeper", 1),
        ("a: [1\nb: 2\n", "expected", 2),
        ("a: \x07\n", "a character that may not occur", 1),
        ('a: "\\UFFFFFFFF"\n', "", 1),
        ("x" * 4_000_001, "longer than", 1),
    ],
)
def test_what_is_dangerous_or_broken_is_refused_with_its_line(text: str, problem: str, line: int) -> None:
    with pytest.raises(YamlProblemError) as caught:
        read_marked(text)
    assert problem in caught.value.problem
    assert caught.value.line == line


@given(st.text(max_size=60) | st.text("-:[]{}&*!|>?'\"%@ \nab", max_size=30))
def test_no_text_is_answered_with_a_traceback(text: str) -> None:
    with suppress(YamlProblemError):
        assert read_marked(text).line >= 1
