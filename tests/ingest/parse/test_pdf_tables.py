"""Tables in PDFs, in the place of their lines."""

from pathlib import Path

import pytest

from fidedigno.ingest.parse.pdf import PdfParser
from fidedigno.ingest.parse.pdf_lines import PdfLine
from fidedigno.ingest.parse.pdf_tables import continued
from fidedigno.ingest.parsed import BlockKind, ParsedDocument
from tests.fakes.pictures import Placed, pdf_of


def parse(content: bytes) -> ParsedDocument:
    return PdfParser().parse(content, name="a.pdf")


def rows(*cells: tuple[str, str, str], top: float = 100) -> list[Placed]:
    return [
        (text, at, top + 16 * n, 10)
        for n, row in enumerate(cells)
        for text, at in zip(row, (40, 250, 350), strict=True)
    ]


def tables(parsed: ParsedDocument) -> list[str]:
    return [parsed.text[b.start : b.end] for b in parsed.blocks if b.kind is BlockKind.TABLE]


YEARS = [
    ("(en miles)", "2023", "2024"),
    ("Ingresos", "1.250", "1.300"),
    ("Gastos", "900", "(950)"),
    ("Neto", "350", "350"),
]


def test_a_table_stands_between_the_paragraphs_around_it() -> None:
    texts = [
        ("Cuentas de la biblioteca:", 40, 60, 10.0),
        *rows(*YEARS),
        ("Fin de las cuentas.", 40, 260, 10.0),
    ]
    parsed = parse(pdf_of([texts]))
    assert [block.kind for block in parsed.blocks] == [
        BlockKind.PARAGRAPH,
        BlockKind.TABLE,
        BlockKind.PARAGRAPH,
    ]
    table = parsed.blocks[1]
    assert table.header == "| (en miles) | 2023 | 2024 |\n| --- | --- | --- |"
    assert "| Gastos | 900 | (950) |" in tables(parsed)[0]
    assert table.page == 1
    assert table.box is not None
    assert table.box.top == pytest.approx(90 / 400, abs=0.03)


def test_a_table_over_two_pages_repeats_its_header() -> None:
    more = rows(("Becas", "10", "20"), ("Libros", "30", "40"), ("Sillas", "50", "60"), top=30)
    parsed = parse(pdf_of([rows(*YEARS), more]))
    first, second = (block for block in parsed.blocks if block.kind is BlockKind.TABLE)
    assert (first.page, second.page) == (1, 2)
    assert second.header == first.header
    assert tables(parsed)[1].splitlines()[2] == "| Becas | 10 | 20 |"


def test_a_table_of_another_width_is_not_a_continuation() -> None:
    head = "| a | b |\n| --- | --- |"
    one = PdfLine(f"{head}\n| x | 1 |", 1, 9, 1, 0, False, False, 9, None, head)
    other = PdfLine("|  |  |  |\n| --- | --- | --- |\n| x | 1 | 2 |", 1, 9, 1, 0, False, False, 9, None, "")
    same = PdfLine("|  |  |\n| --- | --- |\n| x | 1 |", 1, 9, 1, 0, False, False, 9, None, "")
    assert continued([[one], [other]])[1] == [other]
    assert continued([[one], [same]])[1][0].header == head


@pytest.mark.shared
@pytest.mark.parametrize(
    ("document", "page", "row"),
    [
        ("NIKE_2018_10K", 46, "| Revenues | $ 36,397 | $ 34,350 | $ 32,376 |"),
        ("NIKE_2018_10K", 46, "| Diluted | $ 1.17 | $ 2.51 | $ 2.16 |"),
        ("AMAZON_2019_10K", 40, "| Inventories | 17,174 | 20,497 |"),
        ("MICROSOFT_2016_10K", 52, "| Total cost of revenue | 32,780 | 33,038 | 27,078 |"),
    ],
)
def test_rows_of_real_reports_are_whole_and_on_their_page(
    shared_data: Path, document: str, page: int, row: str
) -> None:
    parsed = parse((shared_data / f"public/financebench/pdfs/{document}.pdf").read_bytes())
    found = [b for b in parsed.blocks if b.kind is BlockKind.TABLE and row in parsed.text[b.start : b.end]]
    assert page in [block.page for block in found]
    assert all(block.header for block in found)
