"""Several documents go one after another within one time limit; the first that fails ends all."""

from __future__ import annotations

import sys
import time

import pytest

from fidedigno.errors import ConfigurationError
from fidedigno.language_model.posting import Cause, NothingError, Posting
from tests.fakes.chat_server import Handler, in_turn, sends, serving


def echo(handler: Handler) -> None:
    handler.send(200, str(handler.service.requests[-1][2]["number"]).encode())


def slowly(handler: Handler) -> None:
    time.sleep(0.15)
    echo(handler)


def test_answers_come_in_the_order_of_what_was_sent() -> None:
    with serving(echo) as service:
        posting = Posting(service.url, "", 5.0, 100, "a test")
        assert posting.post([{"number": each} for each in (3, 1, 2)]) == [3, 1, 2]
        assert posting.post([]) == []
        posting.close()
    assert all("Authorization" not in headers for _, headers, _ in service.requests)


def test_the_time_limit_is_that_of_all_together() -> None:
    with serving(slowly) as service:
        posting = Posting(service.url, "", 0.4, 100, "a test")
        with pytest.raises(NothingError) as nothing:
            posting.post([{"number": each} for each in range(9)])
        posting.close()
    assert nothing.value.cause is Cause.TIMED_OUT
    assert len(service.requests) < 5


@pytest.mark.parametrize(
    ("answers", "cause", "tries"),
    [
        (sends(400, b""), Cause.STATUS, 1),
        (sends(503, b""), Cause.STATUS, 2),
        (sends(200, b"no"), Cause.SHAPE, 1),
        (sends(200, b"1" * 101), Cause.TOO_LARGE, 1),
    ],
)
def test_what_fails_says_why_and_is_tried_again_only_where_that_may_help(
    answers: object, cause: Cause, tries: int
) -> None:
    with serving(answers) as service:  # type: ignore[arg-type]
        posting = Posting(service.url, "", 5.0, 100, "a test")
        with pytest.raises(NothingError) as nothing:
            posting.post([{"number": 1}, {"number": 2}])
        posting.close()
    assert (nothing.value.cause, len(service.requests)) == (cause, tries)


def test_each_document_has_its_second_try() -> None:
    fault = sends(500, b"")
    with serving(in_turn(fault, echo, fault, echo)) as service:
        posting = Posting(service.url, "", 5.0, 100, "a test")
        assert posting.post([{"number": 1}, {"number": 2}]) == [1, 2]
        posting.close()


def test_who_needs_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(ConfigurationError, match="a test needs the package httpx"):
        Posting("http://127.0.0.1:9", "", 5.0, 100, "a test")
