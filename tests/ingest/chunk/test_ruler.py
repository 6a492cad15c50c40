import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.chunk.ruler import Ruler

texts = st.text(alphabet="abcdefgh ñ\n", min_size=1, max_size=300)


def by_fours(text: str) -> int:
    """A token for every four characters begun."""
    return -(-len(text) // 4)


@given(texts, st.integers(1, 40))
def test_a_cut_fits_takes_something_and_never_goes_beyond_the_end(text: str, limit: int) -> None:
    ruler = Ruler(by_fours)
    at = 0
    while at < len(text):
        stop = ruler.cut(text, at, len(text), limit)
        assert at < stop <= len(text)
        assert by_fours(text[at:stop]) <= limit
        at = stop


def test_a_cut_prefers_a_blank_near_its_end() -> None:
    assert Ruler(by_fours).cut("a" * 21 + " " + "b" * 30, 0, 52, 10) == 22
    assert Ruler(by_fours).cut("a b" + "c" * 60, 0, 63, 10) == 25


def test_it_learns_how_long_tokens_are_and_short_texts_teach_nothing() -> None:
    ruler = Ruler(by_fours)
    before = ruler.estimate(1000)
    ruler.count("a" * 10)
    assert ruler.estimate(1000) == before
    for _ in range(40):
        ruler.count("a" * 400)
    assert 250 <= ruler.estimate(1000) <= 270, "a little more rather than less than 250"


@pytest.mark.parametrize(("length", "counted"), [(10, False), (90, True), (5000, False)])
def test_only_what_is_near_the_limit_is_counted(length: int, counted: bool) -> None:
    calls: list[str] = []

    def count(text: str) -> int:
        calls.append(text)
        return by_fours(text)

    measured = Ruler(count).measure("x" * length, 0, length, 30)
    assert bool(calls) is counted
    assert (measured > 30) is (length == 5000)
