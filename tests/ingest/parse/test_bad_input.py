"""Every kind of bad file gives the project's error, quickly."""

import contextlib
import io
import time
import zipfile

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse import SUPPORTED_SUFFIXES, is_supported, media_type_of, parser_for
from fidedigno.ingest.parsed import ParsedDocument
from tests.fakes.bad_files import blank_pdf, lying_zip_bomb, zip_bomb, zip_of


def parse(name: str, content: bytes) -> ParsedDocument:
    return parser_for(name, content).parse(content, name=name)


@pytest.mark.parametrize("suffix", sorted(SUPPORTED_SUFFIXES))
@pytest.mark.parametrize("content", [b"", b"  \n\t\r\n "])
def test_an_empty_file_fails_in_every_format(suffix: str, content: bytes) -> None:
    with pytest.raises(DocumentFailedError, match=r"empty|damaged|blank"):
        parse(f"a{suffix}", content)


@pytest.mark.parametrize("suffix", sorted(SUPPORTED_SUFFIXES))
@settings(max_examples=25, deadline=None)
@given(content=st.binary(max_size=400))
def test_random_bytes_parse_or_fail_with_the_projects_error(suffix: str, content: bytes) -> None:
    name = f"a{suffix}"
    failure: DocumentFailedError | None = None
    try:
        parsed = parse(name, content)
    except DocumentFailedError as error:
        failure = error
    if failure is None:
        assert all(parsed.text[block.start : block.end].strip() for block in parsed.blocks)
    else:
        assert failure.message.startswith(name)
        assert failure.hint


@pytest.mark.parametrize("name", ["a.docx", "a.xlsx", "a.pptx"])
def test_a_zip_bomb_is_refused_before_it_is_unpacked(name: str) -> None:
    main = {"a.docx": "word/document.xml", "a.xlsx": "xl/workbook.xml", "a.pptx": "ppt/presentation.xml"}[
        name
    ]
    with pytest.raises(DocumentFailedError, match="unpacked it would be 64 MB"):
        parse(name, zip_bomb(main))


def test_a_zip_bomb_that_lies_about_its_size_is_refused() -> None:
    started = time.process_time()
    with pytest.raises(DocumentFailedError):
        parse("a.docx", lying_zip_bomb())
    assert time.process_time() - started < 15  # a few seconds where it is linear


def test_a_container_with_too_many_parts_is_refused() -> None:
    with pytest.raises(DocumentFailedError, match="parts"):
        parse("a.docx", zip_of({f"word/{n}.xml": b"" for n in range(10_001)}))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.docx", b"PK\x03\x04 broken", "damaged"),
        ("a.docx", b"no container at all", "damaged"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "encrypted"),
        ("a.docx", zip_of({"xl/workbook.xml": b"<a/>"}), "no DOCX document"),
        ("a.docx", zip_of({"word/document.xml": b"<not xml"}), "damaged|no text"),
        ("a.pdf", b"%PDF-1.7\nbroken", "damaged"),
        ("a.pdf", b"no pdf at all", "damaged"),
        ("a.pdf", blank_pdf(), "no text in its 1 pages"),
        ("a.txt", bytes(range(256)) * 50, "binary"),
        ("a.txt", b"%PDF-1.7\n", "the content is a PDF"),
        ("a.md", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "PNG"),
        ("a.xlsx", b"\x7fELF" + b"\0" * 50, "a program"),
        ("a.html", b"<script>x</script><!-- y -->", "no visible text"),
        ("a.exe", b"MZ", "not supported"),
        ("README", b"text", "not supported"),
        ("a.md", b"---\nacl: [user:ana\n---\ntext", "front matter"),
        ("a.md", b"---\na: &a x\nb: *a\n---\ntext", "aliases"),
        ("a.md", b"---\na: " + b"[" * 60 + b"]" * 60 + b"\n---\ntext", "nested deeper"),
        ("a.md", b"+++\nacl = [\n+++\ntext", "TOML"),
        ("a.eml", b"\x00\x01\x02", "not an e-mail"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_and_what_to_do(name: str, content: bytes, said: str) -> None:
    with pytest.raises(DocumentFailedError, match=said) as caught:
        parse(name, content)
    assert caught.value.message.startswith(name)
    assert caught.value.hint


def test_an_encrypted_part_is_recognised() -> None:
    content = bytearray(zip_of({"word/document.xml": b"<a/>"}))
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.find(magic) + offset] |= 1
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.infolist()[0].flag_bits & 1
    with pytest.raises(DocumentFailedError, match="encrypted"):
        parse("a.docx", bytes(content))


def test_a_truncated_pdf_fails_or_reads_but_never_crashes() -> None:
    whole = blank_pdf()
    for length in range(0, len(whole), 20):
        with pytest.raises(DocumentFailedError):
            parse("a.pdf", whole[:length])
    assert len(pypdfium2.PdfDocument(whole)) == 1


_UNITS = [
    ("a.md", "> "),
    ("a.md", "- "),
    ("a.md", "* a\n"),
    ("a.md", "["),
    ("a.md", "<!--"),
    ("a.md", "`"),
    ("a.md", "|"),
    ("a.md", "|a\n|-\n"),
    ("a.md", "**a "),
    ("a.md", "#\n"),
    ("a.md", "\n"),
    ("a.md", "x"),
    ("a.html", "<div>"),
    ("a.html", "<b>x"),
    ("a.html", "<ul><li>x"),
    ("a.html", "<table><tr><td>x"),
    ("a.html", "<a "),
    ("a.html", "<a b='"),
    ("a.html", "<!--"),
    ("a.html", "<![CDATA["),
    ("a.html", "<?x "),
    ("a.html", "</a>"),
    ("a.html", "<script>"),
    ("a.html", "&"),
    ("a.html", "&#1;"),
    ("a.html", "<"),
    ("a.html", "<p>x"),
    ("a.adoc", "="),
    ("a.adoc", "= a\n"),
    ("a.adoc", "[["),
    ("a.adoc", "((("),
    ("a.adoc", "a::"),
    ("a.adoc", "* a\n"),
    ("a.adoc", "----\n"),
    ("a.adoc", "|===\n|a\n"),
    ("a.adoc", "x"),
    ("a.csv", '"'),
    ("a.csv", "a,"),
    ("a.csv", '"a\nb",c\n'),
    ("a.log", "x"),
    ("a.log", "2024-01-02 "),
    ("a.txt", "1. "),
    ("a.yaml", "- "),
    ("a.eml", "Subject: x\n"),
    ("a.eml", "Content-Type: multipart/mixed; boundary=a\n\n--a\n"),
]


@pytest.mark.parametrize(("name", "unit"), _UNITS)
def test_hostile_repetition_is_read_in_bounded_time(name: str, unit: str) -> None:
    content = (unit * (300_000 // len(unit)) + "\nfin.\n").encode()
    started = time.process_time()
    with contextlib.suppress(DocumentFailedError):
        parse(name, content)
    assert time.process_time() - started < 15  # a few seconds where it is linear


def test_names_decide_what_is_supported() -> None:
    assert is_supported("A.MD")
    assert is_supported(".env")
    assert not is_supported("a.md.exe")
    assert media_type_of("x/y.PDF") == "application/pdf"
    assert media_type_of("x") == "application/octet-stream"
