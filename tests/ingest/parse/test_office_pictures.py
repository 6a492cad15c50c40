"""Pictures inside documents and slides."""

import io
import zipfile
from pathlib import Path

import pytest

from fidedigno.ingest.parse import parser_for
from fidedigno.ingest.parse.office_pictures import OfficePictures
from tests.fakes.bad_files import zip_of
from tests.fakes.pictures import as_file, drawn

pytest.importorskip("rapidocr")
PICTURE = as_file(drawn(["Esquema de la red del aula"]))
IMAGE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"


def relations(*targets: str) -> bytes:
    body = "".join(f'<Relationship Id="r{n}" Type="{IMAGE}" Target="{t}"/>' for n, t in enumerate(targets))
    return f"<Relationships>{body}</Relationships>".encode()


def pictures(parts: dict[str, bytes], limit: int = 9) -> OfficePictures:
    return OfficePictures(zip_of(parts), name="a.pptx", limit=limit)


def test_a_picture_is_read_once_and_within_the_limit() -> None:
    held = pictures({"ppt/media/a.png": PICTURE, "ppt/media/b.png": PICTURE}, limit=1)
    assert [block.text for block in held.read("ppt/media/a.png")] == ["Esquema de la red del aula"]
    assert held.read("ppt/media/b.png") == ()
    assert held.read("ppt/media/a.png") is held.read("ppt/media/a.png")


@pytest.mark.parametrize(
    "content", [b"", b"not a picture", PICTURE[:200], as_file(drawn([]).resize((20, 20)))]
)
def test_what_cannot_be_read_is_as_if_it_were_not_there(content: bytes) -> None:
    assert pictures({"x.png": content}).read("x.png") == ()
    assert pictures({}).read("x.png") == ()


def test_a_slide_shows_what_its_relations_name_and_nothing_outside() -> None:
    parts = {
        "ppt/slides/_rels/slide1.xml.rels": relations(
            "../media/a.png",
            "../media/a.png",
            "../../etc/passwd",
            "http://example.org/x.png",
            "../media/none.png",
        ),
        "ppt/media/a.png": PICTURE,
        "etc/passwd": b"x",
    }
    held = pictures(parts)
    assert held.of_slide(1) == ["ppt/media/a.png", "etc/passwd"]
    assert held.read("etc/passwd") == ()
    assert held.of_slide(2) == []


@pytest.mark.shared
def test_a_screenshot_in_a_real_document_is_read_in_its_place(shared_data: Path) -> None:
    source = (shared_data / "public/docling_docs/docx/sources/word_sample.docx").read_bytes()
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(source)) as old, zipfile.ZipFile(buffer, "w") as new:
        for member in old.infolist():
            is_picture = member.filename == "word/media/image1.png"
            new.writestr(member.filename, PICTURE if is_picture else old.read(member))
    parsed = parser_for("a.docx", buffer.getvalue()).parse(buffer.getvalue(), name="a.docx")
    seen = [(parsed.text[b.start : b.end], b.confidence) for b in parsed.blocks if b.confidence is not None]
    assert [text for text, _ in seen] == ["Esquema de la red del aula"]
    assert parsed.text.index("Esquema de la red") < parsed.text.index("Let’s swim!")
