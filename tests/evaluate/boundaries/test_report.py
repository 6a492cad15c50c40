"""A report passes only where something was asked, nothing leaked and no way was left out."""

from datetime import UTC, datetime

import pytest

from fidedigno.evaluate.boundaries.judge import Leak
from fidedigno.evaluate.boundaries.personas import Persona, PersonaKind
from fidedigno.evaluate.boundaries.questions import ProbeKind
from fidedigno.evaluate.boundaries.report import BoundaryReport, Cell, Stage, Violation
from fidedigno.evaluate.boundaries.twins import Timing

ANA = Persona(PersonaKind.WIDE, "ana")
OFF = Persona(PersonaKind.FORMER, "fred", enabled=False)


def a_report(**changes) -> BoundaryReport:
    cells = [
        Cell(ANA, ProbeKind.ANSWERABLE, asked=4, answered=4, on_target=3),
        Cell(ANA, ProbeKind.OUTSIDE, asked=4, refused=4),
        Cell(OFF, ProbeKind.ANSWERABLE, asked=4, refused=4),
    ]
    fields = {"cells": cells, "routes": {"ask": 12}} | changes
    return BoundaryReport(datetime.now(UTC), 0, 4, **fields)


def violation() -> Violation:
    return Violation("wide", "ana", "outside.1", "outside.0", "ask", Leak.TITLE, "hr/bands.md")


def test_usefulness_is_that_of_who_should_get_answers() -> None:
    assert a_report().usefulness == 0.75
    assert a_report(cells=[]).usefulness is None


@pytest.mark.parametrize(
    ("changes", "passed"),
    [
        ({}, True),
        ({"violations": [violation()]}, False),
        ({"routes_not_asked": ["browse"]}, False),
        ({"offboarding": [Stage("at once", 0, 0, "could not be reached", reached=False)]}, False),
        ({"cells": []}, False),
        ({"timings": {"known": Timing(9, 3.0, 2.0, 4.0)}}, True),
        ({"timings": {"known": Timing(9, 3.0, 2.0, 4.0)}, "strict_timing": True}, False),
        ({"timings": {"known": Timing(9, 1.0, 0.9, 1.1)}, "strict_timing": True}, True),
    ],
)
def test_what_passes(changes, passed: bool) -> None:
    assert a_report(**changes).passed is passed


def test_as_data_it_says_everything() -> None:
    data = a_report(violations=[violation()], timings={"known": Timing(9, 1.0, 0.9, 1.1)}).as_dict()
    assert data["passed"] is False
    assert data["violations"][0]["document"] == "hr/bands.md"
    assert data["timing"]["known"]["interval"] == [0.9, 1.1]
    assert (data["asked"], data["calls"], len(data["cells"])) == (12, 12, 3)
