"""The checks of a workspace: by its settings, counted, remembered, forgotten."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from fidedigno import Fidedigno, Settings
from fidedigno.checks import DRIFT_KEY_FILE
from fidedigno.errors import ConfigurationError
from fidedigno.serve.metrics import exposition
from fidedigno.status import status
from fidedigno.stores import Stores
from fidedigno.verify import VerifySettings
from fidedigno.verify.drift import DriftAlert, DriftMonitor
from fidedigno.verify.drift.tables import DriftAnswer
from tests.conftest import MakeCorpus

HOURS = "# Library\n\nThe library opens at eight in the morning.\n"
PRICES = "# Prices\n\nA copy costs seven cents at the print shop.\n"
ALERT = DriftAlert(
    "default", "docs", "unsupported", datetime(2026, 11, 30, 9, tzinfo=UTC), "8", "7", 0.05, 0.61, 40, 0.0001
)


def with_settings(workspace: Fidedigno, **settings: object) -> Stores:
    return Stores(workspace.folder, workspace.settings.model_copy(update=settings), {})


def test_a_preset_or_a_file_of_settings_is_what_checks(workspace: Fidedigno, tmp_path: Path) -> None:
    assert workspace.verifier.settings == VerifySettings.default()
    assert with_settings(workspace, verify="strict").verifier.settings == VerifySettings.strict()
    file = tmp_path / "verify.yaml"
    file.write_text("preset: strict\nparaphrase_threshold: 0.97\n", encoding="utf-8")
    chosen = with_settings(workspace, verify=str(file)).verifier.settings
    assert (chosen.paraphrase_threshold, chosen.faithfulness_threshold) == (0.97, 0.70)


def test_a_file_that_is_not_there_is_said_to_whoever_set_it(workspace: Fidedigno) -> None:
    with pytest.raises(ConfigurationError, match="nowhere"):
        _ = with_settings(workspace, verify="/nowhere/verify.yaml").verifier


def test_a_file_of_settings_is_read_once_for_the_checks_and_for_drift(
    tmp_path: Path, words_only: Settings, make_corpus: MakeCorpus
) -> None:
    file = tmp_path / "verify.yaml"
    file.write_text("preset: strict\n", encoding="utf-8")
    settings = words_only.model_copy(update={"verify": str(file)})
    with Fidedigno.create(tmp_path / "place", admin="owner", settings=settings) as workspace:
        workspace.ingest(make_corpus({"a.md": HOURS}))
        assert workspace.verifier.settings == VerifySettings.strict()
        file.write_text("no settings", encoding="utf-8")
        assert workspace.ask("When does the library open?", as_user=None).claims


def test_the_checks_of_the_pipeline_are_those_and_remember_nothing(workspace: Fidedigno) -> None:
    assert workspace.pipeline._governance.inspector is workspace.verifier
    assert workspace.verifier._drift is None


def test_answers_are_counted_and_remembered(workspace: Fidedigno, make_corpus: MakeCorpus) -> None:
    workspace.ingest(make_corpus({"a.md": HOURS}))
    assert workspace.checked_answers() is None
    for _ in range(2):
        workspace.ask("When does the library open?", as_user=None)
    counted = workspace.checked_answers()
    assert counted is not None
    assert (counted.inspected, counted.flagged) == (2, 0)
    assert workspace._over_time.flush()
    with workspace._database.session() as session:
        assert session.query(DriftAnswer).count() == 2
    assert (workspace.folder / DRIFT_KEY_FILE).stat().st_mode & 0o777 == 0o600


def test_where_drift_is_off_nothing_is_remembered(
    tmp_path: Path, words_only: Settings, make_corpus: MakeCorpus
) -> None:
    settings = words_only.model_copy(update={"drift": False})
    with Fidedigno.create(tmp_path / "off", admin="owner", settings=settings) as workspace:
        workspace.ingest(make_corpus({"a.md": HOURS}))
        workspace.ask("When does the library open?", as_user=None)
        assert "_over_time" not in vars(workspace)
        assert workspace.drift_alerts() == ()
        assert status(workspace)["drift"] == {"recorded": False, "alerts": []}
        assert not (workspace.folder / DRIFT_KEY_FILE).exists()


def test_a_document_that_is_forgotten_takes_the_fingerprints_of_its_answers_along(
    workspace: Fidedigno, make_corpus: MakeCorpus
) -> None:
    workspace.ingest(make_corpus({"a.md": HOURS, "b.md": PRICES}))
    for question in ("When does the library open?", "What does a copy cost at the print shop?"):
        assert workspace.ask(question, as_user=None).claims
    # One that waits to be recorded is recorded first, and then goes too.
    receipt = workspace.forget("docs/a.md")
    assert receipt.proven
    with workspace._database.session() as session:
        (left,) = session.query(DriftAnswer).all()
    ((other, _, _),) = workspace.catalog.find("docs/b.md")
    assert left.documents == f" {other} "


def test_alerts_are_told_to_operators(
    workspace: Fidedigno, make_corpus: MakeCorpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace.ingest(make_corpus({"a.md": HOURS}))
    assert status(workspace)["drift"] == {"recorded": True, "alerts": []}
    monkeypatch.setattr(DriftMonitor, "alerts", lambda *_, **__: (ALERT,))
    found = status(workspace)["drift"]
    assert json.loads(json.dumps(found))["alerts"][0]["signal"] == "unsupported"
    workspace.ask("When does the library open?", as_user=None)
    samples = {
        (each.name, *each.labels.values()): each.value
        for family in text_string_to_metric_families(exposition(workspace))
        for each in family.samples
    }
    assert samples["fidedigno_drift_alerts", "docs", "unsupported"] == 1
    assert samples["fidedigno_answers_checked_total",] == 1
    assert samples["fidedigno_answers_flagged_total",] == 0
