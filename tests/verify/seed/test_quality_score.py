"""The score of a report, its parts, and the way an answer takes."""

import json

import pytest

from fidedigno.verify import QualityScore, Report, Risk, Routing, Strategy, Verifier
from fidedigno.verify.report import Check, Drift, Finding, Span
from tests.verify.seed.cases import Case, in_both, inspected

LANGUAGES = pytest.mark.parametrize("language", ["es", "en"])
AGAINST = Finding(Check.CONTRADICTION, "number_differs", Span(0, 2, "30"), None, "14")


def report(
    language: str = "en",
    *,
    faithfulness: float = 1.0,
    confidence: float = 0.5,
    risk: Risk = Risk.LOW,
    latency_ms: float = 5.0,
    findings: tuple[Finding, ...] = (),
    drifted: bool = False,
) -> Report:
    return Report(
        language=language,
        risk=risk,
        confidence=confidence,
        faithfulness=faithfulness,
        findings=findings,
        drift=Drift(detected=drifted, distance=0.8 if drifted else 0.0, compared=5),
        latency_ms=latency_ms,
    )


def score(language: str, **values: object) -> float:
    return QualityScore.compute(report(language, **values)).score  # type: ignore[arg-type]


@LANGUAGES
def test_a_high_score_is_accepted(language: str) -> None:
    found = QualityScore.compute(report(language, confidence=0.6))
    assert found.routing is Routing.ACCEPT
    assert found.score >= 0.70


@LANGUAGES
def test_a_low_score_falls_back(language: str) -> None:
    low = report(language, faithfulness=0.1, confidence=0.2, risk=Risk.MEDIUM, latency_ms=300)
    assert QualityScore.compute(low).routing is Routing.FALLBACK


WRONG_ES = Case(
    "¿Cuántos vagones lleva el tren?",
    ("El tren nocturno lleva 9 vagones. El bar abre a medianoche.",),
    "El tren nocturno lleva 12 vagones. El bar abre a medianoche.",
)
WRONG_EN = Case(
    "How many coaches does the train have?",
    ("The night train has 9 coaches. Its bar opens at midnight.",),
    "The night train has 12 coaches. Its bar opens at midnight.",
)
SURE_ES = Case(
    WRONG_ES.question,
    WRONG_ES.passages,
    "Sin duda, el tren nocturno lleva definitivamente 12 vagones. Claramente, el bar abre a medianoche.",
)
SURE_EN = Case(
    WRONG_EN.question,
    WRONG_EN.passages,
    "Undoubtedly the night train definitely has 12 coaches. Its bar clearly opens at midnight.",
)
NAMED_ES = Case(
    WRONG_ES.question,
    WRONG_ES.passages,
    "El tren nocturno lleva 9 vagones. El bar abre a medianoche. El revisor se llama Anselmo Quirós.",
)
NAMED_EN = Case(
    WRONG_EN.question,
    WRONG_EN.passages,
    "The night train has 9 coaches. Its bar opens at midnight. The conductor is called Anselm Quirk.",
)


@in_both(es=WRONG_ES, en=WRONG_EN)
def test_a_healed_answer_is_accepted_as_healed(verifier: Verifier, case: Case) -> None:
    before = inspected(verifier, case)
    healed = verifier.heal(case.question, case.passages, case.answer, before)
    assert QualityScore.compute(before, healing=healed).routing is Routing.HEALED_ACCEPT


@in_both(
    es=Case("¿Quién?", (), "Lo construyó Leandro Vives en 1911."),
    en=Case("Who?", (), "It was built by Leonard Vine in 1911."),
)
def test_where_only_a_refusal_is_left_the_answer_is_discarded(verifier: Verifier, case: Case) -> None:
    before = inspected(verifier, case)
    declined = verifier.heal(case.question, case.passages, case.answer, before)
    assert declined.strategy is Strategy.SAFE_DECLINE
    assert QualityScore.compute(before, healing=declined).routing is Routing.DISCARD


@LANGUAGES
def test_below_twenty_milliseconds_latency_costs_nothing(language: str) -> None:
    assert score(language, latency_ms=1) == pytest.approx(score(language, latency_ms=20))


@LANGUAGES
def test_at_thirty_five_milliseconds_a_quarter_of_the_part_is_lost(language: str) -> None:
    assert score(language, latency_ms=1) - score(language, latency_ms=35) == pytest.approx(0.025)


@LANGUAGES
def test_at_fifty_milliseconds_half_of_the_part_is_lost(language: str) -> None:
    assert score(language, latency_ms=1) - score(language, latency_ms=50) == pytest.approx(0.05)


