"""The quality score and the route: what each part adds, what is taken off, and what no score buys off."""

import json
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model.verdict import Support
from fidedigno.verify.heal.strategy import Strategy
from fidedigno.verify.report import Check, CheckedClaim, Drift, Finding, Report, Risk, Span
from fidedigno.verify.score import (
    FaithfulnessTier,
    QualityScore,
    Routing,
    earned_confidence,
    latency_share,
    recalibrate,
)
from fidedigno.verify.settings import VerifySettings, Weights

CLEAN = Report("en", Risk.LOW, confidence=0.62, faithfulness=1.0, latency_ms=5.0)
WRONG = Finding(Check.CONTRADICTION, "number_differs", Span(0, 2, "30"))
LIE = Report("es", Risk.CRITICAL, 1.0, 0.0, findings=(WRONG,), latency_ms=5.0)
DRIFTED = Drift(detected=True, distance=0.6, similarity=0.4, compared=5)
shares = st.floats(0, 1)


@dataclass(frozen=True)
class Healed:
    strategy: Strategy = Strategy.CONTRADICTION_PATCH
    changed: bool = True
    report: Report = field(default=CLEAN)


def score(
    report: Report, healing: Healed | None = None, settings: VerifySettings | None = None
) -> QualityScore:
    return QualityScore.compute(report, healing, settings)


# The routes.


def test_a_high_score_is_accepted() -> None:
    assert score(CLEAN).score == pytest.approx(0.4 + 0.3 + 0.2 * 0.62 + 0.1)
    assert score(CLEAN).routing is Routing.ACCEPT


def test_a_low_score_falls_back() -> None:
    assert score(replace(CLEAN, faithfulness=0.3)).routing is Routing.FALLBACK


def test_a_healed_answer_that_is_fit_is_accepted_as_healed() -> None:
    assert score(LIE, Healed()).routing is Routing.HEALED_ACCEPT


def test_a_safe_decline_is_discarded() -> None:
    assert score(LIE, Healed(Strategy.SAFE_DECLINE)).routing is Routing.DISCARD
    assert score(CLEAN, Healed(Strategy.SAFE_DECLINE, changed=False)).routing is Routing.DISCARD


@pytest.mark.parametrize("risk", [Risk.HIGH, Risk.CRITICAL])
def test_a_serious_finding_is_never_accepted_unhealed_whatever_the_score(risk: Risk) -> None:
    perfect = replace(CLEAN, confidence=1.0, risk=risk)
    assert score(perfect).score == pytest.approx(1.0)
    assert score(perfect).routing is Routing.FALLBACK
    lenient = VerifySettings(accept_score=0.0, truth_decides=False)
    assert score(perfect, settings=lenient).routing is Routing.FALLBACK


@pytest.mark.parametrize(
    "still",
    [
        replace(CLEAN, risk=Risk.HIGH),
        replace(CLEAN, findings=(WRONG,)),
        replace(CLEAN, claims=(CheckedClaim(Span(0, 1, "x"), Support.CONTRADICTED, 0.9),)),
        replace(CLEAN, faithfulness=0.49),
    ],
)
def test_a_healed_answer_that_is_not_fit_falls_back(still: Report) -> None:
    assert score(LIE, Healed(report=still)).routing is Routing.FALLBACK


def test_healing_that_changed_nothing_leaves_the_answer_to_its_own_report() -> None:
    untouched = Healed(Strategy.NO_HEALING_NEEDED, changed=False, report=CLEAN)
    assert score(CLEAN, untouched).routing is Routing.ACCEPT
    assert score(LIE, replace(untouched, report=LIE)).routing is Routing.FALLBACK


def test_a_medium_risk_alone_does_not_keep_a_good_answer_back() -> None:
    assert score(replace(CLEAN, risk=Risk.MEDIUM)).routing is Routing.ACCEPT


# The parts.


def test_a_contradiction_leaves_nothing_of_consistency() -> None:
    assert score(LIE).consistency == 0.0
    assert score(CLEAN).consistency == pytest.approx(0.3)


