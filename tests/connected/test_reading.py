"""One reading: what counts afterwards, how long it took to, and what is written down when it fails."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.access.content import DirectoryContent, GroupEntry, UserEntry
from fidedigno.connected import Connection
from fidedigno.connected.health import corpora_health
from fidedigno.connected.reading import Reading, people_digest, read_connection
from fidedigno.errors import BusyError
from fidedigno.model import NOBODY, AccessList, Principal
from fidedigno.sources.connector import Change, Upserted
from tests.fakes.connected import finds
from tests.fakes.connections import NAME
from tests.fakes.connector import FakeConnector, Held
from tests.fakes.declared import CustomerSystem
from tests.fakes.vendor import Answer, Failure

ANN, BOB = "ann@acme.example", "bob@acme.example"


class Clock:
    """A clock that a test sets; each look at it takes a second."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def later(self, **period: float) -> None:
        self.now += timedelta(**period)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def read(workspace: Fidedigno, connection: Connection, clock: Clock, *, contents: bool = True) -> Reading:
    return read_connection(workspace, connection, contents=contents, clock=clock)


def measured(workspace: Fidedigno) -> list[timedelta]:
    found = workspace.lags.summaries().get(NAME)
    return [] if found is None else [found.p50, found.longest][: found.measured]


def test_each_finds_their_own_after_a_reading_and_it_is_written_down(
    workspace: Fidedigno, connection: Connection, clock: Clock
) -> None:
    reading = read(workspace, connection, clock)
    assert reading.is_done
    assert finds(workspace, ANN, "oven")
    assert not finds(workspace, BOB, "oven")
    standing = workspace.book.standing(NAME)
    assert standing.rights_at == standing.contents_at == standing.full_at == reading.run.began_at
    counts = workspace.book.runs(NAME)[0].counts
    assert (counts["written"], counts["people"], counts["unknown"], counts["postponed"]) == (2, 2, 0, 0)
    assert measured(workspace) == [], "the first reading changed nobody's right"


def test_a_right_that_is_withdrawn_is_measured_from_the_reading_before(
    workspace: Fidedigno, connection: Connection, system: CustomerSystem, clock: Clock
) -> None:
    first = read(workspace, connection, clock)
    clock.later(minutes=10)
    system.notes[0]["properties"]["teams"] = ["8"]
    second = read(workspace, connection, clock, contents=False)
    assert second.run.counts["rights_changed"] == 1
    assert second.ingested is not None
    assert (second.ingested.relabelled, second.ingested.embedded) == (1, 0)
    assert not finds(workspace, ANN, "oven")
    assert finds(workspace, BOB, "oven")
    (lag,) = measured(workspace)
    taken = second.run.ended_at - first.run.began_at
    assert timedelta(minutes=10) < lag <= taken
    assert workspace.lags.summaries()[NAME].exact == 0
    read(workspace, connection, clock)
    assert len(measured(workspace)) == 1, "what did not change is not measured again"


def test_a_change_of_members_counts_without_ingestion_and_is_measured(
    workspace: Fidedigno, connection: Connection, system: CustomerSystem, clock: Clock
) -> None:
    read(workspace, connection, clock)
    clock.later(minutes=4)
    system.teams[0]["userIds"] = []
    second = read(workspace, connection, clock, contents=False)
    assert second.run.counts["rights_changed"] == 0
    assert not finds(workspace, ANN, "oven")
    (lag,) = measured(workspace)
    assert timedelta(minutes=4) < lag < timedelta(minutes=5)


def test_a_document_that_is_gone_is_measured_too(
    workspace: Fidedigno, connection: Connection, system: CustomerSystem, clock: Clock
) -> None:
    read(workspace, connection, clock)
    clock.later(minutes=2)
    system.notes.pop(0)
    assert read(workspace, connection, clock, contents=False).run.counts["removed"] == 1
    assert not finds(workspace, ANN, "oven")
    assert len(measured(workspace)) == 1


def test_while_readings_fail_the_lag_grows_and_the_next_success_measures_all_of_it(
    workspace: Fidedigno, connection: Connection, system: CustomerSystem, clock: Clock
) -> None:
    read(workspace, connection, clock)
    system.notes[0]["properties"]["teams"] = []
    system.failures.append(Failure("notes", Answer(status=503)))
    for number in range(3):
        clock.later(minutes=10)
        reading = read(workspace, connection, clock, contents=False)
        assert reading.code == "FID520"
        assert workspace.book.standing(NAME).failures == number + 1
    assert finds(workspace, ANN, "oven"), "nothing was learnt, so nothing changed, until the corpus closes"
    assert measured(workspace) == []
    system.failures.clear()
    clock.later(minutes=10)
    assert read(workspace, connection, clock, contents=False).is_done
    (lag,) = measured(workspace)
    assert lag > timedelta(minutes=40)
    assert workspace.book.standing(NAME).failures == 0


