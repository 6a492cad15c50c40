"""What stands beside a mirrored document, and what it opens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.ingest.access_grammar import parse_access_list
from fidedigno.model import NOBODY, AccessList, Principal
from fidedigno.sources.connector import SourceItem
from fidedigno.sources.sidecar import both, kept_labels, plain_title, spelled
from tests.fakes.connector import UPDATED
from tests.sources.test_mirror import LISTS, STAFF


def test_a_title_is_one_plain_line() -> None:
    assert plain_title(" a\n\tb\u202e\x00 c ") == "a b c"
    assert len(plain_title("x" * 10_000)) == 300


@pytest.mark.parametrize("acl", LISTS)
def test_what_is_written_of_an_access_list_means_the_same(acl: AccessList) -> None:
    expected = acl.normalised() if acl.clauses else NOBODY
    assert parse_access_list(spelled(acl)).normalised() == expected


def test_a_principal_that_the_grammar_cannot_say_closes() -> None:
    foreign = Principal(STAFF.kind, "staff", "elsewhere")
    assert spelled(AccessList.any_of(foreign, STAFF)) == "nobody"
    assert spelled(AccessList.any_of(STAFF, denied=[foreign])) == "nobody"


def test_two_labels_that_look_alike_are_not_taken_for_one() -> None:
    item = SourceItem(
        "1", "a.md", "a", LISTS[0], "1", UPDATED, read=_nothing, labels={"mip": "general", "mip\t": "secret"}
    )
    assert kept_labels(item.labels) == {"mip": "general; secret"}


@given(one=st.sampled_from(LISTS), other=st.sampled_from(LISTS))
def test_two_lists_open_together_what_their_intersection_opens(one: AccessList, other: AccessList) -> None:
    joined = parse_access_list(both(spelled(one), spelled(other))).normalised()
    expected = AccessList.all_of(one, other)
    assert joined == (expected.normalised() if expected.clauses else NOBODY)


@pytest.mark.parametrize("wrong", [None, "nobody", "user:ann", [], 5, {}])
def test_what_is_no_list_closes(wrong: object) -> None:
    assert both(wrong, spelled(LISTS[0])) == both(spelled(LISTS[0]), wrong) == "nobody"


async def _nothing() -> bytes:
    return b""
