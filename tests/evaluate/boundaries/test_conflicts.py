"""Pairs of a public and an internal document are found by title or series."""

from fidedigno.evaluate.boundaries.conflicts import find_pairs
from tests.evaluate.boundaries.made import document


def pairs(*documents, public=frozenset({1})):
    return {(each.public.id, each.internal.id) for each in find_pairs(documents, public)}


def test_the_same_title_in_other_letters_makes_a_pair() -> None:
    one, other = (
        document(1, title="Précio del plan", text="29"),
        document(2, title="PRECIO del plan", text="34"),
    )
    assert pairs(one, other) == {(1, 2)}


def test_a_series_makes_a_pair() -> None:
    one, other = (
        document(1, title="a", text="29", series="price"),
        document(2, title="b", text="34", series="price"),
    )
    assert pairs(one, other) == {(1, 2)}


def test_copies_two_public_ones_and_short_titles_make_none() -> None:
    title = "Price of the plan"
    assert pairs(document(1, title=title, text="29"), document(2, title=title, text="29")) == set()
    both = frozenset({1, 2})
    assert (
        pairs(document(1, title=title, text="29"), document(2, title=title, text="34"), public=both) == set()
    )
    assert pairs(document(1, title="Log", text="29"), document(2, title="Log", text="34")) == set()