def test_what_was_read_but_not_ingested_is_measured_when_it_is(
    workspace: Fidedigno,
    connection: Connection,
    system: CustomerSystem,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read(workspace, connection, clock)
    system.notes[0]["properties"]["teams"] = []
    clock.later(minutes=10)

    def busy(*_: object, **__: object) -> None:
        raise BusyError("another process is writing", "wait")

    with monkeypatch.context() as patched:
        patched.setattr(workspace, "ingest", busy)
        assert read(workspace, connection, clock, contents=False).code == "FID301"
    assert measured(workspace) == []
    clock.later(minutes=10)
    assert read(workspace, connection, clock, contents=False).is_done
    (lag,) = measured(workspace)
    assert lag > timedelta(minutes=20)
    assert workspace.book.standing(NAME).pending is None


def test_what_cannot_be_understood_closes_and_is_named(
    workspace: Fidedigno, connection: Connection, system: CustomerSystem, clock: Clock
) -> None:
    read(workspace, connection, clock)
    system.notes[0]["properties"]["teams"] = {"seven": True}
    reading = read(workspace, connection, clock, contents=False)
    assert reading.unknown == ("1",)
    assert workspace.book.standing(NAME).unknown == 1
    assert not finds(workspace, ANN, "oven")
    assert reading.as_dict()["unknown"] == ["1"]


def test_contents_that_have_to_wait_are_read_the_next_time(
    workspace: Fidedigno, connection: Connection, clock: Clock
) -> None:
    allowed = iter([True, False])
    reading = read_connection(workspace, connection, go_on=lambda: next(allowed), clock=clock)
    assert (reading.run.counts["written"], reading.run.counts["postponed"]) == (1, 1)
    standing = workspace.book.standing(NAME)
    assert standing.rights_at == reading.run.began_at
    assert standing.contents_at is None
    assert read(workspace, connection, clock).run.counts["written"] == 1
    assert workspace.book.standing(NAME).contents_at is not None
    assert finds(workspace, ANN, "oven")
    assert finds(workspace, BOB, "boat")


def test_an_unforeseen_fault_is_written_down_without_its_words(
    workspace: Fidedigno,
    connection: Connection,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise TypeError("sesame")

    monkeypatch.setattr(workspace, "sync", broken)
    reading = read(workspace, connection, clock)
    assert reading.code == "FID000"
    assert "TypeError" in reading.problem
    assert "sesame" not in str(reading.as_dict())
    (tmp_path / "hub.secret").unlink()
    assert read(workspace, connection, clock).code == "FID200"


def test_the_digest_of_people_tells_memberships_apart_and_nothing_else() -> None:
    def people(*members: str, name: str = "Ann", enabled: bool | None = None) -> str:
        group = GroupEntry("g", "g", frozenset(map(Principal.parse, members)))
        return people_digest(
            DirectoryContent((UserEntry("ann", name, enabled=enabled),), (group,), partial=True)
        )

    assert people("user:ann", "group:x") == people("group:x", "user:ann", name="Other")
    assert len({people(), people("user:ann"), people("group:ann"), people("user:ann", enabled=False)}) == 4


def test_rights_are_as_old_as_the_oldest_system_that_they_rest_on(
    workspace: Fidedigno, connection: Connection, clock: Clock
) -> None:
    resting = replace(connection, people_from=("ldap-corp",))
    assert read(workspace, resting, clock).is_done
    assert not corpora_health(workspace)[NAME].open, "the other was never read"
    assert not finds(workspace, ANN, "oven")
    before = datetime.now(UTC) - timedelta(minutes=40)
    workspace.book.update("ldap-corp", rights_at=before)
    assert read(workspace, resting, clock).is_done
    age = corpora_health(workspace)[NAME].age
    assert age is not None
    assert timedelta(minutes=40) <= age < timedelta(minutes=42)
    assert finds(workspace, ANN, "oven")
    workspace.book.update("ldap-corp", rights_at=datetime.now(UTC))
    read(workspace, resting, clock, contents=False)
    age = corpora_health(workspace)[NAME].age
    assert age is not None
    assert age < timedelta(minutes=2)


def test_a_system_that_says_when_something_changed_is_measured_exactly(
    workspace: Fidedigno, connection: Connection, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Principal.group("fake:corp:staff")
    fake = Telling("declared:hub")
    for number in "12":
        fake.put(number, Held(f"{number}.md", f"# N\n\nText {number}.\n", AccessList.any_of(reader)))
    monkeypatch.setattr(Connection, "open", lambda _: fake)
    assert read(workspace, connection, clock).is_done
    clock.later(minutes=10)
    for number in "12":
        fake.put(number, Held(f"{number}.md", f"# N\n\nText {number}.\n", NOBODY))
    fake.at = {"1": clock.now - timedelta(seconds=90), "2": clock.now - timedelta(seconds=30)}
    assert read(workspace, connection, clock, contents=False).is_done
    found = workspace.lags.summaries()[NAME]
    assert (found.measured, found.exact) == (1, 1)
    assert timedelta(seconds=90) < found.longest < timedelta(seconds=120), "the slowest of the two"
    fake.drop("1")
    fake.drop("2")
    fake.at = {"1": clock.now}
    clock.later(minutes=10)
    assert read(workspace, connection, clock, contents=False).is_done
    found = workspace.lags.summaries()[NAME]
    assert (found.measured, found.exact) == (2, 1), "one of two without a time makes it a bound"
    assert found.longest > timedelta(minutes=10)


class Telling(FakeConnector):
    """A system that says when something changed."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.at: dict[str, datetime] = {}

    async def _stream(self, identifiers: list[str]) -> AsyncIterator[Change]:
        async for change in super()._stream(identifiers):
            identifier = change.item.external_id if isinstance(change, Upserted) else change.external_id
            yield replace(change, at=self.at.get(identifier))
