"""Without a pack there is one road all the same: one class, one fact, any authority."""

from datetime import UTC, datetime

from fidedigno.model import EvidenceKind, FactKind, Question, Route
from fidedigno.plan.general import ANSWER, GENERAL, QUESTION, OneClass
from fidedigno.plan.places import Places
from fidedigno.plan.planner import Planner


def test_every_question_is_planned_for_certain_as_one_fact_in_words_from_any_document() -> None:
    asked = Question(
        "Delete the file on 03/04/2026!", asked_at=datetime(2026, 1, 1, tzinfo=UTC), language="en"
    )
    plan = Planner(GENERAL, OneClass()).plan(asked, Places())
    (fact,) = plan.contract.facts
    assert (plan.question_class, plan.confidence, plan.clarification) == (QUESTION, 1.0, None)
    assert (fact.name, fact.kind, fact.critical, fact.authorities) == (ANSWER, FactKind.TEXT, True, ())
    assert fact.kinds == {EvidenceKind.PASSAGE, EvidenceKind.RULE}
    assert plan.contract.route is Route.PASSAGES
    assert not plan.slots
    assert not plan.unfilled


def test_every_authority_has_the_same_place() -> None:
    assert {GENERAL.rank(each) for each in ("official", "rumour", "")} == {0}


def test_no_rule_of_authority_or_time_decides_between_texts() -> None:
    fact = GENERAL.facts[ANSWER]
    assert (fact.specific_scope_rules, fact.later_amends, fact.state_rules) == (False, False, False)
