"""A server that reranks is asked plainly and only what the labels allow; one that fails, lies or stalls is an error."""

from __future__ import annotations

import json
import logging
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.errors import ConfigurationError
from fidedigno.gather.rerank.endpoint import (
    BATCH,
    MAX_BODY,
    MAX_CHARACTERS,
    MAX_QUESTION,
    RerankEndpoint,
    read_scores,
)
from fidedigno.gather.rerank.protocol import Passage, RerankError
from fidedigno.gather.rerank.stage import Outcome, RerankStage
from fidedigno.model import Sensitivity
from tests.fakes import chat_server
from tests.fakes.chat_server import in_turn, late, sends, serving
from tests.fakes.rerank_server import reranks
from tests.gather.rerank.cards import candidates, passages

TEXTS = ("nothing", "opens at nine", "opens")


def ask(
    answers: chat_server.Answers, *texts: str, model: str = "", question: str = "opens at nine"
) -> tuple[list[float], chat_server.Service]:
    with serving(answers) as service:
        reranker = RerankEndpoint(service.url, model=model)
        try:
            return list(reranker.score(question, passages(*(texts or TEXTS)))), service
        finally:
            reranker.close()


@pytest.mark.parametrize("model", ["", "rerank-v3.5"])
def test_scores_come_in_the_order_of_the_passages_in_either_form(model: str) -> None:
    scores, service = ask(reranks(), model=model)
    assert scores == [0.0, 3.0, 1.0]
    ((path, headers, body),) = service.requests
    assert path == "/v1/rerank"
    assert "Authorization" not in headers
    if model:
        assert body == {"model": model, "query": "opens at nine", "documents": list(TEXTS), "top_n": 3}
    else:
        assert body == {"query": "opens at nine", "texts": list(TEXTS), "truncate": True}


def test_the_key_is_sent_and_the_place_of_a_passage_too() -> None:
    with serving(reranks()) as service:
        reranker = RerankEndpoint(f"{service.url}/rerank/", model="m", key="sk-123")
        reranker.score("q", [Passage("a", "text", title="T", section=("S",))])
        reranker.close()
    ((path, headers, body),) = service.requests
    assert path == "/v1/rerank"
    assert headers["Authorization"] == "Bearer sk-123"
    assert body["documents"] == ["T › S\ntext"]
    assert reranker.fingerprint == "endpoint:127.0.0.1/m"
    assert "sk-123" not in repr(reranker.__dict__.get("fingerprint"))


def test_no_request_holds_more_texts_than_such_a_server_takes() -> None:
    scores, service = ask(reranks(), *(["opens"] * (BATCH + 5)))
    assert scores == [1.0] * (BATCH + 5)
    assert [len(body["texts"]) for _, _, body in service.requests] == [BATCH, 5]
    assert ask(reranks(), *(["opens"] * (BATCH + 5)), model="m")[0] == [1.0] * (BATCH + 5)


def test_long_and_broken_texts_are_sent_in_part() -> None:
    _, service = ask(reranks(), "x" * 100_000, "\ud800 opens\0", question="q" * 100_000)
    body = service.requests[0][2]
    assert len(body["query"]) == MAX_QUESTION
    assert [len(each) for each in body["texts"]] == [MAX_CHARACTERS, 8]


@pytest.mark.parametrize("model", ["", "m"])
@pytest.mark.parametrize(
    ("answers", "cause"),
    [
        (sends(500, b"{}"), "status"),
        (sends(401, b'{"message": "opens at nine"}'), "status"),
        (sends(302, b""), "status"),
        (sends(200, b"<html>hotel</html>", "text/html"), "shape"),
        (sends(200, b"[" * 60_000), "shape"),
        (sends(200, b"[]"), "shape"),
        (sends(200, b"null"), "shape"),
        (sends(200, b'{"results": {}}'), "shape"),
        (sends(200, b'{"results": [{"index": 0, "relevance_score": 1}]}'), "shape"),
        (sends(200, b'["' + b"x" * MAX_BODY + b'"]'), "too_large"),
        (chat_server.hangs_up, "connection"),
    ],
)
def test_anything_but_scores_is_an_error_that_says_its_cause(
    answers: chat_server.Answers, cause: str, model: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), pytest.raises(RerankError) as failed:
        ask(answers, model=model)
    assert str(failed.value) == cause
    assert failed.value.__cause__ is None
    assert "nine" not in caplog.text


