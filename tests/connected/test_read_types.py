"""Texts become values of the type that a field has, or are refused; nothing is guessed."""

import dataclasses
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.connected.fields import OptionError, Place
from fidedigno.connected.read_types import fields_for, reader_of

HERE = Place(Path("folder"))
ANYTHING = st.recursive(
    st.none() | st.text(max_size=30),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Numbers:
    some: int = 1
    part: float = 0.5


KINDS: list[Any] = [
    str, bool, int, float, Path, timedelta, Colour, Numbers, tuple[str, ...], tuple[str, ...] | None,
    Mapping[str, str], Mapping[str, tuple[str, ...]], Path | None,
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (str, "true", "true"),
        (bool, "TRUE", True),
        (bool, "false", False),
        (int, "007", 7),
        (float, "2.5", 2.5),
        (float, "3", 3.0),
        (Path, "a/b", Path("folder/a/b")),
        (Path, "/a", Path("/a")),
        (Path | None, "a", Path("folder/a")),
        (timedelta, "15m", timedelta(minutes=15)),
        (Colour, "blue", Colour.BLUE),
        (Numbers, {"part": "1.5"}, Numbers(1, 1.5)),
        (tuple[str, ...], [], ()),
        (tuple[str, ...] | None, "all", None),
        (tuple[str, ...] | None, ["all"], ("all",)),
        (Mapping[str, str], {"a": "b"}, {"a": "b"}),
        (Mapping[str, tuple[str, ...]], {"a": ["b"]}, {"a": ("b",)}),
    ],
)
def test_a_text_becomes_a_value(kind: Any, text: object, value: object) -> None:
    assert reader_of(kind)(text, HERE) == value


@pytest.mark.parametrize("kind", KINDS, ids=str)
@given(value=ANYTHING)
def test_anything_is_read_or_refused_and_never_breaks(kind: Any, value: object) -> None:
    with suppress(OptionError):
        reader_of(kind)(value, HERE)


@given(st.text(max_size=20))
def test_only_two_words_are_a_truth(text: str) -> None:
    if text.casefold() in {"true", "false"}:
        return
    with pytest.raises(OptionError):
        reader_of(bool)(text, HERE)


def test_a_type_that_no_declaration_can_say_is_a_fault_of_its_class() -> None:
    with pytest.raises(TypeError):
        reader_of(set[int])


def test_a_field_without_a_default_is_required() -> None:
    @dataclasses.dataclass
    class Options:
        name: str
        many: tuple[str, ...] = ()
        some: Numbers = dataclasses.field(default_factory=Numbers)

    kinds = (str, tuple[str, ...], Numbers)
    name, many, some = (
        field
        for each, kind in zip(dataclasses.fields(Options), kinds, strict=True)
        for field in fields_for(each, kind)
    )
    assert (name.is_required, many.is_required, some.is_required) == (True, False, False)
    assert many.default == ()
