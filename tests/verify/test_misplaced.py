"""Citations at the wrong passage, in both languages: what is said, and when nothing may be said."""

from __future__ import annotations

import pytest

from fidedigno.model.verdict import Support
from fidedigno.verify import Check, Passage, Report, Risk, Strategy, Verifier

BOATS_ES = (
    "El velero Alisio lleva doce pasajeros.",
    "El velero Brisa lleva veinte pasajeros y dos marineros.",
    "El puerto cierra a medianoche.",
)
BOATS_EN = (
    "The yacht Alder carries twelve passengers.",
    "The yacht Birch carries twenty passengers and two sailors.",
    "The harbour closes at midnight.",
)
VERIFIER = Verifier()
CODE = "citation_misplaced"


def inspected(passages: tuple[str | Passage, ...], answer: str) -> Report:
    return VERIFIER.inspect("", passages, answer)


def misplaced(report: Report) -> list[tuple[str, str]]:
    return [(each.answer.text, each.expected) for each in report.findings if each.code == CODE]


@pytest.mark.parametrize(
    ("passages", "claim"),
    [
        (BOATS_ES, "El velero Brisa lleva veinte pasajeros"),
        (BOATS_ES, "El velero Brisa lleva 20 pasajeros"),
        (BOATS_EN, "The yacht Birch carries twenty passengers"),
        (BOATS_EN, "The yacht Birch carries 20 passengers"),
    ],
)
@pytest.mark.parametrize("wrong", [1, 3])
def test_a_claim_that_another_passage_carries_is_cited_wrongly(
    passages: tuple[str, ...], claim: str, wrong: int
) -> None:
    report = inspected(passages, f"{claim} [{wrong}].")
    assert misplaced(report) == [(f"[{wrong}]", "[2]")]
    (finding,) = report.findings
    assert finding.check is Check.FAITHFULNESS
    assert finding.evidence is not None
    assert finding.evidence.passage == 1
    assert report.claims[0].support is Support.OUT_OF_CONTRACT
    assert report.triggered == (CODE,)
    assert report.risk is Risk.MEDIUM
    assert not report.has_contradiction


@pytest.mark.parametrize(
    ("passages", "answer"),
    [
        (BOATS_ES, "El velero Brisa lleva veinte pasajeros [2]."),
        (BOATS_ES, "El velero Brisa lleva 20 pasajeros [1][2]."),
        (BOATS_ES, "El velero Alisio lleva 12 pasajeros [1] y el puerto cierra a las doce de la noche [3]."),
        (BOATS_EN, "The yacht Birch carries twenty passengers [2]."),
        (BOATS_EN, "The yacht Birch carries 20 passengers [1, 2]."),
        (BOATS_EN, "The harbour closes at midnight. [3] The yacht Alder carries 12 passengers. [1]"),
        (BOATS_EN, "The yacht Birch carries twenty passengers."),
    ],
)
def test_a_right_citation_is_left_alone(passages: tuple[str, ...], answer: str) -> None:
    report = inspected(passages, answer)
    assert misplaced(report) == []
    assert report.risk is Risk.LOW


@pytest.mark.parametrize(
    ("passages", "answer"),
    [
        (BOATS_ES, "El capitán colecciona sellos de ultramar [1]."),
        (BOATS_EN, "The captain collects stamps from overseas [1]."),
    ],
)
def test_what_no_passage_carries_is_not_misplaced(passages: tuple[str, ...], answer: str) -> None:
    report = inspected(passages, answer)
    assert misplaced(report) == []
    assert report.claims[0].support is Support.OUT_OF_CONTRACT


@pytest.mark.parametrize(
    ("passages", "answer"),
    [
        (BOATS_ES, "El velero Brisa lleva treinta pasajeros [2]."),
        (BOATS_EN, "The yacht Birch carries thirty passengers [2]."),
    ],
)
def test_a_wrong_value_under_a_right_citation_is_a_contradiction(
    passages: tuple[str, ...], answer: str
) -> None:
    report = inspected(passages, answer)
    assert misplaced(report) == []
    assert report.risk is Risk.CRITICAL


def test_a_citation_of_a_passage_in_another_language_is_not_judged_by_words() -> None:
    passages = (BOATS_EN[1], BOATS_ES[1])
    report = inspected(passages, "El velero Brisa lleva veinte pasajeros [1].")
    assert misplaced(report) == []
    assert report.claims[0].support is not Support.OUT_OF_CONTRACT


def test_passages_are_called_by_their_ids() -> None:
    passages = (Passage(BOATS_EN[0], "17"), Passage(BOATS_EN[1], "4"))
    wrong = inspected(passages, "The yacht Birch carries twenty passengers [17].")
    assert misplaced(wrong) == [("[17]", "[4]")]
    assert inspected(passages, "The yacht Birch carries twenty passengers [4].").risk is Risk.LOW


def test_of_several_numbers_none_is_put_in() -> None:
    report = inspected(BOATS_EN, "The yacht Birch carries twenty passengers [1, 3].")
    assert misplaced(report) == [("[1, 3]", "")]


@pytest.mark.parametrize(
    ("passages", "before", "after"),
    [
        (
            BOATS_ES,
            "El puerto cierra a medianoche [3]. El velero Brisa lleva 20 pasajeros [1].",
            "El puerto cierra a medianoche [3]. El velero Brisa lleva 20 pasajeros [2].",
        ),
        (
            BOATS_EN,
            "The yacht Birch carries 20 passengers [1, 3]. The harbour closes at midnight [3].",
            "The yacht Birch carries 20 passengers. The harbour closes at midnight [3].",
        ),
    ],
)
def test_healing_puts_the_citation_right_and_touches_nothing_else(
    passages: tuple[str, ...], before: str, after: str
) -> None:
    healed = VERIFIER.heal("", passages, before)
    assert healed.answer.startswith(after)
    assert healed.report.risk is Risk.LOW
    assert healed.strategy in {Strategy.CONTRADICTION_PATCH, Strategy.ENTITY_SCRUB}
    assert {each.reason for each in healed.changes} <= {CODE, "note"}
    assert not VERIFIER.heal("", passages, healed.answer).changed
