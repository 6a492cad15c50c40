"""Single checks: what they leave to others, and whom they do not blame twice."""

from dataclasses import replace

import pytest

from fidedigno.evaluate import Expectation, Reason, checks_after, checks_before
from fidedigno.model import Decision, Route
from tests.evaluate.faults import (
    gap_not_declared,
    guide_set_aside,
    leak_found_and_cited,
    omitted,
    source_down,
    source_not_asked,
)
from tests.evaluate.made import Scene

SCENE = Scene()
NOBODY: frozenset[str] = frozenset()


def test_a_leak_that_was_gathered_and_cited_is_one_leak() -> None:
    (leak,) = checks_before.leaks(*leak_found_and_cited(SCENE), NOBODY)
    assert leak.reason is Reason.FORBIDDEN_GATHERED


def test_a_question_that_was_not_planned_is_not_blamed_on_planning() -> None:
    assert list(checks_before.planning(SCENE.expected, replace(SCENE.run, plan=None), NOBODY)) == []


@pytest.mark.parametrize(
    ("route", "decision", "leads"),
    [
        (Route.PASSAGES, Decision.ANSWER, True),
        (Route.PASSAGES, Decision.REFUSE_ACTION, False),
        (Route.REFUSE_ACTION, Decision.REFUSE_ACTION, True),
        (Route.REFUSE_ACTION, Decision.ABSTAIN, False),
        (Route.OUT_OF_SCOPE, Decision.ABSTAIN, True),
        (Route.OUT_OF_SCOPE, Decision.ANSWER, False),
        (Route.STATE, Decision.ESCALATE, True),
    ],
)
def test_a_way_leads_to_some_decisions_only(route: Route, decision: Decision, leads: bool) -> None:
    plan = replace(SCENE.plan, contract=replace(SCENE.plan.contract, route=route))
    expected = Expectation(decisions=frozenset({decision}))
    found = checks_before.planning(expected, replace(SCENE.run, plan=plan), NOBODY)
    assert (Reason.WRONG_ROUTE not in {each.reason for each in found}) is leads


@pytest.mark.parametrize("fault", [source_down, source_not_asked])
def test_a_fact_that_failed_already_is_not_blamed_on_live_state(fault) -> None:  # type: ignore[no-untyped-def]
    expected, run = fault(SCENE)
    assert len(list(checks_before.state(expected, run, NOBODY))) == 1
    assert list(checks_before.state(expected, run, frozenset({"extension"}))) == []
    assert list(checks_before.consolidation(expected, run, frozenset({"extension"}))) == []


def test_a_document_that_was_not_found_is_not_said_to_be_set_aside() -> None:
    expected, run = guide_set_aside(SCENE)
    blamed = frozenset({"guia-2026.md", "due_at"})
    assert list(checks_before.consolidation(expected, run, blamed)) == []
    assert {each.subject for each in checks_before.consolidation(expected, run, NOBODY)} == blamed


def test_a_fact_that_failed_already_is_not_said_to_be_omitted() -> None:
    expected, run = omitted(SCENE)
    assert [each.subject for each in checks_after.generation(expected, run, NOBODY)] == ["extension"]
    assert list(checks_after.generation(expected, run, frozenset({"extension"}))) == []


def test_a_gap_that_failed_already_is_not_said_to_be_undeclared() -> None:
    expected, run = gap_not_declared(SCENE)
    assert len(list(checks_after.delivery(expected, run, NOBODY))) == 1
    assert list(checks_after.delivery(expected, run, frozenset({"extension"}))) == []


def test_the_right_decision_is_nobodys_failure() -> None:
    assert list(checks_after.decision(SCENE.expected, SCENE.run)) == []
    assert list(checks_after.left_unsaid(SCENE.expected, SCENE.run)) == []
