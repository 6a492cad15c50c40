"""The record of drift: what it holds, what it does not, and what happens where it cannot be used."""

import sqlite3
from pathlib import Path

import pytest

from fidedigno.verify import Verifier, VerifySettings
from fidedigno.verify.drift import DriftMonitor
from tests.verify.seed.cases import Case, in_both, inspected

WINDOW_ES = (
    "¿Se puede abrir la ventana del laboratorio?",
    "La ventana del laboratorio se puede abrir siempre que la campana esté apagada y no haya nadie pesando.",
)
WINDOW_EN = (
    "May the window of the lab be opened?",
    "The window of the lab may be opened as long as the hood is off and nobody is weighing anything.",
)
WALL_ES = Case("¿De qué es el muro?", ("El muro es de adobe.",), "El muro es de adobe.")
WALL_EN = Case("What is the wall made of?", ("The wall is made of adobe.",), "The wall is made of adobe.")


def monitor_at(path: Path) -> DriftMonitor:
    return DriftMonitor(path, VerifySettings.default())


@in_both(es=WINDOW_ES, en=WINDOW_EN)
def test_the_same_answer_without_figures_never_drifts(tmp_path: Path, case: tuple[str, str]) -> None:
    monitor = monitor_at(tmp_path / "drift.db")
    drifts = [monitor.record(*case) for _ in range(15)]
    assert not any(each.detected for each in drifts)
    assert drifts[-1].distance == pytest.approx(0.0)
    assert drifts[-1].similarity == pytest.approx(1.0)


@in_both(es=WINDOW_ES, en=WINDOW_EN)
def test_spacing_and_case_are_no_drift(tmp_path: Path, case: tuple[str, str]) -> None:
    monitor = monitor_at(tmp_path / "drift.db")
    question, answer = case
    answers = [answer, answer.upper(), f"  {answer}\n", answer.replace(" ", "  "), answer.rstrip(".")]
    assert not any(monitor.record(question, each).detected for each in answers)


@in_both(
    es=("¿Se admiten devoluciones?", "Se admiten devoluciones.", "No se admiten devoluciones."),
    en=("Are returns accepted?", "Returns are accepted.", "Returns are not accepted."),
)
def test_a_denial_where_there_was_none_is_drift(tmp_path: Path, case: tuple[str, str, str]) -> None:
    monitor = monitor_at(tmp_path / "drift.db")
    for _ in range(4):
        monitor.record(case[0], case[1])
    assert monitor.record(case[0], case[2]).detected


@in_both(
    es=("¿Cuándo abre?", "Abre el 4 de marzo.", "Abre el 19 de noviembre."),
    en=("When does it open?", "It opens on 4 March.", "It opens on 19 November."),
)
def test_fewer_than_three_earlier_answers_say_nothing(tmp_path: Path, case: tuple[str, str, str]) -> None:
    monitor = monitor_at(tmp_path / "drift.db")
    for _ in range(2):
        monitor.record(case[0], case[1])
    assert not monitor.record(case[0], case[2]).detected


@in_both(es=WINDOW_ES, en=WINDOW_EN)
def test_the_record_holds_neither_questions_nor_answers(tmp_path: Path, case: tuple[str, str]) -> None:
    monitor = monitor_at(tmp_path / "drift.db")
    for _ in range(4):
        monitor.record(*case)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for text in case:
        assert text.encode() not in kept
        assert text.casefold()[:20].encode() not in kept.lower()


@in_both(es=WINDOW_ES, en=WINDOW_EN)
def test_no_more_answers_are_compared_than_the_window_holds(tmp_path: Path, case: tuple[str, str]) -> None:
    monitor = DriftMonitor(tmp_path / "drift.db", VerifySettings(drift_window=4))
    assert max(monitor.record(*case).compared for _ in range(9)) == 4


@in_both(es=WALL_ES, en=WALL_EN)
def test_a_corrupt_record_does_not_stop_an_inspection(tmp_path: Path, case: Case) -> None:
    path = tmp_path / "drift.db"
    path.write_bytes(b"this is no database" * 300)
    verifier = Verifier(settings=VerifySettings.default(), drift=path)
    report = inspected(verifier, case)
    assert not report.drift.available
    assert not report.drift.detected
    assert report.faithfulness == 1.0
    verifier.close()


@pytest.mark.slow
@in_both(es=WALL_ES, en=WALL_EN)
def test_a_locked_record_does_not_stop_an_inspection(tmp_path: Path, case: Case) -> None:
    path = tmp_path / "drift.db"
    verifier = Verifier(settings=VerifySettings.default(), drift=path)
    inspected(verifier, case)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    report = inspected(verifier, case)
    other.close()
    assert not report.drift.available
    assert report.faithfulness == 1.0
    verifier.close()


@in_both(es=WALL_ES, en=WALL_EN)
def test_a_record_in_a_folder_that_is_not_there_does_not_stop_an_inspection(
    tmp_path: Path, case: Case
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder", encoding="utf-8")
    verifier = Verifier(settings=VerifySettings.default(), drift=blocked / "drift.db")
    report = inspected(verifier, case)
    assert not report.drift.available
    verifier.close()


@in_both(es=WALL_ES, en=WALL_EN)
def test_without_a_record_there_is_no_drift(verifier: Verifier, case: Case) -> None:
    reports = [inspected(verifier, case) for _ in range(6)]
    assert not any(each.drift.detected for each in reports)
    assert all(each.drift.compared == 0 for each in reports)
