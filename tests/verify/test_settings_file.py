import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.verify.recalibration import Recalibration
from fidedigno.verify.settings import JudgeWeights, VerifySettings, Weights
from fidedigno.verify.settings_file import load_settings, save_settings, settings_as_dict, settings_named

SHARE = st.floats(0, 1)


def load(tmp_path: Path, text: str, name: str = "v.yaml") -> VerifySettings:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return VerifySettings.load(path)


def test_what_is_not_said_is_that_of_the_preset(tmp_path: Path) -> None:
    strict = load(tmp_path, "preset: strict\ndrift_window: 4\nuse_combiner: false\n")
    assert strict == replace(VerifySettings.strict(), drift_window=4, use_combiner=False)
    assert load(tmp_path, "") == load(tmp_path, "{}", "v.json") == VerifySettings.default()


def test_a_name_is_a_preset_or_the_path_of_a_file(tmp_path: Path) -> None:
    assert settings_named("default") == VerifySettings.default()
    assert settings_named("strict") == VerifySettings.strict()
    (tmp_path / "own.yaml").write_text("accept_score: 0.9\n", encoding="utf-8")
    assert settings_named(str(tmp_path / "own.yaml")).accept_score == 0.9
    with pytest.raises(ConfigurationError, match="cannot be read"):
        settings_named("lenient")


def test_json_with_tabs_is_read_like_yaml(tmp_path: Path) -> None:
    values = {"accept_score": 0.8, "weights": {"drift": 0.1}, "recalibration": {"slope": 2, "intercept": -1}}
    found = load(tmp_path, json.dumps(values, indent="\t"), "v.json")
    assert (found.accept_score, found.weights.drift) == (0.8, 0.1)
    assert found.recalibration == Recalibration(2.0, -1.0)
    assert found == load(
        tmp_path, "accept_score: 0.8\nweights: {drift: 0.1}\nrecalibration:\n  slope: 2\n  intercept: -1\n"
    )


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("\naccept_scor: 0.8\n", 2, "no setting is called"),
        ("accept_score: much\n", 1, "no number"),
        ("drift_window: 3\naccept_score: 1.5\n", 2, "accept_score is 1.5"),
        ("accept_score: nan\n", 1, "no number"),
        ("accept_score: [0.5]\n", 1, "no number"),
        ("drift_window: 2.5\n", 1, "no whole number"),
        ("use_combiner: maybe\n", 1, "neither true nor false"),
        ("preset: gentle\n", 1, "no preset"),
        ("preset: [strict]\n", 1, "no preset"),
        ("weights:\n  drift: x\n", 2, "no number"),
        ("weights: 3\n", 1, "must map names"),
        ("- a\n", 1, "must map names"),
        ("recalibration:\n  points: [[0.1, 0.2], [0.3]]\n", 2, "pairs"),
        ("recalibration: {slope: -2}\n", 1, "slope above 0"),
        ("recalibration:\n  slope: steep\n", 2, "no number"),
        ("a: *b\n", 1, "alias"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    with pytest.raises(ConfigurationError, match=says) as raised:
        load(tmp_path, text)
    assert f"v.yaml, line {line}: " in raised.value.message
    assert raised.value.message.count("v.yaml") == 1


def test_each_kind_of_weights_has_its_own_names(tmp_path: Path) -> None:
    wanted = VerifySettings(
        judge_weights=JudgeWeights(entailment=0.9, dispute=0.0), weights=Weights(drift=0.1)
    )
    assert settings_as_dict(wanted) == {
        "weights": {"drift": 0.1},
        "judge_weights": {"entailment": 0.9, "dispute": 0.0},
    }
    save_settings(wanted, tmp_path / "v.yaml")
    assert load_settings(tmp_path / "v.yaml") == wanted
    with pytest.raises(ConfigurationError, match="no setting is called 'drift'"):
        load(tmp_path, "judge_weights: {drift: 0.1}\n")
    with pytest.raises(ConfigurationError, match=r"entailment is 1\.5"):
        load(tmp_path, "judge_weights: {entailment: 1.5}\n")


def test_a_misspelt_name_is_told_its_neighbour(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as raised:
        load(tmp_path, "drift_treshold: 0.3\n")
    assert "'drift_threshold'" in raised.value.hint


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_settings(tmp_path / "none.yaml")
    (tmp_path / "b.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigurationError, match="not UTF-8"):
        load_settings(tmp_path / "b.yaml")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    SHARE, SHARE, st.integers(1, 500), st.sampled_from(["v.yaml", "v.json"]), st.floats(0.1, 9), st.booleans()
)
def test_what_is_written_is_read_again(
    tmp_path: Path, share: float, weight: float, window: int, name: str, slope: float, points: bool
) -> None:
    curve = Recalibration(points=((0.0, 0.1), (0.5, 0.5))) if points else Recalibration(slope, -1.0)
    wanted = VerifySettings(
        contradiction_threshold=share, drift_window=window, weights=Weights(drift=weight), recalibration=curve
    )
    save_settings(wanted, tmp_path / name, "made by a test\nfor a test")
    assert load_settings(tmp_path / name) == wanted


def test_only_what_differs_is_written(tmp_path: Path) -> None:
    assert settings_as_dict(VerifySettings(accept_score=0.9)) == {"accept_score": 0.9}
    save_settings(VerifySettings(), tmp_path / "v.yaml")
    assert load_settings(tmp_path / "v.yaml") == VerifySettings()
