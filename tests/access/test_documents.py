"""Each document's class, and changes of class that survive a crash."""

import pytest

from fidedigno.access import DocumentRight, PendingChange
from fidedigno.access.documents import classes_in_corpus
from fidedigno.errors import UsageError
from fidedigno.model import NOBODY, PUBLIC, AccessList, Principal
from tests.access.house import House, make_corpus


@pytest.fixture
def rights(house: House) -> tuple[int, int, int]:
    """A corpus and two classes."""
    corpus = house.corpora.register(make_corpus())
    return corpus, *house.classes.intern_all([PUBLIC, AccessList.any_of(Principal.user("ana"))])


def epoch(house: House) -> int:
    return house.directory.identity(None).epoch


def test_a_change_is_pending_until_finished_and_can_be_found_after_a_crash(house: House, rights) -> None:
    corpus, old, new = rights
    house.documents.set_document_access(5, corpus, old)
    house.documents.begin_change([5], new)
    assert house.documents.pending_changes() == [PendingChange(5, corpus, old, new)]
    assert house.documents.class_of(5) == DocumentRight(5, corpus, old)
    house.documents.finish_change([5])
    assert house.documents.pending_changes() == []
    assert house.documents.class_of(5) == DocumentRight(5, corpus, new)


def test_finishing_twice_or_without_a_change_does_no_harm(house: House, rights) -> None:
    corpus, old, new = rights
    house.documents.set_document_access(5, corpus, old)
    house.documents.finish_change([5, 999])
    house.documents.begin_change([5], new)
    house.documents.finish_change([5])
    house.documents.finish_change([5])
    assert house.documents.class_of(5) == DocumentRight(5, corpus, new)


def test_the_last_of_two_changes_begun_is_the_one_that_counts(house: House, rights) -> None:
    corpus, old, new = rights
    nobody = house.classes.intern(NOBODY)
    house.documents.set_document_access(5, corpus, old)
    house.documents.begin_change([5], new)
    house.documents.begin_change([5], nobody)
    house.documents.finish_change([5])
    assert house.documents.class_of(5) == DocumentRight(5, corpus, nobody)


def test_ids_that_do_not_exist_are_refused_and_nothing_changes(house: House, rights) -> None:
    corpus, old, new = rights
    house.documents.set_document_access(5, corpus, old)
    before = epoch(house)
    for act in (
        lambda: house.documents.set_document_access(6, 99, old),
        lambda: house.documents.set_document_access(6, corpus, 99),
        lambda: house.documents.begin_change([5], 99),
        lambda: house.documents.begin_change([5, 6], new),
        lambda: house.documents.begin_changes({5: new, 6: new}),
        lambda: house.documents.begin_changes({5: 99}),
    ):
        with pytest.raises(UsageError):
            act()
    assert epoch(house) == before
    assert house.documents.pending_changes() == []


def test_every_change_moves_the_epoch_and_saying_the_same_again_does_not(house: House, rights) -> None:
    corpus, old, new = rights
    for act in (
        lambda: house.documents.set_document_access(5, corpus, old),
        lambda: house.documents.begin_change([5], new),
        lambda: house.documents.finish_change([5]),
        lambda: house.documents.remove_documents([5]),
        lambda: house.documents.set_document_access(5, corpus, new),
    ):
        before = epoch(house)
        act()
        assert epoch(house) > before
    before = epoch(house)
    house.documents.set_document_access(5, corpus, new)
    assert epoch(house) == before


def test_document_ids_as_large_as_the_engine_allows_and_long_lists_are_kept(house: House, rights) -> None:
    corpus, old, _ = rights
    ids = [2**62, *range(2_500)]
    house.documents.set_all([DocumentRight(each, corpus, old) for each in ids])
    house.documents.begin_change(ids, old)
    assert [change.document_id for change in house.documents.pending_changes()] == sorted(ids)
    house.documents.remove_documents(ids)
    assert house.documents.class_of(2**62) is None


def test_only_classes_of_documents_at_rest_count_as_held_by_a_corpus(house: House, rights) -> None:
    corpus, old, new = rights
    third = house.classes.intern(NOBODY)
    house.documents.set_all(
        [DocumentRight(1, corpus, old), DocumentRight(2, corpus, old), DocumentRight(3, corpus, third)]
    )
    house.documents.begin_change([3], new)
    with house.database.snapshot() as connection:
        assert classes_in_corpus(connection, corpus) == {old}
        assert classes_in_corpus(connection, corpus + 1) == frozenset()
    house.documents.finish_change([3])
    with house.database.snapshot() as connection:
        assert classes_in_corpus(connection, corpus) == {old, new}


def test_many_documents_change_to_classes_of_their_own_in_one_epoch(house: House, rights) -> None:
    corpus, old, new = rights
    ids = list(range(2_500))
    house.documents.set_all([DocumentRight(each, corpus, old) for each in ids])
    before = epoch(house)
    house.documents.begin_changes({each: new if each % 2 else old for each in ids[1:]})
    assert epoch(house) == before + 1
    assert [each.new_class_id for each in house.documents.pending_changes()][:3] == [new, old, new]
    assert len(house.documents.pending_changes()) == 2_499
    house.documents.finish_change(ids)
    assert epoch(house) == before + 2
    held = house.documents.classes_of([*ids, 9_999])
    assert held == {each: DocumentRight(each, corpus, new if each % 2 else old) for each in ids}
