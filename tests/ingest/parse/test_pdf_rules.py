"""Ruling lines of a page."""

import io

import pypdfium2
import pytest
from pypdfium2 import raw

from fidedigno.ingest.parse.pdf_frame import frame_of
from fidedigno.ingest.parse.pdf_rules import MAX_RULES, Rule, rules_of_page


def drawn(paths: list[tuple[str, tuple[float, ...]]]) -> bytes:
    with pypdfium2.PdfDocument.new() as pdf:
        page = pdf.new_page(400, 300)
        for kind, numbers in paths:
            if kind == "rectangle":
                item = raw.FPDFPageObj_CreateNewRect(*numbers)
                raw.FPDFPath_SetDrawMode(item, raw.FPDF_FILLMODE_ALTERNATE, False)
            else:
                item = raw.FPDFPageObj_CreateNewPath(*numbers[:2])
                raw.FPDFPath_LineTo(item, *numbers[2:])
                raw.FPDFPath_SetDrawMode(item, 0, True)
            raw.FPDFPage_InsertObject(page.raw, item)
        raw.FPDFPage_GenerateContent(page.raw)
        page.close()
        buffer = io.BytesIO()
        pdf.save(buffer)
    return buffer.getvalue()


def rules(paths: list[tuple[str, tuple[float, ...]]]) -> list[Rule]:
    with pypdfium2.PdfDocument(drawn(paths)) as pdf:
        page = pdf[0]
        return rules_of_page(page, frame_of(page))


def test_strokes_are_rules_where_they_are_seen() -> None:
    found = rules([("line", (50, 200, 250, 200)), ("line", (80, 100, 80, 180))])
    assert found == [
        pytest.approx(Rule(False, 100, 50, 250)),
        pytest.approx(Rule(True, 80, 120, 200)),
    ]


def test_a_rectangle_has_four_sides_and_a_thin_one_is_a_line() -> None:
    sides = rules([("rectangle", (50, 100, 200, 80))])
    assert sorted(rule.upright for rule in sides) == [False, False, True, True]
    thin = rules([("rectangle", (50, 100, 200, 0.5))])
    assert {round(rule.at) for rule in thin} == {200}
    assert not any(rule.upright for rule in thin)


def test_slanted_and_short_strokes_are_no_rules() -> None:
    assert rules([("line", (0, 0, 200, 200)), ("line", (10, 10, 12, 10))]) == []


def test_a_drawing_of_many_lines_is_cut_short() -> None:
    assert len(rules([("line", (0, n / 10, 300, n / 10)) for n in range(2_500)])) == MAX_RULES
