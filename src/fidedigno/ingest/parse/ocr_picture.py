"""Opens pictures for text recognition: within limits, frame by frame, upright as their camera held them."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.ocr import OcrLine, OcrPage, TextRecogniser

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 120_000_000
"""A larger picture is refused before it is unpacked: some 360 MB of memory."""
MAX_READ_PIXELS = 9_000_000
"""A larger page is scaled down to it before it is read (a screen of 3840 by 2160 is not): detection takes about
a second for each million pixels, and some 150 MB of memory."""
PAGE_DPI = 180
"""A scan that declares a finer resolution is brought down to this one, at which print of 8 points is read well."""
MIN_PAGE_INCHES = 4.0
"""Screens declare any resolution; a page of paper is at least so wide by its own."""
MAX_SIDE = 6_000
MAX_ASPECT = 3.0
"""A longer picture (a page captured while scrolling) is read in pieces."""
OVERLAP = 120
"""Pixels that two pieces share, so that a line cut in one is whole in the other."""
MAX_PIECES = 60
FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "BMP", "GIF", "MPO")


def frames(content: bytes, *, name: str, limit: int) -> Iterator[Image]:
    """The pages of a picture file, at most ``limit``, in RGB; of an animation only its first frame.

    Raises:
        DocumentFailedError: if it is no picture, broken, too large, or has more pages than ``limit``.
    """
    import PIL.Image

    with warnings.catch_warnings():
        # Pillow warns of half the size at which it refuses; the limit here is our own.
        warnings.simplefilter("ignore")
        try:
            with PIL.Image.open(io.BytesIO(content), formats=FORMATS) as picture:
                count = getattr(picture, "n_frames", 1) if picture.format == "TIFF" else 1
                _check_count(count, limit, name)
                for index in range(count):
                    picture.seek(index)
                    _check_size(picture, name)
                    yield _as_seen(picture)
        except DocumentFailedError:
            raise
        except PIL.Image.DecompressionBombError:
            raise _too_large(name) from None
        except (OSError, ValueError, SyntaxError, EOFError, TypeError, KeyError, IndexError, ArithmeticError):
            # Each format's reader of Pillow fails in its own way.
            raise DocumentFailedError(
                f"{name}: the picture is damaged, or of a kind that cannot be read",
                "Open it in its program and save it again as PNG.",
            ) from None


def _check_count(count: int, limit: int, name: str) -> None:
    if count > limit:
        raise DocumentFailedError(
            f"{name}: {count:,} pages to be recognised, and the limit is {limit:,}",
            "Split the file, or raise the setting ocr_pages.",
        )


def _check_size(picture: Image, name: str) -> None:
    if picture.width * picture.height > MAX_PIXELS:
        raise _too_large(name)


def _too_large(name: str) -> DocumentFailedError:
    return DocumentFailedError(
        f"{name}: the picture has more than {MAX_PIXELS // 1_000_000} million pixels",
        "Save it with a lower resolution, or in pieces.",
    )


def _as_seen(picture: Image) -> Image:
    """In RGB on white, turned as the camera says."""
    import PIL.Image
    import PIL.ImageOps

    # A large photograph is unpacked at the scale at which it will be read.
    picture.draft("RGB", (MAX_SIDE // 2, MAX_SIDE // 2))
    turned = PIL.ImageOps.exif_transpose(picture)
    if turned.mode in {"RGBA", "LA", "PA"} or "transparency" in turned.info:
        layer = turned.convert("RGBA")
        ground = PIL.Image.new("RGB", layer.size, "white")
        ground.paste(layer, mask=layer.getchannel("A"))
        return ground
    if turned.mode.startswith("I") or turned.mode == "F":
        # Sixteen bits of grey would be cut off at 255 instead of scaled.
        low, high = turned.getextrema()
        span = max(float(high) - float(low), 1.0)  # type: ignore[arg-type]
        return turned.point(lambda value: (value - low) * (255.0 / span)).convert("L").convert("RGB")
    return turned.convert("RGB")


def read_picture(picture: Image, recogniser: TextRecogniser) -> OcrPage:
    """The lines of a picture of any size, placed on the picture as it was given, if it stands upright.

    Raises:
        ValueError: if it is so long that it would be read in more than :data:`MAX_PIECES` pieces.
    """
    parts = list(_pieces(picture))
    if len(parts) == 1:
        return recogniser.read(_scaled(picture)[0])
    lines: list[OcrLine] = []
    for box in parts:
        part, scale = _scaled(picture.crop(box))
        for line in recogniser.read(part).lines:
            left, top, right, bottom = (each / scale for each in line[1:5])
            placed = OcrLine(
                line.text, left + box[0], top + box[1], right + box[0], bottom + box[1], line.confidence
            )
            if not any(_is_again(placed, other) for other in lines[-80:]):
                lines.append(placed)
    return OcrPage(tuple(lines), *picture.size)


def _is_again(line: OcrLine, other: OcrLine) -> bool:
    """Whether both are one line that two pieces show, in one of them perhaps cut."""
    width = min(line.right, other.right) - max(line.left, other.left)
    height = min(line.bottom, other.bottom) - max(line.top, other.top)
    least = min(line.bottom - line.top, other.bottom - other.top)
    return width > 0.5 * min(line.right - line.left, other.right - other.left) and height > 0.5 * least


def _pieces(picture: Image) -> Iterator[tuple[int, int, int, int]]:
    long, short = max(picture.size), min(picture.size)
    if long <= MAX_ASPECT * short or long <= MAX_SIDE // 3:
        yield (0, 0, *picture.size)
        return
    step = max(int(MAX_ASPECT * min(short, MAX_SIDE // 3)), OVERLAP * 4)
    if long // (step - OVERLAP) > MAX_PIECES:
        raise ValueError("the picture is too long")
    is_tall = picture.height > picture.width
    at = 0
    while True:
        stop = min(at + step, long)
        yield (0, at, picture.width, stop) if is_tall else (at, 0, stop, picture.height)
        if stop == long:
            return
        at = stop - OVERLAP


def _scaled(picture: Image) -> tuple[Image, float]:
    dpi = picture.info.get("dpi", (0, 0))[0]
    scale = min(
        1.0,
        (MAX_READ_PIXELS / (picture.width * picture.height)) ** 0.5,
        MAX_SIDE / max(picture.size),
        PAGE_DPI / float(dpi) if dpi and picture.width / float(dpi) >= MIN_PAGE_INCHES else 1.0,
    )
    if scale == 1.0:
        return picture, scale
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    return picture.resize(size), scale
