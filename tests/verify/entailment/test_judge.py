"""A language model judges few claims by a closed choice, both ways, and only what it was shown whole."""

from __future__ import annotations

import pytest

from fidedigno.language_model import Task
from fidedigno.language_model.prompt import MAX_TEXT, render
from fidedigno.language_model.task import Choice
from fidedigno.model.verdict import Support
from fidedigno.verify.entailment.judge import CERTAINTY, SupportJudge
from tests.fakes.language_model import Scripted, always, first, nothing

CLAIM, EVIDENCE = "El plazo es de diez días.", ["El plazo es de 10 días.", "Se cuenta desde el lunes."]


@pytest.mark.parametrize(
    ("option", "support"),
    [
        ("supported", Support.SUPPORTED),
        ("contradicted", Support.CONTRADICTED),
        ("not_stated", Support.OUT_OF_CONTRACT),
    ],
)
def test_each_option_is_a_verdict(option: str, support: Support) -> None:
    judgement = SupportJudge(always(option), "es").judge(CLAIM, EVIDENCE)
    assert judgement is not None
    assert (judgement.judge, judgement.support) == ("judge", support)
    assert (judgement.supported == CERTAINTY) == (support is Support.SUPPORTED)
    assert (judgement.contradicted == CERTAINTY) == (support is Support.CONTRADICTED)
    assert judgement.supported + judgement.contradicted <= 1


def test_it_is_asked_in_both_orders_with_the_claim_last() -> None:
    model = always("supported")
    SupportJudge(model, "es").judge(CLAIM, EVIDENCE)
    assert [task.texts for task in model.asked] == [(*EVIDENCE, CLAIM)] * 2
    names = ["supported", "contradicted", "not_stated"]
    assert [[each.name for each in task.options] for task in model.asked] == [names, names[::-1]]
    assert "El último texto es la afirmación" in render(model.asked[0]).user
    english = always("supported")
    SupportJudge(english, "en").judge(CLAIM, EVIDENCE)
    assert "The last text is the claim" in render(english.asked[0]).user


@pytest.mark.parametrize("model", [nothing(), first(), always("true"), always("")])
def test_whatever_else_it_says_is_no_judgement(model: Scripted) -> None:
    assert SupportJudge(model, "en").judge(CLAIM, EVIDENCE) is None


@pytest.mark.parametrize(
    ("claim", "evidence"), [(CLAIM, []), (" ", EVIDENCE), ("x" * (MAX_TEXT + 1), EVIDENCE)]
)
def test_what_cannot_be_shown_is_not_asked(claim: str, evidence: list[str]) -> None:
    model = always("supported")
    assert SupportJudge(model, "en").judge(claim, evidence) is None
    assert model.asked == []


@pytest.mark.parametrize("evidence", [["a", "b", "c", "d"], ["x" * (MAX_TEXT + 1)]])
def test_not_stated_counts_only_where_all_was_shown(evidence: list[str]) -> None:
    assert SupportJudge(always("not_stated"), "en").judge(CLAIM, evidence) is None
    found = SupportJudge(always("contradicted"), "en").judge(CLAIM, evidence)
    assert found is not None
    assert found.support is Support.CONTRADICTED


def test_no_more_claims_are_asked_than_allowed_and_what_is_known_stays() -> None:
    model = always("supported")
    judge = SupportJudge(model, "en", pairs=2)
    assert [judge.judge(str(each), EVIDENCE) is not None for each in range(4)] == [True, True, False, False]
    assert judge.judge("0", EVIDENCE) is not None
    assert len(model.asked) == 4


def test_no_claim_is_begun_once_the_time_has_gone() -> None:
    now = [0.0]

    def slow(_: Task) -> Choice:
        now[0] += 2.0
        return Choice("supported")

    judge = SupportJudge(Scripted(slow), "en", seconds=5.0, clock=lambda: now[0])
    assert [judge.judge(str(each), EVIDENCE) is not None for each in range(4)] == [True, True, False, False]