def test_the_billing_contradiction_of_the_article_scores_as_there() -> None:
    report = Report("en", Risk.CRITICAL, 0.5, 0.5, findings=(WRONG,), latency_ms=11.9)
    found = score(report)
    assert (found.faithfulness, found.consistency) == (pytest.approx(0.20), 0.0)
    assert (found.confidence, found.latency) == (pytest.approx(0.10), pytest.approx(0.10))
    assert found.score == pytest.approx(0.40)


@pytest.mark.parametrize("milliseconds", [-1.0, 0.0, 5.0, 19.9, 20.0])
def test_latency_is_at_its_most_below_20_ms(milliseconds: float) -> None:
    assert score(replace(CLEAN, latency_ms=milliseconds)).latency == pytest.approx(0.10)


def test_latency_is_reduced_at_35_ms() -> None:
    assert score(replace(CLEAN, latency_ms=35.0)).latency == pytest.approx(0.075)


def test_latency_has_half_left_at_50_ms() -> None:
    assert score(replace(CLEAN, latency_ms=50.0)).latency == pytest.approx(0.05)


def test_latency_falls_steeply_at_60_ms() -> None:
    assert score(replace(CLEAN, latency_ms=60.0)).latency < 0.04


@pytest.mark.parametrize("milliseconds", [200.0, 5_000.0, float("inf"), float("nan")])
def test_latency_has_zero_for_its_floor(milliseconds: float) -> None:
    assert score(replace(CLEAN, latency_ms=milliseconds)).latency == 0.0


@given(st.floats(0, 400), st.floats(0, 400))
def test_a_slower_answer_never_earns_more(one: float, other: float) -> None:
    assert latency_share(max(one, other)) <= latency_share(min(one, other))
    assert 0 <= latency_share(one) <= 1


def test_drift_takes_off_exactly_020() -> None:
    drifted = score(replace(CLEAN, drift=DRIFTED))
    assert drifted.drift_penalty == 0.2
    assert drifted.score == pytest.approx(score(CLEAN).score - 0.20)
    assert drifted.truth == pytest.approx(score(CLEAN).truth - 0.20)


def test_drift_never_takes_a_score_below_zero() -> None:
    nothing = Report("en", Risk.CRITICAL, 0.0, 0.0, findings=(WRONG,), drift=DRIFTED, latency_ms=900.0)
    assert (score(nothing).score, score(nothing).truth) == (0.0, 0.0)


def test_drift_can_take_a_faithful_answer_below_the_threshold() -> None:
    neutral = replace(CLEAN, confidence=0.5)
    assert score(neutral).routing is Routing.ACCEPT
    assert score(replace(neutral, drift=DRIFTED)).routing is Routing.FALLBACK


def test_drift_of_the_answer_before_healing_still_counts() -> None:
    assert score(replace(LIE, drift=DRIFTED), Healed()).drift_penalty == 0.2


# Confidence.


@pytest.mark.parametrize(
    ("faithfulness", "tier"),
    [
        (1.0, FaithfulnessTier.WELL_FOUNDED),
        (0.8, FaithfulnessTier.WELL_FOUNDED),
        (0.79, FaithfulnessTier.PARTLY_FOUNDED),
        (0.5, FaithfulnessTier.PARTLY_FOUNDED),
        (0.49, FaithfulnessTier.UNFOUNDED),
        (0.0, FaithfulnessTier.UNFOUNDED),
    ],
)
def test_the_tier_is_that_of_the_faithfulness(faithfulness: float, tier: FaithfulnessTier) -> None:
    assert score(replace(CLEAN, faithfulness=faithfulness)).tier is tier


def test_no_answer_is_partly_founded_where_the_threshold_is_higher_than_well_founded() -> None:
    settings = VerifySettings(faithfulness_threshold=0.9)
    assert FaithfulnessTier.of(0.89, settings) is FaithfulnessTier.UNFOUNDED
    assert FaithfulnessTier.of(0.9, settings) is FaithfulnessTier.WELL_FOUNDED


