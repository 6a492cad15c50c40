"""The filter says exactly what the permit says, in integers."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.access import Permit
from fidedigno.index.filters import NOTHING, one_of, permit_filter, unconfirmed_filter

ids = st.sets(st.integers(0, 60))
MOMENT = datetime(2026, 10, 4, 12, tzinfo=UTC)


def evaluate(condition: str, value: int) -> bool:
    """Understand the two forms that a condition may have, independently of how it is written."""
    if condition == NOTHING:
        return False
    listed = {int(n) for group in re.findall(r"IN \(([\d,]+)\)", condition) for n in group.split(",")}
    ranges = re.findall(r"id >= (\d+) AND id <= (\d+)", condition)
    return value in listed or any(int(first) <= value <= int(last) for first, last in ranges)


@given(ids)
def test_a_condition_holds_for_exactly_its_ids(wanted: set[int]) -> None:
    condition = one_of("id", wanted)
    assert {value for value in range(-1, 65) if evaluate(condition, value)} == wanted


def test_long_runs_become_ranges() -> None:
    assert one_of("id", range(10_000)) == "(id >= 0 AND id <= 9999)"


@pytest.mark.parametrize("value", ["1", "1) OR (true", 1.0, None, True])
def test_nothing_but_an_integer_can_enter(value: object) -> None:
    with pytest.raises(TypeError):
        one_of("id", [value])  # type: ignore[list-item]


def test_an_empty_permit_is_never_the_absence_of_a_filter() -> None:
    nothing = Permit(frozenset(), frozenset(), frozenset(), 1, "k")
    assert permit_filter(nothing, MOMENT) == NOTHING


def test_the_filter_names_class_corpus_validity_and_what_is_being_changed() -> None:
    permit = Permit(frozenset({4}), frozenset({2}), frozenset({9}), 1, "k")
    instant = (MOMENT - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    assert permit_filter(permit, MOMENT) == (
        f"acl_class IN (4) AND corpus_id IN (2) AND effective_from <= {instant} AND effective_until > {instant} "
        "AND NOT document_id IN (9)"
    )


def test_corpora_that_are_asked_about_live_open_their_confirmed_documents_alone() -> None:
    permit = Permit(frozenset({4}), frozenset({2, 3}), frozenset(), 1, "k", live=frozenset({3}))
    assert permit_filter(permit, None) == "acl_class IN (4) AND corpus_id IN (2)"
    assert permit_filter(permit.confirming({8}), None) == (
        "acl_class IN (4) AND (corpus_id IN (2) OR (corpus_id IN (3) AND document_id IN (8)))"
    )
    assert permit_filter(permit, None, unconfirmed=True) == "acl_class IN (4) AND corpus_id IN (2,3)"
    assert unconfirmed_filter(permit, None) == "corpus_id IN (3) AND acl_class IN (4) AND corpus_id IN (2,3)"


def test_where_everything_has_to_be_confirmed_and_nothing_is_the_filter_passes_nothing() -> None:
    permit = Permit(frozenset({4}), frozenset({3}), frozenset(), 1, "k", live=frozenset({3}))
    assert permit_filter(permit, MOMENT) == NOTHING
    nothing = Permit(frozenset(), frozenset({3}), frozenset(), 1, "k", live=frozenset({3}))
    assert permit_filter(nothing, MOMENT, unconfirmed=True) == NOTHING
    assert unconfirmed_filter(nothing, MOMENT) == NOTHING
    at_rest = Permit(frozenset({4}), frozenset({3}), frozenset(), 1, "k")
    assert unconfirmed_filter(at_rest, MOMENT) == NOTHING


def test_without_a_moment_validity_is_left_out_and_rights_are_not() -> None:
    permit = Permit(frozenset({4}), frozenset({2}), frozenset({9}), 1, "k")
    assert permit_filter(permit, None) == "acl_class IN (4) AND corpus_id IN (2) AND NOT document_id IN (9)"
    assert permit_filter(Permit(frozenset(), frozenset(), frozenset(), 1, "k"), None) == NOTHING
