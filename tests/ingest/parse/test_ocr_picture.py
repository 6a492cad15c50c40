"""Opening pictures: limits, frames, transparency, long captures."""

import io
import struct
import zlib

import pytest
from PIL import Image

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse import ocr_picture
from fidedigno.ingest.parse.ocr import OcrLine, OcrPage
from fidedigno.ingest.parse.ocr_picture import MAX_READ_PIXELS, frames, read_picture
from tests.fakes.pictures import as_file, drawn


class Ruler:
    """Finds a line at every 100th row of pixels that is black."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []

    def read(self, picture: Image.Image) -> OcrPage:
        self.sizes.append(picture.size)
        grey = picture.convert("L")
        rows = [y for y in range(grey.height) if grey.getpixel((grey.width // 2, y)) == 0]
        starts = [y for y in rows if y - 1 not in rows]
        lines = tuple(OcrLine(f"line {y}", 0, y, picture.width, y + 10, 0.9) for y in starts)
        return OcrPage(lines, *picture.size)


def png_that_claims(width: int, height: int) -> bytes:
    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + part(b"IHDR", head)
        + part(b"IDAT", zlib.compress(b"\0" * 64))
        + part(b"IEND", b"")
    )


@pytest.mark.parametrize("size", [(12_001, 10_000), (60_000, 60_000), (2**31 - 1, 2**31 - 1)])
def test_a_bomb_is_refused_before_it_is_unpacked(size: tuple[int, int]) -> None:
    with pytest.raises(DocumentFailedError, match=r"pixels|damaged"):
        list(frames(png_that_claims(*size), name="a.png", limit=5))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        b"II*\0\xff\xff\xff\xff",
        b"RIFF\0\0\0\0WEBP",
        b"BM" + b"\xff" * 60,
    ],
)
def test_a_broken_picture_is_refused_with_a_reason(content: bytes) -> None:
    with pytest.raises(DocumentFailedError, match="damaged"):
        list(frames(content, name="a.png", limit=5))


@pytest.mark.parametrize("cut", [20, 60, 300])
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "TIFF", "BMP", "GIF"])
def test_a_picture_that_breaks_off_is_refused(kind: str, cut: int) -> None:
    content = as_file(drawn(["texto"]), kind)
    with pytest.raises(DocumentFailedError):
        list(frames(content[:cut], name="a", limit=5))


def test_pages_of_a_tiff_come_one_by_one_and_of_an_animation_only_the_first() -> None:
    pages = [drawn([f"página {n}"]) for n in range(3)]
    assert len(list(frames(as_file(pages, "TIFF"), name="a.tif", limit=3))) == 3
    assert len(list(frames(as_file(pages, "GIF"), name="a.gif", limit=1))) == 1
    with pytest.raises(DocumentFailedError, match="3 pages"):
        list(frames(as_file(pages, "TIFF"), name="a.tif", limit=2))


def test_what_is_transparent_is_white() -> None:
    picture = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    seen = next(frames(as_file(picture), name="a.png", limit=1))
    assert seen.mode == "RGB"
    assert seen.getpixel((5, 5)) == (255, 255, 255)


def test_sixteen_bits_of_grey_keep_their_contrast() -> None:
    picture = Image.new("I;16", (20, 20), 60_000)
    picture.putpixel((3, 3), 30_000)
    seen = next(frames(as_file(picture), name="a.png", limit=1))
    assert seen.getpixel((3, 3)) == (0, 0, 0)
    assert seen.getpixel((9, 9)) == (255, 255, 255)


def test_a_photograph_is_turned_as_its_camera_says() -> None:
    picture = Image.new("RGB", (30, 20), "white")
    exif = picture.getexif()
    exif[0x0112] = 6
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", exif=exif)
    assert next(frames(buffer.getvalue(), name="a.jpg", limit=1)).size == (20, 30)


def test_a_large_page_is_scaled_down_and_a_screen_is_not() -> None:
    ruler = Ruler()
    read_picture(Image.new("RGB", (6_000, 5_000), "white"), ruler)
    read_picture(Image.new("RGB", (3_840, 2_160), "white"), ruler)
    assert ruler.sizes[0][0] * ruler.sizes[0][1] <= MAX_READ_PIXELS * 1.01
    assert ruler.sizes[1] == (3_840, 2_160)


def test_every_line_of_a_long_capture_is_read_once() -> None:
    picture = Image.new("RGB", (300, 8_000), "white")
    expected = list(range(40, 7_900, 70))
    for y in expected:
        picture.paste("black", (0, y, 300, y + 10))
    ruler = Ruler()
    page = read_picture(picture, ruler)
    assert len(ruler.sizes) > 3
    assert (page.width, page.height) == (300, 8_000)
    assert sorted(round(line.top) for line in page.lines) == expected


def test_an_endless_capture_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        read_picture(Image.new("L", (10, 100_000)), Ruler())
    assert ocr_picture.MAX_PIECES < 100_000 // 480
