"""``access`` on the command line: the chain as a tree and as JSON, and one refusal for everybody else."""

import json
from pathlib import Path

import pytest

from fidedigno.cli import access, run

DIRECTORY = """
users: [{name: ana}, {name: luis, enabled: false}, {name: sofia}]
groups: [{name: heads, members: ["user:ana"]}, {name: staff, members: ["group:heads", "user:luis"]}]
"""
CORPUS = """
name: docs
owner: ana
audience: department
sensitivity: internal
acl: ["group:staff"]
ai_allowed: true
revocation_lag: 1d
freshness: 90d
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    monkeypatch.setenv("COLUMNS", "200")
    (tmp_path / "people.yaml").write_text(DIRECTORY, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "corpus.yaml").write_text(CORPUS, encoding="utf-8")
    (tmp_path / "docs" / "a.md").write_text("# Aulas\nEl aula es la 12.", encoding="utf-8")
    assert run(["init", "--admin", "owner"]) == 0
    assert run(["users", "load", "people.yaml"]) == 0
    assert run(["ingest", "docs", "-q"]) == 0
    return tmp_path


Capture = pytest.CaptureFixture[str]


def out(capsys: Capture, *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert run(list(arguments)) == code
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    return printed.out if code == 0 else printed.err or printed.out


def test_the_tree_shows_the_chain_of_groups(place: Path, capsys: Capture) -> None:
    shown = out(capsys, "access", "explain", "ana", "docs/a.md")
    assert "✓ ana may read docs/a.md" in shown
    assert "user:ana → group:heads → group:staff" in shown


def test_the_tree_shows_what_refuses(place: Path, capsys: Capture) -> None:
    assert "✗ the account is disabled" in out(capsys, "access", "explain", "luis", "a.md")
    assert "✗ clause 1" in out(capsys, "access", "explain", "sofia", "a.md")
    assert "anyone may not read" in out(capsys, "access", "explain", "anyone", "a.md")


def test_json_says_the_same(place: Path, capsys: Capture) -> None:
    found = json.loads(out(capsys, "access", "explain", "ana", "a.md", "--json"))
    assert (found["readable"], found["document"]) == (True, "docs/a.md")
    assert json.loads(out(capsys, "access", "who", "a.md", "--json"))["users"] == ["ana"]
    assert "ana" in out(capsys, "access", "who", "a.md")


def test_whoever_does_not_administer_is_told_nothing(place: Path, capsys: Capture) -> None:
    told = {
        out(capsys, "access", command, *who, document, "--as", "ana", code=6)
        for command, who in (("explain", ["ana"]), ("who", []))
        for document in ("a.md", "none.md")
    }
    assert len(told) == 1


def test_a_closed_corpus_is_said_in_words() -> None:
    assert access._blocked({"corpus_closed": "not_approved"}) == "its corpus is closed (not approved)"
