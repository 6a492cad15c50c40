"""The strip of a page that holds a text is found by the text's own lines."""

from contextlib import closing

import pypdfium2
import pytest

from fidedigno.ingest.page_box import MARGIN, band_of
from tests.fakes.pages import pdf_of

LINES = ["The first line of the page.", "A second line, further down.", "The third and last line."]


def page_with(text: str) -> bytes:
    return pdf_of([(text, [])])


@pytest.mark.parametrize("line", range(3))
def test_a_line_is_found_where_it_stands(line: int) -> None:
    with closing(pypdfium2.PdfDocument(page_with("\n".join(LINES)))) as pdf, closing(pdf[0]) as page:
        band = band_of(page, LINES[line])
        baseline = (40 + 16 * line) / 400
        assert band is not None
        assert band.top < baseline - 5 / 400
        assert band.bottom > baseline
        assert band.bottom - band.top < 2 * MARGIN + 20 / 400
        both = band_of(page, "\n".join(LINES[:2]))
        assert both is not None
        assert both.top == pytest.approx(band_of(page, LINES[0]).top)
        assert both.bottom == pytest.approx(band_of(page, LINES[1]).bottom)


@pytest.mark.parametrize(
    "text", ["", "   \n ", "Words that are not on it", "abc", "x" * 10_000, "\n" * 10_000]
)
def test_what_is_not_on_the_page_has_no_strip(text: str) -> None:
    with closing(pypdfium2.PdfDocument(page_with("\n".join(LINES)))) as pdf, closing(pdf[0]) as page:
        assert band_of(page, text) is None
