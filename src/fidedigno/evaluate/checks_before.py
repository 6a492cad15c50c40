"""What may go wrong before a word is written: leaks, planning, retrieval, live state, consolidation."""

from __future__ import annotations

from collections.abc import Iterator

from fidedigno.evaluate.expectation import Expectation, ExpectedFact, names_document, same_value
from fidedigno.evaluate.failure import Failure, FailureKind, Reason, Stage
from fidedigno.evaluate.run import Run
from fidedigno.model import Decision, Evidence, EvidenceKind, FactRow, FactStatus, Route

ASTRAY = frozenset({Reason.WRONG_CLASS, Reason.WRONG_ROUTE, Reason.NEEDLESS_QUESTION, Reason.ASSUMED_SCOPE})
"""After these nothing later can be judged."""


def leaks(expected: Expectation, run: Run, _: frozenset[str]) -> Iterator[Failure]:
    """Cards that this person may not read: gathered (where), or cited although nobody gathered them."""
    gathered = set()
    for card in run.cards:
        if _is_one_of(card, expected.forbidden):
            gathered.add(card.locator.uri)
            stage = Stage.STATE if card.kind is EvidenceKind.STATE else Stage.RETRIEVAL
            yield Failure(FailureKind.AUTHORISATION, stage, Reason.FORBIDDEN_GATHERED, card.locator.uri)
    for card in run.answer.evidence:
        if _is_one_of(card, expected.forbidden) and card.locator.uri not in gathered:
            yield Failure(FailureKind.AUTHORISATION, Stage.DELIVERY, Reason.FORBIDDEN_CITED, card.locator.uri)


def planning(expected: Expectation, run: Run, _: frozenset[str]) -> Iterator[Failure]:
    """The class, the way, what was asked back, the scope, and the facts that the plan requires."""
    plan = run.plan
    if plan is None:
        return
    if expected.question_class and plan.question_class != expected.question_class:
        yield _planning(Reason.WRONG_CLASS, plan.question_class)
    elif not _leads(plan.contract.route, expected.decisions):
        yield _planning(Reason.WRONG_ROUTE, plan.contract.route.value)
    if plan.clarification and expected.decisions and Decision.CLARIFY not in expected.decisions:
        yield _planning(Reason.NEEDLESS_QUESTION, plan.clarification.about)
    if not plan.clarification and expected.decisions == {Decision.CLARIFY}:
        yield _planning(Reason.ASSUMED_SCOPE)
    for name, value in expected.slots.items():
        found = plan.slot(name)
        if found is None:
            yield _planning(Reason.SLOT_MISSING, name)
        elif found != value:
            yield _planning(Reason.SLOT_DIFFERS, name)
    for name in expected.facts:
        if plan.contract.fact(name) is None and run.matrix.row(name) is None:
            yield _planning(Reason.FACT_NOT_REQUIRED, name)


def _leads(route: Route, decisions: frozenset[Decision]) -> bool:
    """Whether a way can end in one of these decisions."""
    if not decisions:
        return True
    if route is Route.REFUSE_ACTION:
        return Decision.REFUSE_ACTION in decisions
    if route is Route.OUT_OF_SCOPE:
        return bool(decisions & {Decision.ABSTAIN, Decision.ESCALATE, Decision.CLARIFY})
    return decisions != {Decision.REFUSE_ACTION}


def _planning(reason: Reason, subject: str = "") -> Failure:
    return Failure(FailureKind.COVERAGE, Stage.PLANNING, reason, subject)


def retrieval(expected: Expectation, run: Run, _: frozenset[str]) -> Iterator[Failure]:
    """Documents that are needed and were not found."""
    cards = run.known.values()
    for each in expected.documents:
        if not any(names_document(card.locator.uri, each.document) for card in cards):
            yield _retrieval(Reason.NOT_GATHERED, each.document)
        elif not any(each.matches(card) for card in cards):
            yield _retrieval(Reason.SECTION_NOT_GATHERED, each.document)
    if expected.any_document and not any(_is_one_of(card, expected.any_document) for card in cards):
        yield _retrieval(Reason.NOT_GATHERED, expected.any_document[0])


