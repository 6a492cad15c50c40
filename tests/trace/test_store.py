"""Keeping records: in order, for a time, up to a number, and gone when they are to be gone."""

import logging
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select, text

from fidedigno.database import Database
from fidedigno.errors import NotAvailableError
from fidedigno.trace import Trace, TraceStore
from fidedigno.trace.store import KEPT, MAX_PAGE, NOT_KEPT
from fidedigno.trace.tables import TraceDocument, TraceRow
from tests.access.house import Clock
from tests.trace.made import KEY, NOW, store_in, trace

ANA, EVA = KEY.user("default", "ana"), KEY.user("default", "eva")


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now = NOW
    return clock


@pytest.fixture
def store(database: Database, clock: Clock) -> TraceStore:
    return store_in(database, retention=timedelta(days=30), limit=50, clock=clock)


def count(database: Database) -> tuple[int, int]:
    with database.snapshot() as connection:
        return (
            connection.scalar(select(func.count()).select_from(TraceRow)) or 0,
            connection.scalar(select(func.count()).select_from(TraceDocument)) or 0,
        )


def keep(store: TraceStore, *ids: str, user: str = "ana", **changes: object) -> None:
    for each in ids:
        assert store.keep(trace(user, each, **changes)) == KEPT  # type: ignore[arg-type]


def ids(traces: tuple[Trace, ...]) -> list[str]:
    return [each.answer_id for each in traces]


def test_a_record_is_read_back(store: TraceStore) -> None:
    keep(store, "a1")
    assert store.get("default", "a1") == trace("ana", "a1")


@pytest.mark.parametrize("answer_id", ["a2", "", "A1", "a1 ", "a1\0", "x" * 10_000, "'; --", "ñ"])
def test_an_id_that_no_answer_has_finds_nothing(store: TraceStore, answer_id: str) -> None:
    keep(store, "a1")
    assert store.get("default", answer_id) is None


def test_another_organisation_finds_nothing(store: TraceStore) -> None:
    keep(store, "a1")
    assert store.get("other", "a1") is None
    assert store.page("other").traces == ()
    assert store.delete("other", "a1") == store.delete_of_user("other", [ANA]) == 0
    assert store.get("default", "a1") is not None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=15)
@given(st.integers(0, 12), st.integers(1, 5), st.booleans())
def test_pages_hold_every_record_once_newest_first(
    tmp_path_factory: pytest.TempPathFactory, number: int, size: int, of_ana: bool
) -> None:
    database = Database.open(tmp_path_factory.mktemp("pages") / "state.db")
    store = store_in(database, clock=lambda: NOW)
    for each in range(number):
        keep(store, f"a{each}", user="ana" if each % 3 else "eva")
    expected = [f"a{each}" for each in reversed(range(number)) if not of_ana or each % 3]
    found: list[str] = []
    before = None
    while True:
        page = store.page("default", users=frozenset({ANA}) if of_ana else None, before=before, size=size)
        found += ids(page.traces)
        assert len(page.traces) == size or page.following is None
        if page.following is None:
            break
        before = page.following
    assert found == expected
    database.close()


@pytest.mark.parametrize("size", [0, -1, MAX_PAGE + 1])
def test_a_page_of_an_odd_size_is_refused(store: TraceStore, size: int) -> None:
    with pytest.raises(ValueError, match="page"):
        store.page("default", size=size)


@pytest.mark.usefixtures("at_every_writing")
def test_what_is_too_old_is_not_read_and_is_deleted_with_the_next_writing(
    store: TraceStore, clock: Clock, database: Database
) -> None:
    keep(store, "old")
    clock.now = NOW + timedelta(days=30, seconds=1)
    assert store.get("default", "old") is None
    assert store.page("default").traces == ()
    assert count(database)[0] == 1
    keep(store, "new", at=clock.now)
    assert count(database)[0] == 1
    assert ids(store.page("default").traces) == ["new"]


def test_expiry_deletes_what_is_too_old_and_nothing_else(
    store: TraceStore, clock: Clock, database: Database
) -> None:
    keep(store, "old")
    keep(store, "new", at=NOW + timedelta(days=2))
    clock.now = NOW + timedelta(days=31)
    assert store.expire() == 1
    assert store.expire() == 0
    assert ids(store.page("default").traces) == ["new"]
    assert count(database) == (1, 3)


