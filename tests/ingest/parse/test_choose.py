import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse.choose import (
    SUPPORTED_SUFFIXES,
    is_supported,
    may_be_recognised,
    media_type_of,
    parser_for,
)
from fidedigno.ingest.parse.csv_table import CsvParser
from fidedigno.ingest.parse.eml import EmlParser
from fidedigno.ingest.parse.office import OfficeParser
from fidedigno.ingest.parse.pdf import PdfParser
from fidedigno.ingest.parse.picture import PictureParser
from fidedigno.ingest.parse.text import CodeParser, TextParser


@pytest.mark.parametrize(
    ("name", "content", "kind", "media_type"),
    [
        ("x/A.CSV", b"a,b", CsvParser, "text/csv"),
        ("a.eml", b"Subject: x", EmlParser, "message/rfc822"),
        ("a.pdf", b"%PDF-1.7", PdfParser, "application/pdf"),
        ("a.pdf", b"no magic", PdfParser, "application/pdf"),
        ("a.docm", b"PK\x03\x04", OfficeParser, None),
        ("a.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OfficeParser, None),
        ("a.JPG", b"\xff\xd8\xff", PictureParser, "image/jpeg"),
        ("a.png", b"\xff\xd8\xff", PictureParser, "image/png"),
        ("a.tif", b"II*\0", PictureParser, "image/tiff"),
        (".env", b"A=1", CodeParser, "text/x-source"),
        ("dir.pdf/notes.txt", b"x", TextParser, "text/plain"),
    ],
)
def test_the_name_chooses_the_parser(name: str, content: bytes, kind: type, media_type: str | None) -> None:
    assert is_supported(name)
    assert type(parser_for(name, content)) is kind
    assert media_type is None or media_type_of(name) == media_type


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.md", b"%PDF-1.7"), ("a.pdf", b"PK\x03\x04"), ("a.docx", b"%PDF-"), ("a.log", b"\x1f\x8b")],
)
def test_a_name_that_lies_is_refused(name: str, content: bytes) -> None:
    with pytest.raises(DocumentFailedError, match="the content is a"):
        parser_for(name, content)


@pytest.mark.parametrize("name", ["", "README", "a.exe", "a.md.bak", "md", "a."])
def test_other_names_are_not_supported_and_the_hint_says_which_are(name: str) -> None:
    assert not is_supported(name)
    assert media_type_of(name) == "application/octet-stream"
    with pytest.raises(DocumentFailedError) as caught:
        parser_for(name, b"text")
    assert all(suffix in caught.value.hint for suffix in SUPPORTED_SUFFIXES)


def test_pictures_are_supported_only_where_text_recognition_is_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fidedigno.ingest.parse.choose.ocr_version", lambda: "")
    assert not is_supported("a.png")
    assert is_supported("a.pdf")
    with pytest.raises(DocumentFailedError) as caught:
        parser_for("a.png", b"\x89PNG\r\n").parse(b"\x89PNG\r\n", name="a.png")
    assert caught.value.hint


@pytest.mark.parametrize(
    ("name", "expected"), [("a.pdf", True), ("a.PNG", True), ("a.docx", True), ("a.md", False)]
)
def test_what_depends_on_text_recognition(name: str, expected: bool) -> None:
    assert may_be_recognised(name) is expected
