"""Pages of PDFs and pictures, drawn within limits of pixels. Reads hostile files: ingestion runs it in workers."""

from __future__ import annotations

import hashlib
import io
import math
import warnings
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

from fidedigno.errors import ConfigurationError, DocumentFailedError
from fidedigno.ingest.page_box import Band, band_of
from fidedigno.ingest.page_encoder import PageImage
from fidedigno.ingest.parse import media_type_of

if TYPE_CHECKING:
    from PIL.Image import Image

RENDERING = "1"
"""Part of the fingerprint of an index of pages: raise it when pages are drawn in another way."""
PAGE_PIXELS = 1_500_000
"""Pixels of a drawn page; the encoders that there are look at fewer."""
MAX_SIDE = 16_000
MAX_IMAGE_PIXELS = 64_000_000
"""A picture of more is refused before it is unpacked."""
MAX_PAGES = 5_000
_POINTS_PER_INCH = 72
_INCH_PIXELS = 150
_LOOKED_AT = 1_000
"""Characters of a text layer that are counted at most."""
_PDF = "application/pdf"
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "GIF", "BMP")


def has_pages(name: str) -> bool:
    """Whether files of this name are drawn: PDFs and pictures."""
    media_type = media_type_of(name)
    return media_type == _PDF or media_type.startswith("image/")


def count_pages(content: bytes, name: str) -> int:
    """How many pages a file has.

    Raises:
        DocumentFailedError: if it cannot be opened, or has more than :data:`MAX_PAGES`.
    """
    with closing(_opened(content, name)) as pages:
        return len(pages)


def draw_pages(
    content: bytes, name: str, numbers: Iterable[int], pixels: int = PAGE_PIXELS
) -> Iterator[PageImage | int]:
    """Draw pages, numbered from 1; one that cannot be drawn comes back as its number alone.

    Raises:
        DocumentFailedError: if the file cannot be opened.
    """
    with closing(_opened(content, name)) as pages:
        for number in numbers:
            drawn = pages.draw(number, pixels) if 1 <= number <= len(pages) else None
            yield number if drawn is None else page_image(drawn, number, pages.letters(number))


def text_band(content: bytes, name: str, number: int, text: str) -> Band | None:
    """The strip of a page that holds ``text``; ``None`` for pictures, and where it is not found."""
    with closing(_opened(content, name)) as pages:
        return pages.band(number, text) if 1 <= number <= len(pages) else None


def page_image(drawn: Image, number: int, letters: int = 0) -> PageImage:
    """A drawn page as it is encoded and shown."""
    key = hashlib.blake2b(drawn.tobytes(), digest_size=8, key=b"%dx%d" % drawn.size).digest()
    packed = io.BytesIO()
    drawn.save(packed, "PNG", compress_level=3)
    return PageImage(number, packed.getvalue(), *drawn.size, int.from_bytes(key, "big") >> 1, letters)


def fitting_scale(width: float, height: float, pixels: int, most: float) -> float | None:
    """By how much a page is scaled to hold at most ``pixels``; ``None`` if it has no size that can be drawn.

    >>> round(fitting_scale(595, 842, 1_500_000, 150 / 72), 2)
    1.73
    """
    if not (math.isfinite(width) and math.isfinite(height) and width > 0 and height > 0):
        return None
    scale = min(most, math.sqrt(pixels) / math.sqrt(width) / math.sqrt(height), MAX_SIDE / max(width, height))
    return scale if scale * min(width, height) >= 1 else None


def _opened(content: bytes, name: str) -> _PdfPages | _Pictures:
    if content.startswith(b"%PDF-") or media_type_of(name) == _PDF:
        return _PdfPages(content, name)
    return _Pictures(content, name)


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        raise ConfigurationError(
            "pages cannot be drawn: the package pillow is missing", "pip install 'fidedigno[pages]'"
        ) from error
    return Image


class _PdfPages:
    def __init__(self, content: bytes, name: str) -> None:
        import pypdfium2

        _pillow()
        self._fault = pypdfium2.PdfiumError
        try:
            self._pdf = pypdfium2.PdfDocument(content)
        except pypdfium2.PdfiumError:
            raise DocumentFailedError(
                f"{name}: it cannot be opened as a PDF", "Save it anew, without a password."
            ) from None
        if len(self._pdf) > MAX_PAGES:
            self._pdf.close()
            raise DocumentFailedError(f"{name}: more than {MAX_PAGES:,} pages", "Split the document.")

    def __len__(self) -> int:
        return len(self._pdf)

    def draw(self, number: int, pixels: int) -> Image | None:
        try:
            with closing(self._pdf[number - 1]) as page:
                width, height = page.get_size()
                scale = fitting_scale(width, height, pixels, _INCH_PIXELS / _POINTS_PER_INCH)
                if scale is None:
                    return None
                with closing(page.render(scale=scale)) as bitmap:
                    drawn: Image = bitmap.to_pil().convert("RGB")
                    return drawn
        except (self._fault, ValueError, OSError, MemoryError):
            return None

    def letters(self, number: int) -> int:
        try:
            with closing(self._pdf[number - 1]) as page, closing(page.get_textpage()) as textpage:
                return len(
                    "".join(textpage.get_text_range(0, min(_LOOKED_AT, textpage.count_chars())).split())
                )
        except (self._fault, ValueError):
            return 0

    def band(self, number: int, text: str) -> Band | None:
        try:
            with closing(self._pdf[number - 1]) as page:
                return band_of(page, text)
        except (self._fault, ValueError):
            return None

    def close(self) -> None:
        self._pdf.close()


class _Pictures:
    def __init__(self, content: bytes, name: str) -> None:
        pillow = _pillow()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", pillow.DecompressionBombWarning)
                self._image = pillow.open(io.BytesIO(content), formats=_FORMATS)
        except (pillow.DecompressionBombError, pillow.DecompressionBombWarning):
            raise _too_large(name) from None
        except Exception:  # noqa: BLE001 - whatever a decoder of hostile bytes raises; its words may quote them
            raise DocumentFailedError(
                f"{name}: it cannot be opened as a picture", "Open it in its program and save it again."
            ) from None
        self._frames = int(getattr(self._image, "n_frames", 1)) if self._image.format == "TIFF" else 1
        if self._image.width * self._image.height > MAX_IMAGE_PIXELS:
            self._image.close()
            raise _too_large(name)
        if self._frames > MAX_PAGES:
            self._image.close()
            raise DocumentFailedError(f"{name}: more than {MAX_PAGES:,} pages", "Split the document.")

    def __len__(self) -> int:
        return self._frames

    def draw(self, number: int, pixels: int) -> Image | None:
        from PIL import ImageOps

        try:
            self._image.seek(number - 1)
            if self._image.width * self._image.height > MAX_IMAGE_PIXELS:
                return None
            turned: Image = ImageOps.exif_transpose(self._image.convert("RGB"))
            scale = fitting_scale(*turned.size, pixels, 1.0)
            if scale is None:
                return None
            return turned.resize((max(1, int(turned.width * scale)), max(1, int(turned.height * scale))))
        except Exception:  # noqa: BLE001 - as above
            return None

    def letters(self, _number: int) -> int:
        return 0

    def band(self, _number: int, _text: str) -> Band | None:
        return None

    def close(self) -> None:
        self._image.close()


def _too_large(name: str) -> DocumentFailedError:
    return DocumentFailedError(
        f"{name}: it has more than {MAX_IMAGE_PIXELS:,} pixels", "Save it smaller, or cut it into parts."
    )
