"""Every way into verification with the verifier itself: what goes in and comes out is the same by each."""

import asyncio
import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from fidedigno.cli import run
from fidedigno.verify import Report, VerificationBlocked, Verifier, VerifySettings
from fidedigno.verify.gate import Gate
from fidedigno.verify.integrations.fastapi import VerificationMiddleware
from fidedigno.verify.logs import LOGGER, configure_logging
from fidedigno.verify.recalibration import Recalibration
from fidedigno.verify.stream import StreamingInspection, averify_stream

RULES = VerifySettings(use_combiner=False)
CASES = {
    "es": (
        "¿Qué plazo hay para devolver?",
        ["Se admiten devoluciones durante 14 días desde la compra. La tienda no abre los domingos."],
        "Se admiten devoluciones durante 30 días desde la compra.",
        "Se admiten devoluciones durante 14 días desde la compra.",
    ),
    "en": (
        "How long is the refund window?",
        ["Refunds are accepted within 14 days of purchase. The shop is not open on Sundays."],
        "Refunds are accepted within 30 days of purchase.",
        "Refunds are accepted within 14 days of purchase.",
    ),
}
HEAVY = {
    "sqlalchemy",
    "numpy",
    "pydantic",
    "fastapi",
    "spacy",
    "sklearn",
    "scipy",
    "langchain_core",
    "llama_index",
}


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier(RULES)


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    logger = logging.getLogger(LOGGER)
    before = (logger.level, logger.propagate, list(logger.handlers))
    stream = io.StringIO()
    configure_logging(stream=stream)
    yield stream
    logger.level, logger.propagate, logger.handlers = before


def timeless(report: Report) -> Report:
    return replace(report, latency_ms=0.0)


@pytest.mark.parametrize("language", CASES)
def test_a_streamed_answer_ends_in_the_report_of_the_whole(verifier: Verifier, language: str) -> None:
    question, passages, wrong, right = CASES[language]
    text = f"{right}\n\n- {wrong}\n- {right}\n"
    inspection = StreamingInspection(verifier, question, passages)
    claims = [claim for character in text for claim in inspection.feed(character)]
    report = inspection.finish()
    assert timeless(report) == timeless(verifier.inspect(question, passages, text))
    assert all(text[each.span.start : each.span.end] == each.span.text for each in claims)
    assert [each.support for each in claims] == [each.support for each in report.claims][: len(claims)]


@pytest.mark.parametrize("language", CASES)
def test_a_contradicted_sentence_is_held_back(verifier: Verifier, language: str) -> None:
    question, passages, wrong, right = CASES[language]

    async def chunks():
        for piece in (right[:20], f"{right[20:]} {wrong} ", right):
            yield piece

    async def streamed() -> str:
        answer = averify_stream(verifier, question, passages, chunks(), on_contradiction="hold")
        return "".join([each.sentence async for each in answer])

    assert asyncio.run(streamed()).split() == f"{right} {right}".split()


@pytest.mark.parametrize("language", CASES)
def test_the_gate_heals_or_keeps_back(verifier: Verifier, language: str) -> None:
    question, passages, wrong, right = CASES[language]
    assert Gate(verifier).check(question, passages, right).answer == right
    healed = Gate(verifier, "heal").check(question, passages, wrong)
    assert (healed.answer.splitlines()[0], healed.healed) == (right, True)
    with pytest.raises(VerificationBlocked) as raised:
        asyncio.run(Gate(verifier).acheck(question, passages, wrong))
    assert raised.value.report.language == language


@pytest.mark.parametrize("language", CASES)
async def test_an_application_delivers_the_healed_answer(verifier: Verifier, language: str) -> None:
    question, passages, wrong, right = CASES[language]
    app = FastAPI()
    app.add_middleware(VerificationMiddleware, verifier=verifier, paths=["/ask"], on_finding="heal")
    app.get("/ask")(lambda: {"question": question, "passages": passages, "answer": wrong})
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
        found = await client.get("/ask")
    assert found.json()["answer"].splitlines()[0] == right
    assert found.headers["x-fidedigno-routing"] == "healed_accept"


@pytest.mark.parametrize("language", CASES)
def test_the_command_line_shows_what_is_wrong_and_what_was_changed(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question, passages, wrong, right = CASES[language]
    settings = tmp_path / "v.yaml"
    settings.write_text("use_combiner: false\n", encoding="utf-8")
    arguments = ["verify", "-q", question, "-e", passages[0], "--settings", str(settings), "-a"]
    assert run([*arguments, right]) == 0
    assert run([*arguments, wrong]) == 1
    capsys.readouterr()
    page = tmp_path / "v.html"
    assert run([*arguments, wrong, "--heal", "--html", str(page), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["healing"]["answer"].splitlines()[0] == right
    assert f'<html lang="{language}">' in page.read_text(encoding="utf-8")
    assert run([*arguments, wrong, "--heal"]) == 0
    assert "{+14" in capsys.readouterr().out


def test_a_flagged_answer_is_logged_once_and_its_parts_and_drafts_are_not(
    verifier: Verifier, logged: io.StringIO
) -> None:
    question, passages, wrong, right = CASES["en"]
    counted = verifier.statistics().inspected
    verifier.preview(question, passages, wrong)
    assert (logged.getvalue(), verifier.statistics().inspected) == ("", counted)
    verifier.heal(question, passages, wrong, verifier.inspect(question, passages, wrong))
    (line,) = logged.getvalue().splitlines()
    assert json.loads(line)["report"]["risk"] == "critical"
    assert "purchase" not in line
    verifier.inspect(question, passages, right)
    assert len(logged.getvalue().splitlines()) == 1


def test_probabilities_are_compared_as_the_settings_recalibrate_them() -> None:
    doubtful = Recalibration(points=((0.0, 0.0), (1.0, 0.1)))
    question, passages, _, right = CASES["en"]
    other_words = "Refunds accepted within 14 days after somebody buys."
    plain = Verifier(RULES).inspect(question, passages, other_words)
    careful = Verifier(replace(RULES, recalibration=doubtful, answer_recalibration=doubtful))
    changed = careful.inspect(question, passages, other_words)
    assert changed.support == pytest.approx(plain.support / 10)
    assert plain.claims[0].support.value == "supported"
    assert changed.claims[0].support.value != "supported"
    assert careful.inspect(question, passages, right).claims[0].support.value == "supported", "word for word"


def test_the_ways_in_load_nothing_heavy() -> None:
    modules = (
        "gate, stream, logs, blocked, inspector, settings_file, report_reader, calibrate, verifier, score"
    )
    program = (
        f"import json, sys; from fidedigno.verify import {modules}; import fidedigno.verify.calibrate.page; "
        "from fidedigno.verify.integrations import exchange, fastapi, langchain, llama_index; "
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)
    assert not {each.partition(".")[0] for each in json.loads(done.stdout)} & HEAVY
