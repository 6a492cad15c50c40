from fidedigno.model import NOBODY, UNKNOWN, AccessList
from fidedigno.sources.posix.access import PosixNames, access_of
from fidedigno.sources.posix.acl import Rights

NAMES = PosixNames("w", frozenset({1, 11}))
OPEN = Rights(0, 0, 7, 5, 5)


def test_a_file_is_for_owner_group_and_everyone_as_its_bits_say() -> None:
    assert access_of(Rights(1, 2, 4, 4, 0), [], NAMES) == AccessList.any_of(NAMES.user(1), NAMES.group(2))
    assert NAMES.everyone in access_of(Rights(1, 2, 4, 4, 4), [], NAMES).clauses[0]
    assert access_of(Rights(1, 2, 2, 1, 3), [], NAMES) == NOBODY


def test_an_owner_without_the_bit_is_denied_although_the_group_may() -> None:
    assert access_of(Rights(1, 2, 0, 4, 0), [], NAMES) == AccessList.any_of(
        NAMES.group(2), denied=[NAMES.user(1)]
    )


def test_others_are_not_let_in_where_a_group_is_kept_out() -> None:
    assert access_of(Rights(1, 2, 4, 0, 4), [], NAMES) == AccessList.any_of(NAMES.user(1))


def test_every_folder_above_is_one_more_condition() -> None:
    access = access_of(Rights(1, 2, 4, 4, 0), [OPEN, Rights(1, 3, 0o7, 1, 0)], NAMES)
    assert frozenset({NAMES.user(1), NAMES.group(3)}) in access.clauses
    assert frozenset({NAMES.user(1), NAMES.group(2)}) in access.clauses


def test_a_folder_that_may_be_listed_but_not_entered_closes_what_is_below() -> None:
    assert access_of(Rights(1, 2, 4, 4, 4), [Rights(1, 2, 6, 4, 4)], NAMES) == NOBODY


def test_somebody_refused_whom_we_do_not_know_may_be_in_a_group_kept_elsewhere() -> None:
    names = PosixNames("w", frozenset({1}), frozenset({2}))
    assert access_of(Rights(9, 2, 0, 4, 0), [], names) == UNKNOWN
    assert access_of(Rights(1, 2, 0, 4, 0), [], names) != UNKNOWN
    assert access_of(Rights(9, 3, 0, 4, 0), [], names) != UNKNOWN
