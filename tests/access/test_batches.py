from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access.batches import BATCH, batches


@given(st.lists(st.integers(), max_size=30), st.integers(1, 7))
def test_pieces_are_full_but_the_last_and_hold_everything_in_order(values: list[int], size: int) -> None:
    pieces = list(batches(values, size))
    assert [each for piece in pieces for each in piece] == values
    assert all(len(piece) == size for piece in pieces[:-1])
    assert all(pieces)


def test_a_piece_fits_in_a_statement_of_every_engine() -> None:
    assert [len(piece) for piece in batches(range(BATCH + 1))] == [BATCH, 1]
    assert BATCH < 32_766, "the limit of SQLite"
