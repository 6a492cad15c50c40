"""What a run says of itself."""

from dataclasses import replace

from fidedigno.model import ClaimMatrix, Decision, FactStatus, Support, Verdict
from tests.evaluate.made import Scene, silent, with_answer

SCENE = Scene()


def test_the_drafted_claims_stand_before_the_delivered_ones() -> None:
    run = replace(SCENE.run, drafted=SCENE.claims[:1])
    assert run.claims == SCENE.claims[:1]
    assert replace(run, drafted=None).claims == SCENE.claims


def test_a_claim_is_held_by_a_card_that_it_cites_and_by_no_other() -> None:
    run, (claim, _) = SCENE.run, SCENE.claims
    assert run.holds(claim)
    assert run.holds(replace(claim, text=f"  {claim.text.replace(' ', chr(10))} "))
    assert not run.holds(replace(claim, text=f"{claim.text}!"))
    assert not run.holds(replace(claim, evidence_ids=(SCENE.reading.id,)))
    assert not run.holds(replace(claim, evidence_ids=("nobody",)))
    assert run.holds(replace(claim, text="Sí.", derived=True))


def test_whether_a_fact_is_live_is_known_from_the_matrix_or_the_plan() -> None:
    run = SCENE.run
    bare = with_answer(run, matrix=ClaimMatrix())
    for each in (run, bare, replace(run, plan=None)):
        assert each.is_live("extension")
        assert not each.is_live("due_at")
    assert not replace(bare, plan=None).is_live("extension")


def test_status_rejections_and_what_was_set_aside() -> None:
    run = with_answer(
        SCENE.run, verdicts=(Verdict(1, Support.INCONCLUSIVE, "x"), Verdict(0, Support.SUPPORTED, "x"))
    )
    assert run.rejected == {1}
    assert run.is_set_aside(SCENE.old_guide)
    assert run.is_set_aside(replace(SCENE.old_guide, id=f"{SCENE.old_guide.id}:0-12")), "a stretch of it"
    assert not run.is_set_aside(SCENE.guide)
    assert not run.is_set_aside(replace(SCENE.reading, id="moodle:2"))
    assert (run.status("due_at"), run.status("nothing")) == (FactStatus.COVERED, None)
    assert run.answers
    assert not silent(run).answers
    assert not silent(run, Decision.CLARIFY).answers
