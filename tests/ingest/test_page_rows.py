"""Ids of pages name their version as ids of chunks do, and are never those of a chunk."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.page_rows import MAX_PAGE_NUMBER, page_id_of, page_of_id
from fidedigno.model.document import CHUNK_ORDINAL_BITS, chunk_id_of


@given(st.integers(1, 2**40), st.integers(1, MAX_PAGE_NUMBER), st.integers(0, 900_000))
def test_a_page_is_told_from_its_id(version: int, page: int, ordinal: int) -> None:
    made = page_id_of(version, page)
    assert (made >> CHUNK_ORDINAL_BITS, page_of_id(made)) == (version, page)
    assert page_of_id(chunk_id_of(version, ordinal)) is None


@pytest.mark.parametrize("page", [0, -1, MAX_PAGE_NUMBER + 1])
def test_other_numbers_are_refused(page: int) -> None:
    with pytest.raises(ValueError, match="from 1"):
        page_id_of(1, page)
