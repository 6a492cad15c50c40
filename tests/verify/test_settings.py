"""A setting that cannot be meant is refused by its name, before anything is verified with it."""

import math
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as how
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.verify.recalibration import Recalibration
from fidedigno.verify.settings import JudgeWeights, VerifySettings, Weights

ALL = {each.name: each.default for each in fields(VerifySettings)}
SHARES = [name for name, default in ALL.items() if isinstance(default, float)]
COUNTS = [name for name, default in ALL.items() if type(default) is int]
SWITCHES = [name for name, default in ALL.items() if isinstance(default, bool)]
HOLDERS = {"weights": Weights, "judge_weights": JudgeWeights}
PARTS = [(holder, each.name) for holder, kind in HOLDERS.items() for each in fields(kind)]


def repr_of(value: Any) -> str:
    return "huge" if isinstance(value, int) and value > 9 else repr(value)


NO_SHARE: list[Any] = [
    math.nan, math.inf, -math.inf, -0.1, -1, 1.0001, 2, True, False, "0.5", None, [0.5], 1j, b"1", 10**5_000,
]  # fmt: skip


def test_every_setting_is_of_a_kind_that_is_checked() -> None:
    assert (len(SHARES), len(COUNTS), len(SWITCHES)) > (5, 5, 1)
    others = set(ALL) - {*SHARES, *COUNTS, *SWITCHES}
    assert others == {*HOLDERS, "combiner_file", "recalibration", "answer_recalibration"}


@pytest.mark.parametrize("value", NO_SHARE, ids=repr_of)
@pytest.mark.parametrize("name", SHARES)
def test_a_share_that_is_none_is_refused_by_its_name(name: str, value: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"setting {name} is") as refused:
        VerifySettings(**{name: value})
    assert refused.value.hint == "give a number from 0 to 1"


@pytest.mark.parametrize("value", NO_SHARE, ids=repr_of)
@pytest.mark.parametrize(("holder", "part"), PARTS)
def test_a_weight_that_is_no_share_is_refused_by_its_name(holder: str, part: str, value: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"setting {holder}.{part} is"):
        VerifySettings(**{holder: replace(HOLDERS[holder](), **{part: value})})


@pytest.mark.parametrize("value", [0, -3, 1.0, 2.5, math.nan, math.inf, True, "10", None, [3]], ids=str)
@pytest.mark.parametrize("name", COUNTS)
def test_a_count_that_is_none_is_refused_by_its_name(name: str, value: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"setting {name} is"):
        VerifySettings(**{name: value})


@pytest.mark.parametrize("value", [0, 1, "true", None, 1.0], ids=str)
@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_is_true_or_false(name: str, value: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"setting {name} is"):
        VerifySettings(**{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("weights", None),
        ("weights", {"drift": 0.2}),
        ("weights", JudgeWeights()),
        ("judge_weights", Weights()),
        ("combiner_file", None),
        ("combiner_file", 3),
        ("recalibration", 0.5),
        ("answer_recalibration", "none"),
    ],
)
def test_an_object_of_another_kind_is_refused_by_its_name(name: str, value: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"setting {name} is"):
        VerifySettings(**{name: value})


def test_a_refused_text_is_not_repeated() -> None:
    with pytest.raises(ConfigurationError) as refused:
        VerifySettings(accept_score="a secret")  # type: ignore[arg-type]
    assert "secret" not in str(refused.value.as_dict())


@how(deadline=None)
@given(st.sampled_from(SHARES), st.floats(0, 1) | st.sampled_from([0, 1]))
def test_every_share_in_0_to_1_is_taken(name: str, value: float) -> None:
    assert getattr(VerifySettings(**{name: value}), name) == value


@how(deadline=None)
@given(st.sampled_from(COUNTS), st.integers(1, 10**9))
def test_every_count_from_1_on_is_taken(name: str, value: int) -> None:
    assert getattr(VerifySettings(**{name: value}), name) == value


def test_the_presets_are_checked_and_the_strict_one_is_stricter() -> None:
    default, strict = VerifySettings.default(), VerifySettings.strict()
    assert default == VerifySettings()
    higher = (
        "faithfulness_threshold", "overlap_threshold", "support_threshold", "answer_threshold",
        "paraphrase_threshold",
    )  # fmt: skip
    lower = ("confidence_threshold", "unsupported_threshold", "contradiction_threshold", "drift_threshold")
    assert all(getattr(strict, name) > getattr(default, name) for name in higher)
    assert all(getattr(strict, name) < getattr(default, name) for name in lower)
    unchanged = set(ALL) - {*higher, *lower}
    assert all(getattr(strict, name) == getattr(default, name) for name in unchanged)


def test_the_weights_of_the_score_without_drift_are_a_whole() -> None:
    weights = Weights()
    parts = (weights.faithfulness, weights.consistency, weights.confidence, weights.latency)
    assert sum(parts) == pytest.approx(1.0)


def test_settings_do_not_change_and_may_be_replaced() -> None:
    settings = VerifySettings(recalibration=Recalibration(2.0, 0.5))
    with pytest.raises(FrozenInstanceError):
        settings.accept_score = 0.1  # type: ignore[misc]
    assert replace(settings, accept_score=0.1).recalibration == settings.recalibration
    with pytest.raises(ConfigurationError, match="accept_score"):
        replace(settings, accept_score=-1.0)
