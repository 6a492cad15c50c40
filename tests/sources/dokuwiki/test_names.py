from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model import normalise_name
from fidedigno.sources.dokuwiki.names import WikiNames, spelled


@given(st.text(max_size=300), st.text(max_size=300))
def test_two_names_never_share_a_spelling(one: str, other: str) -> None:
    assert (spelled(one) == spelled(other)) == (one == other)


@given(st.text(max_size=300))
def test_the_directory_leaves_a_spelling_as_it_is(name: str) -> None:
    assert normalise_name(spelled(name)) == spelled(name)


def test_names_that_the_directory_would_fold_stay_apart() -> None:
    names = WikiNames("w")
    assert len({names.group(each) for each in ("staff", "Staff", "ﬆaff", "staff ", "~staff")}) == 5
    assert names.group("x") != names.account("x")
    assert len(names.group("x" * 10_000).name) < 320
    assert names.everyone not in {names.group("everyone"), names.account("everyone")}
