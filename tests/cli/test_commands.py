"""Each command calls the Python interface and nothing else: what it prints is what the interface gives."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.cli import ingestion, questions, run, upkeep
from fidedigno.verify.drift import DriftAlert
from fidedigno.version import __version__


@pytest.fixture
def place(tmp_path: Path, make_corpus, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    monkeypatch.setenv("COLUMNS", "200")
    make_corpus({"a.md": "# A\n\nasunto común\n"})
    assert run(["init", "--admin", "owner"]) == 0
    return tmp_path


def data(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0):
    capsys.readouterr()
    assert run([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_ingestion_reports_forgets_and_makes_anew(place: Path, capsys) -> None:
    assert data(capsys, "ingest", "docs")["indexed"] == 1
    assert data(capsys, "ingest")["unchanged"] == 1
    assert data(capsys, "reindex")["indexed"] == 1
    (document,) = data(capsys, "corpora", "show", "docs")["documents"]
    assert document["version"] == "v1", "a new index is no new version"
    receipt = data(capsys, "forget", str(document["id"]))
    assert (receipt["document"], receipt["chunks"]) == ("docs/a.md", 1)


def test_progress_is_shown_to_a_person_only(place: Path, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    with ingestion.progress_bar(silent=False) as on_progress:
        assert on_progress is None, "standard error is no terminal here"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with ingestion.progress_bar(silent=True) as on_progress:
        assert on_progress is None
    with ingestion.progress_bar(silent=False) as on_progress:
        assert on_progress is not None
        on_progress(ingestion.Progress(1, 0, 3, "a.md"))


def test_an_explicit_workspace_that_is_not_there_is_never_made(place: Path, capsys) -> None:
    error = data(capsys, "ingest", "docs", "--workspace", str(place / "other"), code=3)["error"]
    assert error["code"] == "FID201"
    assert not (place / "other").exists()


def test_accounts_are_switched_from_the_next_question_on(place: Path, capsys) -> None:
    run(["ingest", "docs", "--quiet"])
    assert len(data(capsys, "search", "asunto", "--as", "owner")) == 1
    assert data(capsys, "users", "disable", "owner") == {"user": "owner", "enabled": False}
    assert data(capsys, "search", "asunto", "--as", "owner") == []
    assert data(capsys, "users", "enable", "OWNER")["enabled"] is True
    assert len(data(capsys, "search", "asunto", "--as", "owner")) == 1
    assert [each["name"] for each in data(capsys, "users", "list")] == ["owner"]
    assert data(capsys, "users", "show", "nadie")["known"] is False


def test_corpus_limit_and_date_reach_the_search(place: Path, capsys, make_corpus) -> None:
    old = "---\neffective_until: 2026-01-01\n---\n# B\n\nasunto común de antes\n"
    make_corpus({"b.md": old, "c.md": "# C\n\nasunto común tercero\n"}, name="otro")
    run(["ingest", "docs", "otro"])

    def uris(*options: str) -> list[str]:
        found = data(capsys, "search", "asunto común", "--as", "owner", *options)
        return sorted(each["evidence"]["locator"]["uri"] for each in found)

    assert uris() == ["docs/a.md", "otro/c.md"]
    assert uris("--corpus", "otro") == ["otro/c.md"]
    assert uris("-c", "otro", "-c", "docs", "--at", "2025-06-01") == ["docs/a.md", "otro/b.md", "otro/c.md"]
    assert len(uris("--limit", "1")) == 1
    assert run(["search", "asunto", "--as", "owner", "--limit", "0"]) == 2
    capsys.readouterr()
    questions.search("asunto común", "owner", corpus=["docs"], limit=5, json=True)
    assert [each["rank"] for each in json.loads(capsys.readouterr().out)] == [1]


def test_status_and_version_are_those_of_the_interface(place: Path, capsys) -> None:
    run(["ingest", "docs"])
    found = data(capsys, "status")
    with Fidedigno.open(place) as workspace:
        expected = workspace.status()
    assert {key: found[key] for key in ("documents", "chunks", "owner")} == {
        key: expected[key] for key in ("documents", "chunks", "owner")
    }
    assert data(capsys, "version") == {"version": __version__}
    upkeep.version()
    assert capsys.readouterr().out.strip() == __version__


def test_answers_that_got_worse_are_told_and_fail_the_check(
    place: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(["ingest", "docs"])
    assert run(["status", "--check"]) == 0
    assert "got worse" not in capsys.readouterr().out
    began = datetime(2026, 11, 30, 9, 5, tzinfo=UTC)
    alert = DriftAlert("default", "docs", "unsupported", began, "8", "7", 0.05, 0.61, 40, 0.0001)
    together = replace(alert, corpus="", index_version="")
    monkeypatch.setattr(Fidedigno, "drift_alerts", lambda _: (alert, together))
    assert run(["status", "--check"]) == 1
    lines = " ".join(capsys.readouterr().out.split())
    assert "! docs: answers got worse (unsupported 0.05 → 0.61) since 2026-11-30 09:05 UTC" in lines
    assert "version 8 of the index (before: 7), in 40 answers" in lines
    assert "! all corpora together: answers got worse" in lines
    found = data(capsys, "status", "--check", code=1)["drift"]
    assert found["alerts"] == [alert.to_dict(), together.to_dict()]
    assert run(["status"]) == 0


def test_status_shows_each_source_that_is_asked_live(
    place: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "asked live" not in _shown(capsys)
    source = {
        "source": "fake:corp",
        "breaker": "half_open",
        "last_error": "timed_out",
        "checks": {"allowed": 3, "denied": 0, "unknown": 0, "timed_out": 2, "breaker_open": 0},
        "from_cache": 4,
        "p95_ms": 41.5,
    }
    said = Fidedigno.status
    monkeypatch.setattr(Fidedigno, "status", lambda self: said(self) | {"live_checks": [source]})
    shown = " ".join(_shown(capsys).split())
    assert "fake:corp half_open timed_out 3 allowed, 2 timed_out 41.5" in shown
    source |= {"p95_ms": None, "checks": {}}
    assert "fake:corp half_open timed_out" in " ".join(_shown(capsys).split())
    assert data(capsys, "status")["live_checks"] == [source]


def _shown(capsys) -> str:
    assert run(["status"]) == 0
    return str(capsys.readouterr().out)


def test_doctor_exits_with_1_where_there_is_no_workspace(
    tmp_path: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    findings = data(capsys, "doctor", code=1)
    assert findings[-1]["level"] == "problem"
