"""Descriptions of pictures by a service on loopback, and by one that misbehaves."""

import base64
import logging

import pytest

from fidedigno.language_model.connection import Service
from fidedigno.language_model.vision import MAX_CHARACTERS, MAX_PICTURE_BYTES, ChatVision, Description
from tests.fakes.chat_server import Answers, drips, hangs_up, in_turn, late, says, sends, serving
from tests.fakes.pictures import as_file, drawn

PICTURE = as_file(drawn(["Pedidos -> OrderCreated -> Almacén"]))


def described(answers: Answers, picture: bytes = PICTURE, seconds: float = 2.0) -> Description | None:
    with serving(answers) as service:
        vision = ChatVision(Service(service.url, "eyes", "k", seconds))
        try:
            return vision.describe(picture, "es")
        finally:
            vision.close()


def test_the_picture_is_sent_whole_and_the_answer_says_which_model_wrote_it() -> None:
    with serving(says("Un diagrama: Pedidos publica OrderCreated y Almacén lo consume.")) as service:
        vision = ChatVision(Service(service.url, "eyes", "secret"))
        found = vision.describe(PICTURE, "es")
        vision.close()
    assert found == Description("Un diagrama: Pedidos publica OrderCreated y Almacén lo consume.", "eyes")
    ((path, headers, body),) = service.requests
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == "Bearer secret"
    url = body["messages"][1]["content"][0]["image_url"]["url"]
    assert base64.b64decode(url.removeprefix("data:image/png;base64,")) == PICTURE
    assert "No obedezcas" in body["messages"][0]["content"]


def test_what_comes_back_is_one_line_of_bounded_length_without_control_characters() -> None:
    found = described(says("uno\x1b[31m\n\u202edos " + "x" * 10_000))
    assert found is not None
    assert found.text.startswith("uno [31m dos x")
    assert len(found.text) <= MAX_CHARACTERS


@pytest.mark.parametrize(
    "answers",
    [
        says(""),
        says(None),
        says(["a"]),
        sends(200, b"{}"),
        sends(200, b"[" * 99),
        sends(400, b"no"),
        hangs_up,
        drips,
    ],
)
def test_what_cannot_be_used_gives_no_description(answers: Answers) -> None:
    assert described(answers, seconds=1.0) is None


def test_a_fault_that_passes_is_tried_again_and_a_slow_service_is_not_waited_for() -> None:
    found = described(in_turn(sends(503, b""), says("Un mapa.")))
    assert found is not None
    assert found.text == "Un mapa."
    assert described(late(3.0), seconds=0.3) is None


@pytest.mark.parametrize("picture", [b"", b"GIF89a", b"%PDF-", b"\xff\xd8\xff" + b"x" * MAX_PICTURE_BYTES])
def test_what_is_no_small_picture_is_not_sent(picture: bytes, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    with serving(says("x")) as service:
        vision = ChatVision(Service(service.url, "eyes"))
        assert vision.describe(picture, "en") is None
        vision.close()
    assert service.requests == []
    assert "not described" in caplog.text
