"""PDFs whose pages are pictures."""

from pathlib import Path

import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse import ocr, pdf, pdf_scan
from fidedigno.ingest.parse.pdf import PdfParser
from fidedigno.ingest.parsed import ParsedDocument, ParseOptions
from tests.fakes.pictures import as_file, drawn, pdf_of

pytest.importorskip("rapidocr")
SCAN = as_file([drawn(["Acta de la reunión de mayo"]), drawn(["El presupuesto es de 1.250 euros"])], "PDF")


def pages(parsed: ParsedDocument) -> list[tuple[int | None, str]]:
    return [(block.page, parsed.text[block.start : block.end]) for block in parsed.blocks]


def test_a_scan_is_read_page_by_page() -> None:
    parsed = PdfParser().parse(SCAN, name="acta.pdf")
    assert pages(parsed) == [(1, "Acta de la reunión de mayo"), (2, "El presupuesto es de 1.250 euros")]
    assert all(block.confidence and block.confidence > 0.9 and block.box for block in parsed.blocks)
    assert "rapidocr" in parsed.parser


def test_text_pages_are_not_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        pdf, "read_page", lambda *_, **__: pytest.fail("a page with text was read as an image")
    )
    parsed = PdfParser().parse(
        pdf_of([[("Un texto corriente que ya es texto", 50, 60, 14)], []]), name="a.pdf"
    )
    assert [block.confidence for block in parsed.blocks] == [None]


def test_without_the_extra_a_scan_fails_and_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (ocr, pdf):
        monkeypatch.setattr(module, "ocr_version", lambda: "")
    with pytest.raises(DocumentFailedError, match="scan") as caught:
        PdfParser().parse(SCAN, name="acta.pdf")
    assert "fidedigno[ocr]" in caught.value.hint


def test_more_scanned_pages_than_allowed_are_refused() -> None:
    with pytest.raises(DocumentFailedError, match="more than 1 of its pages"):
        PdfParser(ParseOptions(ocr_pages=1)).parse(SCAN, name="acta.pdf")


def test_a_font_without_letters_is_read_from_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    content = pdf_of([[("Matricula abierta hasta el viernes", 50, 60, 16)]])
    monkeypatch.setattr(pdf_scan, "is_nonsense", bool)
    parsed = PdfParser().parse(content, name="a.pdf")
    assert parsed.text == "Matricula abierta hasta el viernes"
    assert parsed.blocks[0].confidence is not None


@pytest.mark.shared
@pytest.mark.parametrize("turned", ["", "_rotated_90", "_rotated_180", "_rotated_270"])
def test_scans_any_way_up_are_read(shared_data: Path, turned: str) -> None:
    content = (shared_data / f"public/docling_docs/ocr/sources/ocr_test{turned}.pdf").read_bytes()
    parsed = PdfParser().parse(content, name="a.pdf")
    words = " ".join(parsed.text.split())
    assert (
        words
        == "Docling bundles PDF document conversion to JSON and Markdown in an easy self contained package"
    )
