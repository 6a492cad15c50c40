import io
import json
import logging
import math
from collections.abc import Iterator
from dataclasses import replace

import pytest

from fidedigno.verify.logs import LOGGER, configure_logging, is_flagged, log_flagged
from fidedigno.verify.report import Report, Risk
from tests.fakes.verifier import FakeVerifier

SECRET = "Margarita"


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    logger = logging.getLogger(LOGGER)
    before = (logger.level, logger.propagate, list(logger.handlers))
    yield
    logger.level, logger.propagate, logger.handlers = before


def flagged() -> Report:
    return FakeVerifier().inspect("q", [f"{SECRET} pays 14 euros."], f"{SECRET} pays 30 euros.")


def test_a_flagged_answer_is_one_line_of_json_without_any_text() -> None:
    stream = io.StringIO()
    configure_logging(stream=stream)
    log_flagged(flagged(), answer="a-7", passages=["p1", "p2"])
    (line,) = stream.getvalue().splitlines()
    told = json.loads(line)
    assert (told["level"], told["event"], told["answer"]) == ("WARNING", "answer_flagged", "a-7")
    assert told["passages"] == ["p1", "p2"]
    assert told["report"] == flagged().to_dict(text=False)
    assert SECRET not in line
    assert "30" not in json.dumps(told["report"]["findings"][0].get("expected", ""))


def test_an_answer_that_is_fit_is_not_logged() -> None:
    stream = io.StringIO()
    configure_logging("WARNING", stream=stream)
    fit = Report("es", Risk.LOW, 0.1, 1.0)
    assert not is_flagged(fit)
    log_flagged(fit)
    assert stream.getvalue() == ""


def test_called_again_it_writes_each_line_once_and_leaves_the_root_alone() -> None:
    root = logging.getLogger()
    before = (root.level, list(root.handlers))
    first, second = io.StringIO(), io.StringIO()
    configure_logging(stream=first)
    assert configure_logging(stream=second) is configure_logging(stream=second)
    log_flagged(flagged())
    assert first.getvalue() == ""
    assert len(second.getvalue().splitlines()) == 1
    assert (root.level, list(root.handlers)) == before


def test_a_handler_of_somebody_else_stays() -> None:
    other = logging.NullHandler()
    logging.getLogger(LOGGER).addHandler(other)
    configure_logging()
    assert other in logging.getLogger(LOGGER).handlers


def test_a_higher_level_silences_it(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging(logging.ERROR)
    log_flagged(flagged())
    assert capsys.readouterr().err == ""


def test_standard_error_is_written_where_no_stream_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging()
    log_flagged(flagged())
    assert json.loads(capsys.readouterr().err)["report"]["risk"] == "critical"


def test_what_json_does_not_have_is_left_out_and_errors_are_called_by_their_class() -> None:
    stream = io.StringIO()
    logger = configure_logging(stream=stream)
    log_flagged(replace(flagged(), latency_ms=math.nan))
    try:
        int(SECRET)
    except ValueError:
        logger.exception("stopped", extra={"verification": {"which": object()}})
    first, second = stream.getvalue().splitlines()
    assert json.loads(first)["report"]["latency_ms"] is None
    assert json.loads(second)["error"] == "ValueError"
    assert SECRET not in second