@LANGUAGES
def test_beyond_fifty_milliseconds_still_more_is_lost(language: str) -> None:
    lost = score(language, latency_ms=1) - score(language, latency_ms=60)
    assert 0.05 < lost < 0.10


@LANGUAGES
def test_from_two_hundred_milliseconds_on_the_whole_part_is_lost(language: str) -> None:
    for slow in (200, 5_000, 1e9):
        assert score(language, latency_ms=1) - score(language, latency_ms=slow) == pytest.approx(0.10)


@LANGUAGES
def test_drift_takes_off_exactly_a_fifth(language: str) -> None:
    lost = score(language) - score(language, drifted=True)
    assert lost == pytest.approx(0.20)
    assert QualityScore.compute(report(language, drifted=True)).drift_penalty == pytest.approx(0.20)


@LANGUAGES
def test_the_score_never_falls_below_zero(language: str) -> None:
    worst = score(
        language,
        faithfulness=0.0,
        confidence=0.0,
        risk=Risk.CRITICAL,
        latency_ms=1e6,
        findings=(AGAINST,),
        drifted=True,
    )
    assert worst == 0.0


@in_both(es=WRONG_ES, en=WRONG_EN)
def test_a_patch_raises_the_confidence(verifier: Verifier, case: Case) -> None:
    before = inspected(verifier, case)
    healed = verifier.heal(case.question, case.passages, case.answer, before)
    assert healed.strategy is Strategy.CONTRADICTION_PATCH
    assert healed.confidence == pytest.approx(before.confidence + 0.15)


@in_both(es=SURE_ES, en=SURE_EN)
def test_a_patch_raises_it_to_no_more_than_four_fifths(verifier: Verifier, case: Case) -> None:
    healed = verifier.heal(case.question, case.passages, case.answer)
    assert healed.strategy is Strategy.CONTRADICTION_PATCH
    assert healed.confidence == pytest.approx(0.80)


@in_both(es=NAMED_ES, en=NAMED_EN)
def test_scrubbing_names_lowers_the_confidence(verifier: Verifier, case: Case) -> None:
    before = inspected(verifier, case)
    healed = verifier.heal(case.question, case.passages, case.answer, before)
    assert healed.strategy is Strategy.ENTITY_SCRUB
    assert healed.confidence == pytest.approx(before.confidence * 0.85)


@LANGUAGES
def test_the_score_as_json_names_what_drift_took_off(language: str) -> None:
    written = json.loads(json.dumps(QualityScore.compute(report(language, drifted=True)).to_dict()))
    assert written["drift_penalty"] == pytest.approx(0.20)


@LANGUAGES
def test_a_contradiction_takes_off_the_whole_part_of_consistency(language: str) -> None:
    against = score(language, findings=(AGAINST,), risk=Risk.CRITICAL)
    assert score(language) - against == pytest.approx(0.30)


@LANGUAGES
def test_a_more_faithful_answer_scores_higher(language: str) -> None:
    scores = [score(language, faithfulness=each / 10) for each in range(11)]
    assert scores == sorted(scores)
    assert scores[-1] - scores[0] >= 0.40


@LANGUAGES
def test_the_parts_make_up_the_score(language: str) -> None:
    for each in (report(language), report(language, faithfulness=0.4, latency_ms=42, drifted=True)):
        found = QualityScore.compute(each)
        written = found.to_dict()["components"]
        assert sum(written.values()) - found.drift_penalty == pytest.approx(found.score)


@LANGUAGES
def test_what_is_true_does_not_hang_on_the_clock(language: str) -> None:
    quick, slow = (QualityScore.compute(report(language, latency_ms=each)) for each in (1, 900))
    assert quick.truth == slow.truth
    assert quick.score > slow.score
    assert 0.0 <= quick.truth <= 1.0


@LANGUAGES
@pytest.mark.parametrize("code", ["unknown_person", "unknown_citation"])
def test_an_invented_name_is_never_accepted_as_it_stands(language: str, code: str) -> None:
    named = Finding(Check.ENTITIES, code, Span(0, 4, "Vine"))
    high = report(language, confidence=1.0, risk=Risk.HIGH, findings=(named,))
    assert QualityScore.compute(high).routing is not Routing.ACCEPT


@LANGUAGES
def test_a_contradiction_is_never_accepted_as_it_stands(language: str) -> None:
    against = report(language, confidence=1.0, risk=Risk.CRITICAL, findings=(AGAINST,))
    assert QualityScore.compute(against).routing is not Routing.ACCEPT


@LANGUAGES
def test_an_unfaithful_answer_is_never_accepted_as_it_stands(language: str) -> None:
    unfaithful = report(language, faithfulness=0.45, confidence=1.0, risk=Risk.MEDIUM)
    assert QualityScore.compute(unfaithful).routing is not Routing.ACCEPT
