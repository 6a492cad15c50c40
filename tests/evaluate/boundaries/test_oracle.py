"""The oracle agrees with a reference model of the rules, and closes in every doubt."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.evaluate.boundaries.oracle import Oracle, is_met, is_open, key
from tests.evaluate.boundaries.made import ANYONE, NOW, corpus, document, group, person, records, stored
from tests.reference import access as reference

USERS = ("ana", "luis", "eva")
GROUPS = ("g1", "g2", "g3")
PRINCIPALS = [("user", each) for each in USERS] + [("group", each) for each in GROUPS]
ALL = [*PRINCIPALS, ("anyone", ""), ("domain", "a.example")]

memberships = st.fixed_dictionaries(
    {each: st.lists(st.sampled_from(PRINCIPALS), max_size=3, unique=True) for each in GROUPS}
)
clauses = st.lists(st.lists(st.sampled_from(ALL), min_size=1, max_size=3), min_size=1, max_size=3)
access_lists = st.one_of(st.none(), st.tuples(clauses, st.lists(st.sampled_from(ALL), max_size=2)))
corpora = st.tuples(st.none() | st.integers(-200, 8000), st.booleans())


def spelled(principal: tuple[str, str]) -> str:
    kind, name = principal
    return ANYONE if kind == "anyone" else key(kind, "local", name)


def as_stored(acl):
    if acl is None:
        return stored(state="nobody")
    found, denied = acl
    return stored(*([spelled(each) for each in clause] for clause in found), denials=map(spelled, denied))


def directory(groups, off):
    numbers = {name: number for number, name in enumerate(groups, start=1)}

    def holding(kind, name):
        return frozenset(numbers[each] for each, members in groups.items() if (kind, name) in members)

    people = [
        person(each, email=f"{each}@a.example", enabled=each not in off, groups=holding("user", each))
        for each in USERS
    ]
    made = [group(number, name, *holding("group", name)) for name, number in numbers.items()]
    return people, made


@given(
    groups=memberships,
    off=st.sets(st.sampled_from(USERS)),
    acls=st.lists(access_lists, min_size=1, max_size=5),
    declared=corpora,
)
def test_it_reads_what_the_reference_reads(groups, off, acls, declared) -> None:
    age, ai_allowed = declared
    lag = timedelta(hours=1)
    of = corpus(ai_allowed=ai_allowed, age=None if age is None else timedelta(seconds=age))
    people, made = directory(groups, off)
    state = records(
        people,
        made,
        {number: as_stored(acl) for number, acl in enumerate(acls, start=1)},
        [document(number, access=number, of=of) for number in range(1, len(acls) + 1)],
    )
    synced = None if age is None else -age
    rules = {"docs": (synced, lag.total_seconds(), False, ai_allowed)}
    documents = {number: ("docs", acl, False) for number, acl in enumerate(acls, start=1)}
    users = {each.name: (each.email, each.enabled) for each in people}
    for name in (*USERS, "nobody"):
        principals = reference.principals_of(users, groups, name)
        expected = reference.readable(documents, rules, principals, 0)
        assert Oracle(state, NOW).readable(name) == expected


def test_a_document_whose_list_is_being_changed_is_closed() -> None:
    state = records([person("ana")], lists={1: stored([ANYONE])}, documents=[document(1, access=None)])
    assert Oracle(state, NOW).readable("ana") == frozenset()


def test_a_list_that_lost_a_clause_is_not_met() -> None:
    whole = stored([ANYONE], [ANYONE])
    assert is_met(whole, frozenset({ANYONE}))
    lost = type(whole)(whole.state, 2, {0: whole.clauses[0]}, whole.denials)
    assert not is_met(lost, frozenset({ANYONE}))


def test_groups_of_two_systems_with_one_name_are_two() -> None:
    assert key("group", "wiki", "sales") != key("group", "local", "sales")
    people, groups = [person("ana", groups=[1])], [group(1, "sales", source="wiki")]
    lists = {1: stored([key("group", "local", "sales")]), 2: stored([key("group", "wiki", "sales")])}
    state = records(people, groups, lists, [document(1, access=1), document(2, access=2)])
    assert Oracle(state, NOW).readable("ana") == {2}


def test_a_disabled_account_holds_nothing_and_is_told_what_it_would_hold() -> None:
    state = records([person("ana", enabled=False)], lists={1: stored([ANYONE])}, documents=[document(1)])
    oracle = Oracle(state, NOW)
    assert (oracle.readable("ana"), oracle.readable("ana", as_if_enabled=True)) == (frozenset(), {1})


@pytest.mark.parametrize(
    ("age", "open_"),
    [
        (None, False),
        (timedelta(hours=1), True),
        (timedelta(hours=1, seconds=1), False),
        (timedelta(minutes=-2), False),
    ],
)
def test_a_corpus_is_open_while_its_lists_are_young(age, open_) -> None:
    assert is_open(corpus(age=age), NOW) is open_
