"""Screenshots and scans as documents."""

import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse import parser_for
from fidedigno.ingest.parse.picture import PictureParser
from fidedigno.ingest.parsed import BlockKind, ParseOptions
from tests.fakes.pictures import as_file, drawn, table_picture

pytest.importorskip("rapidocr")


def test_a_screenshot_has_its_words_their_place_and_how_sure_they_are() -> None:
    content = as_file(drawn(["La entrega de la práctica 2 se cierra el 14 de mayo."]))
    parsed = parser_for("captura.png", content).parse(content, name="captura.png")
    (block,) = parsed.blocks
    assert "práctica 2 se cierra el 14 de mayo" in parsed.text
    assert block.page == 1
    assert block.confidence is not None
    assert block.confidence > 0.9
    assert block.box is not None
    assert 0 <= block.box.left < block.box.right <= 1
    assert "rapidocr" in parsed.parser


def test_a_photograph_of_a_table_is_a_table() -> None:
    rows = [("Concepto", "2023", "2024"), ("Becas", "90", "95"), ("Bajas", "12", "9"), ("Altas", "40", "44")]
    content = as_file(table_picture(rows), "JPEG")
    parsed = PictureParser().parse(content, name="a.jpg")
    (table,) = [block for block in parsed.blocks if block.kind is BlockKind.TABLE]
    assert "| Bajas | 12 | 9 |" in parsed.text[table.start : table.end]
    assert table.header.startswith("| Concepto | 2023 | 2024 |")


def test_each_page_of_a_tiff_keeps_its_number() -> None:
    content = as_file([drawn(["Primera hoja del acta"]), drawn(["Segunda hoja del acta"])], "TIFF")
    parsed = PictureParser().parse(content, name="acta.tif")
    assert [(b.page, parsed.text[b.start : b.end].split()[0]) for b in parsed.blocks] == [
        (1, "Primera"),
        (2, "Segunda"),
    ]


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        (b"", ParseOptions(), "empty"),
        (b"x", ParseOptions(), "damaged"),
        (b"x", ParseOptions(ocr_pages=0), "not to be read"),
        (as_file(drawn([])), ParseOptions(), "no text"),
        (as_file([drawn(["a"]), drawn(["b"])], "TIFF"), ParseOptions(ocr_pages=1), "2 pages"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(
    content: bytes, options: ParseOptions, words: str
) -> None:
    with pytest.raises(DocumentFailedError, match=words) as caught:
        PictureParser(options).parse(content, name="a.png")
    assert caught.value.hint
