"""Faults to put in a right run, each in one stage: what is expected, and the run that went wrong."""

from collections.abc import Callable
from dataclasses import replace

from fidedigno.evaluate import Expectation, ExpectedFact, FailureKind, Reason, Run, Stage
from fidedigno.model import (
    Claim,
    Clarification,
    ConflictKind,
    Decision,
    Discard,
    DiscardReason,
    EvidenceKind,
    FactRow,
    FactStatus,
    Locator,
    Route,
    Slot,
    SlotOrigin,
    Support,
    Uncertainty,
    Verdict,
)
from tests.evaluate.made import DUE, EXTENSION, Scene, silent, with_answer, with_row
from tests.fakes.cards import card

SCENES = [Scene(day, language, crowd) for day in (1, 13, 20) for language in ("es", "en") for crowd in (0, 7)]
Fault = Callable[[Scene], tuple[Expectation, Run]]
COVERAGE, AUTHORITY = FailureKind.COVERAGE, FailureKind.AUTHORITY
USE, AUTHORISATION = FailureKind.USE, FailureKind.AUTHORISATION


def planned(scene: Scene, **changes: object) -> Run:
    return replace(scene.run, plan=replace(scene.plan, **changes))  # type: ignore[arg-type]


def contract(scene: Scene, **changes: object) -> Run:
    return planned(scene, contract=replace(scene.plan.contract, **changes))  # type: ignore[arg-type]


# --- planning ---------------------------------------------------------------------------------------


