"""Drawings on PDF pages: real exports by Chromium, and pages written by hand whose arrows are known."""

from contextlib import closing

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.ingest.diagrams import pdf_drawing
from fidedigno.ingest.diagrams.diagram import Diagram
from fidedigno.ingest.diagrams.pdf_drawing import read_pdf_page
from tests.ingest.diagrams.seen import groups, lines
from tests.ingest.diagrams.test_svg_exports import FILES


def read(content: bytes) -> Diagram | None:
    with (
        closing(pypdfium2.PdfDocument(content)) as pdf,
        closing(pdf[0]) as page,
        closing(page.get_textpage()) as text,
    ):
        return read_pdf_page(page, text, 1)


def pdf_of(stream: str) -> bytes:
    """A PDF of one page with this content."""
    data = stream.encode("latin-1")
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(data), data),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 6\n0000000000 65535 f \n"
    return body + head + table + b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % len(body)


def box(name: str, x: float, y: float) -> str:
    return f"{x} {y} 100 40 re S BT /F 10 Tf {x + 10} {y + 16} Td ({name}) Tj ET\n"


def arrow(x1: float, y1: float, x2: float, y2: float, *, head: bool = True) -> str:
    drawn = f"{x1} {y1} m {x2} {y2} l S\n"
    return drawn + (f"{x2 + 8} {y2} m {x2} {y2 + 4} l {x2} {y2 - 4} l h f\n" if head else "")


@settings(max_examples=30, deadline=None)
@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=6))
def test_every_arrow_between_boxes_is_found_and_no_other(pairs) -> None:
    stream = "".join(box(f"s{n}", 50, 700 - n * 100) + box(f"t{n}", 400, 700 - n * 100) for n in range(4))
    stream += "".join(arrow(150, 720 - s * 100, 392, 720 - t * 100) for s, t in sorted(pairs))
    diagram = read(pdf_of(stream))
    assert sorted(lines(diagram) if diagram else []) == sorted(f"s{s} → t{t}" for s, t in pairs)


def test_real_exports_are_read() -> None:
    mermaid = read((FILES / "mermaid.pdf").read_bytes())
    assert mermaid is not None
    assert lines(mermaid) == [
        "OrderService → OrderCreated: publica",
        "OrderCreated → Billing DB: consume",
        "X ↔ OrderCreated",
    ]
    graphviz = read((FILES / "graphviz.pdf").read_bytes())
    assert graphviz is not None
    assert lines(graphviz) == [
        "OrderService → OrderCreated: publica",
        "PaymentService ↔ OrderService",
        "OrderCreated → Billing DB: consume",
        "inv → OrderCreated",
        "x->y → inv",
    ]
    assert "Publicadores" in groups(graphviz)["OrderService"]


def test_the_box_of_an_arrow_counts_from_the_top_left() -> None:
    diagram = read(pdf_of(box("A", 50, 700) + box("B", 400, 700) + arrow(150, 720, 392, 720)))
    assert diagram is not None
    assert diagram.arrows[0].box == pytest.approx((150, 80, 400, 80), abs=5)


def test_lines_without_heads_and_tables_with_shaded_cells_are_no_diagram() -> None:
    assert (
        read(pdf_of(box("A", 50, 700) + box("B", 400, 700) + arrow(150, 720, 392, 720, head=False))) is None
    )
    cells = ""
    for row in range(5):
        for column in range(3):
            x, y = 50 + column * 100, 700 - row * 20
            cells += f"{x} {y} 98 18 re f {x + 98} {y} 2 18 re f {x} {y} m {x + 100} {y} l S\n"
            cells += f"BT /F 10 Tf {x + 5} {y + 5} Td ({row * column}) Tj ET\n"
    assert read(pdf_of(cells)) is None


def test_a_page_with_too_many_paths_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    content = pdf_of(box("A", 50, 700) + box("B", 400, 700) + arrow(150, 720, 392, 720))
    monkeypatch.setattr(pdf_drawing, "MAX_PATHS", 3)
    assert read(content) is None
