"""``fidedigno boundaries`` from the command line: its exit code, its data and its file."""

import json
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.cli import run

pytestmark = pytest.mark.slow


@pytest.fixture
def place(workspace: Fidedigno, make_corpus) -> str:
    workspace.ingest(
        make_corpus({"a.md": "# Price of the plan\n\nThe plan costs twelve euros a month to everybody."}),
        make_corpus(
            {"b.md": "# Bands\n\nEngineers earn thirty thousand euros a year."},
            name="hr",
            acl='["user:owner"]',
        ),
    )
    return str(workspace.folder)


def boundaries(place: str, *options: str) -> int:
    return run(["boundaries", "-w", place, "--per-cell", "1", "--quiet", *options])


def test_it_ends_with_0_and_says_so_where_nothing_leaks(place: str, capsys, tmp_path: Path) -> None:
    assert boundaries(place, "--json", "--report", str(tmp_path / "report.html")) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["passed"] is True
    assert data["violations"] == []
    assert len(data["cells"]) == 35
    assert "passed" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_it_ends_with_1_and_lists_what_leaked(place: str, capsys, monkeypatch) -> None:
    monkeypatch.setattr("fidedigno.index.lance.permit_filter", lambda *_, **__: "true")
    assert boundaries(place, "--no-offboarding") == 1
    printed = capsys.readouterr().out
    assert "FAILED" in printed
    assert "Violations" in printed


def test_a_report_of_another_form_is_refused_before_anything_runs(place: str, capsys) -> None:
    assert boundaries(place, "--report", "report.pdf") == 2
    assert "FID100" in capsys.readouterr().err


def test_accounts_and_corpora_can_be_named(place: str, capsys) -> None:
    assert boundaries(place, "--users", "owner", "--corpora", "docs", "--no-offboarding", "--json") == 0
    assert {each["user"] for each in json.loads(capsys.readouterr().out)["cells"]} == {"owner"}
    assert boundaries(place, "--users", "nobody") == 2
