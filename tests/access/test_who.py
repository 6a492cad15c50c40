"""Who may read a document: the same people as those whom an explanation lets in."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.access import Closure
from fidedigno.access.explain import explain
from fidedigno.access.who import who_may_read
from fidedigno.model import ANYONE, NOBODY, AccessList, Principal
from tests.access.house import NOW, House, make_corpus
from tests.access.translate import content

PRINCIPALS = [
    *(Principal.user(each) for each in ("ana", "luis", "eva")),
    *(Principal.group(each) for each in ("heads", "staff")),
    ANYONE,
]
CLAUSES = st.lists(st.frozensets(st.sampled_from(PRINCIPALS), min_size=1, max_size=3), min_size=1, max_size=3)


def fill(house: House, acl: AccessList) -> None:
    users = {"ana": (None, True), "luis": (None, True), "eva": (None, False)}
    house.directory.load(
        content(users, {"heads": {("user", "ana"), ("user", "eva")}, "staff": {("group", "heads")}}),
        replace=True,
    )
    corpus = house.corpora.register(make_corpus())
    house.corpora.mark_acl_synced("guides", NOW)
    house.documents.set_document_access(1, corpus, house.classes.intern(acl))


@given(clauses=CLAUSES, denials=st.frozensets(st.sampled_from(PRINCIPALS), max_size=1))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_it_lists_exactly_those_whom_an_explanation_lets_in(house: House, clauses, denials) -> None:
    fill(house, AccessList(tuple(clauses), denials))
    found = who_may_read(house.database, house.clock, 1)
    readable = {
        name for name in ("ana", "luis", "eva") if explain(house.database, house.clock, name, 1).readable
    }
    assert set(found.users) == readable
    assert "eva" not in found.users
    assert found.anyone == explain(house.database, house.clock, None, 1).readable


def test_nobody_reads_what_is_closed_and_it_says_so(house: House) -> None:
    fill(house, NOBODY)
    assert who_may_read(house.database, house.clock, 1).blocked
    fill(house, AccessList.any_of(ANYONE))
    assert who_may_read(house.database, house.clock, 1).users == ("ana", "luis")
    house.corpora.register(make_corpus(ai_allowed=False))
    found = who_may_read(house.database, house.clock, 1)
    assert (found.users, found.anyone, found.closed) == ((), False, Closure.AI_NOT_ALLOWED)
