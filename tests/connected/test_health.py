"""How things stand: each closed corpus says why and what to do, and checks see it."""

from datetime import UTC, datetime, timedelta

import pytest

from fidedigno import Fidedigno
from fidedigno.access.corpora import Closure
from fidedigno.connected import Connection
from fidedigno.connected.health import CorpusHealth, connections_health, corpora_health, is_well
from fidedigno.connected.reading import read_connection
from tests.conftest import MakeCorpus
from tests.fakes.connections import NAME
from tests.fakes.declared import CustomerSystem
from tests.fakes.vendor import Answer, Failure

HOUR = timedelta(hours=1)


def stale(workspace: Fidedigno, name: str = NAME) -> None:
    workspace.declared.mark_acl_synced(name, datetime.now(UTC) - timedelta(days=40))


def test_a_fresh_corpus_is_well_and_nothing_is_to_be_done(
    workspace: Fidedigno, connection: Connection
) -> None:
    assert is_well(workspace), "a connection that was never read has not failed"
    read_connection(workspace, connection)
    found = corpora_health(workspace)[NAME]
    assert (found.open, found.what_to_do, found.connection) == (True, "", NAME)
    assert is_well(workspace)


def test_a_stale_corpus_says_what_to_do(workspace: Fidedigno, connection: Connection) -> None:
    read_connection(workspace, connection)
    stale(workspace)
    found = corpora_health(workspace)[NAME]
    assert found.closure is Closure.STALE
    assert "last read 40 days" in found.what_to_do
    assert "may be 1:00:00 old" in found.what_to_do
    assert f"'fidedigno sync {NAME} --rights'" in found.what_to_do
    assert not is_well(workspace)
    assert found.as_dict()["permissions_age_seconds"] > 39 * 86_400


def test_a_stale_folder_is_ingested_again(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": "# A\n\nUno.\n"}))
    assert is_well(workspace)
    stale(workspace, "docs")
    assert "'fidedigno ingest FOLDER'" in corpora_health(workspace)["docs"].what_to_do
    assert not is_well(workspace)


def test_a_reading_that_failed_is_not_well_and_the_next_one_that_is_done_is(
    workspace: Fidedigno, connection: Connection, system: CustomerSystem
) -> None:
    read_connection(workspace, connection)
    system.failures.append(Failure("notes", Answer(status=503)))
    read_connection(workspace, connection)
    (found,) = connections_health(workspace)
    assert (found.is_well, found.standing.failures) == (False, 1)
    assert corpora_health(workspace)[NAME].open, "it is not older than its lag yet"
    assert not is_well(workspace)
    stale(workspace)
    assert f"'fidedigno connections show {NAME}'" in corpora_health(workspace)[NAME].what_to_do
    system.failures.clear()
    read_connection(workspace, connection)
    assert is_well(workspace)


def test_a_declaration_that_is_not_valid_any_more_is_told(
    workspace: Fidedigno, connection: Connection
) -> None:
    kept = workspace.folder / "connections" / f"{NAME}.yaml"
    kept.write_text("kind: nothing\n", encoding="utf-8")
    (found,) = connections_health(workspace)
    assert "no kind of system" in found.problem
    assert found.as_dict()["name"] == NAME
    assert not is_well(workspace)


@pytest.mark.parametrize("closure", list(Closure))
def test_what_was_declared_is_no_fault_and_every_fault_says_what_to_do(closure: Closure) -> None:
    found = CorpusHealth("c", False, closure, HOUR, HOUR, None, "c", 0, 0)
    declared = closure in {Closure.NO_LIVE_CHECK, Closure.AI_NOT_ALLOWED}
    assert found.is_well is declared
    assert bool(found.what_to_do) is not declared


def test_unknown_rights_are_told_of_an_open_corpus() -> None:
    found = CorpusHealth("c", True, None, HOUR, HOUR, None, "c", 3, 0)
    assert "rights of 3 documents could not be read" in found.what_to_do
    assert found.is_well
