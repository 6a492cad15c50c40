"""Relations as one line and as one string."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model.relation import (
    Direction,
    Relation,
    arrow_line,
    decode_relations,
    encode_relations,
    unwritten_arrows,
)

finite = st.floats(allow_nan=False, allow_infinity=False, width=32)
relations = st.builds(
    Relation,
    st.text(max_size=20),
    st.text(max_size=20),
    st.text(max_size=20),
    st.sampled_from(Direction),
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.none() | st.tuples(finite, finite, finite, finite),
    st.booleans(),
)


@given(st.lists(relations, max_size=5))
def test_what_is_stored_comes_back(found: list[Relation]) -> None:
    assert list(decode_relations(encode_relations(found))) == found


def test_nothing_is_stored_as_nothing() -> None:
    assert encode_relations([]) == ""
    assert decode_relations("") == ()


@pytest.mark.parametrize(
    "stored",
    [
        '[["a"]]',
        '[["a","b","","sideways",0,1,null,false]]',
        '[["a","b","","none",0,1,[1,2],false]]',
        '[["a","b","","none",0,1,[1,2,3,NaN],false]]',
        "{",
    ],
)
def test_something_else_is_refused(stored: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        decode_relations(stored)


@pytest.mark.parametrize(
    ("direction", "line"),
    [(Direction.ONE_WAY, "a → b: x"), (Direction.BOTH, "a ↔ b: x"), (Direction.NONE, "a — b: x")],
)
def test_the_sign_tells_the_direction(direction: Direction, line: str) -> None:
    assert arrow_line("a", "b", "x", direction) == line


def test_only_what_the_text_does_not_say_is_written_beside_it() -> None:
    said = Relation("a", "b", "", Direction.ONE_WAY, 0, 5)
    unsaid = Relation("b", "c", "", Direction.ONE_WAY, 6, 9)
    assert unwritten_arrows([said, unsaid, unsaid], "a → b\nx --> y") == "b → c"
