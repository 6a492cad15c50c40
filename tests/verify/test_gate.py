import asyncio

import pytest

from fidedigno.verify.blocked import VerificationBlocked
from fidedigno.verify.gate import Delivery, Gate, OnFinding
from tests.fakes.verifier import FakeScore, FakeVerifier

PASSAGES = ["The deadline is 14 days."]
GOOD, BAD = "The deadline is 14 days.", "The deadline is 30 days."
UNKNOWN = "Penguins fly south every winter."


def gate(policy: OnFinding | str) -> Gate:
    return Gate(FakeVerifier(), policy, score=FakeScore.compute)


def both(policy: OnFinding, answer: str) -> Delivery:
    """What comes out, which must be the same either way."""
    delivered = gate(policy).check("q", PASSAGES, answer)
    later = asyncio.run(gate(policy).acheck("q", PASSAGES, answer))
    assert (delivered.answer, delivered.report, delivered.score) == (later.answer, later.report, later.score)
    return delivered


@pytest.mark.parametrize("policy", list(OnFinding))
def test_an_answer_that_stands_goes_through_as_it_is(policy: OnFinding) -> None:
    delivered = both(policy, GOOD)
    assert (delivered.answer, delivered.healed, delivered.score.routing) == (GOOD, False, "accept")


def test_marking_lets_everything_through_with_its_report() -> None:
    delivered = both(OnFinding.MARK, BAD)
    assert (delivered.answer, delivered.score.routing) == (BAD, "fallback")
    assert delivered.report.has_contradiction


def test_healing_delivers_the_healed_answer_and_says_so() -> None:
    delivered = both(OnFinding.HEAL, BAD)
    assert (delivered.answer, delivered.healed) == (GOOD, True)
    assert delivered.report.has_contradiction, "the report is of what was written"
    assert delivered.to_dict()["healed"] is True
    assert "30" not in str(delivered.to_dict()["report"]["findings"])


@pytest.mark.parametrize(
    ("policy", "answer"), [(OnFinding.BLOCK, BAD), (OnFinding.BLOCK, UNKNOWN), (OnFinding.HEAL, UNKNOWN)]
)
def test_what_does_not_stand_is_kept_back_with_its_report(policy: OnFinding, answer: str) -> None:
    with pytest.raises(VerificationBlocked) as raised:
        gate(policy).check("q", PASSAGES, answer)
    assert raised.value.report.is_hallucinating
    with pytest.raises(VerificationBlocked):
        asyncio.run(gate(policy).acheck("q", PASSAGES, answer))


def test_a_policy_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="ignore"):
        gate("ignore")
