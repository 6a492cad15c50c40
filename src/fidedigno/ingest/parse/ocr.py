"""Text recognition: a picture comes in, its lines with their places and the recogniser's confidence go out.

The recogniser is rapidocr (PP-OCR models in ONNX, inside its package; Apache-2.0), an extra. It finds lines
in any direction but reads only upright ones, so a page that lies on its side or on its head is turned first:
which way is seen from the shape of the lines and from the confidence.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from fidedigno.errors import DocumentFailedError

if TYPE_CHECKING:
    from PIL.Image import Image

MIN_LINE_CONFIDENCE = 0.5
"""Below it a line is more often a piece of a picture than text; PP-OCR's own threshold."""
GOOD_CONFIDENCE = 0.85
"""A page read at least so surely stands upright. Upright pages of the trials: 0.97 to 1; others: 0.60 to 0.73."""
MAX_LINES = 5_000
_TALL = 1.5
_MOSTLY = 0.5


class OcrLine(NamedTuple):
    """A line of text; left, top, right and bottom are in pixels of the upright page."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: float


class OcrPage(NamedTuple):
    """The lines of a picture in no certain order.

    ``width`` and ``height`` are those of the upright page, in pixels; ``turned`` tells by how many degrees
    (0, 90, 180, 270, against the clock) the picture was turned to stand upright.
    """

    lines: tuple[OcrLine, ...]
    width: int
    height: int
    turned: int = 0

    @property
    def confidence(self) -> float:
        """The mean over the characters; 0 for a page without text."""
        return mean_confidence(self.lines)


class TextRecogniser(Protocol):
    """Reads one picture."""

    def read(self, picture: Image) -> OcrPage:
        """The lines of ``picture`` (RGB), upright or not. Nothing is raised for what is in the picture."""
        ...


def mean_confidence(lines: Sequence[OcrLine]) -> float:
    """The confidence of some lines, each weighing as many characters as it has; 0 without any."""
    total = sum(len(line.text) for line in lines)
    return sum(line.confidence * len(line.text) for line in lines) / total if total else 0.0


@cache
def ocr_version() -> str:
    """Name and version of the recogniser; empty where it is not installed."""
    try:
        version("onnxruntime")
        return f"rapidocr {version('rapidocr')}"
    except PackageNotFoundError:
        return ""


def need_recogniser(name: str, what: str) -> TextRecogniser:
    """The recogniser of this process.

    Raises:
        DocumentFailedError: if it is not installed; ``what`` says why ``name`` needs it.
    """
    if not ocr_version():
        raise DocumentFailedError(
            f"{name}: {what}, and text recognition is not installed",
            "Install it with: pip install 'fidedigno[ocr]'",
        )
    return recogniser()


@cache
def recogniser() -> TextRecogniser:
    """The recogniser, made once a process: its models take a second to load."""
    return RapidRecogniser()


class RapidRecogniser:
    """rapidocr on one thread: documents are read side by side in processes of their own."""

    def __init__(self) -> None:
        # Its logger would write the name of every model to standard error.
        logging.getLogger("RapidOCR").disabled = True
        from rapidocr import RapidOCR

        self._engine = RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_cls": False,
                "Global.text_score": MIN_LINE_CONFIDENCE,
                # Its caller has scaled the picture; the engine's own limit would make a large screen unreadable.
                "Global.max_side_len": 100_000,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )

    def read(self, picture: Image) -> OcrPage:
        """Read a picture, turned if need be."""
        page, is_sideways = self._read_as_it_is(picture)
        if is_sideways:
            # The engine turns tall lines a quarter against the clock before it reads them.
            page = _turned_a_quarter(page)
            if page.confidence >= GOOD_CONFIDENCE:
                return page
            other = self._turned(picture, 270)
        elif not page.lines or page.confidence >= GOOD_CONFIDENCE:
            return page
        else:
            other = self._turned(picture, 180)
        # Noise is read too: of two poor readings the one that finds more to be sure of is right.
        return max(page, other, key=_sure_characters)

    def _turned(self, picture: Image, degrees: int) -> OcrPage:
        page, _ = self._read_as_it_is(picture.rotate(degrees, expand=True))
        return page._replace(turned=degrees)

    def _read_as_it_is(self, picture: Image) -> tuple[OcrPage, bool]:
        import numpy as np

        pixels = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
        found = self._engine(pixels)
        if found.txts is None or found.boxes is None:
            return OcrPage((), picture.width, picture.height), False
        boxes = [_bounds(box) for box in found.boxes[:MAX_LINES]]
        lines = tuple(
            OcrLine(text, *box, confidence=float(score))
            for text, box, score in zip(found.txts, boxes, found.scores, strict=False)
            if text.strip()
        )
        tall = [bottom - top > _TALL * (right - left) for left, top, right, bottom in boxes]
        return OcrPage(lines, picture.width, picture.height), sum(tall) > _MOSTLY * len(tall)


def _bounds(corners: Any) -> tuple[float, float, float, float]:
    across, down = corners[:, 0], corners[:, 1]
    return float(across.min()), float(down.min()), float(across.max()), float(down.max())


def _turned_a_quarter(page: OcrPage) -> OcrPage:
    """The same page turned 90 degrees against the clock: the right edge becomes the top."""
    lines = tuple(
        line._replace(
            left=line.top, right=line.bottom, top=page.width - line.right, bottom=page.width - line.left
        )
        for line in page.lines
    )
    return OcrPage(lines, page.height, page.width, 90)


def _sure_characters(page: OcrPage) -> float:
    return sum(len(line.text) * max(0.0, line.confidence - MIN_LINE_CONFIDENCE) for line in page.lines)
