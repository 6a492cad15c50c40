"""Documents with pages that only a picture tells apart, and an encoder service that looks at the picture.

A word is drawn as a block of its own colour, as in a chart without a legend: no text layer holds it. The service
finds the blocks of the picture that it gets, and answers one vector for each, and one for the paper.
"""

from __future__ import annotations

import base64
import ctypes
import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pypdfium2
from PIL import Image
from pypdfium2 import raw

from fidedigno.ingest.page_encoder import PageImage, checked_vectors
from tests.fakes.chat_server import Handler, Service, serving

WORDS = (
    "ventas", "pedidos", "heating", "motor", "budget", "enrolment", "calefacción", "arrows", "queue", "matrícula",
)  # fmt: skip
COLOURS = {word: (20 + 23 * n, 250 - 24 * n, (70 * n) % 256) for n, word in enumerate(WORDS)}
DIMENSIONS = 16
PAPER = DIMENSIONS - 1
MODEL = "tests/colours"
Page = tuple[str, Sequence[str]]
"""The text of a page (none: no text layer; a line that begins with ``# `` is written large), and the words that are
drawn on it."""
_TURN = np.linalg.qr(np.random.default_rng(5).normal(size=(DIMENSIONS, DIMENSIONS)))[0]
"""Turns the axes into directions of many different numbers, as those of a model are."""


def vector(word: str) -> list[float]:
    """One direction for each known word; what is not known points nowhere near them."""
    place = WORDS.index(word) if word in WORDS else PAPER - 1
    return _TURN[place].tolist()  # type: ignore[no-any-return]


def question_vectors(text: str) -> list[list[float]]:
    return [vector(word.strip("¿?.,").casefold()) for word in text.split()] or [vector("")]


def page_vectors(png: bytes) -> list[list[float]]:
    """A vector for each colour of a known word that the picture really shows, and one for the paper."""
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.int32)
    colours, counts = np.unique(pixels @ np.array([65_536, 256, 1], np.int32), return_counts=True)
    common = colours[counts > 50].tolist()
    shown = {(each >> 16, each >> 8 & 255, each & 255) for each in common}
    words = [word for word, colour in COLOURS.items() if colour in shown]
    return [*(vector(word) for word in words), _TURN[PAPER].tolist()]


def pdf_of(pages: Sequence[Page], size: tuple[float, float] = (300, 400)) -> bytes:
    """A PDF whose pages have lines of text and blocks of colour."""
    with closing(pypdfium2.PdfDocument.new()) as pdf:
        for text, words in pages:
            with closing(pdf.new_page(*size)) as page:
                for row, line in enumerate(text.splitlines()):
                    _write(pdf, page, line, size[1] - 40 - 16 * row)
                for place, word in enumerate(words):
                    _block(page, COLOURS[word], 20.0 + 40 * place)
                page.gen_content()
        packed = io.BytesIO()
        pdf.save(packed)
        return packed.getvalue()


def picture_of(words: Sequence[str], size: tuple[int, int] = (300, 400), kind: str = "PNG") -> bytes:
    """A picture with blocks of colour."""
    image = Image.new("RGB", size, "white")
    for place, word in enumerate(words):
        image.paste(COLOURS[word], (20 + 40 * place, 20, 50 + 40 * place, 50))
    packed = io.BytesIO()
    image.save(packed, kind)
    return packed.getvalue()


def _write(pdf: pypdfium2.PdfDocument, page: pypdfium2.PdfPage, line: str, height: float) -> None:
    heading, words = line.startswith("# "), line.removeprefix("# ")
    item = raw.FPDFPageObj_NewTextObj(pdf.raw, b"Helvetica", 16 if heading else 10)
    encoded = (words + "\x00").encode("utf-16-le")
    raw.FPDFText_SetText(item, ctypes.cast(encoded, raw.FPDF_WIDESTRING))
    raw.FPDFPageObj_Transform(item, 1, 0, 0, 1, 20, height)
    raw.FPDFPage_InsertObject(page.raw, item)


def _block(page: pypdfium2.PdfPage, colour: tuple[int, int, int], left: float) -> None:
    item = raw.FPDFPageObj_CreateNewRect(left, 20, 30, 30)
    raw.FPDFPageObj_SetFillColor(item, *colour, 255)
    raw.FPDFPath_SetDrawMode(item, raw.FPDF_FILLMODE_ALTERNATE, False)
    raw.FPDFPage_InsertObject(page.raw, item)


@dataclass
class ColourEncoder:
    """The same encoder in this process. ``shown`` counts the pages it was given."""

    shown: list[int] = field(default_factory=list)
    dimensions: int = DIMENSIONS
    fingerprint: str = "tests/colours"

    def pages(self, images: Sequence[PageImage]) -> list[Any]:
        self.shown += [image.page for image in images]
        return [checked_vectors(page_vectors(image.png), DIMENSIONS) for image in images]

    def question(self, text: str) -> Any:
        return checked_vectors(question_vectors(text), DIMENSIONS)


Bend = Callable[[dict[str, Any]], dict[str, Any]]
"""Changes an answer before it is sent."""


@dataclass
class EncoderService:
    """A running service: its setting, how many pages it saw, and what is done to its answers."""

    service: Service
    path: str = "/pooling"
    pages: int = 0
    bend: Bend = lambda answer: answer
    status: int = 200

    @property
    def setting(self) -> str:
        return f"{self.service.url}{self.path}#{MODEL}"


@contextmanager
def encoder_service(path: str = "/pooling") -> Iterator[EncoderService]:
    """Serve the encoder as vLLM does, or with ``/embeddings`` as Infinity does."""
    holder: list[EncoderService] = []

    def answer(handler: Handler) -> None:
        running = holder[0]
        body = handler.service.requests[-1][2]
        assert body["model"] == MODEL
        found = _vectors_of(body)
        running.pages += sum(is_page for is_page, _ in found)
        name = "embedding" if path == "/embeddings" else "data"
        data = [{"index": n, name: rows} for n, (_, rows) in enumerate(found)]
        sent = json.dumps(running.bend({"object": "list", "data": data})).encode()
        handler.send(running.status, sent)

    with serving(answer) as service:
        holder.append(EncoderService(service, path))
        yield holder[0]


def _vectors_of(body: dict[str, Any]) -> list[tuple[bool, list[list[float]]]]:
    if "messages" in body:
        parts = body["messages"][0]["content"]
        addresses = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
        assert len(addresses) == 1, "vLLM encodes one picture a call"
        return [(True, page_vectors(_png(addresses[0])))]
    if body.get("modality") == "image":
        return [(True, page_vectors(_png(each))) for each in body["input"]]
    return [(False, question_vectors(each)) for each in body["input"]]


def _png(address: str) -> bytes:
    kind, _, packed = address.partition(",")
    assert kind == "data:image/png;base64"
    return base64.b64decode(packed, validate=True)
