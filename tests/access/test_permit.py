"""Permits: what one identity may read now."""

import dataclasses
from datetime import timedelta

import pytest
from sqlalchemy import text

from fidedigno.access import ALL_CORPORA, Authoriser, DocumentRight
from fidedigno.errors import NotAvailableError
from fidedigno.model import NOBODY, PUBLIC, AccessList, AccessPattern, Identity, Principal
from tests.access.house import NOW, House, make_corpus
from tests.access.translate import content


@pytest.fixture
def campus(house: House) -> House:
    """Ana reads 1 and 2 (and 3 is Luis's), Luis reads 1 and 3; 4 in ``board`` is nobody's."""
    house.directory.load(
        content({"ana": ("ana@a.org", True), "luis": (None, True)}, {"students": {("user", "ana")}}),
        replace=True,
    )
    guides, board = (house.corpora.register(make_corpus(name)) for name in ("guides", "board"))
    public, students, luis, nobody = house.classes.intern_all(
        [
            PUBLIC,
            AccessList.any_of(Principal.group("students")),
            AccessList.any_of(Principal.user("luis")),
            NOBODY,
        ]
    )
    house.documents.set_all(
        [
            DocumentRight(1, guides, public),
            DocumentRight(2, guides, students),
            DocumentRight(3, guides, luis),
            DocumentRight(4, board, nobody),
        ]
    )
    for name in ("guides", "board"):
        house.corpora.mark_acl_synced(name, NOW)
    return house


def readable(house: House, identity: Identity, *names: str) -> set[int]:
    permit = house.authoriser.permit(identity, frozenset(names) if names else ALL_CORPORA)
    rights = [house.documents.class_of(document) for document in range(1, 5)]
    return {
        right.document_id
        for right in rights
        if right
        and permit.allows(document_id=right.document_id, corpus_id=right.corpus_id, class_id=right.class_id)
    }


def test_each_person_reads_what_was_granted_and_nothing_else(campus: House) -> None:
    identity = campus.directory.identity
    assert readable(campus, identity("ana")) == {1, 2}
    assert readable(campus, identity("luis")) == {1, 3}
    assert readable(campus, identity("stranger")) == {1}


def test_an_absent_corpus_looks_exactly_like_one_where_nothing_may_be_read(campus: House) -> None:
    ana = campus.directory.identity("ana")
    empty = campus.authoriser.permit(ana, frozenset({"board"}))
    assert empty.is_empty
    for name in ("absent", "", "*", "guides' OR '1'='1", "GUIDES", "x" * 10_000, "\0"):
        assert campus.authoriser.permit(ana, frozenset({name})) == empty
    campus.clock.now += timedelta(hours=2)
    assert campus.authoriser.permit(ana, frozenset({"guides"})) == empty
    assert campus.authoriser.permit(ana) == empty


def test_naming_no_corpus_gives_none_and_none_is_refused(campus: House) -> None:
    ana = campus.directory.identity("ana")
    assert campus.authoriser.permit(ana, frozenset()).is_empty
    with pytest.raises(TypeError):
        campus.authoriser.permit(ana, None)  # type: ignore[arg-type]


def test_a_name_from_the_caller_narrows_and_never_widens(campus: House) -> None:
    luis = campus.directory.identity("luis")
    assert readable(campus, luis, "guides", "board", "absent") == {1, 3}
    assert readable(campus, luis, "board") == set()


def test_a_disabled_person_reads_nothing_not_even_what_is_public(campus: House) -> None:
    before = campus.directory.identity("ana")
    campus.directory.set_enabled("ana", False)
    assert campus.authoriser.permit(campus.directory.identity("ana")).is_empty
    assert campus.authoriser.permit(before).is_empty


def test_an_identity_made_before_a_change_has_only_the_rights_of_now(campus: House) -> None:
    before = campus.directory.identity("ana")
    assert readable(campus, before) == {1, 2}
    campus.directory.remove_group("students")
    assert readable(campus, before) == {1}
    campus.directory.remove_user("ana")
    assert readable(campus, before) == {1}
    assert (
        campus.authoriser.permit(before).key == campus.authoriser.permit(campus.directory.identity(None)).key
    )


def test_an_identity_disabled_by_its_maker_stays_so_whatever_the_directory_says(campus: House) -> None:
    assert campus.authoriser.permit(Identity.disabled("local", "ana", epoch=1)).is_empty