def test_confident_wording_earns_nothing_where_the_answer_is_not_founded() -> None:
    assert score(replace(CLEAN, confidence=1.0, faithfulness=0.3)).confidence == 0.0
    assert score(replace(CLEAN, confidence=1.0, faithfulness=0.6)).confidence == pytest.approx(0.2 * 0.8)
    assert score(replace(CLEAN, confidence=1.0, faithfulness=0.9)).confidence == pytest.approx(0.2)


@pytest.mark.parametrize(("before", "after"), [(1.00, 0.80), (0.50, 0.65), (0.70, 0.80), (0.0, 0.15)])
def test_a_contradiction_patch_raises_confidence_and_stops_at_080(before: float, after: float) -> None:
    assert recalibrate(before, Strategy.CONTRADICTION_PATCH) == pytest.approx(after)


def test_an_entity_scrub_lowers_confidence_by_the_factor_085() -> None:
    assert recalibrate(0.8, Strategy.ENTITY_SCRUB) == pytest.approx(0.68)


@pytest.mark.parametrize("before", [0.0, 0.5, 1.0])
def test_the_other_strategies_fix_confidence_or_leave_it(before: float) -> None:
    assert recalibrate(before, Strategy.GROUNDING_REWRITE) == 0.5
    assert recalibrate(before, Strategy.SAFE_DECLINE) == 0.0
    assert recalibrate(before, Strategy.NO_HEALING_NEEDED) == before


def test_the_healed_answer_is_scored_with_the_recalibrated_confidence() -> None:
    assert score(LIE, Healed()).confidence == pytest.approx(0.2 * 0.8)
    assert score(LIE, Healed()).strategy is Strategy.CONTRADICTION_PATCH


# Truth, and the shape.


def test_the_route_is_decided_without_the_clock_unless_the_settings_say_otherwise() -> None:
    slow = replace(CLEAN, faithfulness=0.75, confidence=0.5, latency_ms=900.0)
    found = score(slow)
    assert found.score == pytest.approx(0.70)
    assert found.truth == pytest.approx(0.70 / 0.9)
    strict = VerifySettings(accept_score=0.75)
    assert score(slow, settings=strict).routing is Routing.ACCEPT
    assert score(slow, settings=replace(strict, truth_decides=False)).routing is Routing.FALLBACK


def test_a_perfect_answer_is_wholly_true_however_slow() -> None:
    assert score(replace(CLEAN, confidence=1.0, latency_ms=900.0)).truth == pytest.approx(1.0)


def test_weights_that_leave_nothing_for_the_truth_give_none() -> None:
    settings = VerifySettings(weights=Weights(0.0, 0.0, 0.0, 1.0, 0.0))
    assert score(CLEAN, settings=settings).truth == 0.0
    assert score(CLEAN, settings=settings).score == 1.0


def test_the_dictionary_has_the_drift_penalty_and_is_json() -> None:
    found = score(replace(CLEAN, drift=DRIFTED)).to_dict()
    assert found["drift_penalty"] == 0.2
    assert set(found["components"]) == {"faithfulness", "consistency", "confidence", "latency"}
    assert json.loads(json.dumps(found)) == found


@given(shares, shares, shares, st.floats(0, 1_000), st.booleans(), st.sampled_from(list(Risk)))
def test_the_score_stays_in_its_bounds_and_more_faithful_never_scores_less(
    confidence: float, one: float, other: float, latency: float, drifts: bool, risk: Risk
) -> None:
    drift = DRIFTED if drifts else Drift()
    low, high = (
        score(Report("es", risk, confidence, each, drift=drift, latency_ms=latency))
        for each in sorted((one, other))
    )
    assert 0 <= low.score <= high.score + 1e-12 <= 1 + 1e-9
    assert low.truth <= high.truth + 1e-12


@given(shares, shares)
def test_confidence_earns_at_most_its_share(confidence: float, faithfulness: float) -> None:
    tier = FaithfulnessTier.of(faithfulness, VerifySettings())
    assert 0 <= earned_confidence(confidence, faithfulness, tier) <= confidence
