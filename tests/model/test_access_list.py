"""Access lists against the plain meaning of their words, for every identity of a small world."""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model import ANYONE, NOBODY, PUBLIC, UNKNOWN, AccessList, AclState, Identity, Principal

PRINCIPALS = [Principal.user("ana"), Principal.group("g1"), Principal.group("g2"), Principal.group("g3")]
grantees = st.sampled_from([*PRINCIPALS, ANYONE])
clauses = st.frozensets(grantees, max_size=3)
listed = st.builds(
    AccessList, st.lists(clauses, min_size=1, max_size=4).map(tuple), st.frozensets(grantees, max_size=2)
)
access_lists = st.one_of(listed, listed, listed, st.sampled_from([NOBODY, UNKNOWN]))

EVERY_IDENTITY = [
    Identity("t", "x", frozenset({ANYONE, *held}))
    for held in chain.from_iterable(combinations(PRINCIPALS, size) for size in range(len(PRINCIPALS) + 1))
] + [Identity.disabled("t", "x")]


def readers(acl: AccessList) -> list[bool]:
    return [acl.allows(identity) for identity in EVERY_IDENTITY]


@given(access_lists)
def test_reading_needs_one_of_each_clause_and_none_of_the_denials(acl: AccessList) -> None:
    for identity in EVERY_IDENTITY:
        expected = identity.enabled and acl.state is AclState.LIST
        for clause in acl.clauses:
            expected = expected and any(each in identity.principals for each in clause)
        for denied in acl.denials:
            expected = expected and denied not in identity.principals
        assert acl.allows(identity) is expected


@given(access_lists)
def test_the_canonical_form_means_the_same_and_is_its_own(acl: AccessList) -> None:
    canonical = acl.normalised()
    assert readers(canonical) == readers(acl)
    assert canonical.normalised() == canonical
    assert canonical.digest == acl.digest


@given(access_lists, access_lists)
def test_digests_are_equal_exactly_when_the_canonical_forms_are(one: AccessList, other: AccessList) -> None:
    assert (one.digest == other.digest) is (one.normalised() == other.normalised())


@given(st.lists(access_lists, max_size=4))
def test_all_of_is_the_intersection_and_unknown_wins_over_nobody(lists: list[AccessList]) -> None:
    joined = AccessList.all_of(*lists)
    expected = [bool(lists) and all(each) for each in zip(*map(readers, lists), strict=True)]
    assert readers(joined) == (expected or [False] * len(EVERY_IDENTITY))
    if not lists or UNKNOWN in lists:
        assert joined == UNKNOWN
    elif NOBODY in lists:
        assert joined == NOBODY


@given(st.lists(clauses.filter(bool), min_size=1, max_size=4), st.randoms())
def test_the_order_and_repetition_of_clauses_do_not_matter(given_clauses, random) -> None:
    shuffled = [*given_clauses, random.choice(given_clauses)]
    random.shuffle(shuffled)
    assert AccessList(tuple(shuffled)).digest == AccessList(tuple(given_clauses)).digest


def test_a_name_cannot_be_written_so_that_two_rules_have_one_digest() -> None:
    both = AccessList.any_of(Principal.user("a"), Principal.user("b"))
    odd = AccessList.any_of(Principal.user("a|user:local:b"))
    assert both.digest != odd.digest
    denied = AccessList.any_of(Principal.user("c"), denied=[Principal.user("a"), Principal.user("b")])
    oddly = AccessList.any_of(Principal.user("c"), denied=[Principal.user("a|user:local:b")])
    assert denied.digest != oddly.digest


def test_unknown_is_not_nobody_and_both_close() -> None:
    assert UNKNOWN != NOBODY
    assert UNKNOWN.digest != NOBODY.digest
    assert not any(readers(UNKNOWN) + readers(NOBODY))
    assert AccessList.any_of() == NOBODY


def test_the_public_list_is_read_by_all_who_are_not_disabled() -> None:
    assert readers(PUBLIC) == [identity.enabled for identity in EVERY_IDENTITY]
    assert PUBLIC.allows(Identity.public("t"))


def test_a_list_that_says_two_things_at_once_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="neither clauses nor denials"):
        AccessList((frozenset({ANYONE}),), state=AclState.NOBODY)
    with pytest.raises(ValueError, match="neither clauses nor denials"):
        AccessList(denials=frozenset({ANYONE}), state=AclState.UNKNOWN)
    with pytest.raises(ValueError, match="needs a clause"):
        AccessList()
    with pytest.raises(ValueError, match="needs a clause"):
        AccessList(denials=frozenset({ANYONE}))


def test_a_list_that_denies_a_group_that_only_tokens_tell_of_is_unknown() -> None:
    denied = AccessList.any_of(Principal.user("ana"), denied=[Principal.group("oidc:corp:leavers")])
    assert denied.normalised() == UNKNOWN
    assert not any(readers(denied))
    granted = AccessList.any_of(Principal.group("oidc:corp:staff"), denied=[Principal.user("oidc:x")])
    assert granted.normalised() == granted
