"""Listing: pages that hold every record once, and only those that were asked for."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from fidedigno.errors import NotAvailableError
from fidedigno.trace.event import Action
from fidedigno.trace.ledger import Kind
from fidedigno.trace.listing import Listed, Wanted, list_records
from fidedigno.trace.record import Asked
from fidedigno.trace.trail import About
from tests.trace.audited import Audited
from tests.trace.made import NOW, trace


@pytest.fixture
def used(audited: Audited) -> Audited:
    """Answers, a search and an event, an hour apart."""
    key = audited.keys.current()
    for hour, name in enumerate(("a1", "s1", "a2")):
        audited.clock.now = NOW + timedelta(hours=hour)
        made = replace(trace("ana", name, at=audited.clock.now), key=key.id, user=key.user("default", "ana"))
        audited.store.keep(replace(made, kind=Asked.SEARCH, decision=None) if name == "s1" else made)
    audited.auditing.trail.note(Action.ACCOUNT_DISABLED, About(people=("ana",)), result="FID301")
    return audited


def ids(audited: Audited, **wanted: Any) -> list[str]:
    return [
        each.what if each.kind == "event" else each.id
        for each in list_records(audited.ledger, "default", Wanted(**wanted)).items
    ]


def test_everything_is_listed_newest_first(used: Audited) -> None:
    assert ids(used) == ["account_disabled", "a2", "s1", "a1"]
    assert list_records(used.ledger, "elsewhere", Wanted()) == Listed((), None)


def test_only_what_was_asked_for_is_listed(used: Audited) -> None:
    key = used.keys.current()
    assert ids(used, kinds=frozenset({Kind.SEARCH})) == ["s1"]
    assert ids(used, kinds=frozenset({Kind.ANSWER, Kind.EVENT})) == ["account_disabled", "a2", "a1"]
    assert ids(used, users=key.users("default", "ana")) == ["account_disabled", "a2", "s1", "a1"]
    assert ids(used, users=key.users("default", "eva")) == []
    assert ids(used, users=frozenset()) == []
    hour = timedelta(hours=1)
    assert ids(used, since=NOW + hour, until=NOW + 2 * hour) == ["s1"]


def test_pages_follow_one_another(used: Audited) -> None:
    found, before = [], None
    while True:
        page = list_records(used.ledger, "default", Wanted(before=before, size=1))
        found += [each.sequence for each in page.items]
        before = page.following
        if before is None:
            break
    assert found == [4, 3, 2, 1]


def test_an_item_says_what_and_why_by_codes(used: Audited) -> None:
    event, answer, *_ = list_records(used.ledger, "default", Wanted()).items
    assert (event.what, event.why, event.who) == ("account_disabled", "FID301", "operator")
    assert (answer.what, answer.why) == ("answer_limited", "unverifiable")
    assert set(answer.as_dict()) == {"sequence", "id", "record"}


def test_what_has_expired_is_not_listed(used: Audited) -> None:
    used.clock.now = NOW + timedelta(days=30, minutes=90)
    assert ids(used, since=NOW - timedelta(days=999)) == ["account_disabled", "a2"]


def test_a_damaged_record_closes_the_page(used: Audited) -> None:
    with used.house.database.session() as session:
        session.execute(text("UPDATE traces SET body = '{' WHERE answer_id = 'a1'"))
    with pytest.raises(NotAvailableError):
        ids(used)
