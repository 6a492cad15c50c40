"""Text recognition: any way up, in Spanish, and what happens without it."""

import pytest

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.parse import ocr
from fidedigno.ingest.parse.ocr import OcrLine, OcrPage, mean_confidence, need_recogniser, recogniser
from tests.fakes.pictures import drawn

pytest.importorskip("rapidocr")

LINES = [
    "El año próximo habrá más exámenes",
    "¿Cuándo abre la biblioteca? Mañana",
    "Según el acta, Íñigo pagó 1.250,50 €",
    "La contraseña caduca a los 90 días",
]


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_spanish_is_read_letter_by_letter_any_way_up(turned: int) -> None:
    page = recogniser().read(drawn(LINES).rotate(turned, expand=True))
    found = sorted(page.lines, key=lambda line: line.top)
    assert [line.text.replace(" ", "") for line in found] == [line.replace(" ", "") for line in LINES]
    assert page.turned == (360 - turned) % 360
    assert page.confidence > 0.9
    assert (page.width, page.height) == drawn(LINES).size


def test_the_boxes_of_lines_are_where_the_lines_are() -> None:
    picture = drawn(LINES, left=300)
    for line in recogniser().read(picture).lines:
        assert 560 <= line.left <= 620
        assert 0 <= line.top < line.bottom <= picture.height


def test_a_blank_picture_has_no_lines() -> None:
    assert recogniser().read(drawn([])).lines == ()


def test_confidence_weighs_by_characters() -> None:
    lines = [OcrLine("aaa", 0, 0, 1, 1, 1.0), OcrLine("b", 0, 0, 1, 1, 0.6)]
    assert mean_confidence(lines) == pytest.approx(0.9)
    assert OcrPage(tuple(lines), 1, 1).confidence == pytest.approx(0.9)
    assert mean_confidence([]) == 0.0


def test_without_the_extra_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "ocr_version", lambda: "")
    with pytest.raises(DocumentFailedError) as caught:
        need_recogniser("a.png", "it is a picture")
    assert "a.png: it is a picture" in caught.value.message
    assert "fidedigno[ocr]" in caught.value.hint


def test_nothing_is_written_to_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    ocr.RapidRecogniser().read(drawn(LINES[:1]))
    written = capfd.readouterr()
    assert written.out == ""
    assert "RapidOCR" not in written.err
