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
