"""A report is one file, for its owner alone, in which no name acts as markup."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from fidedigno.errors import UsageError, WorkspaceError
from fidedigno.evaluate.boundaries.personas import Persona, PersonaKind
from fidedigno.evaluate.boundaries.questions import ProbeKind
from fidedigno.evaluate.boundaries.report import Cell, Stage
from fidedigno.evaluate.boundaries.report_file import (
    as_html,
    as_markdown,
    persona_rows,
    verdict_of,
    write_report,
)
from tests.evaluate.boundaries.test_report import a_report, violation

HOSTILE = "<script>alert(1)</script>|[x](http://evil.example)\n# y\x1b[2J"


def hostile():
    persona = Persona(PersonaKind.WIDE, HOSTILE, made_up=True)
    cells = [Cell(persona, ProbeKind.CONFLICT, not_applicable="no public/internal pair found")]
    return a_report(
        cells=cells,
        violations=[replace(violation(), document=HOSTILE)],
        offboarding=[Stage("at once", 0, 3, HOSTILE)],
        notes=[HOSTILE],
        routes_not_asked=["browse"],
    )


def test_a_page_fetches_nothing_and_runs_nothing() -> None:
    page = as_html(hostile())
    assert "<script" not in page
    assert "default-src 'none'" in page
    assert "\x1b" not in page
    assert "made up for this run" in page
    assert "not applicable: no public/internal pair found" in page
    assert "NOT ASKED" in page


def test_no_name_ends_a_cell_or_begins_a_heading_of_markdown() -> None:
    text = as_markdown(hostile())
    assert "\n# y" not in text
    assert "<script" not in text.replace("\\<", "")
    assert re.search(r"(?<!\\)\]\(", text) is None
    widths = {line.replace("\\|", "").count("|") for line in text.splitlines() if line.startswith("| wide ")}
    assert widths == {9, 11}  # the violations and the cells


@pytest.mark.parametrize("name", ["report.md", "report.html", "REPORT.HTML"])
def test_it_is_written_for_its_owner_alone(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_report(a_report(), path)
    assert path.stat().st_mode & 0o077 == 0
    assert "passed" in path.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [path]


def test_another_suffix_and_another_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        write_report(a_report(), tmp_path / "report.pdf")
    with pytest.raises(WorkspaceError):
        write_report(a_report(), tmp_path / "nowhere" / "report.md")


def test_the_outcome_is_one_line() -> None:
    assert verdict_of(a_report()) == "passed: 0 violations in 12 questions and 12 calls; 75% useful"
    assert verdict_of(a_report(violations=[violation()])).startswith("FAILED: 1 violation in ")
    assert "nothing answerable" in verdict_of(a_report(cells=[]))


def test_on_a_screen_each_persona_has_one_row() -> None:
    columns, rows = persona_rows(a_report())
    assert columns[2:4] == ["answerable", "outside"]
    assert [row[:4] for row in rows] == [
        ["wide", "ana", "3/4", "4 refused"],
        ["former", "fred", "4 refused", "–"],
    ]
