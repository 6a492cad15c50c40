"""Who is asked about which claims, and that a judge that cannot answer ends nothing."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import pytest

from fidedigno.language_model.task import Choice, Task
from fidedigno.model.verdict import Support
from fidedigno.verify import Report, Risk, Verifier
from fidedigno.verify.entailment import EntailmentError, Relation

EVIDENCE = ("The bakery opens at seven. Rye bread is baked on Fridays.",)
VERBATIM = "The bakery opens at seven."
FREE = "Every Friday the bakery makes bread out of rye."
INVENTED = "The bakery sells hand-painted umbrellas."


class Fixed:
    """An entailment model that says the same of every pair."""

    name = "fixed/1"

    def __init__(self, relation: Relation | None) -> None:
        self.relation = relation
        self.asked: list[tuple[str, str]] = []

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[Relation, ...]:
        self.asked += pairs
        if self.relation is None:
            raise EntailmentError("timed_out")
        return (self.relation,) * len(pairs)


class Chooser:
    """A language model that always chooses the option of one name."""

    def __init__(self, name: str | None) -> None:
        self.name = name
        self.tasks: list[Task] = []

    def choose(self, task: Task) -> Choice | None:
        self.tasks.append(task)
        return Choice(self.name) if self.name else None

    def close(self) -> None:
        """Nothing to close."""


ENTAILED, OPPOSED = Relation(0.96, 0.03, 0.01), Relation(0.02, 0.03, 0.95)


def inspected(answer: str, **judges: object) -> Report:
    return Verifier(**judges).inspect("", EVIDENCE, answer)  # type: ignore[arg-type]


def judges_of(report: Report) -> list[str]:
    return [each.judge for each in report.claims[0].judgements]


def test_an_entailment_model_stands_beside_the_combiner_and_is_named() -> None:
    report = inspected(FREE, entailment=Fixed(ENTAILED))
    assert judges_of(report) == ["combiner", "entailment"]
    assert "entailment:fixed/1" in report.used
    assert report.claims[0].support is Support.SUPPORTED


def test_the_premise_is_what_the_evidence_has_and_the_hypothesis_the_claim() -> None:
    model = Fixed(ENTAILED)
    inspected(FREE, entailment=model)
    ((premise, hypothesis),) = model.asked
    assert "Rye bread is baked on Fridays." in premise
    assert hypothesis == FREE


def test_both_judges_can_carry_what_the_combiner_doubts() -> None:
    alone = inspected(FREE)
    joined = inspected(FREE, entailment=Fixed(ENTAILED), judge=Chooser("supported"))
    assert judges_of(joined) == ["combiner", "entailment", "judge"]
    assert joined.claims[0].judgements[0] == alone.claims[0].judgements[0]
    assert joined.claims[0].support is Support.SUPPORTED


def test_a_contradiction_of_all_judges_is_critical_without_a_finding() -> None:
    report = inspected(INVENTED, entailment=Fixed(OPPOSED), judge=Chooser("contradicted"))
    assert report.claims[0].support is Support.CONTRADICTED
    assert report.has_contradiction
    assert report.risk is Risk.CRITICAL


def test_the_rules_stand_against_every_judge() -> None:
    report = inspected("The bakery opens at nine.", entailment=Fixed(ENTAILED), judge=Chooser("supported"))
    assert report.claims[0].support is Support.CONTRADICTED
    assert report.claims[0].disputed
    assert report.claims[0].confidence < inspected("The bakery opens at nine.").claims[0].confidence


def test_nobody_is_asked_about_a_sentence_of_the_evidence_or_where_there_is_none() -> None:
    model, chooser = Fixed(OPPOSED), Chooser("contradicted")
    report = inspected(VERBATIM, entailment=model, judge=chooser)
    assert report.risk is Risk.LOW
    Verifier(entailment=model, judge=chooser).inspect("", (), FREE)
    Verifier(entailment=model, judge=chooser).inspect("", EVIDENCE, "")
    assert model.asked == []
    assert chooser.tasks == []


def test_the_language_model_is_asked_first_about_the_claims_in_doubt() -> None:
    chooser = Chooser(None)
    clear = [f"Rye bread is baked on Fridays at the bakery {place}." for place in ("door", "shop")]
    inspected(" ".join([*clear, FREE]), judge=chooser)
    assert len({task.texts for task in chooser.tasks}) == 3
    doubts = [
        abs(Verifier().inspect("", EVIDENCE, task.texts[-1]).claims[0].judgements[0].supported - 0.5)
        for task in chooser.tasks
    ]
    assert doubts == sorted(doubts)


def test_a_model_that_fails_is_left_out_with_one_warning_for_each_outage(
    caplog: pytest.LogCaptureFixture,
) -> None:
    model = Fixed(None)
    verifier = Verifier(entailment=model)
    logger = logging.getLogger("fidedigno.verify")
    logger.propagate = True
    reports = [verifier.inspect("", EVIDENCE, FREE) for _ in range(3)]
    model.relation = ENTAILED
    well = verifier.inspect("", EVIDENCE, FREE)
    model.relation = None
    verifier.inspect("", EVIDENCE, FREE)
    assert all(judges_of(each) == ["combiner"] for each in reports)
    assert judges_of(well) == ["combiner", "entailment"]
    warned = [each for each in caplog.records if "entailment" in each.getMessage()]
    assert len(warned) == 2
    assert not any(FREE in each.getMessage() or EVIDENCE[0] in each.getMessage() for each in warned)


def test_without_judges_none_is_named() -> None:
    assert inspected(FREE).used == ("rules", "combiner:lexical", "names:patterns")
    assert "judge" in inspected(FREE, judge=Chooser(None)).used