@pytest.mark.parametrize(
    "second",
    [
        '{"index": 0, "score": 1}',
        '{"index": 2, "score": 1}',
        '{"index": -1, "score": 1}',
        '{"index": 1.0, "score": 1}',
        '{"index": true, "score": 1}',
        '{"index": "1", "score": 1}',
        '{"score": 1}',
        '{"index": 1}',
        '{"index": 1, "score": NaN}',
        '{"index": 1, "score": 1e999}',
        '{"index": 1, "score": 1' + "0" * 400 + "}",
        '{"index": 1, "score": "1"}',
        '{"index": 1, "score": true}',
        '{"index": 1, "score": null}',
        "[1, 1]",
        "1",
    ],
)
@pytest.mark.parametrize("wrapped", [True, False])
def test_a_score_that_is_missing_double_or_none_is_an_error(second: str, wrapped: bool) -> None:
    told = f'[{{"index": 0, "score": 0.5}}, {second}]'
    with pytest.raises(RerankError, match="shape"):
        read_scores(json.loads(f'{{"results": {told}}}' if wrapped else told), 2)


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=9), st.randoms(use_true_random=False)
)
def test_scores_are_read_in_any_order(scores: list[float], random: object) -> None:
    items = [{"index": at, "relevance_score": score} for at, score in enumerate(scores)]
    random.shuffle(items)  # type: ignore[attr-defined]
    assert read_scores({"results": items}, len(scores)) == scores


@pytest.mark.parametrize("fault", [sends(500, b""), sends(429, b""), chat_server.hangs_up])
def test_a_fault_that_may_pass_is_tried_once_more(fault: chat_server.Answers) -> None:
    assert ask(in_turn(fault, reranks()))[0] == [0.0, 3.0, 1.0]
    with pytest.raises(RerankError):
        ask(in_turn(fault, fault, reranks()))


@pytest.mark.parametrize("answers", [late(1.5), chat_server.drips])
def test_a_server_that_stalls_is_given_up_and_the_order_stands(answers: chat_server.Answers) -> None:
    with serving(answers) as service:
        stage = RerankStage(RerankEndpoint(service.url, seconds=0.3), milliseconds=300)
        began = time.monotonic()
        found = stage.order("opens at nine", candidates(*TEXTS))
        assert time.monotonic() - began < 1.2
        stage.close()
    assert found.outcome is Outcome.TIMED_OUT
    assert [each.evidence.id for each in found.candidates] == ["0", "1", "2"]


def test_a_server_puts_the_passages_into_its_order() -> None:
    with serving(reranks()) as service:
        stage = RerankStage(RerankEndpoint(service.url, model="m", seconds=5), milliseconds=5_000)
        found = stage.order("opens at nine", candidates(*TEXTS))
        stage.close()
    assert found.outcome is Outcome.USED
    assert [each.evidence.id for each in found.candidates] == ["1", "2", "0"]


def test_another_machine_gets_nothing_above_the_ceiling_and_nothing_without_a_label() -> None:
    far = RerankEndpoint("https://rerank.example", ceiling=Sensitivity.INTERNAL)
    near = RerankEndpoint("http://127.0.0.1:9", ceiling=Sensitivity.PUBLIC)
    labelled = [Passage("a", "x", sensitivity=each) for each in Sensitivity]
    assert [far.may_read(each) for each in labelled] == [True, True, False, False]
    assert not far.may_read(Passage("a", "x"))
    assert all(near.may_read(each) for each in labelled)
    with pytest.raises(RerankError, match="not_allowed"):
        far.score("q", labelled)
    far.close()
    near.close()


def test_a_closed_one_is_an_error() -> None:
    reranker = RerankEndpoint("http://127.0.0.1:9")
    reranker.close()
    with pytest.raises(RerankError, match="connection"):
        reranker.score("q", passages("a"))


def test_nothing_is_asked_about_nothing() -> None:
    with serving(reranks()) as service:
        reranker = RerankEndpoint(service.url, model="m")
        assert list(reranker.score("q", [])) == []
        reranker.close()
    assert service.requests == []


@pytest.mark.parametrize(
    "url", ["http://models.example", "ftp://127.0.0.1", "https://a:b@models.example", "models.example", ""]
)
def test_an_address_that_is_not_encrypted_or_none_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError, match="rerank endpoint"):
        RerankEndpoint(url)


@pytest.mark.parametrize("seconds", [0, -1, 1_000, float("nan")])
def test_a_time_limit_is_needed(seconds: float) -> None:
    with pytest.raises(ConfigurationError, match="seconds"):
        RerankEndpoint("https://models.example", seconds=seconds)


@pytest.mark.parametrize("key", ["two words", "sk-ñ", "a\nb"])
def test_a_key_that_is_none_is_refused_without_being_repeated(key: str) -> None:
    with pytest.raises(ConfigurationError, match="one word") as refused:
        RerankEndpoint("https://models.example", key=key)
    assert key not in refused.value.message
