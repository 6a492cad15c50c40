"""The shape of the learned combiner: what it reads, and what it refuses."""

import json
import math
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.verify import features
from fidedigno.verify.combiner import (
    CLAIM,
    COMPARED,
    SEMANTIC,
    answer_features,
    load_combiner,
    read_combiner,
    shipped,
)

WIDTHS = {"lexical": len(CLAIM), "semantic": len(CLAIM) + len(SEMANTIC)}
ANSWER_PARTS = 3
"""Mean, least and greatest of each feature."""


def model(width: int, weight: float = 0.0) -> dict[str, Any]:
    """One that weighs nothing but the first feature."""
    return {
        "linear": {
            "mean": [0.0] * width,
            "scale": [1.0] * width,
            "weight": [weight] + [0.0] * (width - 1),
            "bias": 0.0,
        },
        "trees": {"base": 0.0, "trees": [[[0, 0.5, 1, 2], [-1, -weight, 0, 0], [-1, weight, 0, 0]]]},
    }


def small() -> dict[str, Any]:
    width = WIDTHS["lexical"]
    both = {"claim": model(width, 2.0), "answer": model(ANSWER_PARTS * width + 1, 2.0)}
    return {"features": list(CLAIM), "models": {"lexical": both}}


@pytest.mark.parametrize("kind", ["lexical", "semantic"])
def test_the_shipped_combiner_gives_probabilities(kind: str) -> None:
    combiner = shipped(kind)
    claims = [[0.0] * WIDTHS[kind], [1.0] * WIDTHS[kind]]
    assert combiner.kind == kind
    assert all(0 < combiner.claim_unsupported(each) < 1 for each in claims)
    assert 0 < combiner.answer_unsupported(claims) < 1
    assert (combiner.head is None) == (kind == "lexical")
    assert shipped(kind) is combiner


def test_the_features_of_a_claim_are_those_of_its_words_and_of_the_checks() -> None:
    assert (*features.NAMES, *COMPARED) == CLAIM
    assert len({*CLAIM, *SEMANTIC}) == len(CLAIM) + len(SEMANTIC)


def test_linear_part_and_trees_weigh_the_same() -> None:
    combiner = read_combiner(small(), "lexical")
    rest = [0.0] * (WIDTHS["lexical"] - 1)
    assert combiner.claim_unsupported([1.0, *rest]) == pytest.approx(1 / (1 + math.exp(-2.0)))
    assert combiner.claim_unsupported([0.0, *rest]) == pytest.approx(1 / (1 + math.exp(1.0)))


@settings(deadline=None)
@given(st.lists(st.lists(st.floats(-5, 5), min_size=3, max_size=3), min_size=1, max_size=5))
def test_an_answer_is_the_mean_the_least_and_the_greatest_of_its_claims(claims: list[list[float]]) -> None:
    found = answer_features(claims)
    assert len(found) == ANSWER_PARTS * 3 + 1
    for at in range(3):
        column = [claim[at] for claim in claims]
        assert found[at] == pytest.approx(sum(column) / len(column))
        assert (found[3 + at], found[6 + at]) == (min(column), max(column))
    assert found[-1] == pytest.approx(math.log(1 + len(claims)))


def test_a_combiner_of_other_features_is_refused() -> None:
    data = small()
    data["features"] = data["features"][::-1]
    with pytest.raises(ValueError, match="other features"):
        read_combiner(data, "lexical")


def test_trees_that_ask_for_a_feature_that_is_not_there_are_refused() -> None:
    data = deepcopy(small())
    data["models"]["lexical"]["claim"]["trees"]["trees"][0][0][0] = WIDTHS["lexical"]
    with pytest.raises(ValueError, match="not there"):
        read_combiner(data, "lexical")


def test_a_file_is_read_and_a_broken_one_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(small()), encoding="utf-8")
    assert load_combiner(path).kind == "lexical"
    with pytest.raises(ConfigurationError, match=r"nowhere\.json"):
        load_combiner(tmp_path / "nowhere.json")
    broken = small()
    broken["models"]["lexical"]["answer"]["trees"]["trees"][0][0][2] = 0
    for content in ("", "[]", "{}", "null", "\x00", "[" * 100_000, json.dumps(broken), '{"features": 3}'):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(ConfigurationError, match=r"mine\.json"):
            load_combiner(path)


def test_the_shipped_file_holds_nothing_but_numbers_and_names() -> None:
    data = json.loads(files("fidedigno.verify").joinpath("combiner.json").read_text(encoding="utf-8"))
    assert data["features"] == list(CLAIM)
    assert set(data["models"]) == {"lexical", "semantic"}
