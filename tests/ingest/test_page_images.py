"""Pages are drawn within limits, and hostile files end as an error or a missing page."""

import io
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.page_encoder import PageImage
from fidedigno.ingest.page_images import (
    MAX_IMAGE_PIXELS,
    MAX_PAGES,
    MAX_SIDE,
    PAGE_PIXELS,
    count_pages,
    draw_pages,
    fitting_scale,
    has_pages,
)
from tests.fakes.bad_files import blank_pdf
from tests.fakes.pages import COLOURS, pdf_of, picture_of


def drawn(content: bytes, name: str = "a.pdf", numbers: tuple[int, ...] = (1,)) -> list[PageImage | int]:
    return list(draw_pages(content, name, numbers))


def colours(image: PageImage) -> set[tuple[int, ...]]:
    opened = Image.open(io.BytesIO(image.png))
    assert opened.size == (image.width, image.height)
    return {colour for _, colour in opened.getcolors(opened.width * opened.height)}


def test_a_page_shows_what_is_drawn_on_it() -> None:
    content = pdf_of([("Uno", ["ventas"]), ("", ["motor", "queue"]), ("", [])])
    assert count_pages(content, "a.pdf") == 3
    first, second, third = drawn(content, numbers=(1, 2, 3))
    assert colours(first) >= {COLOURS["ventas"], (255, 255, 255)}
    assert colours(second) >= {COLOURS["motor"], COLOURS["queue"]}
    assert COLOURS["ventas"] not in colours(second)
    assert colours(third) == {(255, 255, 255)}
    assert [each.page for each in (first, second, third)] == [1, 2, 3]


def test_equal_pictures_have_equal_keys_and_others_do_not() -> None:
    one = drawn(pdf_of([("", ["ventas"]), ("", ["motor"]), ("", ["ventas"])]), numbers=(1, 2, 3))
    again = drawn(pdf_of([("", ["motor"])]))
    assert one[0].key == one[2].key != one[1].key
    assert again[0].key == one[1].key
    assert all(0 <= each.key < 2**63 for each in one)


@given(
    st.floats(allow_nan=True, allow_infinity=True),
    st.floats(allow_nan=True, allow_infinity=True),
    st.floats(0.01, 10),
)
def test_no_page_is_drawn_larger_than_allowed(width: float, height: float, most: float) -> None:
    scale = fitting_scale(width, height, PAGE_PIXELS, most)
    if scale is not None:
        assert scale <= most
        assert width * scale * (height * scale) <= PAGE_PIXELS * 1.0001
        assert max(width, height) * scale <= MAX_SIDE * 1.0001
        assert min(width, height) * scale >= 1


@pytest.mark.parametrize("size", [(14_400, 14_400), (3, 14_400), (14_400, 3), (1, 1)])
def test_pages_of_unusual_sizes_stay_within_the_limits(size: tuple[float, float]) -> None:
    (page,) = drawn(pdf_of([("", ["ventas"])], size))
    assert isinstance(page, PageImage)
    assert page.width * page.height <= PAGE_PIXELS * 1.01 + page.width + page.height


def test_a_number_that_is_no_page_comes_back_as_it_is() -> None:
    assert drawn(blank_pdf(), numbers=(0, 2, -1)) == [0, 2, -1]


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 and nothing", b"\x00" * 100])
def test_what_is_no_pdf_is_refused(content: bytes) -> None:
    with pytest.raises(DocumentFailedError, match=r"a\.pdf"):
        count_pages(content, "a.pdf")


def test_a_pdf_of_too_many_pages_is_refused_and_one_of_two_thousand_is_not() -> None:
    assert count_pages(pdf_of([("", [])] * 2_000), "a.pdf") == 2_000
    with pytest.raises(DocumentFailedError, match="pages"):
        count_pages(pdf_of([("", [])] * (MAX_PAGES + 1)), "a.pdf")


@pytest.mark.parametrize("kind", ["PNG", "TIFF", "BMP"])
def test_a_picture_is_a_page(kind: str) -> None:
    (page,) = drawn(picture_of(["ventas"], kind=kind), "a.picture")
    assert COLOURS["ventas"] in colours(page)


def test_a_large_picture_is_scaled_and_a_turned_one_is_turned() -> None:
    (page,) = drawn(picture_of(["ventas"], (4_000, 3_000)), "a.png")
    assert page.width * page.height <= PAGE_PIXELS
    assert page.width > page.height
    turned, packed = Image.Exif(), io.BytesIO()
    turned[0x0112] = 6
    Image.new("RGB", (400, 100), "white").save(packed, "JPEG", exif=turned)
    (page,) = drawn(packed.getvalue(), "a.jpg")
    assert (page.width, page.height) == (100, 400)


def test_a_tiff_of_several_pages_has_several() -> None:
    packed = io.BytesIO()
    first, second = (Image.open(io.BytesIO(picture_of([word]))) for word in ("ventas", "motor"))
    first.save(packed, "TIFF", save_all=True, append_images=[second])
    assert count_pages(packed.getvalue(), "a.tiff") == 2
    pages = drawn(packed.getvalue(), "a.tiff", (1, 2))
    assert COLOURS["motor"] in colours(pages[1])


def bomb(width: int, height: int) -> bytes:
    """A PNG of few bytes that says it is huge."""

    def part(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + part(b"IDAT", zlib.compress(b"\x00" * 100)) + part(b"IEND", b"")


@pytest.mark.parametrize("size", [(10_000, 10_000), (60_000, 60_000), (MAX_IMAGE_PIXELS + 1, 1)])
def test_a_picture_of_a_hundred_megapixels_is_refused_before_it_is_unpacked(size: tuple[int, int]) -> None:
    with pytest.raises(DocumentFailedError, match="pixels"):
        count_pages(bomb(*size), "a.png")


def test_a_broken_picture_is_a_missing_page() -> None:
    assert drawn(bomb(300, 300), "a.png") == [1]
    with pytest.raises(DocumentFailedError, match="picture"):
        count_pages(b"not a picture", "a.png")


def test_only_files_with_pages_are_drawn() -> None:
    assert has_pages("a.pdf")
    assert has_pages("A.PDF")
    assert not has_pages("a.md")
