"""A fault put in one stage of a right run is attributed to that stage, and to the right one of the four."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.evaluate import Expectation, FailureKind, Reason, Run, Stage, attribute
from fidedigno.model import (
    Claim,
    ClaimMatrix,
    Decision,
    Discard,
    DiscardReason,
    FactRow,
    FactStatus,
    Locator,
    Support,
    Verdict,
)
from tests.evaluate.faults import (
    AUTHORISATION,
    FAULTS,
    SCENES,
    Fault,
    action_refused,
    another_class,
    invented_and_passed,
    needless_question,
    source_down,
)
from tests.evaluate.made import Scene, with_answer
from tests.fakes.cards import card


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_a_right_run_has_no_failure(scene: Scene) -> None:
    assert attribute(scene.expected, scene.run) == ()
    assert attribute(Expectation(), scene.run) == ()
    assert scene.expected.differences(scene.run.answer) == ()


@pytest.mark.parametrize(
    ("fault", "stage", "kind", "reason"), FAULTS, ids=[each[0].__name__ for each in FAULTS]
)
def test_the_first_cause_is_the_fault_that_was_put_in(
    fault: Fault, stage: Stage, kind: FailureKind, reason: Reason
) -> None:
    for scene in SCENES:
        first = attribute(*fault(scene))[0]
        assert (first.stage, first.kind, first.reason) == (stage, kind, reason)


def test_no_stage_is_blamed_for_another_one() -> None:
    table = Counter(
        (stage, attribute(*fault(scene))[0].stage) for fault, stage, *_ in FAULTS for scene in SCENES
    )
    confused = {pair: number for pair, number in table.items() if pair[0] is not pair[1]}
    assert confused == {}
    assert {stage for stage, _ in table} == set(Stage), "every stage has a fault"
    assert all(table[stage, stage] >= 3 * len(SCENES) for stage in Stage)


def test_each_of_the_four_failures_is_found() -> None:
    assert {kind for _, _, kind, _ in FAULTS} == set(FailureKind)


EARLY = [each for each in FAULTS if each[1] in {Stage.PLANNING, Stage.RETRIEVAL, Stage.STATE}]


@pytest.mark.parametrize("fault", [each[0] for each in EARLY], ids=[each[0].__name__ for each in EARLY])
def test_failures_are_in_the_order_of_the_road(fault: Fault) -> None:
    expected, run = fault(Scene())
    run = with_answer(run, language="xx")
    leak = card(50, locator=Locator("bd/solucion.md"))
    found = attribute(expected, replace(run, cards=(*run.cards, leak)))
    order = [list(Stage).index(each.stage) for each in found]
    assert order == sorted(order)
    assert AUTHORISATION in {each.kind for each in found}, "a leak is told whatever else failed"
    assert len(set(found)) == len(found)


def test_a_claim_that_was_invented_and_passed_fails_at_both_stages() -> None:
    found = attribute(*invented_and_passed(Scene()))
    assert [each.stage for each in found] == [Stage.GENERATION, Stage.VERIFICATION]
    assert [each.reason for each in found] == [Reason.NOT_IN_EVIDENCE, Reason.PASSED_UNSUPPORTED]


def test_what_could_not_follow_is_not_blamed() -> None:
    assert [each.stage for each in attribute(*another_class(Scene()))] == [Stage.PLANNING]
    assert {each.stage for each in attribute(*source_down(Scene()))} == {Stage.STATE}


@st.composite
def broken_runs(draw: st.DrawFn) -> tuple[Expectation, Run]:
    """A run of which anything at all may have gone wrong, at several stages at once."""
    scene = Scene(
        draw(st.sampled_from([1, 13])), draw(st.sampled_from(["es", "en"])), draw(st.integers(0, 2))
    )
    leak = card(50, content="Nada.", locator=Locator("bd/solucion.md"))
    sound = draw(st.booleans())  # nothing wrong before the words
    held = [*scene.run.cards, leak]
    some_cards = st.lists(st.sampled_from(held), unique_by=lambda each: each.id)
    decision = draw(st.sampled_from(Decision))
    claims: tuple[Claim, ...] = ()
    if decision is not Decision.ABSTAIN:
        texts = st.sampled_from([each.content for each in held] + ["Otra cosa."])
        facts = st.sampled_from(["", "due_at", "extension"])
        one = st.builds(
            lambda text, each, fact: Claim(text, (each.id,), fact), texts, st.sampled_from(held), facts
        )
        claims = tuple(draw(st.lists(one, min_size=decision is Decision.ANSWER, max_size=3)))
    cited = {each for claim in claims for each in claim.evidence_ids}
    statuses = st.sampled_from([FactStatus.MISSING, FactStatus.UNVERIFIABLE, FactStatus.EXPIRED, None])
    rows = tuple(
        row if (status := draw(statuses)) is None else FactRow(row.fact, status) for row in scene.matrix.rows
    )
    discards = tuple(Discard(each.id, DiscardReason.STALE) for each in draw(some_cards))
    verdict = st.builds(Verdict, st.integers(0, 3), st.sampled_from(Support), st.just("x"))
    run = with_answer(
        scene.run,
        decision=decision,
        claims=claims,
        evidence=tuple(each for each in held if each.id in cited),
        language=draw(st.sampled_from(["es", "en"])),
        matrix=scene.matrix if sound else ClaimMatrix(rows, discards),
        verdicts=tuple(draw(st.lists(verdict, max_size=3))),
    )
    drafted = draw(st.sampled_from([None, claims, scene.claims]))
    cards = scene.run.cards if sound else tuple(draw(some_cards))
    return scene.expected, replace(run, cards=cards, drafted=drafted)


@given(broken_runs())
def test_whatever_a_reader_sees_amiss_is_attributed_to_somebody(broken: tuple[Expectation, Run]) -> None:
    expected, run = broken
    found = attribute(expected, run)
    if expected.differences(run.answer):
        assert found
    stages = [list(Stage).index(each.stage) for each in found]
    assert stages == sorted(stages)
    barred = [each for each in run.answer.evidence if each.locator.uri == "bd/solucion.md"]
    assert not barred or AUTHORISATION in {each.kind for each in found}


@pytest.mark.parametrize(
    "fault", [another_class, needless_question, action_refused], ids=lambda each: each.__name__
)
def test_after_another_plan_only_leaks_are_looked_for(fault: Fault) -> None:
    expected, run = fault(Scene())
    run = with_answer(replace(run, cards=(), drafted=None), language="xx", matrix=ClaimMatrix(), verdicts=())
    assert {each.stage for each in attribute(expected, run)} == {Stage.PLANNING}
    leak = card(50, locator=Locator("bd/solucion.md"))
    found = attribute(expected, replace(run, cards=(leak,)))
    assert {each.stage for each in found} == {Stage.PLANNING, Stage.RETRIEVAL}
