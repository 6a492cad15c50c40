"""Index rows: ids, instants, and the key under which an unchanged text keeps its vector."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.rows import microseconds, passage_of, rows_of, vector_key_of
from fidedigno.model import Chunk, Validity, chunk_id_of
from fidedigno.model.document import DISTANT_FUTURE, DISTANT_PAST
from tests.fakes.prepared import prepared

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


offsets = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
instants = st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=offsets)  # noqa: DTZ001


@given(instants, instants)
def test_microseconds_are_exact_and_keep_the_order(one: datetime, other: datetime) -> None:
    assert EPOCH + timedelta(microseconds=microseconds(one)) == one
    assert (microseconds(one) < microseconds(other)) is (one < other)


def test_a_passage_begins_with_its_context_and_the_header_of_its_table() -> None:
    chunk = Chunk(
        0, "El doce.", 0, 8, section=("Guía", "Entregas"), header="| día |", context="Guía › Entregas"
    )
    assert passage_of(chunk) == "Guía › Entregas\n| día |\nEl doce."
    assert passage_of(replace(chunk, context="", header="")) == "El doce."


def test_vector_keys_fit_a_signed_column_and_tell_texts_apart() -> None:
    keys = {vector_key_of(f"text {n}") for n in range(2000)}
    assert len(keys) == 2000
    assert all(0 <= key < 1 << 63 for key in keys)
    assert vector_key_of("text 1") in keys


def test_a_row_carries_what_the_filters_need_and_no_name() -> None:
    until = datetime(2026, 9, 1, tzinfo=UTC)
    document = prepared("a/b.md", "Uno.", "Dos.", validity=Validity(None, until))
    document = replace(
        document, chunks=(document.chunks[0], replace(document.chunks[1], identifiers=("a-1", "b-2"), page=3))
    )
    vectors = {vector_key_of(passage_of(c)): np.full(2, c.ordinal, np.float32) for c in document.chunks}
    one, two = rows_of(document, 5, 7, 3, 9, vectors)
    assert (one.chunk_id, two.chunk_id) == (chunk_id_of(7, 0), chunk_id_of(7, 1))
    assert {(r.document_id, r.version_id, r.corpus_id, r.acl_class) for r in (one, two)} == {(5, 7, 3, 9)}
    assert (one.effective_from, one.effective_until) == (microseconds(DISTANT_PAST), microseconds(until))
    assert (two.identifiers, two.page, two.words, two.language) == ("a-1 b-2", 3, "dos.", "es")
    assert two.vector.tolist() == [1.0, 1.0]
    (always,) = rows_of(prepared("a/b.md", "Uno."), 1, 1, 1, 1, vectors)
    assert always.effective_until == microseconds(DISTANT_FUTURE)


def test_only_a_document_that_is_ready_has_rows() -> None:
    with pytest.raises(ValueError, match="ready"):
        list(rows_of(replace(prepared("a.md", "Uno."), document=None), 1, 1, 1, 1, {}))
