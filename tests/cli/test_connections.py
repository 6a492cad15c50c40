"""Connected systems on the command line: connect, list, show, sync, watch, remove; text, JSON and exit codes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fidedigno
from fidedigno.cli import connections as commands
from fidedigno.cli import run
from tests.fakes.connections import NAME, people_of, write_connection
from tests.fakes.declared import CustomerSystem
from tests.fakes.vendor import Answer, Failure

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    monkeypatch.setenv("COLUMNS", "300")
    assert run(["init", "--admin", "owner"]) == 0
    return tmp_path


@pytest.fixture
def system() -> Iterator[CustomerSystem]:
    with CustomerSystem() as server:
        yield people_of(server)


def out(capsys: Capture, *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert run(list(arguments)) == code
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    assert "sesame" not in printed.out + printed.err
    return printed.out if code == 0 or printed.out else printed.err


def data(capsys: Capture, *arguments: str, code: int = 0) -> Any:
    return json.loads(out(capsys, *arguments, "--json", code=code))


def finds(capsys: Capture, user: str, words: str) -> bool:
    return words in out(capsys, "search", words, "--as", user)


def test_a_system_is_connected_synchronised_and_each_finds_their_own(
    place: Path, capsys: Capture, system: CustomerSystem
) -> None:
    text = out(capsys, "connect", str(write_connection(place, system.url)))
    assert f"connected {NAME}: rights every 0:10:00" in text
    assert "it answered, with a document and its rights" in text
    text = out(capsys, "sync")
    assert "2 contents written" in text
    assert "index: 2 indexed" in text
    assert finds(capsys, "ann@acme.example", "oven")
    assert not finds(capsys, "ann@acme.example", "boat")
    assert finds(capsys, "bob@acme.example", "boat")


def test_a_system_that_does_not_answer_is_not_connected_unless_one_insists(
    place: Path, capsys: Capture, system: CustomerSystem
) -> None:
    path = str(write_connection(place, system.url))
    system.failures.append(Failure("notes", Answer(status=401)))
    told = data(capsys, "connect", path, code=6)["error"]
    assert told["code"] == "FID520"
    assert data(capsys, "connections", "list") == []
    assert data(capsys, "connect", path, "--no-check")["proof"] is None
    assert [each["name"] for each in data(capsys, "connections", "list")] == [NAME]


def test_a_declaration_that_is_wrong_says_where_and_what_to_do(
    place: Path, capsys: Capture, system: CustomerSystem
) -> None:
    path = write_connection(place, system.url, rights_evry="5m")
    told = data(capsys, "connect", str(path), code=3)["error"]
    assert "connection.yaml, line" in told["message"]
    assert told["hint"] == "Did you mean 'rights_every'?"
    assert "cannot be read" in data(capsys, "connect", "missing.yaml", code=3)["error"]["message"]


def test_how_groups_are_resolved_is_listed_and_shown(
    place: Path, capsys: Capture, system: CustomerSystem
) -> None:
    out(capsys, "connect", str(write_connection(place, system.url)))
    assert "at_query" in out(capsys, "connections", "list")
    assert "never read" in out(capsys, "connections", "list")
    (found,) = data(capsys, "connections", "list")
    assert (found["group_expansion"], found["rights_every"], found["last"]) == ("at_query", "0:10:00", None)
    out(capsys, "sync", NAME)
    shown = data(capsys, "connections", "show", NAME)
    assert shown["runs"][0]["counts"]["written"] == 2
    assert str(place / "hub.secret") in shown["declaration"]
    text = out(capsys, "connections", "show", NAME)
    assert "2 written" in text
    assert "kind: declared" in text
    assert "at_query" in out(capsys, "status")


def test_a_withdrawn_right_counts_after_a_reading_of_rights_alone(
    place: Path, capsys: Capture, system: CustomerSystem
) -> None:
    out(capsys, "connect", str(write_connection(place, system.url)))
    out(capsys, "sync", "--quiet")
    system.notes[0]["properties"]["teams"] = []
    (reading,) = data(capsys, "sync", NAME, "--rights")
    assert reading["contents"] is False
    assert (reading["counts"]["rights_changed"], reading["counts"]["written"]) == (1, 0)
    assert (reading["ingested"]["relabelled"], reading["ingested"]["embedded"]) == (1, 0)
    assert not finds(capsys, "ann@acme.example", "oven")
    lag = data(capsys, "status")["corpora"][0]["measured_lag"]
    assert lag["measured"] == 1
    assert 0 < lag["p95_seconds"] < 600
    assert "≤ 0:0" in out(capsys, "corpora", "list")


def test_one_that_fails_does_not_keep_the_others_from_being_read(
    place: Path, capsys: Capture, system: CustomerSystem
) -> None:
    out(capsys, "connect", str(write_connection(place, system.url)))
    with CustomerSystem() as second:
        folder = place / "second"
        folder.mkdir()
        path = write_connection(folder, people_of(second).url)
        hub = folder / "hub.yaml"
        hub.write_text(hub.read_text("utf-8").replace("name: hub", "name: annexe"), encoding="utf-8")
        out(capsys, "connect", str(path))
        second.failures.append(Failure("notes", Answer(status=503)))
        found = data(capsys, "sync", code=1)
        assert {each["connection"]: each["outcome"] for each in found} == {
            "declared-annexe": "FID520", NAME: "done",
        }  # fmt: skip
        text = out(capsys, "sync", code=1)
        assert "failed (FID520)" in text
        assert "its corpus closes" in " ".join(text.split())
        assert "nothing changed" in text
        out(capsys, "status", code=0)
        out(capsys, "status", "--check", code=1)
        second.failures.clear()
        out(capsys, "sync")
        out(capsys, "status", "--check", code=0)


def test_a_stale_corpus_is_told_and_the_check_fails(
    place: Path, capsys: Capture, system: CustomerSystem
) -> None:
    from datetime import UTC, datetime, timedelta

    out(capsys, "connect", str(write_connection(place, system.url)))
    out(capsys, "sync")
    with fidedigno.Fidedigno.open() as workspace:
        workspace.declared.mark_acl_synced(NAME, datetime.now(UTC) - timedelta(hours=3))
    text = out(capsys, "status", "--check", code=1)
    assert f"! {NAME}: its rights were last read 3:00:" in text
    assert f"'fidedigno sync {NAME} --rights'" in text
    metrics = out(capsys, "status", "--metrics")
    assert f'fidedigno_corpus_open{{corpus="{NAME}"}} 0.0' in metrics
    assert run(["status", "--check", "--metrics"]) == 1
    assert not finds(capsys, "ann@acme.example", "oven")
    out(capsys, "sync", "--rights")
    assert finds(capsys, "ann@acme.example", "oven")


def test_unknown_rights_are_named_and_an_alert_command_is_run_once(
    place: Path, capsys: Capture, system: CustomerSystem, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = place / "heard"
    program = "import sys; open(sys.argv[1], 'a').write(sys.stdin.read() + chr(10))"
    monkeypatch.setenv("FIDEDIGNO_ALERT_COMMAND", json.dumps([sys.executable, "-c", program, str(heard)]))
    out(capsys, "connect", str(write_connection(place, system.url)))
    out(capsys, "sync")
    assert not heard.exists()
    system.notes[0]["properties"]["teams"] = {"seven": True}
    text = out(capsys, "sync")
    assert "1 closed, because their rights could not be read: 1" in text
    out(capsys, "sync")
    (line,) = heard.read_text("utf-8").splitlines()
    assert json.loads(line)["event"] == "unknown_rights"
    assert "unknown_rights" in out(capsys, "status", "--metrics").replace("fidedigno_", "")


def test_a_removed_connection_is_not_read_any_more(
    place: Path, capsys: Capture, system: CustomerSystem
) -> None:
    out(capsys, "connect", str(write_connection(place, system.url)))
    assert data(capsys, "connections", "remove", NAME) == {"removed": NAME}
    for command in (("sync", NAME), ("connections", "show", NAME), ("connections", "remove", NAME)):
        assert data(capsys, *command, code=6)["error"]["code"] == "FID500"
    assert "no connections" in out(capsys, "sync")
    assert data(capsys, "sync") == []


def test_watching_once_reads_what_is_due_one_document_a_line(
    place: Path, capsys: Capture, system: CustomerSystem
) -> None:
    out(capsys, "connect", str(write_connection(place, system.url)))
    (line,) = out(capsys, "watch", "--once", "--json").splitlines()
    assert json.loads(line)["outcome"] == "done"
    assert out(capsys, "watch", "--once") == ""
    assert finds(capsys, "ann@acme.example", "oven")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_watching_ends_in_order_when_it_is_told_to(
    place: Path, capsys: Capture, system: CustomerSystem, number: int
) -> None:
    out(capsys, "connect", str(write_connection(place, system.url)))
    program = "import sys; from fidedigno.cli import main; main(['watch', '--json'])"
    command = [sys.executable, "-c", program]
    here = {**os.environ, "PYTHONPATH": str(Path(fidedigno.__file__).parents[1])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=here) as watching:
        assert watching.stdout is not None
        assert json.loads(watching.stdout.readline())["outcome"] == "done"
        began = time.monotonic()
        watching.send_signal(number)
        _, errors = watching.communicate(timeout=30)
    assert watching.returncode == 0
    assert time.monotonic() - began < 30
    assert b"Traceback" not in errors


def test_the_signals_are_given_back(place: Path, capsys: Capture, system: CustomerSystem) -> None:
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    commands.watch(once=True)
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)) == before
