"""No answer without evidence, no evidence without a claim."""

from datetime import UTC, datetime

import pytest

from fidedigno.model import Answer, Claim, Decision, Evidence
from tests.fakes.cards import card

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def answer(
    decision: Decision, claims: tuple[Claim, ...] = (), evidence: tuple[Evidence, ...] = (), message: str = ""
) -> Answer:
    return Answer("a1", decision, claims, evidence, message, "es", NOW)


def test_an_answer_reads_as_its_claims_and_an_abstention_as_its_message() -> None:
    cards = (card(1), card(2))
    both = answer(Decision.ANSWER, (Claim("Uno.", ("1",)), Claim("Dos.", ("1", "2"))), cards)
    assert both.text == "Uno.\nDos."
    assert answer(Decision.ABSTAIN, message="No lo sé.").text == "No lo sé."


def test_a_claim_without_evidence_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="needs evidence"):
        Claim("Porque sí.", ())


@pytest.mark.parametrize(
    ("decision", "cited", "carried", "problem"),
    [
        (Decision.ANSWER, ("2",), (1,), "cites evidence"),
        (Decision.ANSWER, ("1", "9"), (1,), "cites evidence"),
        (Decision.ANSWER, ("1",), (1, 2), "no claim cites"),
        (Decision.ABSTAIN, (), (1,), "no claim cites"),
        (Decision.ABSTAIN, ("1",), (1,), "makes no claim"),
        (Decision.ANSWER, (), (), "makes a claim"),
    ],
)
def test_decision_claims_and_evidence_agree(
    decision: Decision, cited: tuple[str, ...], carried: tuple[int, ...], problem: str
) -> None:
    claims = (Claim("Texto.", cited),) if cited else ()
    with pytest.raises(ValueError, match=problem):
        answer(decision, claims, tuple(card(number) for number in carried))
