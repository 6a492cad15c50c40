"""The whole inspection: levels of risk, odd input, refusal, statistics, threads and tasks."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from fidedigno.verify import Report, Risk, VerificationBlocked, Verifier, VerifySettings
from tests.verify.seed.cases import Case, in_both, inspected

WRONG_ES = Case(
    "¿Cuántos huéspedes admite el refugio?",
    ("El refugio admite 28 huéspedes. El perro del guarda se llama Canelo.",),
    "El refugio admite 48 huéspedes.",
    "48",
)
WRONG_EN = Case(
    "How many guests does the hut take?",
    ("The hut takes 28 guests. The keeper's dog is called Biscuit.",),
    "The hut takes 48 guests.",
    "48",
)
RIGHT_ES = Case(WRONG_ES.question, WRONG_ES.passages, "El refugio admite 28 huéspedes.")
RIGHT_EN = Case(WRONG_EN.question, WRONG_EN.passages, "The hut takes 28 guests.")


@in_both(es=WRONG_ES, en=WRONG_EN)
def test_a_contradiction_is_critical(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.risk is Risk.CRITICAL
    assert report.is_hallucinating


@in_both(es=RIGHT_ES, en=RIGHT_EN)
def test_a_clean_answer_is_of_low_risk(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.risk is Risk.LOW
    assert not report.is_hallucinating


@in_both(es=Case("¿Y?", RIGHT_ES.passages, ""), en=Case("So?", RIGHT_EN.passages, ""))
def test_an_empty_answer_is_of_low_risk(verifier: Verifier, case: Case) -> None:
    assert inspected(verifier, case).risk is Risk.LOW


@in_both(
    es=Case(RIGHT_ES.question, (), RIGHT_ES.answer),
    en=Case(RIGHT_EN.question, (), RIGHT_EN.answer),
)
def test_without_evidence_nothing_is_supported(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.faithfulness == 0.0
    assert report.risk is not Risk.LOW


@in_both(
    es=Case(WRONG_ES.question, WRONG_ES.passages, f"{RIGHT_ES.answer} " * 400 + WRONG_ES.answer),
    en=Case(WRONG_EN.question, WRONG_EN.passages, f"{RIGHT_EN.answer} " * 400 + WRONG_EN.answer),
)
def test_an_error_at_the_end_of_a_very_long_answer_is_found(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert report.risk is Risk.CRITICAL
    assert not report.truncated


@in_both(
    es=Case(
        "¿🏔️?", ("El refugio 🏔️ «Peña Ñora» admite 28 huéspedes.",), "El refugio 🏔️ admite 28 huéspedes ✅."
    ),
    en=Case("🏔️?", ("The hut 🏔️ takes 28 guests – naïve façade.",), "The hut 🏔️ takes 28 guests ✅."),
)
def test_signs_of_any_kind_do_not_disturb(verifier: Verifier, case: Case) -> None:
    assert not inspected(verifier, case).has_contradiction


@in_both(
    es=Case(RIGHT_ES.question, RIGHT_ES.passages, "Veintiocho"),
    en=Case(RIGHT_EN.question, RIGHT_EN.passages, "Twenty-eight"),
)
def test_one_word_can_be_an_answer(verifier: Verifier, case: Case) -> None:
    assert not inspected(verifier, case).has_contradiction


@in_both(es=WRONG_ES, en=WRONG_EN)
def test_a_refusal_carries_the_whole_report(verifier: Verifier, case: Case) -> None:
    with pytest.raises(VerificationBlocked) as caught:
        verifier.require(case.question, case.passages, case.answer)
    report = caught.value.report
    assert isinstance(report, Report)
    assert report.risk is Risk.CRITICAL
    assert report.findings[0].answer.text in case.answer


@in_both(es=WRONG_ES, en=WRONG_EN)
def test_a_refusal_does_not_repeat_the_texts(verifier: Verifier, case: Case) -> None:
    with pytest.raises(VerificationBlocked) as caught:
        verifier.require(case.question, case.passages, case.answer)
    assert case.answer not in str(caught.value)
    assert case.passages[0] not in str(caught.value)


@in_both(es=RIGHT_ES, en=RIGHT_EN)
def test_a_clean_answer_is_not_refused(verifier: Verifier, case: Case) -> None:
    assert verifier.require(case.question, case.passages, case.answer).risk is Risk.LOW


@in_both(
    es=Case(
        WRONG_ES.question,
        WRONG_ES.passages,
        "Definitivamente el refugio admite 28 huéspedes. Sin duda alguna, las acuarelas de la colección real "
        "están garantizadas.",
    ),
    en=Case(
        WRONG_EN.question,
        WRONG_EN.passages,
        "The hut definitely takes 28 guests. Without a doubt, the watercolours of the royal collection are "
        "guaranteed.",
    ),
)
def test_strict_settings_call_confident_what_the_default_lets_through(verifier: Verifier, case: Case) -> None:
    strict = Verifier(settings=VerifySettings.strict(), drift=None)
    assert "confident_but_unfaithful" in inspected(strict, case).triggered
    assert "confident_but_unfaithful" not in inspected(verifier, case).triggered


@in_both(es=(RIGHT_ES, WRONG_ES), en=(RIGHT_EN, WRONG_EN))
def test_inspections_are_counted(case: tuple[Case, Case]) -> None:
    verifier = Verifier(settings=VerifySettings.default(), drift=None)
    for each in (*case, case[0]):
        inspected(verifier, each)
    counted = verifier.statistics()
    assert counted.inspected == 3
    assert counted.flagged == 1
    assert counted.by_risk[Risk.CRITICAL] == 1
    assert counted.by_risk[Risk.LOW] == 2
    assert counted.mean_latency_ms >= 0


@in_both(es=WRONG_ES, en=WRONG_EN)
def test_counting_can_begin_anew(case: Case) -> None:
    verifier = Verifier(settings=VerifySettings.default(), drift=None)
    inspected(verifier, case)
    verifier.reset_statistics()
    counted = verifier.statistics()
    assert (counted.inspected, counted.flagged, counted.healed) == (0, 0, 0)
    assert sum(counted.by_risk.values()) == 0


def without_time(report: Report) -> dict[str, Any]:
    return {key: value for key, value in report.to_dict().items() if key != "latency_ms"}


@in_both(es=(RIGHT_ES, WRONG_ES), en=(RIGHT_EN, WRONG_EN))
def test_twenty_threads_get_what_one_gets(verifier: Verifier, case: tuple[Case, Case]) -> None:
    work = [*case] * 50
    alone = [without_time(inspected(verifier, each)) for each in case]
    with ThreadPoolExecutor(20) as pool:
        together = [without_time(each) for each in pool.map(lambda each: inspected(verifier, each), work)]
    assert together == alone * 50


@in_both(es=RIGHT_ES, en=RIGHT_EN)
async def test_asynchronously_the_report_is_the_same(verifier: Verifier, case: Case) -> None:
    report = await verifier.ainspect(case.question, case.passages, case.answer)
    assert without_time(report) == without_time(inspected(verifier, case))


@in_both(es=WRONG_ES, en=WRONG_EN)
async def test_asynchronously_a_contradiction_is_found(verifier: Verifier, case: Case) -> None:
    report = await verifier.ainspect(case.question, case.passages, case.answer)
    assert report.risk is Risk.CRITICAL


@in_both(es=(RIGHT_ES, WRONG_ES), en=(RIGHT_EN, WRONG_EN))
async def test_ten_at_once_do_not_mix(verifier: Verifier, case: tuple[Case, Case]) -> None:
    work = [*case] * 5
    reports = await asyncio.gather(
        *(verifier.ainspect(each.question, each.passages, each.answer) for each in work)
    )
    assert [each.risk for each in reports] == [Risk.LOW, Risk.CRITICAL] * 5


@in_both(es=WRONG_ES, en=WRONG_EN)
def test_statistics_name_the_reader_of_names(verifier: Verifier, case: Case) -> None:
    inspected(verifier, case)
    assert verifier.statistics().names_backend


@in_both(es=WRONG_ES, en=WRONG_EN)
def test_a_report_is_json_and_fit_for_a_log_without_its_texts(verifier: Verifier, case: Case) -> None:
    report = inspected(verifier, case)
    assert json.loads(json.dumps(report.to_dict()))["risk"] == "critical"
    logged = json.dumps(report.to_dict(text=False), ensure_ascii=False)
    assert case.answer not in logged
    assert "refugio" not in logged
    assert "hut" not in logged


@in_both(es=(RIGHT_ES, WRONG_ES), en=(RIGHT_EN, WRONG_EN))
def test_many_at_once_are_inspected_like_one_by_one(verifier: Verifier, case: tuple[Case, Case]) -> None:
    reports = verifier.inspect_many([(each.question, each.passages, each.answer) for each in case])
    assert [without_time(each) for each in reports] == [
        without_time(inspected(verifier, each)) for each in case
    ]
