"""``fidedigno tune`` over a real workspace: a gain that is sure is set, anything else is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.cli import run
from fidedigno.evaluate.tune import Tuned

JUDGED = "".join(
    json.dumps({"question": f"plazo {n}", "relevant": [{"document": "a.md"}], "as": "owner"}) + "\n"
    for n in range(30)
)


def tuned(low: float) -> Tuned:
    weights = {"vector": 0.6, "words": 0.4, "identifiers": 0.0}
    return Tuned(30, 0.5, 0.6, 0.1, (low, 0.2), weights, (weights,) * 5, 1)


@pytest.fixture
def place(tmp_path: Path, make_corpus, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FIDEDIGNO_EMBEDDER", "none")
    monkeypatch.setenv("FIDEDIGNO_WORKERS", "0")
    make_corpus(
        {"a.md": "# A\n\nplazo de entrega\n", "b.md": "# B\n\nhorario del aula\n"}, acl='["user:owner"]'
    )
    assert run(["init", "--admin", "owner"]) == 0
    assert run(["ingest", "docs", "--quiet"]) == 0
    (tmp_path / "judged.jsonl").write_text(JUDGED, encoding="utf-8")
    return tmp_path


def data(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict:
    capsys.readouterr()
    assert run([*arguments, "--json"]) == code
    found: dict = json.loads(capsys.readouterr().out)
    return found


def weights_of(place: Path) -> dict:
    with Fidedigno.open(place) as workspace:
        return dict(workspace.settings.weights)


def test_judged_questions_are_searched_as_who_asks_and_no_chance_gain_is_set(place: Path, capsys) -> None:
    done = data(capsys, "tune", "judged.jsonl")
    assert (done["questions"], done["ndcg10_ranks"], done["accepted"], done["set"]) == (30, 1.0, False, False)
    assert weights_of(place) == {}
    public = JUDGED.replace(', "as": "owner"', "")
    (place / "judged.jsonl").write_text(public, encoding="utf-8")
    assert data(capsys, "tune", "judged.jsonl")["unfound"] == 30, "the public may not read it"


def test_a_sure_gain_is_set_and_the_environment_does_not_leak_into_the_file(
    place: Path, capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Fidedigno, "tune", lambda *_, **__: tuned(0.01))
    assert data(capsys, "tune", "judged.jsonl", "--dry-run")["set"] is False
    assert weights_of(place) == {}
    assert data(capsys, "tune", "judged.jsonl")["set"] is True
    assert weights_of(place) == {"vector": 0.6, "words": 0.4, "identifiers": 0.0}
    written = (place / ".fidedigno" / "settings.yaml").read_text(encoding="utf-8")
    assert "embedder" not in written
    assert "owner: owner" in written
    assert len(data(capsys, "search", "plazo", "--as", "owner")) == 1, "searching goes on, by weights"


@pytest.mark.parametrize(("low", "options", "said"), [
    (0.01, [], "set in settings.yaml"), (0.01, ["--dry-run"], "--dry-run"), (-0.01, [], "may be chance"),
])  # fmt: skip
def test_a_person_reads_the_gain_and_what_became_of_it(
    place: Path, capsys, monkeypatch: pytest.MonkeyPatch, low: float, options: list[str], said: str
) -> None:
    monkeypatch.setattr(Fidedigno, "tune", lambda *_, **__: tuned(low))
    capsys.readouterr()
    assert run(["tune", "judged.jsonl", "--quiet", *options]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "gain +0.100" in shown
    assert said in shown


def test_a_file_that_is_wrong_is_said_with_its_line(place: Path, capsys) -> None:
    (place / "judged.jsonl").write_text(JUDGED + "{}\n", encoding="utf-8")
    error = data(capsys, "tune", "judged.jsonl", code=3)["error"]
    assert "line 31" in error["message"]
