import io
import zipfile

import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse import archive
from tests.fakes.bad_files import lying_zip_bomb, zip_bomb, zip_of


def test_an_ordinary_container_passes() -> None:
    archive.check_archive(zip_of({"word/document.xml": b"<a/>" * 1000}), name="a.docx")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04",
        zip_bomb(megabytes=17),
        lying_zip_bomb(megabytes=17),
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    ],
)
def test_a_broken_or_enormous_one_is_refused(content: bytes) -> None:
    with pytest.raises(DocumentFailedError):
        archive.check_archive(content, name="a.docx")


@pytest.mark.parametrize(
    ("limit", "value"), [("MAX_MEMBERS", 1), ("MAX_UNCOMPRESSED_BYTES", 9), ("MAX_MEMBER_BYTES", 4)]
)
def test_each_limit_holds(monkeypatch: pytest.MonkeyPatch, limit: str, value: int) -> None:
    content = zip_of({"a": b"12345", "b": b"12345"})
    archive.check_archive(content, name="a.docx")
    monkeypatch.setattr(archive, limit, value)
    with pytest.raises(DocumentFailedError, match="unpacked it would be"):
        archive.check_archive(content, name="a.docx")


def test_pictures_are_taken_out_of_slides_and_of_nothing_else() -> None:
    slide = b"<p:x>uno</p:x><p:pic a='1'><p:blip/></p:pic><p:x>dos</p:x><p:pic></p:pic><p:picture/>"
    parts = {"ppt/slides/slide1.xml": slide, "ppt/media/a.png": b"<p:pic>raw</p:pic>"}
    with zipfile.ZipFile(io.BytesIO(archive.without_pictures(zip_of(parts)))) as copy:
        assert copy.read("ppt/slides/slide1.xml") == b"<p:x>uno</p:x><p:x>dos</p:x><p:picture/>"
        assert copy.read("ppt/media/a.png") == b"<p:pic>raw</p:pic>"
