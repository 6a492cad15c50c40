from typing import Any

import pytest

from fidedigno.sources.connector import SourceError
from fidedigno.sources.graph.batch import ask_many
from tests.fakes.vendor import Answer, Request, VendorServer
from tests.sources.graph.conftest import FAST, Clock, Rest


def answering(*rounds: Any) -> tuple[VendorServer, list[list[str]]]:
    """A server whose answers to batches are those given, one after another; and what was asked each time."""
    server, asked = VendorServer(), []
    left = list(rounds)

    def answer(request: Request) -> Answer:
        questions = request.json()["requests"]
        asked.append([each["url"] for each in questions])
        made = left.pop(0)
        return Answer({"responses": made(questions) if callable(made) else made})

    server.route("POST", r"/\$batch", answer)
    return server, asked


def well(questions: list[dict[str, str]]) -> list[dict[str, Any]]:
    return [{"id": each["id"], "status": 200, "body": each["url"]} for each in reversed(questions)]


async def test_answers_are_matched_by_id_and_not_by_place(rest: Rest, clock: Clock) -> None:
    server, asked = answering(well, well)
    with server:
        paths = [f"/p{each}" for each in range(25)]
        parts = await ask_many(rest(server.url), paths)
    assert [each.body for each in parts] == paths
    assert sorted(map(len, asked)) == [5, 20]


async def test_only_what_was_not_answered_is_asked_again_after_the_wait_it_asks_for(
    rest: Rest, clock: Clock
) -> None:
    def some(questions: list[dict[str, str]]) -> list[dict[str, Any]]:
        return [
            {"id": "0", "status": 200, "body": "a"},
            {"id": "1", "status": 429, "headers": {"Retry-After": "3"}},
            {"id": "2", "status": 403, "body": {}},
        ]

    server, asked = answering(some, well)
    with server:
        parts = await ask_many(rest(server.url), ["/a", "/b", "/c"], clock.sleep)
    assert asked == [["/a", "/b", "/c"], ["/b"]]
    assert [each.status for each in parts] == [200, 200, 403]
    assert clock.waits == [pytest.approx(3)]


async def test_a_wait_beyond_the_end_is_not_begun(rest: Rest, clock: Clock) -> None:
    slow = [{"id": "0", "status": 429, "headers": {"Retry-After": "3600"}}]
    server, asked = answering(slow)
    with server:
        parts = await ask_many(rest(server.url), ["/a"], clock.sleep)
    assert (parts[0].is_temporary, clock.waits, len(asked)) == (True, [], 1)


@pytest.mark.parametrize(
    "replies",
    [
        [],
        [{"id": "0", "status": "200", "body": {}}, {"id": "0", "status": 200, "body": {}}],
        [{"id": "7", "status": 200, "body": {}}],
        ["nonsense", {"status": 200}],
        [{"id": 0, "status": 200, "body": {}}],
    ],
)
async def test_a_missing_or_doubled_answer_is_none(rest: Rest, clock: Clock, replies: list[Any]) -> None:
    server, asked = answering(replies, replies, replies)
    with server:
        parts = await ask_many(rest(server.url), ["/a"], clock.sleep)
    assert parts[0].is_temporary
    assert len(asked) == FAST.attempts


async def test_an_answer_that_is_no_batch_is_an_error(rest: Rest, clock: Clock) -> None:
    server = VendorServer()
    server.route("POST", r"/\$batch", lambda _: Answer({"value": []}))
    with server, pytest.raises(SourceError):
        await ask_many(rest(server.url), ["/a"], clock.sleep)


async def test_nothing_to_ask_is_not_asked(rest: Rest, clock: Clock) -> None:
    server, asked = answering()
    with server:
        assert await ask_many(rest(server.url), []) == []
    assert asked == []
