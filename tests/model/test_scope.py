"""A scope narrows, and nothing widens it."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model import ALL_CORPORA, EVERYWHERE, NOWHERE_AT_ALL, Question, Scope, Sensitivity

scopes = st.builds(
    Scope,
    st.one_of(st.just(ALL_CORPORA), st.frozensets(st.sampled_from(("a", "b", "c")))),
    st.sampled_from(list(Sensitivity)),
)


def opens(scope: Scope, corpus: str, sensitivity: Sensitivity) -> bool:
    """The meaning of a scope, for one document."""
    return (scope.corpora is ALL_CORPORA or corpus in scope.corpora) and sensitivity <= scope.sensitivity


@given(scopes, scopes)
def test_two_scopes_open_what_each_of_them_opens(one: Scope, other: Scope) -> None:
    for corpus, sensitivity in product("abcd", Sensitivity):
        both = opens(one, corpus, sensitivity) and opens(other, corpus, sensitivity)
        assert opens(one & other, corpus, sensitivity) is both


@given(scopes)
def test_everywhere_changes_nothing_and_nowhere_leaves_nothing(scope: Scope) -> None:
    assert scope & EVERYWHERE == EVERYWHERE & scope == scope
    assert (scope & NOWHERE_AT_ALL).corpora == frozenset()


def test_corpora_that_have_nothing_in_common_are_none_and_not_all() -> None:
    asked = Question("algo", frozenset({"a"}), within=Scope(frozenset({"b"})))
    assert asked.scope.corpora == frozenset()
    assert Question("algo").scope == EVERYWHERE


def test_no_corpora_is_not_a_way_to_say_all() -> None:
    with pytest.raises(TypeError):
        Scope(None)  # type: ignore[arg-type]
