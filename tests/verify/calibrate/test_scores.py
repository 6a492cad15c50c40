import pytest

from fidedigno.model.verdict import Support
from fidedigno.verify.calibrate.rows import MarkedAnswer
from fidedigno.verify.calibrate.scores import Measured, Recalibrations, claim_support, kinds
from fidedigno.verify.recalibration import Recalibration
from fidedigno.verify.report import Check, CheckedClaim, Finding, Judgement, Report, Risk, Span
from fidedigno.verify.settings import VerifySettings

ONE = CheckedClaim(Span(0, 5, ""), Support.SUPPORTED, 0.9)
TWO = CheckedClaim(Span(6, 9, ""), Support.INCONCLUSIVE, 0.7)
FOUND = (
    Finding(Check.CONTRADICTION, "number_differs", Span(6, 7, ""), certainty=0.6),
    Finding(Check.CONTRADICTION, "date_differs", Span(7, 9, ""), certainty=0.8),
    Finding(Check.ENTITIES, "unknown_person", Span(0, 2, ""), certainty=0.5),
)


def measured(*, unfaithful: bool = True, spans=None, claims=(ONE, TWO)) -> Measured:
    report = Report("es", Risk.HIGH, 0.4, 0.25, support=0.1, claims=claims, findings=FOUND)
    return Measured(MarkedAnswer("1", unfaithful, spans=spans), report)


def test_every_score_is_higher_where_the_answer_is_worse() -> None:
    scores = measured().scores(Recalibrations())
    assert scores == {
        "answer": 0.9, "claims": pytest.approx(0.7), "faithfulness": 0.75, "contradiction": 0.8,
        "entities": 0.5, "entity_count": 1.0, "confidence": 0.4,
    }  # fmt: skip
    assert set(scores) == {each.name for each in kinds(VerifySettings())}
    empty = Measured(MarkedAnswer("1", False), Report("es", Risk.LOW, 0.0, 1.0))
    assert set(empty.scores(Recalibrations()).values()) == {0.0}


def test_probabilities_are_compared_as_recalibrated() -> None:
    halved = Recalibration(points=((0.0, 0.0), (1.0, 0.5)))
    scores = measured().scores(Recalibrations(halved, halved))
    assert (scores["answer"], scores["claims"]) == (0.95, pytest.approx(0.85))


def test_the_deciding_judge_says_how_probable_a_claim_is() -> None:
    judgements = (
        Judgement("rules", Support.CONTRADICTED, 0.1, 0.9),
        Judgement("combiner", Support.SUPPORTED, 0.8),
    )
    opposed = CheckedClaim(Span(0, 1, ""), Support.CONTRADICTED, 0.9, judgements=judgements)
    assert claim_support(opposed) == 0.1
    assert claim_support(ONE) == 0.9
    assert claim_support(TWO) == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("given", "marks"),
    [
        ({"unfaithful": True}, None),
        ({"unfaithful": True, "claims": (TWO,)}, [False]),
        ({"unfaithful": True, "spans": ((7, 8),)}, [True, False]),
        ({"unfaithful": True, "spans": ((4, 7),)}, [False, False]),
        ({"unfaithful": False}, [True, True]),
        ({"unfaithful": False, "spans": ()}, [True, True]),
    ],
)
def test_claims_are_marked_only_where_it_is_known_which(given, marks) -> None:
    found = measured(**given).claim_marks()
    assert (found if found is None else [mark for _, mark in found]) == marks


def test_a_setting_cuts_the_same_answers_as_its_score() -> None:
    settings = {each.setting for each in kinds(VerifySettings(use_combiner=False))}
    assert {"overlap_threshold", "answer_threshold", "contradiction_threshold"} < settings
    answer = kinds(VerifySettings())[0]
    assert answer.setting_of(0.8) == pytest.approx(0.2)
