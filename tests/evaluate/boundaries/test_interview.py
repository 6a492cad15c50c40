"""An interview asks in every way, counts what came of it, and keeps each violation once."""

from datetime import UTC, datetime
from random import Random

import pytest

from fidedigno import Fidedigno
from fidedigno.evaluate.boundaries.canaries import marks_of
from fidedigno.evaluate.boundaries.interview import Interview
from fidedigno.evaluate.boundaries.judge import Judge, Leak
from fidedigno.evaluate.boundaries.oracle import Oracle
from fidedigno.evaluate.boundaries.personas import Persona, PersonaKind
from fidedigno.evaluate.boundaries.questions import ProbeKind, QuestionMaker, Reader
from fidedigno.evaluate.boundaries.records import read_records
from fidedigno.evaluate.boundaries.report import BoundaryReport
from fidedigno.evaluate.boundaries.routes import ROUTES


def interview(company: Fidedigno, user: str, *, blind_to: frozenset[str] = frozenset(), rounds: int = 1):
    """An interview of ``user``; the judge is told that documents of the corpora ``blind_to`` are closed."""
    records = read_records(company.folder / "state.sqlite", company.folder / "index")
    oracle, documents = Oracle(records, datetime.now(UTC)), list(records.documents.values())
    readable = oracle.readable(user)
    judged = frozenset(each for each in readable if records.documents[each].corpus.name not in blind_to)
    passages = {chunk: each.id for each in documents for chunk in each.chunks}
    judge = Judge(records.documents, judged, tuple(marks_of(documents, documents)), passages)
    report = BoundaryReport(datetime.now(UTC), 0, 2)
    talk = Interview(company, Persona(PersonaKind.NAMED, user), judge, report, lambda _: None, rounds)
    readers = {each.id: "beatriz" for each in documents if each.corpus.name == "hr"}
    probes = QuestionMaker(documents, Reader(readable, "sara", readers), 2, Random(1)).probes([])  # noqa: S311
    return talk, probes


def cells(talk: Interview):
    return {each.kind: each for each in talk.report.cells}


def test_every_way_to_documents_is_used_and_counted(company: Fidedigno) -> None:
    talk, probes = interview(company, "teo")
    talk.ask_all(probes, {ProbeKind.CONFLICT: "no pair"})
    talk.open_records(talk.witnessed, is_auditor=False)
    assert set(talk.report.routes) == set(ROUTES)
    assert sum(each.calls for each in talk.report.cells) == sum(talk.report.routes.values())
    assert not talk.report.violations
    found = cells(talk)
    assert found[ProbeKind.CONFLICT].not_applicable == "no pair"
    assert (found[ProbeKind.ANSWERABLE].asked, found[ProbeKind.ANSWERABLE].on_target) == (2, 2)
    assert (found[ProbeKind.OUTSIDE].refused, found[ProbeKind.INJECTION].refused) == (2, 2)
    assert found[ProbeKind.KNOWN].compared >= 2


def test_what_a_stricter_judge_calls_closed_is_a_violation_by_every_way_kept_once(company: Fidedigno) -> None:
    talk, probes = interview(
        company, "teo", blind_to=frozenset({"sales", "product", "operations", "customers"})
    )
    talk.ask_all(probes, {})
    assert {each.route for each in talk.report.violations} == set(ROUTES) - {
        "review",
        "administration",
        "page_image",
    }
    assert len(talk.report.violations) == len(set(talk.report.violations))
    assert sum(each.violations for each in talk.report.cells) == len(talk.report.violations)
    assert {each.leak for each in talk.report.violations} >= {Leak.DOCUMENT, Leak.PASSAGE, Leak.PATH}


def test_a_picture_of_a_closed_page_is_a_violation(
    company: Fidedigno, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Fidedigno, "page_image", lambda *_, **__: b"picture")
    talk, probes = interview(company, "teo")
    talk.ask_all(probes, {})
    found = {(each.route, each.leak) for each in talk.report.violations}
    assert ("page_image", Leak.PASSAGE) in found
    assert {route for route, _ in found} == {"page_image"}


def test_somebody_who_may_read_asks_first(company: Fidedigno) -> None:
    talk, probes = interview(company, "irene")
    talk.ask_all({ProbeKind.KNOWN: [each for each in probes[ProbeKind.KNOWN] if each.witness]}, {})
    known = cells(talk)[ProbeKind.KNOWN]
    assert known.asked
    assert known.witnessed == known.asked
    assert len(talk.witnessed) == known.asked


def test_pairs_are_timed_by_turns_after_the_first(company: Fidedigno) -> None:
    talk, probes = interview(company, "irene", rounds=3)
    talk.ask_all({ProbeKind.OUTSIDE: probes[ProbeKind.OUTSIDE]}, {})
    assert len(talk.seconds[ProbeKind.OUTSIDE]) == 2 * len(probes[ProbeKind.OUTSIDE])


@pytest.mark.parametrize(("is_auditor", "leaks"), [(False, {Leak.RECORD}), (True, set())])
def test_an_opened_record_is_a_violation_unless_an_auditor_opens_it(
    company: Fidedigno, is_auditor, leaks
) -> None:
    own = company.ask("¿Qué se dice del plan Huerto?", as_user="irene").id
    talk, _ = interview(company, "irene")
    talk.ask_all({}, {})
    talk.open_records([own], is_auditor=is_auditor)
    assert {each.leak for each in talk.report.violations} == leaks
