"""Of several judges one verdict: the rules stand, unanimity stands, and who disagrees lowers the confidence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model.verdict import Support
from fidedigno.verify.entailment.joining import combine
from fidedigno.verify.entailment.protocol import Relation, judgement_of
from fidedigno.verify.report import Judgement
from fidedigno.verify.settings import JudgeWeights, VerifySettings

SETTINGS = VerifySettings.default()
SHARES = st.floats(0, 1)
VERDICTS = (Support.SUPPORTED, Support.CONTRADICTED, Support.OUT_OF_CONTRACT)
WEIGHTS = st.builds(JudgeWeights, combiner=SHARES, entailment=SHARES, judge=SHARES, dispute=SHARES)


def rules(support: Support, certainty: float = 0.9) -> Judgement:
    supported = certainty if support is Support.SUPPORTED else 1 - certainty
    return Judgement("rules", support, supported, certainty if support is Support.CONTRADICTED else 0.0)


def combiner(supported: float) -> Judgement:
    support = Support.SUPPORTED if supported >= SETTINGS.support_threshold else Support.OUT_OF_CONTRACT
    return Judgement("combiner", support, supported)


def model(supported: float, contradicted: float = 0.0) -> Judgement:
    """A judge that tells all three, by the thresholds."""
    # What it takes to be neutral does not matter but for being said.
    found = judgement_of(Relation(supported, -1.0, contradicted), SETTINGS)
    assert found is not None
    return found


def shared(of: float, contradicted: float) -> Judgement:
    """A model that holds ``of`` for entailed, and a share of what is left for contradicted."""
    return model(of, (1 - of) * contradicted)


MODELS = st.builds(shared, SHARES, SHARES)


def with_weights(weights: JudgeWeights) -> VerifySettings:
    return replace(SETTINGS, judge_weights=weights)


def test_a_typed_contradiction_stands_against_all_models() -> None:
    opposed = combine(rules(Support.CONTRADICTED), combiner(0.99), model(0.99), model(0.9), SETTINGS)
    assert opposed == (Support.CONTRADICTED, pytest.approx(0.9 * 0.5))
    partly = combine(rules(Support.CONTRADICTED), combiner(0.1), model(0.0, 0.9), None, SETTINGS)
    assert partly[1] > opposed[1]


@pytest.mark.parametrize("support", VERDICTS)
def test_what_the_rules_found_stands(support: Support) -> None:
    for supported in (0.02, 0.98):
        found = combine(rules(support), combiner(supported), model(supported), None, SETTINGS)
        assert found[0] is support


def test_the_combiner_alone_says_what_it_says() -> None:
    assert combine(None, combiner(0.8), None, None, SETTINGS) == (Support.SUPPORTED, pytest.approx(0.8))
    assert combine(None, combiner(0.3), None, None, SETTINGS) == (Support.OUT_OF_CONTRACT, pytest.approx(0.7))
    overlap = Judgement("overlap", Support.SUPPORTED, 0.45)
    assert combine(None, overlap, None, None, SETTINGS)[0] is Support.SUPPORTED


def test_one_model_makes_no_contradiction_of_what_the_combiner_holds_to_be_carried() -> None:
    alarm = model(0.03, 0.95)
    assert combine(None, combiner(0.9), alarm, None, SETTINGS)[0] is Support.SUPPORTED
    assert combine(None, combiner(0.2), alarm, None, SETTINGS)[0] is Support.CONTRADICTED
    assert combine(None, combiner(0.9), alarm, model(0.05, 0.9), SETTINGS)[0] is Support.CONTRADICTED


@given(SHARES, st.sampled_from(VERDICTS), SHARES, WEIGHTS, st.booleans())
def test_unanimous_judges_give_their_verdict(
    supported: float, support: Support, contradicted: float, weights: JudgeWeights, with_rules: bool
) -> None:
    each = Judgement("any", support, supported, contradicted)
    found, confidence = combine(each if with_rules else None, each, each, each, with_weights(weights))
    assert found is support
    certain = {Support.SUPPORTED: supported, Support.OUT_OF_CONTRACT: 1 - supported}
    if support is not Support.CONTRADICTED or with_rules or weights.entailment + weights.judge:
        assert confidence == pytest.approx(certain.get(support, contradicted), abs=0.011)


@given(st.none() | st.builds(rules, st.sampled_from(VERDICTS), SHARES), SHARES, st.none() | MODELS,
       st.none() | MODELS, WEIGHTS)  # fmt: skip
def test_a_confidence_is_a_share_whatever_the_judges_and_weights(
    ruled: Judgement | None,
    supported: float,
    entailment: Judgement | None,
    judge: Judgement | None,
    weights: JudgeWeights,
) -> None:
    support, confidence = combine(ruled, combiner(supported), entailment, judge, with_weights(weights))
    assert 0 <= confidence <= 1
    told = {each.support for each in (ruled, combiner(supported), entailment, judge) if each}
    # A contradiction that nobody names is never the outcome.
    assert support is not Support.CONTRADICTED or support in told


@given(st.tuples(SHARES, SHARES), st.tuples(SHARES, SHARES), SHARES, WEIGHTS)
def test_more_support_never_takes_support_away(
    combined: tuple[float, float], entailed: tuple[float, float], contradicted: float, weights: JudgeWeights
) -> None:
    settings = with_weights(weights)
    (low, high), (less, more) = sorted(combined), sorted(entailed)
    before = combine(None, combiner(low), shared(less, contradicted), None, settings)
    after = combine(None, combiner(high), shared(more, contradicted), None, settings)
    assert before[0] is not Support.SUPPORTED or after[0] is Support.SUPPORTED


@given(SHARES, SHARES, st.tuples(SHARES, SHARES), WEIGHTS)
def test_more_contradiction_never_takes_a_contradiction_away(
    supported: float, entailed: float, contradicted: tuple[float, float], weights: JudgeWeights
) -> None:
    settings = with_weights(weights)
    less, more = sorted(contradicted)
    before = combine(None, combiner(supported), shared(entailed, less), None, settings)
    after = combine(None, combiner(supported), shared(entailed, more), None, settings)
    assert before[0] is not Support.CONTRADICTED or after[0] is Support.CONTRADICTED


@given(SHARES, MODELS, MODELS, SHARES)
def test_models_of_equal_weight_can_change_places(
    supported: float, one: Judgement, other: Judgement, weight: float
) -> None:
    settings = with_weights(JudgeWeights(entailment=weight, judge=weight))
    first = combine(None, combiner(supported), one, other, settings)
    second = combine(None, combiner(supported), other, one, settings)
    assert first == (second[0], pytest.approx(second[1]))


@given(st.sampled_from(VERDICTS), st.floats(0.01, 1), st.floats(0.01, 1), SHARES)
def test_who_disagrees_lowers_the_confidence(
    support: Support, certainty: float, dispute: float, supported: float
) -> None:
    settings = with_weights(JudgeWeights(dispute=dispute))
    ruled, base = rules(support, certainty), Judgement("combiner", support, supported)
    agreeing = Judgement("entailment", support, supported)
    other = next(each for each in VERDICTS if each is not support)
    agreed = combine(ruled, base, agreeing, None, settings)
    disputed = combine(ruled, base, replace(agreeing, support=other), None, settings)
    assert disputed[0] is agreed[0] is support
    assert disputed[1] < agreed[1]


def test_weights_decide_who_is_followed() -> None:
    heavy = with_weights(JudgeWeights(combiner=0.1, entailment=1.0))
    light = with_weights(JudgeWeights(combiner=1.0, entailment=0.1))
    doubtful = model(0.1)
    assert combine(None, combiner(0.8), doubtful, None, heavy)[0] is Support.OUT_OF_CONTRACT
    assert combine(None, combiner(0.8), doubtful, None, light)[0] is Support.SUPPORTED
    nobody = with_weights(JudgeWeights(0.0, 0.0, 0.0))
    assert combine(None, combiner(0.95), doubtful, None, nobody)[0] is Support.SUPPORTED


def test_a_judge_without_any_weight_contradicts_nothing() -> None:
    settings = with_weights(JudgeWeights(entailment=0.0))
    found = combine(None, combiner(0.3), model(0.0, 0.99), None, settings)
    assert found == (Support.OUT_OF_CONTRACT, pytest.approx(0.7))


def test_the_package_gives_the_function_and_no_module_of_its_name() -> None:
    from fidedigno.verify.entailment import combine as given

    assert given is combine