def _retrieval(reason: Reason, subject: str) -> Failure:
    return Failure(FailureKind.COVERAGE, Stage.RETRIEVAL, reason, subject)


def state(expected: Expectation, run: Run, blamed: frozenset[str]) -> Iterator[Failure]:
    """Facts of live systems: not read, not readable, or read with another value."""
    for name, fact in expected.facts.items():
        if name in blamed or not run.is_live(name) or fact.status is not FactStatus.COVERED:
            continue
        readings = [card.values[name] for card in run.cards if _reads(card, name)]
        row = run.matrix.row(name)
        if row is not None and row.status is FactStatus.UNVERIFIABLE:
            yield _state(Reason.STATE_UNVERIFIABLE, name)
        elif not readings and run.status(name) is not FactStatus.COVERED:
            yield _state(Reason.STATE_NOT_READ, name)
        elif readings and row is not None and fact.value and not _among(row, fact.value, readings):
            yield _state(Reason.STATE_DIFFERS, name)


def _reads(card: Evidence, fact: str) -> bool:
    return card.kind is EvidenceKind.STATE and fact in card.values


def _among(row: FactRow, value: str, values: list[str]) -> bool:
    return any(same_value(row.fact.kind, value, each) for each in values)


def _state(reason: Reason, subject: str) -> Failure:
    return Failure(FailureKind.COVERAGE, Stage.STATE, reason, subject)


def consolidation(expected: Expectation, run: Run, blamed: frozenset[str]) -> Iterator[Failure]:
    """Which sources ruled, and what the matrix made of each fact."""
    yield from _set_aside(expected, run, blamed)
    for name, fact in expected.facts.items():
        row = run.matrix.row(name)
        if row is None or name in blamed:
            continue
        if row.status is not fact.status:
            yield _status(row, fact)
        elif row.status is FactStatus.COVERED and fact.value:
            values = [each.value for each in row.statements]
            if not _among(row, fact.value, values):
                yield _authority(Reason.WRONG_VALUE_RULED, name)
    for card in run.answer.evidence:
        if _is_one_of(card, expected.never) and not run.is_set_aside(card):
            yield _authority(Reason.WRONG_SOURCE_RULED, card.locator.uri)


def _set_aside(expected: Expectation, run: Run, blamed: frozenset[str]) -> Iterator[Failure]:
    """Documents that should count and of which nothing was left."""
    for each in expected.documents:
        found = [card for card in run.known.values() if each.matches(card)]
        if found and each.document not in blamed and all(run.is_set_aside(card) for card in found):
            yield _authority(Reason.WRONGLY_SET_ASIDE, each.document)
    any_of = [card for card in run.known.values() if _is_one_of(card, expected.any_document)]
    if any_of and all(run.is_set_aside(card) for card in any_of):
        yield _authority(Reason.WRONGLY_SET_ASIDE, expected.any_document[0])


def _status(row: FactRow, fact: ExpectedFact) -> Failure:
    """A fact that ended in another state than it should."""
    name = row.fact.name
    if fact.status is FactStatus.CONFLICTING and row.status is FactStatus.COVERED:
        return _authority(Reason.CONFLICT_MISSED, name)
    if row.status is FactStatus.CONFLICTING:
        return _authority(Reason.FALSE_CONFLICT, name)
    if row.status is FactStatus.COVERED:
        return _authority(Reason.GAP_FILLED, name)
    if fact.status is FactStatus.COVERED:
        return Failure(FailureKind.USE, Stage.CONSOLIDATION, Reason.NOT_RECOGNISED, name)
    return _authority(Reason.STATUS_DIFFERS, name)


def _authority(reason: Reason, subject: str) -> Failure:
    return Failure(FailureKind.AUTHORITY, Stage.CONSOLIDATION, reason, subject)


def _is_one_of(card: Evidence, documents: tuple[str, ...]) -> bool:
    return any(names_document(card.locator.uri, each) for each in documents)
