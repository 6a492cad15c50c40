from fidedigno.ingest.parse.pdf_blocks import blocks_of_pages
from fidedigno.ingest.parse.pdf_lines import PdfLine
from fidedigno.ingest.parsed import BlockKind


def line(
    text: str, top: float, height: float = 10.0, *, bold: bool = False, hyphenated: bool = False
) -> PdfLine:
    return PdfLine(text, height, top, top - height, 50.0, bold, hyphenated)


def page(*texts: str) -> list[PdfLine]:
    return [line(text, 700 - 12 * n) for n, text in enumerate(texts)]


def shown(*pages: list[PdfLine]) -> list[tuple[BlockKind, str, int]]:
    return [(each.kind, each.text, each.level) for each in blocks_of_pages(pages)]


def test_a_wide_gap_begins_a_paragraph_and_a_hyphen_joins_a_word() -> None:
    lines = [line("La biblio", 700, hyphenated=True), line("teca abre.", 688), line("Otro párrafo.", 660)]
    assert shown(lines) == [
        (BlockKind.PARAGRAPH, "La biblioteca abre.", 0),
        (BlockKind.PARAGRAPH, "Otro párrafo.", 0),
    ]


def test_larger_lines_are_headings_by_size_and_bold_ones_below_them() -> None:
    body = [line(f"un texto corriente de cuerpo {n}.", 600 - 12 * n) for n in range(5)]
    lines = [line("Título", 760, 24), line("Sección", 720, 16), line("Apartado", 680, bold=True), *body]
    assert [(text, level) for kind, text, level in shown(lines) if kind is BlockKind.HEADING] == [
        ("Título", 1),
        ("Sección", 2),
        ("Apartado", 3),
    ]


def test_lines_that_return_at_the_edge_of_pages_are_left_out_and_their_numbers_do_not_matter() -> None:
    pages = [
        page("Manual de la biblioteca", f"contenido {'abc'[n]} de la página", f"Página {n}") for n in range(3)
    ]
    text = " ".join(words for _, words, _ in shown(*pages))
    assert "Manual" not in text
    assert "Página" not in text
    assert text.count("contenido") == 3
    assert "Manual" in " ".join(words for _, words, _ in shown(*pages[:2])), "twice may be chance"


def test_items_are_a_list_and_pages_without_lines_are_nothing() -> None:
    assert shown(page("• uno", "• dos", "• tres")) == [(BlockKind.LIST, "• uno\n• dos\n• tres", 0)]
    assert shown([], []) == []
    assert [each.page for each in blocks_of_pages([[], page("texto")])] == [2]
