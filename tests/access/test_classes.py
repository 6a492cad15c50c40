"""Interned access lists, and which of them an identity satisfies."""

import shutil
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.access import AclClasses, Directory, GroupEntry
from fidedigno.access.encode import decode_acl, encode_acl, principal_key
from fidedigno.database import Database
from fidedigno.model import NOBODY, PUBLIC, UNKNOWN, AccessList, Identity, Principal, PrincipalKind
from tests.access import strategies
from tests.access.house import House
from tests.access.translate import access_list, content, principal
from tests.reference import access as reference


@settings(max_examples=150, deadline=None)
@given(
    directory=strategies.directories(),
    lists=st.lists(st.tuples(strategies.access_lists, st.booleans()), min_size=1, max_size=12),
)
def test_an_identity_satisfies_exactly_the_lists_that_the_reference_allows(
    empty_store: Path, directory, lists
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state.db"
        shutil.copy(empty_store, path)
        database = Database.open(path)
        users, groups = directory
        people, classes = Directory(database), AclClasses(database)
        people.load(content(users, groups), replace=True)
        ids = classes.intern_all([access_list(plain, unknown=unknown) for plain, unknown in lists])
        for asked in strategies.ASKED:
            held = reference.principals_of(users, groups, asked)
            identity = people.identity(asked.upper())
            assert identity.principals == {principal(each) for each in held}
            expected = {i for i, (plain, _) in zip(ids, lists, strict=True) if reference.allows(plain, held)}
            assert classes.satisfied_by(identity) == expected
        database.close()


@given(strategies.access_lists, strategies.access_lists)
def test_two_lists_share_a_text_only_if_they_mean_the_same(one, other) -> None:
    first, second = access_list(one), access_list(other)
    assert decode_acl(encode_acl(first)) == first.normalised()
    if encode_acl(first) == encode_acl(second):
        pool = [(), *((p,) for p in [("anyone", ""), ("user", "ana"), ("group", "g1"), ("domain", "a.org")])]
        for extra in pool:
            held = {("anyone", ""), ("user", "luis"), *extra}
            assert reference.allows(one, held) == reference.allows(other, held)


def test_the_same_rule_written_differently_is_one_class(house: House) -> None:
    ana, staff = Principal.user("ana"), Principal.group("staff")
    plain = AccessList((frozenset({ana}), frozenset({staff})))
    turned = AccessList((frozenset({staff}), frozenset({ana}), frozenset({ana, staff})))
    assert house.classes.intern(plain) == house.classes.intern(turned)
    assert house.classes.intern(plain) != house.classes.intern(AccessList.any_of(ana, staff))


def test_unknown_and_nobody_are_two_classes_that_nobody_satisfies(house: House) -> None:
    unknown, nobody, public = house.classes.intern_all([UNKNOWN, NOBODY, PUBLIC])
    assert len({unknown, nobody, public}) == 3
    assert house.classes.satisfied_by(house.directory.identity(None)) == {public}


@pytest.mark.parametrize(
    "names",
    [("a|user:local:b",), ('a","local"],["user","b',), ("a\\", "b"), ("a' OR '1'='1",), ("%",), ("_",)],
)
def test_a_name_made_to_look_like_two_grantees_is_only_itself(house: House, names: tuple[str, ...]) -> None:
    hostile = AccessList.any_of(*map(Principal.user, names))
    honest = AccessList.any_of(Principal.user("a"), Principal.user("b"))
    first, second = house.classes.intern(hostile), house.classes.intern(honest)
    assert first != second
    ana = Identity("local", "a", frozenset({Principal.user("a")}))
    assert house.classes.satisfied_by(ana) == {second}


def test_groups_of_two_systems_with_one_name_stay_apart(house: House) -> None:
    members = [
        Principal(PrincipalKind.GROUP, "members", "site:a"),
        Principal(PrincipalKind.GROUP, "members", "site:b"),
        Principal(PrincipalKind.GROUP, "a:members", "site"),
    ]
    assert len({principal_key(each) for each in members}) == 3
    ids = house.classes.intern_all([AccessList.any_of(each) for each in members])
    for each, class_id in zip(members, ids, strict=True):
        assert house.classes.satisfied_by(Identity("local", "x", frozenset({each}))) == {class_id}


def test_a_disabled_identity_satisfies_nothing_not_even_the_public_class(house: House) -> None:
    house.classes.intern(PUBLIC)
    assert house.classes.satisfied_by(Identity.disabled("local", "ana")) == frozenset()


def test_a_new_class_is_seen_at_once_by_another_process_with_a_warm_cache(house: House) -> None:
    asker = Identity("local", "ana", frozenset({Principal.user("ana")}))
    here, elsewhere = house.classes, AclClasses(house.database)
    assert here.satisfied_by(asker) == frozenset()
    expected = set()
    for other in ("luis", "eva", "sol"):
        expected.add(elsewhere.intern(AccessList.any_of(Principal.user("ana"), Principal.user(other))))
        elsewhere.intern(AccessList.any_of(Principal.user(other)))
        elsewhere.intern(AccessList.any_of(Principal.user("ana"), denied=[Principal.user("ana")]))
        elsewhere.intern(AccessList((frozenset({Principal.user("ana")}), frozenset({Principal.user(other)}))))
        assert here.satisfied_by(asker) == expected


def test_interning_what_is_known_does_not_move_the_epoch(house: House) -> None:
    house.classes.intern(PUBLIC)
    before = house.directory.identity(None).epoch
    house.classes.intern(PUBLIC)
    assert house.directory.identity(None).epoch == before


def test_unused_classes_go_and_their_ids_are_never_given_again(house: House) -> None:
    first = house.classes.intern(AccessList.any_of(Principal.user("ana")))
    assert house.classes.remove_unused() == 1
    assert house.classes.intern(PUBLIC) > first


def test_a_class_in_use_or_about_to_be_is_not_removed(house: House) -> None:
    from tests.access.house import make_corpus

    corpus = house.corpora.register(make_corpus())
    old, new = house.classes.intern_all([PUBLIC, NOBODY])
    house.documents.set_document_access(1, corpus, old)
    house.documents.begin_change([1], new)
    assert house.classes.remove_unused() == 0


def test_lists_longer_than_one_batch_are_interned_and_satisfied(house: House) -> None:
    users = [Principal.user(f"u{n}") for n in range(2_500)]
    many = house.classes.intern_all([AccessList.any_of(user) for user in users])
    everyone = house.classes.intern(AccessList.any_of(*users, denied=[Principal.user("u9")]))
    assert house.classes.satisfied_by(Identity("local", "x", frozenset(users))) == set(many)
    assert everyone in house.classes.satisfied_by(Identity("local", "x", frozenset(users[10:])))


def test_threads_that_intern_the_same_lists_agree_on_their_ids(house: House) -> None:
    lists = [AccessList.any_of(Principal.user(f"u{n}")) for n in range(30)]
    answers: list[list[int]] = []
    threads = [
        threading.Thread(target=lambda: answers.append(AclClasses(house.database).intern_all(lists)))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 6
    assert all(answer == answers[0] for answer in answers)


def test_a_right_taken_away_is_not_served_from_the_cache(house: House) -> None:
    house.directory.load(content({"ana": (None, True)}, {"g1": {("user", "ana")}}), replace=True)
    class_id = house.classes.intern(AccessList.any_of(Principal.group("g1")))
    assert house.classes.satisfied_by(house.directory.identity("ana")) == {class_id}
    house.directory.put_group(GroupEntry("g1", "g1"))
    assert house.classes.satisfied_by(house.directory.identity("ana")) == frozenset()
