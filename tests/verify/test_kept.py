from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from fidedigno.verify.kept import Kept, forget_all


def test_a_text_is_read_once() -> None:
    kept: Kept[str] = Kept()
    read: list[str] = []

    def reading() -> str:
        read.append("x")
        return "X"

    assert [kept.get("x", 1, reading) for _ in range(3)] == ["X"] * 3
    assert read == ["x"]


def test_a_text_that_is_too_long_is_read_each_time() -> None:
    kept: Kept[int] = Kept(longest=3)
    assert kept.get("long", 4, lambda: 1) == 1
    assert kept.get("long", 4, lambda: 2) == 2
    assert len(kept) == 0


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 6)), max_size=60))
def test_the_longest_unused_go_first(asked: list[tuple[int, int]]) -> None:
    kept: Kept[tuple[int, int]] = Kept(characters=15, longest=20)
    held: list[tuple[int, int]] = []
    for each in asked:
        assert kept.get(each, each[1], lambda each=each: each) == each  # type: ignore[misc]
        held = [*(other for other in held if other != each), each]
        while sum(size + 1 for _, size in held) > 15:
            held.pop(0)
    misses: list[tuple[int, int]] = []
    for each in held:
        kept.get(each, each[1], lambda each=each: misses.append(each) or each)  # type: ignore[misc,func-returns-value]
    assert misses == []
    assert len(kept) == len(held)


def test_threads_get_the_same_reading() -> None:
    kept: Kept[object] = Kept(characters=50)
    with ThreadPoolExecutor(8) as pool:
        found = list(
            pool.map(lambda number: (number % 7, kept.get(number % 7, 1, lambda: number % 7)), range(500))
        )
    assert all(key == value for key, value in found)


def test_everything_can_be_forgotten() -> None:
    kept: Kept[int] = Kept()
    kept.get("a", 1, lambda: 1)
    forget_all()
    assert kept.get("a", 1, lambda: 2) == 2
