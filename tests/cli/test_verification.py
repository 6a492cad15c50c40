"""``fidedigno verify`` and ``calibrate``: what they read, print and write, and their exit codes."""

import io
import json
from pathlib import Path

import pytest

from fidedigno.cli import run
from fidedigno.cli.verification import settings_of, text_of
from fidedigno.errors import ConfigurationError, UsageError
from fidedigno.verify.settings import VerifySettings
from tests.fakes.verifier import FakeScore, FakeVerifier

EVIDENCE = "The deadline is 14 days."
GOOD, BAD = "The deadline is 14 days.", "The deadline is 30 days."


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeVerifier:
    verifier = FakeVerifier()

    def make(settings: VerifySettings) -> FakeVerifier:
        verifier.settings = settings
        return verifier

    monkeypatch.setattr("fidedigno.cli.verification.make_verifier", make)
    monkeypatch.setattr("fidedigno.verify.gate.quality_score", lambda: FakeScore.compute)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    return verifier


def verify(answer: str, *options: str) -> int:
    return run(["verify", "--question", "When?", "--evidence", EVIDENCE, "--answer", answer, *options])


def test_an_answer_that_stands_ends_with_0(fake: FakeVerifier, capsys) -> None:
    assert verify(GOOD) == 0
    printed = capsys.readouterr().out
    assert "Risk low" in printed
    assert "Nothing was found" in printed


def test_one_that_does_not_ends_with_1_and_shows_each_stretch_with_its_evidence(
    fake: FakeVerifier, capsys
) -> None:
    assert verify(BAD) == 1
    printed = capsys.readouterr().out
    assert "Risk critical" in printed
    assert "1. 30 – The source gives another number; it has: 14" in printed
    assert "Passage 1 says: The deadline is 14 days." in printed


def test_it_speaks_the_language_of_the_answer(fake: FakeVerifier, capsys) -> None:
    fake.language = "es"
    assert verify(BAD) == 1
    assert "La fuente da otro número; allí dice: 14" in capsys.readouterr().out


def test_nothing_of_an_answer_acts_on_the_terminal(fake: FakeVerifier, capsys) -> None:
    assert verify(f"\x1b[2J[bold]{BAD}[/bold]\u202e") == 1
    printed = capsys.readouterr().out
    assert "\x1b[2J" not in printed
    assert "\u202e" not in printed
    assert "[bold]" in printed


def test_as_json_it_is_report_and_score(fake: FakeVerifier, capsys) -> None:
    assert verify(BAD, "--json") == 1
    data = json.loads(capsys.readouterr().out)
    assert (data["fit"], data["healing"], data["score"]["routing"]) == (False, None, "fallback")
    assert data["report"]["findings"][0]["expected"] == "14"


def test_texts_come_from_files_and_standard_input(fake: FakeVerifier, monkeypatch, capsys) -> None:
    Path("evidence.md").write_text(EVIDENCE, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(GOOD))
    arguments = ["verify", "-q", "When?", "-e", "evidence.md", "-e", "Another passage.", "-a", "-"]
    assert run(arguments) == 0
    assert fake.asked == [GOOD]


@pytest.mark.parametrize("value", ["evidence.md", "notes/evidence", "a.txt"])
def test_the_name_of_a_file_that_is_not_there_is_no_passage(fake: FakeVerifier, value: str, capsys) -> None:
    assert run(["verify", "-e", value, "-a", GOOD]) == 2
    assert "there is no file" in capsys.readouterr().err
    assert fake.asked == []


@pytest.mark.parametrize("value", ["It costs 3.5", "Yes.", "3.5", "No", "", "a\x00b", "x" * 5_000, "\ud800"])
def test_anything_else_is_a_text(value: str) -> None:
    assert text_of(value, "--answer") == value.replace("\ud800", "?")


def test_a_file_that_is_no_text_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="not UTF-8"):
        text_of(str(tmp_path / "a.pdf"), "--answer")


@pytest.mark.parametrize("arguments", [["verify", "-a", GOOD], ["verify", "-e", EVIDENCE], ["calibrate"]])
def test_what_is_missing_is_a_usage_error(arguments: list[str], capsys) -> None:
    assert run(arguments) == 2


def test_presets_and_files_of_settings(fake: FakeVerifier, capsys) -> None:
    assert verify(GOOD, "--preset", "strict") == 0
    assert fake.settings == VerifySettings.strict()
    Path("v.yaml").write_text("accept_score: 0.9\n", encoding="utf-8")
    assert verify(GOOD, "--settings", "v.yaml") == 0
    assert fake.settings.accept_score == 0.9
    assert settings_of(None, None) == VerifySettings.default()
    assert verify(GOOD, "--settings", "v.yaml", "--preset", "strict") == 2
    assert verify(GOOD, "--preset", "gentle") == 2
    with pytest.raises(ConfigurationError):
        settings_of(None, Path("none.yaml"))


def test_marks_are_calibrated_into_a_page_and_settings(fake: FakeVerifier, capsys) -> None:
    pytest.importorskip("sklearn")
    rows = [
        {"question": f"q{n}", "context": [EVIDENCE], "answer": BAD if n % 2 else GOOD, "label": n % 2}
        for n in range(80)
    ]
    Path("m.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert (
        run(["calibrate", "m.jsonl", "--out", "r.html", "--settings-out", "v.yaml", "--precision", "0.8"])
        == 0
    )
    printed = capsys.readouterr().out
    assert "80 marked answers, 40 of them unfaithful" in printed
    assert "Confirmed thresholds: answer_threshold" in printed
    assert "<svg" in Path("r.html").read_text(encoding="utf-8")
    assert (
        Path("v.yaml")
        .read_text(encoding="utf-8")
        .startswith("# From 80 marked answers, for a precision of 80%.")
    )
    assert VerifySettings.load("v.yaml").answer_threshold != VerifySettings().answer_threshold
    assert run(["calibrate", "m.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unfaithful"] == 40


def test_marks_that_are_not_valid_are_named_with_their_line(fake: FakeVerifier, capsys) -> None:
    Path("m.jsonl").write_text('{"label": 1}\n', encoding="utf-8")
    assert run(["calibrate", "m.jsonl"]) == 3
    assert "m.jsonl, line 1: no answer" in capsys.readouterr().err
