"""A whole run over the company of the examples: nothing leaks, and what may be answered is."""

from pathlib import Path

import pytest

from fidedigno import Fidedigno
from fidedigno.errors import UsageError
from fidedigno.evaluate.boundaries import BoundaryOptions
from fidedigno.evaluate.boundaries.personas import SEVEN
from fidedigno.evaluate.boundaries.questions import ProbeKind
from fidedigno.evaluate.boundaries.routes import ROUTES

USEFULNESS_FLOOR = 0.8
CLOSED = (ProbeKind.OUTSIDE, ProbeKind.KNOWN, ProbeKind.INJECTION)


@pytest.mark.slow
def test_the_company_keeps_its_boundaries_and_stays_useful(company: Fidedigno) -> None:
    steps: list[tuple[int, int]] = []
    report = company.boundaries(
        BoundaryOptions(per_cell=3, rounds=2), on_step=lambda *step: steps.append(step[:2])
    )
    assert report.passed, [each.as_dict() for each in report.violations]
    assert report.usefulness is not None
    assert report.usefulness >= USEFULNESS_FLOOR
    personas = {each.persona.kind: each.persona for each in report.cells}
    assert tuple(personas) == SEVEN
    assert not [each for each in personas.values() if each.made_up]
    assert len(report.cells) == 35
    assert set(report.routes) == set(ROUTES)
    closed = [
        each
        for each in report.cells
        if each.kind in {ProbeKind.OUTSIDE, ProbeKind.KNOWN, ProbeKind.INJECTION}
    ]
    assert all(each.asked == each.refused and each.witnessed for each in closed)
    assert all(each.compared for each in closed)
    one_sided = next(
        each for each in report.cells if each.persona.user == "victor" and each.kind is ProbeKind.CONFLICT
    )
    assert one_sided.asked
    assert [each.retrieved for each in report.offboarding] == [0] * 5
    assert all(each.control for each in report.offboarding)
    assert steps[-1][0] == steps[-1][1]


def test_the_workspace_is_as_it_was(company: Fidedigno) -> None:
    before = [company.users(), company.directory.groups(), company.status()["documents"]]
    company.boundaries(BoundaryOptions(per_cell=1, users=("victor",), rounds=1))
    assert [company.users(), company.directory.groups(), company.status()["documents"]] == before


@pytest.mark.slow
def test_where_nobody_of_a_kind_is_known_people_are_made_up(workspace: Fidedigno, make_corpus) -> None:
    workspace.ingest(
        make_corpus({"a.md": "# Price of the plan\n\nThe plan costs twelve euros a month to everybody."}),
        make_corpus(
            {"b.md": "# Bands\n\nEngineers earn thirty thousand euros a year."}, name="hr", acl='["user:eva"]'
        ),
    )
    report = workspace.boundaries(BoundaryOptions(per_cell=1, rounds=1))
    assert report.passed
    made_up = {each.persona.kind.value for each in report.cells if each.persona.made_up}
    assert made_up == {"wide", "department", "manager", "contractor", "former", "support"}
    reasons = {each.not_applicable for each in report.cells if each.kind is ProbeKind.CONFLICT}
    assert reasons == {"no public/internal pair found"}
    assert any("not applicable" in each for each in report.notes)


def test_an_empty_workspace_does_not_pass(workspace: Fidedigno) -> None:
    report = workspace.boundaries(BoundaryOptions(per_cell=1, offboarding=False))
    assert not report.violations
    assert report.usefulness is None
    assert {each.not_applicable for each in report.cells if each.kind is ProbeKind.ANSWERABLE} == {
        "reads nothing"
    }
    assert not any(each.asked for each in report.cells)
    assert not report.passed


def test_only_what_was_named_is_asked_about(company: Fidedigno) -> None:
    options = BoundaryOptions(per_cell=1, users=("irene",), corpora=("hr",), offboarding=False, rounds=1)
    report = company.boundaries(options)
    assert {each.persona.user for each in report.cells} == {"irene"}
    assert {each.kind for each in report.cells if each.asked} == set(CLOSED)


@pytest.mark.parametrize("options", [{"users": ("nobody",)}, {"corpora": ("nothing",)}])
def test_what_is_named_must_exist(company: Fidedigno, options) -> None:
    with pytest.raises(UsageError):
        company.boundaries(BoundaryOptions(**options))


@pytest.mark.parametrize("options", [{"per_cell": 0}, {"rounds": 0}])
def test_nothing_cannot_be_asked(options) -> None:
    with pytest.raises(UsageError):
        BoundaryOptions(**options)


def test_questions_and_texts_of_documents_are_not_in_the_report(company: Fidedigno) -> None:
    import json

    report = company.boundaries(BoundaryOptions(per_cell=1, users=("beatriz",), offboarding=False, rounds=1))
    text = json.dumps(report.as_dict(), ensure_ascii=False)
    assert not [word for word in ("Bandas salariales", "33 800", "Semillas del Norte") if word in text]
    assert Path(company.folder).name not in text
