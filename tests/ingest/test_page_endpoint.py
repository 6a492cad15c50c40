"""The encoder behind an address: two shapes of service, and whatever a service may do wrong."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fidedigno.ingest.page_encoder import EncoderFault, EncodingError, PageImage, page_encoder_named
from fidedigno.ingest.page_endpoint import EndpointEncoder
from fidedigno.ingest.page_images import draw_pages
from tests.fakes.chat_server import Answers, drips, hangs_up, sends, serving
from tests.fakes.pages import (
    DIMENSIONS,
    EncoderService,
    encoder_service,
    page_vectors,
    pdf_of,
    question_vectors,
)


@pytest.fixture(params=["/pooling", "/embeddings"])
def service(request: pytest.FixtureRequest) -> Iterator[EncoderService]:
    with encoder_service(request.param) as running:
        yield running


@pytest.fixture
def images() -> list[PageImage]:
    drawn = list(draw_pages(pdf_of([("", ["ventas", "motor"]), ("Words", ["queue"])]), "a.pdf", [1, 2]))
    assert all(isinstance(each, PageImage) for each in drawn)
    return drawn


def test_pages_and_questions_come_back_as_the_service_made_them(
    service: EncoderService, images: list[PageImage]
) -> None:
    encoder = page_encoder_named(service.setting)
    assert encoder.dimensions == DIMENSIONS
    found = encoder.pages(images)
    assert [len(each) for each in found] == [3, 2]
    for each, image in zip(found, images, strict=True):
        assert np.allclose(each, page_vectors(image.png))
    assert np.allclose(encoder.question("¿Ventas del motor?"), question_vectors("¿Ventas del motor?"))
    assert service.pages == 2
    assert encoder.pages([]) == []
    encoder.close()


def test_the_key_is_sent_and_shown_nowhere(service: EncoderService, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("k-123456\n")
    key.chmod(0o600)
    encoder = page_encoder_named(service.setting, str(key))
    encoder.question("motor")
    assert service.service.requests[-1][1]["Authorization"] == "Bearer k-123456"
    assert "k-123456" not in repr(encoder) + encoder.fingerprint
    encoder.close()


def nan(answer: dict[str, Any]) -> dict[str, Any]:
    name = "embedding" if "embedding" in answer["data"][0] else "data"
    return {"data": [{**each, name: [[float("nan")] * DIMENSIONS]} for each in answer["data"]]}


def narrower(answer: dict[str, Any]) -> dict[str, Any]:
    name = "embedding" if "embedding" in answer["data"][0] else "data"
    return {"data": [{**each, name: [row[1:] for row in each[name]]} for each in answer["data"]]}


@pytest.mark.parametrize(
    ("bend", "fault"),
    [
        (nan, EncoderFault.NOT_FINITE),
        (narrower, EncoderFault.DIMENSION),
        (lambda answer: {"data": answer["data"][1:]}, EncoderFault.SHAPE),
        (lambda answer: {"data": [{**each, "index": 5} for each in answer["data"]]}, EncoderFault.SHAPE),
        (lambda answer: {"data": [{**each, "index": "0"} for each in answer["data"]]}, EncoderFault.SHAPE),
        (lambda answer: {"data": [{"index": 0}] * len(answer["data"])}, EncoderFault.SHAPE),
        (lambda answer: {"data": "vectors"}, EncoderFault.SHAPE),
        (lambda answer: answer["data"], EncoderFault.SHAPE),
    ],
)
def test_an_answer_of_another_form_is_refused(
    service: EncoderService, images: list[PageImage], bend: Callable[..., Any], fault: EncoderFault
) -> None:
    encoder = page_encoder_named(service.setting)
    assert encoder.dimensions == DIMENSIONS
    service.bend = bend
    for call in (lambda: encoder.pages(images), lambda: encoder.question("motor")):
        with pytest.raises(EncodingError) as refused:
            call()
        assert refused.value.fault is fault
    encoder.close()


def test_items_in_another_order_are_put_back(images: list[PageImage]) -> None:
    with encoder_service("/embeddings") as service:
        encoder = page_encoder_named(service.setting)
        expected = encoder.pages(images)
        service.bend = lambda answer: {"data": answer["data"][::-1]}
        for found, wanted in zip(encoder.pages(images), expected, strict=True):
            assert np.array_equal(found, wanted)
        encoder.close()


@pytest.mark.parametrize(
    ("answers", "fault"),
    [
        (sends(500, b"{}"), EncoderFault.NO_ANSWER),
        (sends(404, b"{}"), EncoderFault.NO_ANSWER),
        (sends(200, b"{"), EncoderFault.SHAPE),
        (sends(200, b"[" * 100_000), EncoderFault.SHAPE),
        (hangs_up, EncoderFault.NO_ANSWER),
        (drips, EncoderFault.TIMED_OUT),
    ],
)
def test_a_service_that_fails_is_waited_for_no_longer_than_allowed(
    answers: Answers, fault: EncoderFault
) -> None:
    with serving(answers) as service:
        encoder = EndpointEncoder(f"{service.url}/pooling", "m", question_seconds=0.5)
        started = time.monotonic()
        with pytest.raises(EncodingError) as refused:
            encoder.question("motor")
        assert refused.value.fault is fault
        assert time.monotonic() - started < 3
        assert refused.value.__context__ is None
        encoder.close()
