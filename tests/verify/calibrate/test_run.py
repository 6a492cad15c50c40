import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError, UsageError
from fidedigno.verify.calibrate import Calibration, MarkedAnswer, calibrate, read_rows
from fidedigno.verify.calibrate.thresholds import Outcome
from fidedigno.verify.settings import VerifySettings
from fidedigno.verify.settings_file import load_settings, save_settings
from tests.fakes.verifier import FakeVerifier

pytest.importorskip("sklearn")
Rows = list[dict[str, object]]


def read(tmp_path: Path, rows: Rows) -> tuple[MarkedAnswer, ...]:
    path = tmp_path / "marks.jsonl"
    path.write_text("\n".join(json.dumps(each) for each in rows), encoding="utf-8")
    return read_rows(path)


def outcome(done: Calibration, name: str) -> Outcome:
    return next(each.recommendation.outcome for each in done.checks if each.kind.name == name)


def test_thresholds_that_hold_are_recommended_and_the_file_is_read_again(
    tmp_path: Path, marked: Callable[..., Rows]
) -> None:
    done = calibrate(read(tmp_path, marked()), FakeVerifier)
    assert (done.count, done.unfaithful, done.languages) == (160, 80, {"en": (80, 80)})
    assert outcome(done, "answer") is outcome(done, "contradiction") is Outcome.REACHED
    assert outcome(done, "entities") is outcome(done, "confidence") is Outcome.NOT_REACHED
    assert done.after is not None
    assert done.after.precision.value >= 0.9
    save_settings(done.settings, tmp_path / "v.yaml", "from marks")
    assert load_settings(tmp_path / "v.yaml") == done.settings


def test_no_threshold_below_the_present_one_of_contradictions_is_recommended(
    tmp_path: Path, marked: Callable[..., Rows]
) -> None:
    settings = VerifySettings(contradiction_threshold=0.7)
    done = calibrate(read(tmp_path, marked()), FakeVerifier, settings)
    assert done.settings.contradiction_threshold == 0.7


def test_too_few_marks_leave_the_settings_as_they_were(tmp_path: Path, marked: Callable[..., Rows]) -> None:
    done = calibrate(read(tmp_path, marked(24)), FakeVerifier)
    assert {each.recommendation.outcome for each in done.checks} == {Outcome.TOO_FEW}
    assert done.settings == VerifySettings()
    assert not done.confirmed


def test_a_check_at_chance_recommends_nothing(tmp_path: Path, marked: Callable[..., Rows]) -> None:
    rows = [{**each, "label": number // 2 % 2, "spans": None} for number, each in enumerate(marked(200))]
    done = calibrate(read(tmp_path, rows), FakeVerifier, precision=0.95)
    assert not done.confirmed
    assert done.settings == VerifySettings()


def test_marked_reports_calibrate_what_needs_no_text(tmp_path: Path, marked: Callable[..., Rows]) -> None:
    seen = [
        {"id": each["id"], "label": each["label"], "report": FakeVerifier().inspect("", each["context"], each["answer"])
         .to_dict(text=False)}
        for each in marked()
    ]  # fmt: skip
    verifier = FakeVerifier()
    done = calibrate(read(tmp_path, seen), lambda settings: verifier)
    assert verifier.asked == []
    assert outcome(done, "answer") is Outcome.REACHED
    assert done.after is None
    assert done.settings.support_threshold == VerifySettings().support_threshold
    assert done.settings.recalibration is None


def test_without_spans_the_claims_are_not_calibrated(tmp_path: Path, marked: Callable[..., Rows]) -> None:
    rows = [{**each, "answer": f"{each['answer']} And so on.", "spans": None} for each in marked()]
    done = calibrate(read(tmp_path, rows), FakeVerifier)
    assert done.claims is None
    assert done.answers is not None


def test_recalibrations_that_were_there_are_fitted_anew(tmp_path: Path, marked: Callable[..., Rows]) -> None:
    first = calibrate(read(tmp_path, marked()), FakeVerifier)
    again = calibrate(read(tmp_path, marked()), FakeVerifier, replace(first.settings))
    assert again.settings.answer_recalibration == first.settings.answer_recalibration


@pytest.mark.parametrize("label", [0, 1])
def test_marks_of_one_kind_are_refused(tmp_path: Path, marked: Callable[..., Rows], label: int) -> None:
    rows = [{**each, "label": label, "spans": None} for each in marked(30)]
    with pytest.raises(ConfigurationError, match="all 30 answers are marked"):
        calibrate(read(tmp_path, rows), FakeVerifier)


@pytest.mark.parametrize("precision", [0.0, 1.1, -1.0, float("nan")])
def test_a_precision_that_is_no_share_is_refused(precision: float) -> None:
    with pytest.raises(UsageError):
        calibrate((), FakeVerifier, precision=precision)


def test_progress_ends_at_its_total_or_before_and_the_same_marks_give_the_same_result(
    tmp_path: Path, marked: Callable[..., Rows]
) -> None:
    steps: list[tuple[int, int]] = []
    rows = read(tmp_path, marked(60))
    one = calibrate(rows, FakeVerifier, on_step=lambda done, total: steps.append((done, total)))
    other = calibrate(tuple(reversed(rows)), FakeVerifier)
    assert one.to_dict() == other.to_dict()
    assert [done for done, _ in steps] == list(range(1, len(steps) + 1))
    assert steps[-1][0] <= steps[-1][1] == 180


def test_no_text_of_an_answer_is_in_the_outcome(tmp_path: Path, marked: Callable[..., Rows]) -> None:
    told = json.dumps(calibrate(read(tmp_path, marked()), FakeVerifier).to_dict())
    assert "deadline" not in told
    assert "Penguins" not in told
