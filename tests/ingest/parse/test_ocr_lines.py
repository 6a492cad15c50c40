"""Recognised pages as lines, in their reading order, with tables."""

from fidedigno.ingest.parse.ocr import OcrLine, OcrPage
from fidedigno.ingest.parse.ocr_lines import frame_of_picture, lines_of_picture


def line(text: str, left: float, top: float, confidence: float = 0.95) -> OcrLine:
    return OcrLine(text, left, top, left + 8 * len(text), top + 16, confidence)


def read(*lines: OcrLine) -> list[tuple[str, str | None, float | None]]:
    page = OcrPage(lines, 800, 600)
    found = lines_of_picture(page, frame_of_picture(page))
    return [(each.text, each.header, each.confidence) for each in found]


def test_pieces_of_one_row_are_one_line_and_rows_go_downwards() -> None:
    found = read(line("segunda", 10, 40), line("fila", 300, 10), line("primera", 10, 11, 0.85))
    assert [text for text, _, _ in found] == ["primera fila", "segunda"]
    assert found[0][2] is not None
    assert 0.85 < found[0][2] < 0.95


def test_a_table_keeps_its_rows_its_header_and_its_confidence() -> None:
    rows = [
        ("Concepto", "2023", "2024"),
        ("Matrículas", "1.250", "1.300"),
        ("Becas", "90", "95"),
        ("Bajas", "12", "9"),
    ]
    cells = [line(text, 10 + 250 * n, 30 * m) for m, row in enumerate(rows) for n, text in enumerate(row)]
    ((text, header, confidence),) = read(*cells)
    assert text.splitlines() == [
        "| Concepto | 2023 | 2024 |",
        "| --- | --- | --- |",
        "| Matrículas | 1.250 | 1.300 |",
        "| Becas | 90 | 95 |",
        "| Bajas | 12 | 9 |",
    ]
    assert header == "\n".join(text.splitlines()[:2])
    assert confidence is not None


def test_letters_of_nearly_one_size_count_as_one() -> None:
    page = OcrPage(
        (line("uno", 0, 0), OcrLine("dos", 0, 30, 50, 48, 0.9), OcrLine("GRAN", 0, 60, 90, 100, 0.9)),
        800,
        600,
    )
    heights = [each.height for each in lines_of_picture(page, frame_of_picture(page))]
    assert heights[0] == heights[1] < heights[2]


def test_a_page_without_lines_is_empty() -> None:
    assert read() == []


def test_the_frame_has_the_width_that_is_asked_for() -> None:
    frame = frame_of_picture(OcrPage((), 800, 600), 400)
    assert (frame.width, frame.height) == (400, 300)
