"""Scans and screenshots, from the file to the answer with its citation."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.deliver.render import render
from tests.fakes.pictures import as_file, drawn

pytest.importorskip("rapidocr")

SCAN = as_file(
    [
        drawn(["Acta del consejo de la biblioteca", "Asistieron nueve personas a la sesión."]),
        drawn(["La multa por devolver tarde un libro", "es de 35 céntimos por cada día de retraso."]),
    ],
    "PDF",
)
SCREENSHOT = as_file(
    drawn(["Estado de la plataforma", "El límite de subida de archivos es de 250 megabytes."])
)


@pytest.fixture
def scanned(workspace: Fidedigno, make_corpus: Callable[..., Path]) -> Fidedigno:
    report = workspace.ingest(make_corpus({"acta.pdf": SCAN, "captura.png": SCREENSHOT}))
    assert report.problems == []
    return workspace


def test_a_scan_answers_with_its_page_its_place_and_that_it_was_an_image(scanned: Fidedigno) -> None:
    answer = scanned.ask("¿Cuánto es la multa por devolver tarde un libro?", as_user="owner")
    assert "35 céntimos" in " ".join(claim.text for claim in answer.claims)
    (card,) = answer.evidence
    assert card.locator.page == 2
    assert card.locator.confidence is not None
    assert card.locator.confidence > 0.9
    assert card.locator.box is not None
    assert card.locator.box.left < 0.2
    assert "pág. 2 · leído de una imagen ·" in render(answer)


def test_a_screenshot_answers(scanned: Fidedigno) -> None:
    answer = scanned.ask("¿Cuál es el límite de subida de archivos?", as_user="owner")
    assert "250 megabytes" in " ".join(claim.text for claim in answer.claims)
    assert answer.evidence[0].locator.confidence is not None


def test_nobody_sees_a_scan_that_is_not_theirs(
    workspace: Fidedigno, make_corpus: Callable[..., Path]
) -> None:
    workspace.ingest(make_corpus({"acta.pdf": SCAN}, acl="[user:ana]"))
    answer = workspace.ask("¿Cuánto es la multa por devolver tarde un libro?", as_user="owner")
    assert answer.claims == ()
    assert answer.evidence == ()
