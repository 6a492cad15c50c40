"""From probabilities to a verdict: each needs its threshold, and what a model cannot tell is no verdict."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model.verdict import Support
from fidedigno.verify.entailment.protocol import (
    UNDECIDED,
    Entailment,
    EntailmentError,
    Relation,
    judgement_of,
)
from fidedigno.verify.settings import VerifySettings

DEFAULT, STRICT = VerifySettings.default(), VerifySettings.strict()


class Constant:
    name = "constant"

    def judge(self, pairs: object) -> tuple[Relation, ...]:
        return (UNDECIDED,)


def test_a_class_with_a_name_and_a_judgement_is_a_model() -> None:
    model: Entailment = Constant()
    assert model.judge([("a", "b")]) == (UNDECIDED,)


@pytest.mark.parametrize(
    ("relation", "support"),
    [
        (Relation(0.8, 0.1, 0.1), Support.SUPPORTED),
        (Relation(0.1, 0.1, 0.8), Support.CONTRADICTED),
        (Relation(0.2, 0.7, 0.1), Support.OUT_OF_CONTRACT),
        (Relation(0.45, 0.1, 0.45), Support.OUT_OF_CONTRACT),
        (Relation(0.5, 0.0, 0.5), Support.OUT_OF_CONTRACT),
    ],
)
def test_the_likeliest_beyond_its_threshold_is_the_verdict(relation: Relation, support: Support) -> None:
    judgement = judgement_of(relation, DEFAULT)
    assert judgement is not None
    assert (judgement.judge, judgement.support) == ("entailment", support)
    assert (judgement.supported, judgement.contradicted) == (relation.entailed, relation.contradicted)


def test_strict_settings_ask_more_for_support_and_less_for_a_contradiction() -> None:
    nearly = judgement_of(Relation(0.6, 0.3, 0.1), STRICT)
    slightly = judgement_of(Relation(0.2, 0.4, 0.4), STRICT)
    assert nearly is not None
    assert nearly.support is Support.OUT_OF_CONTRACT
    assert slightly is not None
    assert slightly.support is Support.CONTRADICTED


def test_a_model_that_tells_contradictions_only_says_nothing_else() -> None:
    assert judgement_of(UNDECIDED, DEFAULT) is None
    assert judgement_of(Relation(0.4, 0.4, 0.2), STRICT) is None
    found = judgement_of(Relation(0.05, 0.05, 0.9), DEFAULT)
    assert found is not None
    assert found.support is Support.CONTRADICTED


@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from([DEFAULT, STRICT]))
def test_support_and_contradiction_need_their_thresholds(
    one: float, other: float, settings: VerifySettings
) -> None:
    relation = Relation(one * other, one * (1 - other), 1 - one)
    judgement = judgement_of(relation, settings)
    if judgement is not None and judgement.support is Support.SUPPORTED:
        assert relation.entailed >= settings.support_threshold
    if judgement is not None and judgement.support is Support.CONTRADICTED:
        assert relation.contradicted >= settings.contradiction_threshold
        assert relation.contradicted > relation.entailed


def test_the_error_says_its_cause_with_a_code_of_its_own() -> None:
    error = EntailmentError("timed_out")
    assert error.as_dict() == {"code": "FID540", "message": "timed_out", "hint": ""}
