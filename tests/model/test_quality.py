"""How the checks came out, in numbers and codes."""

import math

import pytest

from fidedigno.model import Quality


@pytest.mark.parametrize("score", [-0.1, 1.1, math.nan, math.inf])
def test_a_score_is_a_share(score: float) -> None:
    with pytest.raises(ValueError, match="share"):
        Quality(score, "accept", "low")


def test_nothing_is_left_out_less_than_never() -> None:
    with pytest.raises(ValueError, match="never"):
        Quality(1.0, "accept", "low", left_out=-1)
    assert Quality(1.0, "accept", "low").left_out == 0