def another_class(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, silent(contract(scene, question_class="rule"))


def action_refused(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, silent(contract(scene, route=Route.REFUSE_ACTION), Decision.REFUSE_ACTION)


def needless_question(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, silent(planned(scene, clarification=Clarification("course")), Decision.CLARIFY)


def assumed_scope(scene: Scene) -> tuple[Expectation, Run]:
    return replace(scene.expected, decisions=frozenset({Decision.CLARIFY})), scene.run


def other_course(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, planned(scene, slots={"course": Slot("course", "redes", SlotOrigin.CONTEXT)})


def no_course(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, planned(scene, slots={})


def fact_not_required(scene: Scene) -> tuple[Expectation, Run]:
    run = contract(scene, facts=(DUE,))
    due_only = replace(scene.matrix, rows=scene.matrix.rows[:1])
    answer = replace(
        run.answer,
        matrix=due_only,
        claims=scene.claims[:1],
        evidence=(scene.guide,),
        verdicts=run.answer.verdicts[:1],
    )
    return scene.expected, replace(run, answer=answer, drafted=scene.claims[:1], cards=(scene.guide,))


# --- retrieval --------------------------------------------------------------------------------------


def guide_not_found(scene: Scene) -> tuple[Expectation, Run]:
    run = with_row(scene.run, FactRow(DUE, FactStatus.MISSING))
    run = replace(silent(run), cards=(scene.reading, *scene.others), drafted=())
    return scene.expected, run


def other_section_found(scene: Scene) -> tuple[Expectation, Run]:
    _, run = guide_not_found(scene)
    elsewhere = replace(scene.guide, locator=Locator("bd/guia-2026.md", ("Bibliografía",)))
    return scene.expected, replace(run, cards=(elsewhere, *run.cards))


def none_of_several_found(scene: Scene) -> tuple[Expectation, Run]:
    expected, run = guide_not_found(scene)
    return replace(expected, documents=(), any_document=("guia-2026.md", "calendario.md")), run


def leak_found(scene: Scene) -> tuple[Expectation, Run]:
    leak = card(50, locator=Locator("bd/solucion.md"))
    return scene.expected, replace(scene.run, cards=(*scene.run.cards, leak))


def leak_found_and_cited(scene: Scene) -> tuple[Expectation, Run]:
    leak = card(50, locator=Locator("bd/solucion.md"))
    claims = (*scene.claims, Claim(leak.content, (leak.id,)))
    run = with_answer(scene.run, claims=claims, evidence=(*scene.run.answer.evidence, leak))
    return scene.expected, replace(run, cards=(*run.cards, leak), drafted=claims)


# --- live state -------------------------------------------------------------------------------------


def limited(scene: Scene, row: FactRow) -> Run:
    run = with_row(scene.run, row)
    run = with_answer(
        run,
        decision=Decision.ANSWER_LIMITED,
        claims=scene.claims[:1],
        evidence=(scene.guide,),
        uncertainty=(Uncertainty("extension", row.status.value, "No lo puedo confirmar."),),
        verdicts=run.answer.verdicts[:1],
    )
    cards = tuple(each for each in run.cards if each.kind is not EvidenceKind.STATE)
    return replace(run, drafted=scene.claims[:1], cards=cards)


def source_down(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, limited(scene, FactRow(EXTENSION, FactStatus.UNVERIFIABLE, reason="timed_out"))


def source_not_asked(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, limited(scene, FactRow(EXTENSION, FactStatus.MISSING))


def source_says_otherwise(scene: Scene) -> tuple[Expectation, Run]:
    other = "2026-12-24T00:00:00+01:00"
    reading = replace(scene.reading, values={"extension": other})
    row = FactRow(EXTENSION, FactStatus.COVERED, (scene.says(reading, EXTENSION, other),))
    return scene.expected, replace(with_row(scene.run, row), cards=(scene.guide, scene.old_guide, reading))


def leak_read_live(scene: Scene) -> tuple[Expectation, Run]:
    leak = card(51, kind=EvidenceKind.STATE, locator=Locator("moodle/grades/eva"))
    return scene.expected, replace(scene.run, cards=(*scene.run.cards, leak))


# --- consolidation ----------------------------------------------------------------------------------


def old_guide_rules(scene: Scene) -> tuple[Expectation, Run]:
    old = scene.old_guide
    value = "2025-11-17T23:59:00+01:00"
    run = with_row(scene.run, FactRow(DUE, FactStatus.COVERED, (scene.says(old, DUE, value),)))
    matrix = replace(run.matrix, discards=(Discard(scene.guide.id, DiscardReason.AMENDED, "", old.id),))
    claims = (Claim(old.content, (old.id,), "due_at"), scene.claims[1])
    run = with_answer(run, matrix=matrix, claims=claims, evidence=(old, scene.reading))
    return scene.expected, replace(run, drafted=claims)


def guide_set_aside(scene: Scene) -> tuple[Expectation, Run]:
    run = with_row(scene.run, FactRow(DUE, FactStatus.EXPIRED))
    matrix = replace(run.matrix, discards=(Discard(scene.guide.id, DiscardReason.NO_LONGER_IN_FORCE),))
    return scene.expected, replace(silent(with_answer(run, matrix=matrix)), drafted=())


def false_conflict(scene: Scene) -> tuple[Expectation, Run]:
    one, other = scene.says(scene.guide, DUE, scene.due), scene.says(scene.old_guide, DUE, "2025-11-17T23:59")
    row = FactRow(DUE, FactStatus.CONFLICTING, (one,), (other,), ConflictKind.INSTANT)
    run = with_answer(
        with_row(scene.run, row),
        decision=Decision.CONFLICT,
        uncertainty=(Uncertainty("due_at", "conflicting", "Se contradicen.", (scene.old_guide.id,)),),
        evidence=(scene.guide, scene.reading, scene.old_guide),
    )
    return replace(scene.expected, never=()), run


def conflict_missed(scene: Scene) -> tuple[Expectation, Run]:
    facts = {**scene.expected.facts, "due_at": ExpectedFact(status=FactStatus.CONFLICTING)}
    expected = replace(scene.expected, facts=facts, decisions=frozenset({Decision.CONFLICT}))
    return expected, scene.run


def gap_filled(scene: Scene) -> tuple[Expectation, Run]:
    facts = {**scene.expected.facts, "due_at": ExpectedFact(status=FactStatus.MISSING)}
    return replace(scene.expected, facts=facts, decisions=frozenset({Decision.ABSTAIN})), scene.run


def guide_not_understood(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, replace(silent(with_row(scene.run, FactRow(DUE, FactStatus.MISSING))), drafted=())


def gap_not_heeded(scene: Scene) -> tuple[Expectation, Run]:
    facts = {**scene.expected.facts, "extension": ExpectedFact(status=FactStatus.UNVERIFIABLE)}
    expected = replace(scene.expected, facts=facts, decisions=frozenset({Decision.ANSWER_LIMITED}))
    run = limited(scene, FactRow(EXTENSION, FactStatus.UNVERIFIABLE, reason="timed_out"))
    return expected, with_answer(run, decision=Decision.ANSWER, uncertainty=())


def insufficient_accepted(scene: Scene) -> tuple[Expectation, Run]:
    return Expectation(decisions=frozenset({Decision.ABSTAIN})), replace(scene.run, plan=None)


def conflict_not_heeded(scene: Scene) -> tuple[Expectation, Run]:
    expected, run = false_conflict(scene)
    facts = {**expected.facts, "due_at": ExpectedFact(status=FactStatus.CONFLICTING)}
    expected = replace(expected, facts=facts, decisions=frozenset({Decision.CONFLICT}))
    return expected, with_answer(run, decision=Decision.ANSWER)


# --- generation -------------------------------------------------------------------------------------


def drafted(scene: Scene, *claims: Claim, verdicts: tuple[Verdict, ...] = ()) -> Run:
    used = {each for claim in claims for each in claim.evidence_ids}
    cards = tuple(each for each in scene.run.cards if each.id in used)
    run = with_answer(scene.run, claims=claims, evidence=cards, verdicts=verdicts)
    return replace(run, drafted=claims)


def invented(scene: Scene) -> tuple[Expectation, Run]:
    wrong = replace(scene.claims[0], text=f"La práctica 1 {scene.words}, sin excepción.")
    return scene.expected, drafted(scene, wrong, scene.claims[1])


def invented_and_passed(scene: Scene) -> tuple[Expectation, Run]:
    wrong = replace(scene.claims[0], text=f"La práctica 1 {scene.words}, sin excepción.")
    return scene.expected, drafted(
        scene, wrong, scene.claims[1], verdicts=(Verdict(0, Support.SUPPORTED, "verbatim"),)
    )


def invented_and_stopped(scene: Scene) -> tuple[Expectation, Run]:
    wrong = (replace(scene.claims[0], text="No hay plazo."), scene.claims[1])
    verdicts = (Verdict(0, Support.CONTRADICTED, "value_differs"), Verdict(1, Support.SUPPORTED, "verbatim"))
    return scene.expected, with_answer(replace(silent(scene.run), drafted=wrong), verdicts=verdicts)


def omitted(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, drafted(scene, scene.claims[0])


def wrong_citation(scene: Scene) -> tuple[Expectation, Run]:
    notice = card(60, content=scene.guide.content, locator=Locator("bd/aviso.md"))
    claims = (replace(scene.claims[0], evidence_ids=(notice.id,)), scene.claims[1])
    run = with_answer(scene.run, claims=claims, evidence=(notice, scene.reading), verdicts=())
    return scene.expected, replace(run, cards=(*run.cards, notice), drafted=claims)


def discarded_used(scene: Scene) -> tuple[Expectation, Run]:
    extra = Claim(scene.old_guide.content, (scene.old_guide.id,))
    return scene.expected, drafted(scene, *scene.claims, extra)


def words_missing(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, drafted(scene, replace(scene.claims[0], text="La práctica 1"), scene.claims[1])


def words_unwanted(scene: Scene) -> tuple[Expectation, Run]:
    return replace(scene.expected, never_says=("La práctica",)), scene.run


def nothing_written(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, replace(with_answer(silent(scene.run), verdicts=()), drafted=())


# --- verification -----------------------------------------------------------------------------------


def rejected(scene: Scene) -> tuple[Expectation, Run]:
    verdicts = (Verdict(0, Support.CONTRADICTED, "value_differs"), Verdict(1, Support.SUPPORTED, "verbatim"))
    return scene.expected, with_answer(silent(scene.run), verdicts=verdicts)


def rejected_and_not_kept(scene: Scene) -> tuple[Expectation, Run]:
    expected, run = rejected(scene)
    return expected, replace(run, drafted=None)


def one_rejected(scene: Scene) -> tuple[Expectation, Run]:
    verdicts = (Verdict(0, Support.INCONCLUSIVE, "no_anchor"), Verdict(1, Support.SUPPORTED, "verbatim"))
    run = with_answer(scene.run, claims=scene.claims[1:], evidence=(scene.reading,), verdicts=verdicts)
    return scene.expected, run


# --- delivery ---------------------------------------------------------------------------------------


def claim_lost(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, with_answer(scene.run, claims=scene.claims[:1], evidence=(scene.guide,))


def delivered_against_the_verdict(scene: Scene) -> tuple[Expectation, Run]:
    run = with_answer(scene.run, verdicts=(Verdict(1, Support.OUT_OF_CONTRACT, "not_in_plan"),))
    return scene.expected, run


def other_language(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, with_answer(scene.run, language="en" if scene.language == "es" else "es")


def gap_not_declared(scene: Scene) -> tuple[Expectation, Run]:
    expected, run = gap_not_heeded(scene)
    return expected, with_answer(run, decision=Decision.ANSWER_LIMITED)


def conflict_not_declared(scene: Scene) -> tuple[Expectation, Run]:
    expected, run = conflict_not_heeded(scene)
    run = with_answer(run, decision=Decision.CONFLICT, uncertainty=(), evidence=(scene.guide, scene.reading))
    return expected, run


def leak_cited_only(scene: Scene) -> tuple[Expectation, Run]:
    leak = card(50, locator=Locator("bd/solucion.md"))
    claims = (*scene.claims, Claim(leak.content, (leak.id,)))
    run = with_answer(scene.run, claims=claims, evidence=(*scene.run.answer.evidence, leak))
    return scene.expected, replace(run, drafted=claims)


def other_decision(scene: Scene) -> tuple[Expectation, Run]:
    return scene.expected, with_answer(scene.run, decision=Decision.ESCALATE)


FAULTS: list[tuple[Fault, Stage, FailureKind, Reason]] = [
    (another_class, Stage.PLANNING, COVERAGE, Reason.WRONG_CLASS),
    (action_refused, Stage.PLANNING, COVERAGE, Reason.WRONG_ROUTE),
    (needless_question, Stage.PLANNING, COVERAGE, Reason.NEEDLESS_QUESTION),
    (assumed_scope, Stage.PLANNING, COVERAGE, Reason.ASSUMED_SCOPE),
    (other_course, Stage.PLANNING, COVERAGE, Reason.SLOT_DIFFERS),
    (no_course, Stage.PLANNING, COVERAGE, Reason.SLOT_MISSING),
    (fact_not_required, Stage.PLANNING, COVERAGE, Reason.FACT_NOT_REQUIRED),
    (guide_not_found, Stage.RETRIEVAL, COVERAGE, Reason.NOT_GATHERED),
    (other_section_found, Stage.RETRIEVAL, COVERAGE, Reason.SECTION_NOT_GATHERED),
    (none_of_several_found, Stage.RETRIEVAL, COVERAGE, Reason.NOT_GATHERED),
    (leak_found, Stage.RETRIEVAL, AUTHORISATION, Reason.FORBIDDEN_GATHERED),
    (leak_found_and_cited, Stage.RETRIEVAL, AUTHORISATION, Reason.FORBIDDEN_GATHERED),
    (source_down, Stage.STATE, COVERAGE, Reason.STATE_UNVERIFIABLE),
    (source_not_asked, Stage.STATE, COVERAGE, Reason.STATE_NOT_READ),
    (source_says_otherwise, Stage.STATE, COVERAGE, Reason.STATE_DIFFERS),
    (leak_read_live, Stage.STATE, AUTHORISATION, Reason.FORBIDDEN_GATHERED),
    (old_guide_rules, Stage.CONSOLIDATION, AUTHORITY, Reason.WRONGLY_SET_ASIDE),
    (guide_set_aside, Stage.CONSOLIDATION, AUTHORITY, Reason.WRONGLY_SET_ASIDE),
    (false_conflict, Stage.CONSOLIDATION, AUTHORITY, Reason.FALSE_CONFLICT),
    (conflict_missed, Stage.CONSOLIDATION, AUTHORITY, Reason.CONFLICT_MISSED),
    (conflict_not_heeded, Stage.CONSOLIDATION, AUTHORITY, Reason.CONFLICT_NOT_HEEDED),
    (gap_filled, Stage.CONSOLIDATION, AUTHORITY, Reason.GAP_FILLED),
    (guide_not_understood, Stage.CONSOLIDATION, USE, Reason.NOT_RECOGNISED),
    (gap_not_heeded, Stage.CONSOLIDATION, COVERAGE, Reason.GAP_NOT_HEEDED),
    (insufficient_accepted, Stage.CONSOLIDATION, COVERAGE, Reason.INSUFFICIENT_ACCEPTED),
    (invented, Stage.GENERATION, USE, Reason.NOT_IN_EVIDENCE),
    (invented_and_passed, Stage.GENERATION, USE, Reason.NOT_IN_EVIDENCE),
    (invented_and_stopped, Stage.GENERATION, USE, Reason.NOT_IN_EVIDENCE),
    (omitted, Stage.GENERATION, USE, Reason.FACT_OMITTED),
    (wrong_citation, Stage.GENERATION, USE, Reason.NOT_CITED),
    (discarded_used, Stage.GENERATION, USE, Reason.SET_ASIDE_USED),
    (words_missing, Stage.GENERATION, USE, Reason.WORDS_MISSING),
    (words_unwanted, Stage.GENERATION, USE, Reason.WORDS_UNWANTED),
    (nothing_written, Stage.GENERATION, USE, Reason.NOTHING_WRITTEN),
    (rejected, Stage.VERIFICATION, USE, Reason.REJECTED_SUPPORTED),
    (rejected_and_not_kept, Stage.VERIFICATION, USE, Reason.REJECTED_SUPPORTED),
    (one_rejected, Stage.VERIFICATION, USE, Reason.REJECTED_SUPPORTED),
    (claim_lost, Stage.DELIVERY, USE, Reason.CLAIM_LOST),
    (delivered_against_the_verdict, Stage.DELIVERY, USE, Reason.REJECTED_DELIVERED),
    (other_language, Stage.DELIVERY, USE, Reason.WRONG_LANGUAGE),
    (gap_not_declared, Stage.DELIVERY, COVERAGE, Reason.GAP_NOT_DECLARED),
    (conflict_not_declared, Stage.DELIVERY, AUTHORITY, Reason.CONFLICT_NOT_DECLARED),
    (leak_cited_only, Stage.DELIVERY, AUTHORISATION, Reason.FORBIDDEN_CITED),
    (other_decision, Stage.DELIVERY, USE, Reason.DECISION_DIFFERS),
]
