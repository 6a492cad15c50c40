"""The suite works in a copy, and the workspace that people use is as it was."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.access import UserEntry
from fidedigno.errors import BusyError, WorkspaceError
from fidedigno.evaluate.boundaries import private_copy as module
from fidedigno.evaluate.boundaries.private_copy import private_copy
from fidedigno.ingest.lock import ingestion_lock
from fidedigno.workspace import LOCK_FILE


@pytest.fixture
def place(workspace: Fidedigno, make_corpus) -> Fidedigno:
    workspace.ingest(make_corpus({"a.md": "# Fee\n\nThe fee is twelve euros a month."}))
    return workspace


def records(place: Fidedigno) -> object:
    with closing(sqlite3.connect(place.folder / "state.sqlite")) as connection:
        return connection.execute("select count(*) from traces").fetchone()


def test_a_copy_answers_as_the_workspace_does_and_leaves_no_trace(place: Fidedigno) -> None:
    lock, before = place.folder / LOCK_FILE, records(place)
    with private_copy(place, lock) as copy:
        folder = copy.folder
        assert folder.stat().st_mode & 0o077 == 0
        assert folder.parent.stat().st_mode & 0o077 == 0
        copy.directory.put_user(UserEntry("made-up", "made-up"))
        answer = copy.ask("How much is the fee?", as_user="made-up")
        assert "twelve" in answer.text
    assert not folder.exists()
    assert "made-up" not in [each["name"] for each in place.users()]
    assert records(place) == before


def test_a_copy_is_deleted_when_the_work_fails(place: Fidedigno) -> None:
    folders = []

    def fail() -> None:
        with private_copy(place, place.folder / LOCK_FILE) as copy:
            folders.append(copy.folder)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert [each.exists() for each in folders] == [False]


def test_a_copy_has_no_connection_to_a_live_system(place: Fidedigno) -> None:
    (place.folder / "moodle.yaml").write_text("url: https://campus.example", encoding="utf-8")
    with private_copy(place, place.folder / LOCK_FILE) as copy:
        assert not (copy.folder / "moodle.yaml").exists()


def test_nothing_is_copied_while_an_ingestion_runs(place: Fidedigno) -> None:
    lock = place.folder / LOCK_FILE
    with ingestion_lock(lock), pytest.raises(BusyError), private_copy(place, lock):
        raise AssertionError("it was copied")


def test_no_room_is_said_as_such(place: Fidedigno, monkeypatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.shutil, "copytree", full)
    with pytest.raises(WorkspaceError, match="OSError"), private_copy(place, place.folder / LOCK_FILE):
        raise AssertionError("it was opened")


def test_names_left_out_are_those_of_the_workspace() -> None:
    from fidedigno.connections import MIRRORS_FOLDER
    from fidedigno.stores import DATABASE_FILE, INDEX_FOLDER, MOODLE_FILE

    assert (module.DATABASE_FILE, module.INDEX_FOLDER) == (DATABASE_FILE, INDEX_FOLDER)
    assert {MOODLE_FILE, MIRRORS_FOLDER} < set(module.LEFT_OUT)
    assert Path(LOCK_FILE).match("*.lock")
