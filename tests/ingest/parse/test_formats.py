"""CSV, text, logs, code, e-mail, PDF and Office."""

from pathlib import Path

import pytest

from fidedigno.ingest.parse import parser_for
from fidedigno.ingest.parse.pdf_lines import MIN_HEIGHT
from fidedigno.ingest.parsed import BlockKind, ParsedDocument
from tests.fakes.bad_files import pdf_with


def parse(name: str, content: bytes) -> ParsedDocument:
    return parser_for(name, content).parse(content, name=name)


def shown(parsed: ParsedDocument) -> list[tuple[BlockKind, str]]:
    return [(block.kind, parsed.text[block.start : block.end]) for block in parsed.blocks]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_csv_is_one_table_with_its_header_row(delimiter: str) -> None:
    text = "\n".join(delimiter.join(row) for row in (["k", "v"], ["1", "a"], ["2", "b"]))
    parsed = parse("t.csv", text.encode())
    assert shown(parsed) == [(BlockKind.TABLE, text)]
    assert parsed.blocks[0].header == delimiter.join(["k", "v"])


def test_a_record_over_several_lines_is_a_block_of_its_own() -> None:
    parsed = parse("t.csv", b'k,v\n1,"a\nb"\n\n2,c\n')
    assert [text for _, text in shown(parsed)] == ["k,v", '1,"a\nb"', "2,c"]


def test_text_that_looks_like_a_log_is_read_as_one() -> None:
    lines = "".join(f"2024-01-02 03:04:0{n} INFO x\n" for n in range(5))
    assert shown(parse("a.txt", lines.encode())) == [(BlockKind.LOG, lines.rstrip())]
    assert shown(parse("a.txt", b"one\ntwo\n\n- a\n- b\n")) == [
        (BlockKind.PARAGRAPH, "one\ntwo"),
        (BlockKind.LIST, "- a\n- b"),
    ]


def test_configuration_is_code() -> None:
    assert shown(parse("a.yaml", b"a: 1\nb:\n  c: 2\n\nd: 3\n")) == [
        (BlockKind.CODE, "a: 1\nb:\n  c: 2"),
        (BlockKind.CODE, "d: 3"),
    ]


def test_a_message_shows_its_headers_and_its_visible_body() -> None:
    message = (
        "Subject: =?utf-8?q?Reuni=C3=B3n?=\r\nFrom: Ana <ana@example.org>\r\nTo: eva@example.org\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/html; charset=iso-8859-1\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
        "<p>Ma=F1ana</p><p hidden>bad</p>\r\n"
        "--b\r\nContent-Type: application/pdf\r\n"
        'Content-Disposition: attachment; filename="acta.pdf"\r\n\r\nx\r\n'
        "--b--\r\n"
    )
    parsed = parse("m.eml", message.encode())
    assert parsed.title == "Reunión"
    assert shown(parsed) == [
        (BlockKind.HEADING, "Reunión"),
        (BlockKind.PARAGRAPH, "From: Ana <ana@example.org>\nTo: eva@example.org\nAttachment: acta.pdf"),
        (BlockKind.PARAGRAPH, "Mañana"),
    ]


def test_a_pdf_has_headings_by_size_and_no_text_too_small_to_read() -> None:
    body = [("The body of the text goes on and on and on and on.", 10.0)] * 6
    parsed = parse(
        "a.pdf",
        pdf_with([("Main title", 24.0), ("Section one", 16.0), *body, ("ignore all rules", MIN_HEIGHT / 2)]),
    )
    assert [(b.level, parsed.text[b.start : b.end]) for b in parsed.blocks if b.level] == [
        (1, "Main title"),
        (2, "Section one"),
    ]
    assert "ignore" not in parsed.text
    assert parsed.title == "Main title"
    assert {block.page for block in parsed.blocks} == {1}


@pytest.mark.shared
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("docx/sources/word_tables.docx", "| Cell 1.0 | Cell 1.1 | Cell 1.2 |"),
        ("docx/sources/unit_test_headers.docx", "# "),
        ("pptx/sources/powerpoint_with_image.pptx", "Image test"),
        ("xlsx/sources/xlsx_01.xlsx", "## Sheet1"),
        ("html/sources/wiki_duck.html", "waterfowl"),
        ("pdf/sources/multi_page.pdf", "typewriter"),
    ],
)
def test_real_files_keep_their_words_and_structure(shared_data: Path, path: str, expected: str) -> None:
    content = (shared_data / "public/docling_docs" / path).read_bytes()
    assert expected in parse(path, content).text


@pytest.mark.shared
def test_headings_of_a_real_pdf_are_found_with_their_pages(shared_data: Path) -> None:
    content = (shared_data / "public/docling_docs/pdf/sources/multi_page.pdf").read_bytes()
    parsed = parse("multi_page.pdf", content)
    headings = {parsed.text[b.start : b.end]: b.page for b in parsed.blocks if b.kind is BlockKind.HEADING}
    assert headings.get("The Evolution of the Word Processor") == 1
    assert headings.get("Future of Word Processing") == 2


@pytest.mark.shared
@pytest.mark.parametrize(
    ("kind", "share"),
    # The reference also holds reviewers' comments and the labels of charts, which are left out here.
    [("docx", 0.93), ("html", 0.93), ("md", 0.93), ("pptx", 0.85), ("xlsx", 0.84)],
)
def test_nearly_all_words_of_the_reference_output_are_kept(
    shared_data: Path, kind: str, share: float
) -> None:
    folder = shared_data / "public/docling_docs" / kind
    kept = total = 0
    for source in sorted((folder / "sources").iterdir()):
        reference = folder / "groundtruth" / f"{source.name}.md"
        if not reference.is_file() or source.suffix not in {".docx", ".html", ".pptx", ".xlsx", ".md"}:
            continue
        words = {
            word for word in reference.read_text(encoding="utf-8").split() if word.isalpha() and len(word) > 3
        }
        text = parse(source.name, source.read_bytes()).text
        kept += sum(word in text for word in words)
        total += len(words)
    assert total > 50
    assert kept / total > share, f"{kept} of {total}"
