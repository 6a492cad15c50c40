"""A little is read to prove that a system answers, and nothing is kept of it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.connected import Connection, load_connection
from fidedigno.connected.probe import Proof, prove
from fidedigno.errors import ConfigurationError
from fidedigno.sources.connector import SourceError
from tests.fakes.connections import write_connection
from tests.fakes.connector import FakeConnector
from tests.fakes.declared import CustomerSystem
from tests.fakes.vendor import Answer, Failure


def test_the_first_document_and_its_rights_prove_it(
    workspace: Fidedigno, connection: Connection, system: CustomerSystem
) -> None:
    for number in range(3, 40):
        system.note(str(number), teams=["7"])
    assert prove(connection) == Proof(documents=True, rights=True)
    pages = [each for each in system.asked if "notes" in each.path]
    assert len(pages) <= 2, "a little is enough"
    assert workspace.users() == [each for each in workspace.users() if each["name"] == "owner"]
    assert not (workspace.folder / "mirrors").exists()


def test_what_it_does_not_show_is_told(connection: Connection, system: CustomerSystem) -> None:
    system.notes[:] = system.notes[:1]
    system.notes[0]["properties"]["teams"] = {"seven": True}
    assert prove(connection) == Proof(documents=True, rights=False)
    system.notes.clear()
    assert prove(connection) == Proof(documents=False, rights=False)


def test_a_system_that_refuses_or_is_not_there_proves_nothing(
    connection: Connection, system: CustomerSystem, tmp_path: Path
) -> None:
    system.failures.append(Failure("notes", Answer(status=401)))
    with pytest.raises(SourceError) as caught:
        prove(connection)
    assert "sesame" not in str(caught.value)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with pytest.raises(SourceError):
        prove(load_connection(write_connection(elsewhere, "http://127.0.0.1:9")))
    (tmp_path / "hub.secret").chmod(0o644)
    with pytest.raises(ConfigurationError, match="others may read"):
        prove(connection)


def test_people_prove_a_system_that_has_no_documents(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connection, "open", lambda _: FakeConnector())
    assert prove(replace(connection, corpus=None)) == Proof(documents=False, rights=False, people=0)


def test_a_system_that_does_not_answer_in_time_proves_nothing(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Silent(FakeConnector):
        async def people(self):  # type: ignore[no-untyped-def]
            await asyncio.sleep(60)

    monkeypatch.setattr(Connection, "open", lambda _: Silent())
    with pytest.raises(SourceError, match=r"nothing was read in 0\.01 seconds"):
        prove(replace(connection, corpus=None), seconds=0.01)


def test_a_secret_of_notifications_is_looked_at_before_it_is_needed(
    connection: Connection, tmp_path: Path
) -> None:
    hook = tmp_path / "hook"
    hook.write_text("short", encoding="utf-8")
    hook.chmod(0o600)
    with pytest.raises(ConfigurationError, match="too short"):
        prove(replace(connection, webhook_secret_file=hook))
    hook.unlink()
    with pytest.raises(ConfigurationError, match="cannot be read"):
        prove(replace(connection, webhook_secret_file=hook))
