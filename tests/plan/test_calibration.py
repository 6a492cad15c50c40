import math
from dataclasses import asdict

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.plan.calibration import Situation, read_calibrations, shipped_calibrations


def entries() -> dict[str, dict[str, object]]:
    return {each.value: asdict(figures) for each, figures in shipped_calibrations().items()}


def test_the_shipped_figures_are_read_for_both_situations() -> None:
    figures = shipped_calibrations()
    assert set(figures) == set(Situation)
    assert all(0.5 <= each.threshold <= 1 for each in figures.values())
    assert figures[Situation.WITH_VECTORS].vector_weight > 0


@pytest.mark.parametrize("value", [math.nan, math.inf, -1.0, "0.5", True, None])
@pytest.mark.parametrize("name", ["sharpness", "threshold", "penalty"])
def test_a_figure_that_is_no_finite_positive_number_is_refused(name: str, value: object) -> None:
    damaged = entries()
    damaged["words_only"][name] = value
    with pytest.raises(ConfigurationError, match=f"words_only: {name}"):
        read_calibrations(damaged)


def test_a_missing_or_unknown_figure_is_refused() -> None:
    damaged = entries()
    damaged["with_vectors"]["extra"] = 1.0
    with pytest.raises(ConfigurationError, match="with_vectors: expected exactly"):
        read_calibrations(damaged)
    with pytest.raises(ConfigurationError, match="expected exactly with_vectors, words_only"):
        read_calibrations({"with_vectors": damaged["with_vectors"]})
