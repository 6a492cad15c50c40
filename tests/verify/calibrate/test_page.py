import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fidedigno.catalogue import placeholders
from fidedigno.verify.calibrate import Calibration, calibrate, calibration_page, read_rows
from fidedigno.verify.calibrate.page import catalogue, in_words, main_language
from tests.fakes.verifier import FakeVerifier

pytest.importorskip("sklearn")
SAME_IN_BOTH = {"column_area"}


@pytest.fixture(scope="module")
def done(
    tmp_path_factory: pytest.TempPathFactory, marked: Callable[..., list[dict[str, object]]]
) -> Calibration:
    path: Path = tmp_path_factory.mktemp("marks") / "m.jsonl"
    rows = [*marked(100, language="es"), *({**each, "id": f"e{each['id']}"} for each in marked(60, seed=9))]
    path.write_text("\n".join(json.dumps(each) for each in rows), encoding="utf-8")
    return calibrate(read_rows(path), FakeVerifier)


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_every_text_is_in_both_languages_and_differs(key: str) -> None:
    entry = catalogue()[key]
    assert placeholders(entry["es"]) == placeholders(entry["en"])
    assert (entry["es"] != entry["en"]) is (key not in SAME_IN_BOTH)


def test_the_page_is_in_the_language_of_most_answers_or_in_the_one_asked(done: Calibration) -> None:
    assert main_language(done) == "es"
    assert "Umbrales para una precisión del 90%" in calibration_page(done)
    assert "Thresholds for a precision of 90%" in calibration_page(done, "en")


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_check_has_its_curve_and_its_row(done: Calibration, language: str) -> None:
    page = calibration_page(done, language)
    figures = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
    assert len(figures) == len(done.checks) + 2
    for each in figures:
        ElementTree.fromstring(each)  # noqa: S314
    for each in done.checks:
        assert catalogue()[f"score_{each.kind.name}"][language] in page


def test_it_says_plainly_what_was_not_reached(done: Calibration) -> None:
    lines, (columns, rows) = in_words(done, "es")
    assert any("Umbrales confirmados: answer_threshold" in line for line in lines)
    assert len(columns) == 5
    assert {row[1] for row in rows if row[2] == "–"} == {"ninguno"}
    assert all("(≥ " in row[2] for row in rows if row[1] != "ninguno")
    page = calibration_page(done)
    assert "confirmado" in page
    assert "ningún umbral llega a esa precisión" in page


@pytest.mark.parametrize(("count", "says"), [(24, "too few marks: each half needs 10")])
def test_too_few_marks_are_said(
    tmp_path: Path, marked: Callable[..., list[dict[str, object]]], count: int, says: str
) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text("\n".join(json.dumps(each) for each in marked(count)), encoding="utf-8")
    page = calibration_page(calibrate(read_rows(path), FakeVerifier))
    assert says in page
    assert "No threshold was confirmed" in page
