"""Arrows of PDF pages as paragraphs behind the text of their page."""

from fidedigno.ingest.diagrams.diagram import DiagramBuilder
from fidedigno.ingest.parse.pdf import PdfParser
from fidedigno.ingest.parse.pdf_arrows import placed, relations_of_pages, with_arrows
from fidedigno.ingest.parse.pdf_blocks import PageBlock
from fidedigno.ingest.parsed import Block, BlockKind
from tests.ingest.diagrams.test_pdf_drawing import arrow, box, pdf_of


def page(number: int, *arrows: tuple[str, str]):
    builder = DiagramBuilder("pdf", number)
    for source, target in arrows:
        builder.arrow(source, target, box=(1, 2, 3, 4))
    return builder.build()


def test_arrows_follow_the_text_of_their_page_each_once() -> None:
    arrows = relations_of_pages([page(1, ("a", "b"), ("a", "b")), page(2, ("a", "b"), ("b", "c"))])
    text = [PageBlock(BlockKind.PARAGRAPH, f"texto {n}", 0, n) for n in (1, 2, 3)]
    found = with_arrows(text, arrows)
    assert [(each.page, each.text) for each in found] == [
        (1, "texto 1"), (1, "a → b"), (2, "texto 2"), (2, "a → b"), (2, "b → c"), (3, "texto 3"),
    ]  # fmt: skip
    assert with_arrows(text, []) == text


def test_relations_point_at_their_paragraph_and_keep_their_box() -> None:
    arrows = relations_of_pages([page(2, ("a", "b"))])
    blocks = [Block(BlockKind.PARAGRAPH, 0, 3, page=1), Block(BlockKind.PARAGRAPH, 5, 10, page=2)]
    (relation,) = placed(arrows, "uno\n\na → b", blocks)
    assert (relation.start, relation.end, relation.box) == (5, 10, (1, 2, 3, 4))


def test_a_drawn_page_is_parsed_with_its_arrows() -> None:
    stream = "BT /F 20 Tf 50 760 Td (Eventos de la tienda) Tj ET\n"
    stream += box("Pedidos", 50, 600) + box("Almac\\351n", 400, 600) + arrow(150, 620, 392, 620)
    parsed = PdfParser().parse(pdf_of(stream), name="dibujo.pdf")
    (relation,) = parsed.relations
    assert relation.text == "Pedidos → Almacén"
    assert parsed.text[relation.start : relation.end] == relation.text
    assert parsed.blocks[-1].page == 1
