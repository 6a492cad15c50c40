"""Declared corpora, and when each is open."""

from datetime import datetime, timedelta

import pytest

from fidedigno.access import Closure
from fidedigno.errors import UsageError
from fidedigno.model import AccessList, AccessPattern, Audience, Principal, Sensitivity
from tests.access.house import NOW, House, make_corpus

HOUR = timedelta(hours=1)
TICK = timedelta(microseconds=1)


def reason_at(house: House, synced_at: datetime | None, **changes: object) -> Closure | None:
    house.corpora.register(make_corpus(**changes))
    if synced_at is not None:
        house.corpora.mark_acl_synced("guides", synced_at)
    (status,) = house.corpora.status()
    assert status.open == (status.reason is None)
    return status.reason


@pytest.mark.parametrize(
    ("synced_at", "reason"),
    [
        (None, Closure.NEVER_SYNCED),
        (NOW, None),
        (NOW - HOUR, None),
        (NOW - HOUR - TICK, Closure.STALE),
        (NOW + timedelta(seconds=60), None),
        (NOW + timedelta(seconds=60) + TICK, Closure.SYNCED_IN_FUTURE),
        (NOW + timedelta(days=3650), Closure.SYNCED_IN_FUTURE),
    ],
)
def test_a_corpus_is_open_only_within_its_revocation_lag(
    house: House, synced_at: datetime | None, reason: Closure | None
) -> None:
    assert reason_at(house, synced_at) is reason


def test_a_corpus_that_needs_a_live_check_is_closed_while_there_is_no_checker(house: House) -> None:
    assert reason_at(house, NOW, access_pattern=AccessPattern.LIVE_CHECK) is Closure.NO_LIVE_CHECK


@pytest.mark.parametrize(
    ("source", "connected", "synced_at", "reason"),
    [
        ("wiki", {"wiki"}, NOW, None),
        ("wiki", {"wiki"}, NOW - HOUR - TICK, Closure.STALE),
        ("wiki", {"wiki"}, None, Closure.NEVER_SYNCED),
        ("wiki", {"Wiki", "wiki ", ""}, NOW, Closure.NO_LIVE_CHECK),
        ("", {"wiki"}, NOW, Closure.NO_LIVE_CHECK),
    ],
)
def test_a_corpus_that_needs_a_live_check_is_open_while_its_own_source_can_be_asked_and_its_lists_are_fresh(
    house: House, source: str, connected: set[str], synced_at: datetime | None, reason: Closure | None
) -> None:
    house.live_sources.update(connected)
    pattern = AccessPattern.LIVE_CHECK
    assert reason_at(house, synced_at, access_pattern=pattern, source=source) is reason
    house.live_sources.clear()
    (status,) = house.corpora.status()
    assert status.reason is Closure.NO_LIVE_CHECK


def test_a_corpus_that_ai_may_not_use_is_closed(house: House) -> None:
    assert reason_at(house, NOW, ai_allowed=False) is Closure.AI_NOT_ALLOWED


def test_a_corpus_closes_by_itself_as_time_passes(house: House) -> None:
    assert reason_at(house, NOW) is None
    house.clock.now += HOUR + TICK
    (status,) = house.corpora.status()
    assert (status.open, status.reason, status.age) == (False, Closure.STALE, HOUR + TICK)


def test_a_declaration_is_kept_whole_and_its_id_does_not_change(house: House) -> None:
    first = make_corpus(
        default_acl=AccessList.any_of(Principal.group("staff"), denied=[Principal.user("o'brien")])
    )
    other = make_corpus(
        owner="registrar",
        audience=Audience.RESTRICTED,
        sensitivity=Sensitivity.RESTRICTED,
        revocation_lag=TICK,
        freshness=timedelta(days=40_000),
        language="es",
        timezone="Europe/Madrid",
        access_pattern=AccessPattern.SEPARATE_INDEX,
        source="dokuwiki:corp",
    )
    corpus_id = house.corpora.register(first)
    assert house.corpora.all() == {corpus_id: first}
    assert house.corpora.register(other) == corpus_id
    assert house.corpora.all() == {corpus_id: other}


def test_declaring_again_keeps_the_time_of_the_last_sync(house: House) -> None:
    assert reason_at(house, NOW) is None
    assert reason_at(house, None, owner="another") is None


def test_a_change_moves_the_epoch_and_the_same_declaration_does_not(house: House) -> None:
    def epoch() -> int:
        return house.directory.identity(None).epoch

    steps = [epoch()]
    for act in (
        lambda: house.corpora.register(make_corpus()),
        lambda: house.corpora.register(make_corpus(revocation_lag=HOUR / 2)),
        lambda: house.corpora.mark_acl_synced("guides", NOW),
    ):
        act()
        steps.append(epoch())
    assert steps == sorted(set(steps))
    house.corpora.register(make_corpus(revocation_lag=HOUR / 2))
    assert epoch() == steps[-1]


def test_a_sync_of_an_unknown_corpus_or_without_timezone_is_refused(house: House) -> None:
    with pytest.raises(UsageError, match="no corpus"):
        house.corpora.mark_acl_synced("'; DROP TABLE corpora; --", NOW)
    house.corpora.register(make_corpus())
    with pytest.raises(UsageError, match="timezone"):
        house.corpora.mark_acl_synced("guides", NOW.replace(tzinfo=None))


def test_operators_see_how_many_documents_there_are_and_how_many_are_being_changed(house: House) -> None:
    corpus_id = house.corpora.register(make_corpus())
    class_id = house.classes.intern(AccessList.any_of(Principal.user("ana")))
    for document in range(3):
        house.documents.set_document_access(document, corpus_id, class_id)
    house.documents.begin_change([2], class_id)
    (status,) = house.corpora.status()
    assert (status.documents, status.pending, status.revocation_lag) == (3, 1, HOUR)
