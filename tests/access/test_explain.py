"""The chain that grants or refuses, for administrators."""

import pytest

from fidedigno.access import Closure
from fidedigno.access.explain import explain
from fidedigno.errors import UsageError
from fidedigno.model import UNKNOWN, AccessList, AccessPattern, AclState, Principal
from tests.access.house import NOW, House, make_corpus
from tests.access.translate import content


@pytest.fixture
def campus(house: House) -> House:
    """Document 1 needs (teachers or luis) and staff, and denies interns; 2 is unknown."""
    users = dict.fromkeys(("ana", "luis", "eva"), (None, True))
    groups = {
        "heads": {("user", "ana"), ("group", "teachers")},
        "teachers": {("group", "heads")},
        "staff": {("group", "teachers"), ("user", "eva")},
        "interns": {("user", "eva")},
    }
    house.directory.load(content(users, groups), replace=True)
    corpus = house.corpora.register(make_corpus())
    house.corpora.mark_acl_synced("guides", NOW)
    rule = AccessList(
        (
            frozenset({Principal.group("teachers"), Principal.user("luis")}),
            frozenset({Principal.group("staff")}),
        ),
        frozenset({Principal.group("interns")}),
    )
    for document, acl in ((1, rule), (2, UNKNOWN)):
        house.documents.set_document_access(document, corpus, house.classes.intern(acl))
    return house


def test_a_grant_is_told_with_the_chain_of_groups_of_each_clause(campus: House) -> None:
    found = explain(campus.database, campus.clock, "ANA", 1)
    assert found.readable
    assert {clause.met_by for clause in found.clauses} == {
        (("user:ana", "group:heads", "group:teachers"),),
        (("user:ana", "group:heads", "group:teachers", "group:staff"),),
    }


def test_a_refusal_is_told_with_the_clause_that_fails_and_the_denial_that_matches(campus: House) -> None:
    luis, eva = (explain(campus.database, campus.clock, name, 1) for name in ("luis", "eva"))
    assert not luis.readable
    assert sorted(clause.met_by for clause in luis.clauses) == [(), (("user:luis",),)]
    assert not eva.readable
    assert eva.denied_by == (("user:eva", "group:interns"),)


def test_the_other_reasons_are_told(campus: House) -> None:
    def look(user: str | None = "ana", document: int = 1):
        return explain(campus.database, campus.clock, user, document)

    assert look(document=2).state is AclState.UNKNOWN
    assert look("stranger").user is None
    campus.documents.begin_change([1], 1)
    assert look().pending
    campus.directory.set_enabled("ana", False)
    assert not look().enabled
    campus.corpora.register(make_corpus(ai_allowed=False))
    assert look().corpus_closed is Closure.AI_NOT_ALLOWED
    assert not any(look(user, document).readable for user in ("ana", None) for document in (1, 2))


def test_an_unknown_document_is_a_usage_error(campus: House) -> None:
    with pytest.raises(UsageError):
        explain(campus.database, campus.clock, "ana", 99)


def test_a_corpus_that_is_asked_about_live_is_told_as_such_and_closed_where_nobody_can_be_asked(
    campus: House,
) -> None:
    assert not explain(campus.database, campus.clock, "ana", 1).asks_source
    pattern = AccessPattern.LIVE_CHECK
    campus.corpora.register(make_corpus(access_pattern=pattern, source="wiki"))
    closed = explain(campus.database, campus.clock, "ana", 1)
    assert (closed.readable, closed.corpus_closed) == (False, Closure.NO_LIVE_CHECK)
    opened = explain(campus.database, campus.clock, "ana", 1, {"wiki"})
    assert (opened.readable, opened.asks_source, opened.corpus_closed) == (True, True, None)
    assert not explain(campus.database, campus.clock, "luis", 1, {"wiki"}).readable
