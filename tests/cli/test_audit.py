"""``audit``: as auditors and operators use it, and against who should not."""

import csv
import io
import json
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from fidedigno import Fidedigno
from fidedigno.cli import audit, run
from tests.conftest import MakeCorpus

QUESTION = "¿Cuándo se apaga el horno?"
Capture = pytest.CaptureFixture[str]
WIDE = ("--from", "2000-01-01", "--to", "2999-01-01")


@pytest.fixture
def place(tmp_path: Path, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace in which Ana has asked and searched, and Audita audits."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    monkeypatch.setenv("FIDEDIGNO_AUDITORS", "group:auditoria")
    monkeypatch.setenv("COLUMNS", "300")
    (tmp_path / "directory.yaml").write_text(
        "users: [{name: ana}, {name: eva}, {name: audita}, {name: jefa}]\n"
        "groups: [{name: cocina, members: [user:ana]}, {name: auditoria, members: [user:audita]}]\n",
        "utf-8",
    )
    note = "# Horno\n\nEl horno se apaga a las nueve de la noche.\n"
    closed = make_corpus({"x.md": "# X\n\nNada.\n"}, name="rrhh", acl="[user:jefa]", audience="restricted")
    assert run(["init", "--admin", "owner"]) == 0
    assert run(["users", "load", "directory.yaml"]) == 0
    assert run(["ingest", str(make_corpus({"nota.md": note}, name="cocina", acl="[group:cocina]"))]) == 0
    assert run(["ingest", str(closed)]) == 0
    assert run(["ask", QUESTION, "--as", "ana"]) == 0
    assert run(["search", QUESTION, "--as", "ana"]) == 0
    return tmp_path


def told(capsys: Capture, *arguments: str, code: int = 0) -> tuple[str, str]:
    capsys.readouterr()
    assert run(list(arguments)) == code
    printed = capsys.readouterr()
    assert "Traceback" not in printed.out + printed.err
    return printed.out, printed.err


def data(capsys: Capture, *arguments: str, code: int = 0) -> Any:
    return json.loads(told(capsys, *arguments, "--json", code=code)[0])


def soon(**delta: int) -> str:
    return (datetime.now(UTC) + timedelta(**delta)).isoformat()


# list


def test_an_auditor_lists_what_was_asked_and_done_and_no_word_of_it(place: Path, capsys: Capture) -> None:
    page = data(capsys, "audit", "list", "--as", "audita")
    kinds = [each["record"]["kind"] for each in page["records"]]
    assert kinds == ["search", "answer", "event", "event", "event"]
    actions = [each["record"].get("action") for each in page["records"]]
    assert actions[2:] == ["corpus_declared", "corpus_declared", "directory_loaded"]
    table = told(capsys, "audit", "list", "--as", "audita", "--kind", "answer", "--user", "ANA")[0]
    assert "answer" in table
    assert "directory_loaded" not in table
    for word in ("horno", "Horno", "ana ", "cocina", "rrhh"):
        assert word not in table + json.dumps(page, ensure_ascii=False)


def test_pages_of_the_list_follow_one_another(place: Path, capsys: Capture) -> None:
    first = told(capsys, "audit", "list", "--as", "audita", "--size", "1")[0]
    before = first.partition("older ones: --before ")[2].split()[0]
    page = data(capsys, "audit", "list", "--as", "audita", "--before", before, "--size", "200")
    assert page["following"] is None
    assert all(each["sequence"] < int(before) for each in page["records"])


@pytest.mark.parametrize(
    "arguments",
    [("--kind", "party"), ("--from", "ayer"), ("--size", "0"), ("--size", "201")],
)
def test_a_list_of_something_odd_is_refused(place: Path, capsys: Capture, arguments: tuple[str, str]) -> None:
    assert "FID100" in told(capsys, "audit", "list", "--as", "audita", *arguments, code=2)[1]


def test_nobody_else_is_told_anything_and_all_are_told_the_same(place: Path, capsys: Capture) -> None:
    commands = (
        ("list",), ("export", *WIDE), ("debug-list",), ("debug-read", "0" * 16),
        ("list", "--user", "ana"), ("list", "--user", "nadie"),
    )  # fmt: skip
    refusals = {
        told(capsys, "audit", *command, "--as", who, code=6)
        for command in commands
        for who in ("ana", "jefa", "owner", "nadie", "", "auditoria")
    }
    assert refusals == {("", "error FID500: not available\n")}


# export and verify


def test_an_export_is_written_for_its_owner_alone_recorded_and_verified(place: Path, capsys: Capture) -> None:
    told(capsys, "audit", "export", "--as", "audita", *WIDE, "-o", "out.jsonl")
    assert stat.S_IMODE((place / "out.jsonl").stat().st_mode) == 0o600
    assert data(capsys, "audit", "verify", "--export", "out.jsonl")["whole"] is True
    newest = data(capsys, "audit", "list", "--as", "audita", "--size", "1")["records"][0]["record"]
    assert newest["action"] == "audit_exported"
    told(capsys, "audit", "export", "--as", "audita", *WIDE, "-o", "out.jsonl", code=2)
    lines = (place / "out.jsonl").read_text("utf-8").splitlines()
    (place / "cut.jsonl").write_text("\n".join(lines[:-1]), "utf-8")
    assert "NOT WHOLE" in told(capsys, "audit", "verify", "--export", "cut.jsonl", code=1)[0]
    assert "FID200" in told(capsys, "audit", "verify", "--export", "directory.yaml", code=3)[1]
    assert "FID200" in told(capsys, "audit", "verify", "--export", "none", code=3)[1]


def test_an_export_goes_to_the_screen_as_lines_or_csv(place: Path, capsys: Capture) -> None:
    lines = told(capsys, "audit", "export", "--as", "audita", *WIDE)[0].splitlines()
    assert json.loads(lines[0])["format"] == "fidedigno-audit"
    assert len(lines) == 1 + 5 + 1, "a heading, what had happened, and this export"
    rows = list(
        csv.DictReader(
            io.StringIO(told(capsys, "audit", "export", "--as", "audita", *WIDE, "--format", "csv")[0])
        )
    )
    assert [row["what"] for row in rows][-1] == "audit_exported"
    assert "FID100" in told(capsys, "audit", "export", "--as", "audita", *WIDE, "--format", "xml", code=2)[1]
    same = ("--from", "2026-01-01", "--to", "2026-01-01")
    assert "FID100" in told(capsys, "audit", "export", "--as", "audita", *same, code=2)[1]


def test_a_change_in_the_store_is_found_and_where(place: Path, capsys: Capture) -> None:
    assert "whole: 5 records" in told(capsys, "audit", "verify")[0]
    (place / "kept.head").write_text(told(capsys, "audit", "head")[0], "utf-8")
    assert data(capsys, "audit", "head")["sequence"] == 5
    told(capsys, "users", "disable", "eva")
    assert data(capsys, "audit", "verify", "--head", "kept.head")["findings"] == []
    with Fidedigno.open(place) as workspace, workspace._database.session() as session:
        session.execute(text("UPDATE traces SET pseudonym = 'x' WHERE sequence = 4"))
    found = data(capsys, "audit", "verify", "--head", "kept.head", code=1)
    assert found["findings"] == [{"fault": "changed", "sequence": 4}]
    table = told(capsys, "audit", "verify", code=1)[0]
    assert "NOT WHOLE" in table
    assert "changed" in table
    assert "FID200" in told(capsys, "audit", "verify", "--head", "directory.yaml", code=3)[1]


# keys and retention


def test_keys_are_rotated_listed_and_expire(place: Path, capsys: Capture) -> None:
    before = data(capsys, "audit", "keys")
    assert before["older"] == []
    assert "is current" in told(capsys, "audit", "rotate-key", "--by", "jefa")[0]
    after = data(capsys, "audit", "keys")
    assert after["older"] == [before["current"]]
    assert "older" in told(capsys, "audit", "keys")[0]
    assert data(capsys, "audit", "expire") == {"records": 0, "keys": [], "grants": []}
    assert "0 records" in told(capsys, "audit", "expire")[0]
    assert "FID500" in told(capsys, "audit", "rotate-key", "--by", "nadie", code=6)[1]


# debug grants


def test_a_grant_keeps_texts_until_it_is_revoked(place: Path, capsys: Capture) -> None:
    wish = ("--by", "audita", "--reason", "wrong hour", "--user", "ana", "--corpus", "cocina")
    grant = data(capsys, "audit", "debug-grant", *wish, "--until", soon(hours=2))
    assert "key" not in grant
    told(capsys, "ask", QUESTION, "--as", "ana")
    shown = told(capsys, "audit", "debug-list", "--as", "audita")[0]
    assert "wrong hour" in shown
    assert data(capsys, "audit", "debug-list", "--as", "audita") == [grant]
    assert QUESTION in told(capsys, "audit", "debug-read", grant["grant"], "--as", "audita")[0]
    (kept,) = data(capsys, "audit", "debug-read", grant["grant"], "--as", "audita")
    assert "nueve" in str(kept["claims"])
    assert "has ended" in told(capsys, "audit", "debug-revoke", grant["grant"], "--by", "jefa")[0]
    told(capsys, "audit", "debug-read", grant["grant"], "--as", "audita", code=6)
    told(capsys, "audit", "debug-revoke", grant["grant"], code=6)
    assert "no texts" in told(capsys, "audit", "debug-list", "--as", "audita")[0]


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"--until": "mañana"}, 2, "--until is not a date"),
        ({"--until": "2999-01-01"}, 2, "within 7 days"),
        ({"--corpus": "rrhh"}, 2, "second person"),
        ({"--corpus": "otro"}, 6, "no corpus"),
        ({"--by": "ana"}, 6, "not available"),
        ({"--reason": " "}, 2, "reason"),
    ],
)
def test_a_grant_that_is_not_in_order_is_refused(
    place: Path, capsys: Capture, changes: dict[str, str], code: int, words: str
) -> None:
    options = {"--by": "audita", "--reason": "why", "--corpus": "cocina", "--until": soon(hours=2)} | changes
    given = [each for pair in options.items() for each in pair]
    assert words in told(capsys, "audit", "debug-grant", *given, code=code)[1]
    assert data(capsys, "audit", "debug-list", "--as", "audita") == []


def test_a_restricted_corpus_needs_a_second_person(place: Path, capsys: Capture) -> None:
    wish = ("--by", "audita", "--reason", "why", "--corpus", "rrhh", "--until", soon(hours=2))
    assert "until" in told(capsys, "audit", "debug-grant", *wish, "--approved-by", "jefa")[0]
    (grant,) = data(capsys, "audit", "debug-list", "--as", "audita")
    assert grant["approved_by"] == "jefa"


def test_every_command_of_the_module_is_registered(capsys: Capture) -> None:
    names = {each.name for each in audit.audit.registered_commands}
    page = told(capsys, "audit", "--help")[0]
    assert not [name for name in names if str(name) not in page]
