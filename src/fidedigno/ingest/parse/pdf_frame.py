"""From the coordinates of a PDF page's content to the page as it is seen: rotated and cropped."""

from __future__ import annotations

from typing import Any, NamedTuple

import pypdfium2

from fidedigno.model import Box


class Rect(NamedTuple):
    """A rectangle in points."""

    left: float
    bottom: float
    right: float
    top: float


class PdfFrame(NamedTuple):
    """The visible part of a page: its edges in the coordinates of the content, and its rotation (0, 90, 180 or
    270 degrees with the clock)."""

    left: float
    bottom: float
    right: float
    top: float
    rotation: int = 0

    @property
    def width(self) -> float:
        """As seen, in points."""
        return self.top - self.bottom if self.rotation % 180 else self.right - self.left

    @property
    def height(self) -> float:
        """As seen, in points."""
        return self.right - self.left if self.rotation % 180 else self.top - self.bottom

    def place(self, left: float, bottom: float, right: float, top: float) -> Rect:
        """A rectangle of the content on the page as seen, from its bottom left corner."""
        if self.rotation == 90:
            return Rect(bottom - self.bottom, self.right - right, top - self.bottom, self.right - left)
        if self.rotation == 180:
            return Rect(self.right - right, self.top - top, self.right - left, self.top - bottom)
        if self.rotation == 270:
            return Rect(self.top - top, left - self.left, self.top - bottom, right - self.left)
        return Rect(left - self.left, bottom - self.bottom, right - self.left, top - self.bottom)

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """A rectangle on the page as seen, as shares of it from its top left corner."""
        width, height = max(self.width, 1e-6), max(self.height, 1e-6)
        shares = (left / width, 1 - top / height, right / width, 1 - bottom / height)
        return Box(*(round(min(1.0, max(0.0, each)), 4) for each in shares))


def frame_of(page: pypdfium2.PdfPage) -> PdfFrame:
    """The frame of a page."""
    box: Any = page.get_cropbox()
    left, bottom, right, top = (float(each) for each in box)
    if right <= left or top <= bottom:
        return PdfFrame(0.0, 0.0, float(page.get_width()), float(page.get_height()))
    return PdfFrame(left, bottom, right, top, int(page.get_rotation()) % 360)
