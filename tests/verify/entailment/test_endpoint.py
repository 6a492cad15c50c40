"""A server that classifies pairs is asked plainly; one that fails, lies or stalls is an error and nothing else."""

from __future__ import annotations

import json
import logging
import time
from pathlib import Path

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.verify.entailment.endpoint import BATCH, MAX_BODY, EntailmentEndpoint
from fidedigno.verify.entailment.protocol import UNDECIDED, EntailmentError, Relation
from tests.fakes import chat_server
from tests.fakes.chat_server import in_turn, late, sends, serving
from tests.fakes.predict_server import classes, predicts

PAIR = ("The desk opens at nine.", "opens at nine")
CARRIED = pytest.approx(Relation(0.9, 0.06, 0.04))


def ask(
    answers: chat_server.Answers, *pairs: tuple[str, str]
) -> tuple[tuple[Relation, ...], chat_server.Service]:
    with serving(answers) as service:
        model = EntailmentEndpoint(service.url)
        try:
            return model.judge(pairs or (PAIR,)), service
        finally:
            model.close()


def private(folder: Path, key: str) -> Path:
    path = folder / "endpoint.key"
    path.touch(0o600)
    path.write_text(key, encoding="ascii")
    return path


def test_pairs_are_sent_as_they_are_and_classes_read_by_their_names(tmp_path: Path) -> None:
    with serving(predicts()) as service:
        model = EntailmentEndpoint(f"{service.url}/predict/", key_file=private(tmp_path, "sk-123\n"))
        relations = model.judge([PAIR, (PAIR[0], "does not open"), (PAIR[0], "is blue")])
        model.close()
    assert relations[0] == CARRIED
    assert [relation.index(max(relation)) for relation in relations] == [0, 2, 1]
    ((path, headers, body),) = service.requests
    assert path == "/v1/predict"
    assert headers["Authorization"] == "Bearer sk-123"
    assert body["inputs"][0] == list(PAIR)
    assert (body["truncate"], body["raw_scores"]) == (True, False)
    assert model.name == "endpoint:127.0.0.1"


def test_no_request_holds_more_pairs_than_such_a_server_takes() -> None:
    pairs = [(f"The desk opens at {hour}.", f"opens at {hour}") for hour in range(BATCH + 5)]
    relations, service = ask(predicts(), *pairs)
    assert len(relations) == len(pairs)
    assert all(each == CARRIED for each in relations)
    assert [len(body["inputs"]) for _, _, body in service.requests] == [BATCH, 5]


def test_nothing_is_sent_of_an_empty_or_endless_hypothesis() -> None:
    relations, service = ask(predicts(), ("a", " "), PAIR, ("a", "x" * 10_000))
    assert relations[0] == relations[2] == UNDECIDED
    assert relations[1] == CARRIED
    assert [len(body["inputs"]) for _, _, body in service.requests] == [1]
    assert ask(predicts(), ("a", ""))[1].requests == []


def test_texts_that_cannot_be_written_are_sent_all_the_same() -> None:
    relations, _ = ask(predicts(), ("\ud800 opens\0", "opens"))
    assert relations[0] == CARRIED


def test_names_that_say_nothing_have_to_be_explained() -> None:
    names = ("LABEL_0", "LABEL_1", "LABEL_2")
    with pytest.raises(EntailmentError, match="labels"):
        ask(predicts(names=names))
    labels = {"LABEL_0": "entailment", "LABEL_1": "neutral", "LABEL_2": "contradiction"}
    with serving(predicts(names=names)) as service:
        model = EntailmentEndpoint(service.url, labels=labels)
        assert model.judge([PAIR])[0] == CARRIED
        model.close()


@pytest.mark.parametrize(
    ("answers", "cause"),
    [
        (sends(500, b"{}"), "status"),
        (sends(424, b'{"error": "opens at nine", "error_type": "backend"}'), "status"),
        (sends(302, b""), "status"),
        (sends(200, b"<html>hotel</html>", "text/html"), "shape"),
        (sends(200, b"[" * 60_000), "shape"),
        (sends(200, b"[]"), "shape"),
        (sends(200, b'{"error": "no"}'), "shape"),
        (sends(200, b"[[]]"), "labels"),
        (sends(200, b"[[1, 2]]"), "shape"),
        (sends(200, b"[null]"), "shape"),
        (sends(200, b'[[{"label": "entailment", "score": NaN}]]'), "shape"),
        (sends(200, b'[[{"label": "entailment", "score": 1e999}]]'), "shape"),
        (sends(200, b'[[{"label": "entailment", "score": 1' + b"0" * 400 + b"}]]"), "shape"),
        (sends(200, b'[[{"label": "entailment", "score": true}]]'), "shape"),
        (sends(200, b'[[{"label": "entailment", "score": "0.5"}]]'), "shape"),
        (sends(200, json.dumps([classes((4.1, -0.2, -3.0))]).encode()), "shape"),
        (sends(200, json.dumps([classes((0.9, 0.06, 0.04))] * 2).encode()), "shape"),
        (sends(200, b'["' + b"x" * MAX_BODY + b'"]'), "too_large"),
        (chat_server.hangs_up, "connection"),
    ],
)
def test_anything_but_probabilities_is_an_error_that_says_its_cause(
    answers: chat_server.Answers, cause: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(EntailmentError) as failed:
        ask(answers)
    assert failed.value.message == cause
    assert failed.value.__cause__ is None
    assert "nine" not in caplog.text + failed.value.message + failed.value.hint


@pytest.mark.parametrize("fault", [sends(500, b""), sends(429, b""), chat_server.hangs_up])
def test_a_fault_that_may_pass_is_tried_once_more(fault: chat_server.Answers) -> None:
    relations, service = ask(in_turn(fault, predicts()))
    assert relations[0] == CARRIED
    assert len(service.requests) == 2
    with pytest.raises(EntailmentError):
        ask(in_turn(fault, fault, predicts()))


@pytest.mark.parametrize("answers", [late(1.5), chat_server.drips])
def test_all_pairs_together_have_one_time_limit(answers: chat_server.Answers) -> None:
    with serving(answers) as service:
        model = EntailmentEndpoint(service.url, seconds=0.3)
        began = time.monotonic()
        with pytest.raises(EntailmentError, match="timed_out"):
            model.judge([PAIR] * (BATCH + 1))
        assert time.monotonic() - began < 1.2
        model.close()


def test_a_closed_one_is_an_error() -> None:
    model = EntailmentEndpoint("http://127.0.0.1:9")
    model.close()
    with pytest.raises(EntailmentError, match="connection"):
        model.judge([PAIR])


@pytest.mark.parametrize(
    "url", ["http://models.example", "ftp://127.0.0.1", "https://a:b@models.example", "models.example", ""]
)
def test_an_address_that_is_not_encrypted_or_none_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError, match="entailment endpoint"):
        EntailmentEndpoint(url)


@pytest.mark.parametrize("seconds", [0, -1, 1_000, float("nan")])
def test_a_time_limit_is_needed(seconds: float) -> None:
    with pytest.raises(ConfigurationError, match="seconds"):
        EntailmentEndpoint("https://models.example", seconds=seconds)


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = private(tmp_path, "sk-123")
    path.chmod(0o644)
    with pytest.raises(ConfigurationError, match="others may read"):
        EntailmentEndpoint("https://models.example", key_file=path)
