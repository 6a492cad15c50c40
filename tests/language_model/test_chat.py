from __future__ import annotations

import pytest

from fidedigno.language_model.chat import Chat
from fidedigno.language_model.connection import Service
from fidedigno.language_model.posting import Cause, NothingError
from tests.fakes.chat_server import Answers, says, sends, serving

SHOWN = [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]


def said(answers: Answers, user: object = "which?") -> tuple[object, dict]:
    with serving(answers) as service:
        chat = Chat(Service(service.url, "small"), 7, "a test")
        try:
            return chat.say("be brief", user), service.requests[0][2]
        finally:
            chat.close()


@pytest.mark.parametrize("user", ["which?", SHOWN])
def test_what_is_sent_holds_both_parts_and_the_bound(user: object) -> None:
    content, body = said(says(" B. "), user)
    assert content == " B. "
    assert [each["content"] for each in body["messages"]] == ["be brief", user]
    assert (body["model"], body["max_tokens"], body["temperature"], body["stream"]) == ("small", 7, 0, False)


@pytest.mark.parametrize(
    "answer", [b"{}", b'{"choices": []}', b'{"choices": [{"message": 7}]}', b"[1]", b"7"]
)
def test_an_answer_without_a_first_choice_is_nothing(answer: bytes) -> None:
    with pytest.raises(NothingError) as caught:
        said(sends(200, answer))
    assert caught.value.cause is Cause.SHAPE
