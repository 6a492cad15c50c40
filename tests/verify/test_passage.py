"""Passages come as texts or with what is known of them; each has a name that citations can use."""

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from fidedigno.errors import UsageError
from fidedigno.verify.passage import Passage, as_passages


def test_texts_and_passages_without_a_name_are_called_by_their_place() -> None:
    named = as_passages(["one", Passage("two", "b"), Passage("three"), "four"])
    assert [each.id for each in named] == ["1", "b", "3", "4"]
    assert [each.text for each in named] == ["one", "two", "three", "four"]
    assert as_passages([]) == ()
    assert as_passages(named) == named


def test_what_is_known_of_a_passage_is_kept() -> None:
    known = Passage("hoy", language="es", reference=datetime(2026, 3, 1, tzinfo=UTC))
    (named,) = as_passages([known])
    assert (named.language, named.reference) == ("es", known.reference)


def test_passages_with_vectors_are_compared_and_shown_without_them() -> None:
    one, other = (Passage("a", "1", vector=np.full(3, value, np.float32)) for value in (0.1, 0.2))
    assert one == other
    assert "vector" not in repr(one)
    assert hash(one) == hash(other)


@pytest.mark.parametrize("passages", ["one text", Passage("one")])
def test_one_text_instead_of_several_is_refused(passages: Any) -> None:
    with pytest.raises(UsageError, match="sequence"):
        as_passages(passages)


@pytest.mark.parametrize("bad", [None, b"two", 2, {"text": "two"}, Passage(None)])  # type: ignore[arg-type]
def test_what_is_no_passage_is_refused_by_its_place(bad: Any) -> None:
    with pytest.raises(UsageError, match="passage 2"):
        as_passages(["one", bad])
