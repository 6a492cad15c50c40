"""Criterion 6: one part is broken on purpose at a time, and attribution must name it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from campus import Clock, Result, ask, run_of
from criteria import Criterion

from fidedigno import Fidedigno
from fidedigno.evaluate import Case, Stage, attribute
from fidedigno.gather import Gathered, HybridRetriever
from fidedigno.model import Claim, Identity, Question
from fidedigno.pipeline import Answered, Governance, Pipeline
from fidedigno.plan.classification import Classification
from fidedigno.plan.planner import Planner
from fidedigno.testing.moodle import MoodleServer


@dataclass(frozen=True)
class Sabotage:
    """What was broken, the stage that must be blamed, and the run."""

    what: str
    stage: Stage
    case: Case
    done: Answered

    @property
    def blamed(self) -> Stage | None:
        """The stage of the first cause that attribution finds."""
        failures = attribute(self.case.expected, run_of(self.done))
        return failures[0].stage if failures else None


class _Wrong:
    """A classifier that takes every question for one of `concept`."""

    def classify(self, *_: object, **__: object) -> Classification:
        """Always the same."""
        return Classification((("concept", 1.0),), confident=True)


class _Blind(HybridRetriever):
    """Retrieval that never finds the documents that are expected."""

    hidden: tuple[str, ...] = ()

    def gather(self, question: Question, identity: Identity, limit: int, **options: object) -> Gathered:
        """Without the hidden documents."""
        found = super().gather(question, identity, limit, **options)  # type: ignore[arg-type]
        left = [c for c in found.candidates if not c.evidence.locator.uri.endswith(self.hidden)]
        return replace(found, candidates=tuple(left))


def run_sabotages(
    fidedigno: Fidedigno, moodle: MoodleServer, cases: Sequence[Case], clock: Clock
) -> list[Sabotage]:
    """Break planning, retrieval, the live source, the ladder and the writing, each under several cases."""
    by_id = {case.id: case for case in cases}
    found: list[Sabotage] = []

    def broken(what: str, stage: Stage, names: Sequence[str], pipeline: Callable[[Case], Pipeline]) -> None:
        for name in names:
            case = by_id[name]
            found.append(Sabotage(what, stage, case, ask(fidedigno, case, clock, pipeline(case)).done))

    broken(
        "the classifier takes everything for a concept",
        Stage.PLANNING,
        ("monday-group-a", "grade-released", "late-penalty"),
        lambda _: _pipeline(fidedigno, planner=Planner(fidedigno.pack, _Wrong())),
    )
    broken(
        "retrieval does not find the document",
        Stage.RETRIEVAL,
        ("concept-3nf", "late-penalty", "limited-no-live-source", "conflict-notices"),
        lambda case: _pipeline(fidedigno, hidden=_expected(case)),
    )
    moodle.fail("down")
    _forget_readings(fidedigno)
    broken(
        "Moodle does not answer",
        Stage.STATE,
        ("monday-group-b", "monday-extension", "grade-released", "submission-draft"),
        lambda _: fidedigno.pipeline,
    )
    moodle.heal()
    _forget_readings(fidedigno)
    turned = replace(fidedigno.pack, ladder=tuple(reversed(fidedigno.pack.ladder)))
    broken(
        "the ladder of authorities is upside down",
        Stage.CONSOLIDATION,
        ("weight-notice",),
        lambda _: _pipeline(fidedigno, planner=Planner(turned, fidedigno.planner.classifier)),
    )
    for name in ("late-penalty", "monday-group-b", "concept-3nf"):
        right = ask(fidedigno, by_id[name], clock).done
        found.append(
            Sabotage("the writer changes a figure", Stage.GENERATION, by_id[name], _falsified(right))
        )
    return found


def attributable(found: Sequence[Sabotage]) -> Criterion:
    """6. Every failure is attributed to the part that was broken."""
    wrong = sum(each.blamed is not each.stage for each in found)
    stages = len({each.stage for each in found})
    counted = f"{len(found)} runs with one of {stages} parts broken, {wrong} blamed on another part"
    return Criterion(
        "failures can be attributed to planning, retrieval, consolidation or generation", counted, wrong
    )


def _expected(case: Case) -> tuple[str, ...]:
    return (*case.expected.any_document, *(each.document for each in case.expected.documents))


def _pipeline(
    fidedigno: Fidedigno, *, planner: Planner | None = None, hidden: tuple[str, ...] = ()
) -> Pipeline:
    """The workspace's pipeline with one part exchanged; nothing of it is recorded."""
    kind = _Blind if hidden else HybridRetriever
    retriever = kind(fidedigno.index, fidedigno.embedder, fidedigno.catalog)
    if isinstance(retriever, _Blind):
        retriever.hidden = hidden
    governance = Governance(
        planner or fidedigno.planner, fidedigno.places, fidedigno.state, fidedigno.settings.timezone
    )
    return Pipeline(retriever, fidedigno.embedder, fidedigno.settings.candidates, governance=governance)


def _falsified(done: Answered) -> Answered:
    """The answer as a careless writer would have it: another figure in the first claim, unverified."""
    first, *rest = done.answer.claims
    figures = {"10 %": "15 %", "16 de noviembre": "17 de noviembre", "tercera": "quinta"}
    text = first.text
    for old, new in figures.items():
        text = text.replace(old, new)
    claims = (Claim(text, first.evidence_ids, first.fact), *rest)
    return replace(done, answer=replace(done.answer, claims=claims))


def _forget_readings(fidedigno: Fidedigno) -> None:
    """Live readings are kept for some seconds; without them the fault is met at once."""
    fidedigno.state.forget()


def failures_of(results: Sequence[Result]) -> list[str]:
    """Every case that is not as expected, with the part that attribution blames."""
    lines = []
    for result in results:
        if result.failures:
            blamed = attribute(result.case.expected, result.run)
            stages = ", ".join(f"{each.stage} ({each.reason})" for each in blamed) or "not attributed"
            lines.append(f"{result.case.id}: {'; '.join(result.failures)} → {stages}")
    return lines
