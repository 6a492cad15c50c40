from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.entities.spans import Spans


@given(st.sets(st.integers(0, 60), max_size=12), st.integers(0, 60), st.integers(1, 9))
def test_a_stretch_touches_what_it_shares_a_character_with(cuts: set[int], start: int, size: int) -> None:
    ordered = sorted(cuts)
    spans = list(zip(ordered[::2], ordered[1::2], strict=False))
    expected = [each for each in spans if each[0] < start + size and start < each[1]]
    assert Spans(reversed(spans)).at(start, start + size) == (expected[0] if expected else None)
    assert Spans(spans).touch(start, start + size) is bool(expected)