def test_an_identity_of_another_tenant_reads_nothing(campus: House) -> None:
    elsewhere = dataclasses.replace(campus.directory.identity("ana"), tenant="other")
    assert campus.authoriser.permit(elsewhere).is_empty


def test_a_document_whose_access_is_changing_is_closed_to_everybody(campus: House) -> None:
    ana = campus.directory.identity("ana")
    (public,) = campus.classes.intern_all([PUBLIC])
    campus.documents.begin_change([2], public)
    permit = campus.authoriser.permit(ana)
    assert permit.excluded == {2}
    for class_id in permit.classes:
        assert not permit.allows(document_id=2, corpus_id=min(permit.corpora), class_id=class_id)
    campus.documents.finish_change([2])
    assert readable(campus, campus.directory.identity("stranger")) == {1, 2}


def test_the_key_differs_with_people_of_differing_rights_corpora_tenant_and_epoch(campus: House) -> None:
    ana, luis = campus.directory.identity("ana"), campus.directory.identity("luis")
    keys = [
        campus.authoriser.permit(ana).key,
        campus.authoriser.permit(luis).key,
        campus.authoriser.permit(ana, frozenset({"absent"})).key,
        campus.authoriser.permit(dataclasses.replace(ana, tenant="other")).key,
        campus.authoriser.permit(Identity.disabled("local", "ana")).key,
    ]
    campus.directory.set_enabled("luis", True)
    keys.append(campus.authoriser.permit(ana).key)
    assert len(set(keys)) == len(keys)


def test_the_key_is_the_same_for_the_same_rights_in_another_process(campus: House) -> None:
    ana = campus.directory.identity("ana")
    assert Authoriser(campus.database, campus.clock).permit(ana).key == campus.authoriser.permit(ana).key


@pytest.mark.parametrize("table", ["corpora", "acl_clauses", "document_access", "permission_epoch"])
def test_a_store_that_cannot_be_read_gives_a_refusal_and_never_a_permit(campus: House, table: str) -> None:
    ana = campus.directory.identity("ana")
    with campus.database.session() as session:
        session.execute(text(f"ALTER TABLE {table} RENAME TO gone"))
    with pytest.raises(NotAvailableError) as caught:
        Authoriser(campus.database, campus.clock).permit(ana)
    assert caught.value.as_dict() == {"code": "FID500", "message": "not available", "hint": ""}


def test_a_permit_speaks_of_ids_only(campus: House) -> None:
    shown = repr(campus.authoriser.permit(campus.directory.identity("ana")))
    assert "ana" not in shown
    assert "students" not in shown
    assert "guides" not in shown


def test_a_corpus_that_is_asked_about_live_opens_only_what_its_source_confirmed(campus: House) -> None:
    campus.corpora.register(make_corpus("guides", access_pattern=AccessPattern.LIVE_CHECK, source="wiki"))
    ana = campus.directory.identity("ana")
    assert campus.authoriser.permit(ana).is_empty
    campus.live_sources.add("wiki")
    permit = campus.authoriser.permit(ana)
    assert permit.live == permit.corpora != frozenset()
    rights = {each: campus.documents.class_of(each) for each in (1, 2, 3)}

    def opened(confirmed: set[int]) -> set[int]:
        asked = permit.confirming(confirmed)
        return {
            each
            for each, right in rights.items()
            if right and asked.allows(document_id=each, corpus_id=right.corpus_id, class_id=right.class_id)
        }

    assert readable(campus, ana) == opened(set()) == set()
    assert opened({2}) == {2}
    assert opened({1, 2, 3, 4, 99}) == {1, 2}, "a source does not widen the grants at rest"


def test_permits_of_different_confirmations_share_no_cache_key(campus: House) -> None:
    ana = campus.directory.identity("ana")
    at_rest = campus.authoriser.permit(ana)
    assert at_rest.confirming({1}).key == at_rest.key, "nothing of it has to be confirmed"
    campus.corpora.register(make_corpus("guides", access_pattern=AccessPattern.LIVE_CHECK, source="wiki"))
    campus.live_sources.add("wiki")
    permit = campus.authoriser.permit(ana)
    keys = [permit.key, *(permit.confirming(each).key for each in (set(), {1}, {2}, {1, 2}))]
    assert len(set(keys)) == len(keys)
    assert permit.confirming({1, 2}).key == permit.confirming({2, 1}).key
