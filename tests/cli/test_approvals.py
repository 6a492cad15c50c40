"""``corpora approve``, ``approvals`` and ``revoke-approval`` on the command line."""

import json
from pathlib import Path

import pytest

from fidedigno.cli import approvals, run

CORPUS = """
name: board
owner: ana
audience: restricted
sensitivity: restricted
acl: ["user:ana"]
ai_allowed: true
revocation_lag: 1d
freshness: 90d
"""
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "people.yaml").write_text("users: [{name: ana}, {name: luis}]\ngroups: []", encoding="utf-8")
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "corpus.yaml").write_text(CORPUS, encoding="utf-8")
    (tmp_path / "board" / "a.md").write_text("# Acta\nEl acta es breve.", encoding="utf-8")
    assert run(["init", "--admin", "owner"]) == 0
    assert run(["users", "load", "people.yaml"]) == 0
    assert run(["ingest", "board", "-q"]) == 0
    return tmp_path


def out(capsys: Capture, *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert run(list(arguments)) == code
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    return printed.out + printed.err


def approve(capsys: Capture, by: str, role: str, *more: str, until: str = "2999-01-01", code: int = 0) -> str:
    return out(
        capsys, "corpora", "approve", "board", "--by", by, "--role", role, "--until", until, *more, code=code
    )


def test_two_people_open_it_and_one_closes_it(place: Path, capsys: Capture) -> None:
    assert "the other approval is missing" in approve(capsys, "ana", "security")
    assert "approved until 2999-01-01" in approve(capsys, "luis", "legal", "--note", "acta 7")
    assert run(["ingest", "board", "-q"]) == 0
    assert json.loads(out(capsys, "corpora", "show", "board", "--json"))["state"] == "open"
    assert "acta 7" in out(capsys, "corpora", "approvals", "board")
    assert "closed" in out(capsys, "corpora", "revoke-approval", "board", "--by", "ana", "--role", "legal")
    listed = json.loads(out(capsys, "corpora", "approvals", "board", "--json"))
    assert [(each["role"], each["counts"]) for each in listed] == [("legal", False), ("security", True)]
    assert "revoked by ana" in out(capsys, "corpora", "approvals", "board")


def test_what_cannot_be_approved_is_a_usage_error(place: Path, capsys: Capture) -> None:
    assert "FID100" in approve(capsys, "ana", "boss", code=2)
    assert "--until is not a date" in approve(capsys, "ana", "legal", until="soon", code=2)
    assert "future" in approve(capsys, "ana", "legal", until="2001-01-01", code=2)
    assert "no enabled user" in approve(capsys, "nobody", "legal", code=2)
    told = json.loads(out(capsys, "corpora", "approvals", "none", "--json", code=2))
    assert told["error"]["code"] == "FID100"


def test_the_commands_stand_among_those_of_corpora() -> None:
    names = {command.name for command in approvals.commands.registered_commands}
    assert {"approve", "approvals", "revoke-approval"} <= names