@pytest.mark.usefixtures("at_every_writing")
def test_no_more_are_kept_than_the_limit(database: Database) -> None:
    store = store_in(database, limit=5, clock=lambda: NOW)
    keep(store, *(f"a{each}" for each in range(12)))
    assert ids(store.page("default").traces) == ["a11", "a10", "a9", "a8", "a7"]
    assert count(database) == (5, 15)


def test_a_record_is_deleted_by_its_answer(store: TraceStore, database: Database) -> None:
    keep(store, "a1", "a2")
    assert store.delete("default", "a1") == 1
    assert store.delete("default", "a1") == 0
    assert ids(store.page("default").traces) == ["a2"]
    assert count(database) == (1, 3)


def test_a_person_is_forgotten_from_the_files_and_others_are_not(store: TraceStore, tmp_path: Path) -> None:
    keep(store, "a1", "a2")
    keep(store, "e1", user="eva")

    def held(pseudonym: str) -> bool:
        return any(pseudonym.encode() in each.read_bytes() for each in tmp_path.iterdir() if each.is_file())

    assert held(ANA)
    assert store.delete_of_user("default", [ANA]) == 2
    assert not held(ANA)
    assert held(EVA)


def test_records_that_name_a_forgotten_document_are_deleted(store: TraceStore) -> None:
    keep(store, "a1")
    keep(store, "a2", sources=())
    assert store.delete_naming([99]) == 0
    assert store.delete_naming([3, *range(1_000, 3_000)]) == 1, "document 3 was only set aside"
    assert ids(store.page("default").traces) == ["a2"]


def test_a_record_cannot_be_rewritten(store: TraceStore) -> None:
    keep(store, "a1")
    assert store.keep(trace("eva", "a1")) not in {KEPT, NOT_KEPT}
    found = store.get("default", "a1")
    assert found is not None
    assert found.user == ANA


def test_writing_never_fails_and_says_the_code(
    store: TraceStore, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    with database.session() as session:
        session.execute(text("DROP TABLE trace_documents"))
    with caplog.at_level(logging.ERROR):
        assert store.keep(trace()) == "FID201"
    assert "a1b2c3d4e5f60718" in caplog.text
    assert count_rows(database) == 0, "half a record is none"


def count_rows(database: Database) -> int:
    with database.snapshot() as connection:
        return connection.scalar(select(func.count()).select_from(TraceRow)) or 0


@pytest.mark.parametrize("changes", [{"answer_id": "not an id"}, {"question_class": "x" * 200_000}])
def test_a_record_of_no_proper_form_is_not_kept(store: TraceStore, changes: dict[str, str]) -> None:
    assert store.keep(trace(**changes)) == NOT_KEPT  # type: ignore[arg-type]
    assert store.page("default").traces == ()


def test_a_busy_store_gives_its_code(
    store: TraceStore, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fidedigno.database.BUSY_SECONDS", 0.05)
    other = Database(f"sqlite:///{tmp_path / 'state.db'}")
    with database.session() as session:
        session.execute(text("UPDATE permission_epoch SET value = 2"))
        assert store_in(other, clock=lambda: NOW).keep(trace()) == "FID301"
    other.close()


def test_reading_fails_closed(store: TraceStore, database: Database) -> None:
    keep(store, "a1")
    with database.session() as session:
        session.execute(text("UPDATE traces SET body = '{}'"))
    with pytest.raises(NotAvailableError):
        store.get("default", "a1")
    with database.session() as session:
        session.execute(text("DROP TABLE traces"))
    with pytest.raises(NotAvailableError):
        store.get("default", "a1")
    with pytest.raises(NotAvailableError):
        store.page("default")


@pytest.mark.parametrize("wrong", [{"retention": timedelta(0)}, {"limit": 0}])
def test_a_store_that_keeps_nothing_is_refused(database: Database, wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="positive"):
        store_in(database, **wrong)  # type: ignore[arg-type]
