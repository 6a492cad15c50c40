"""What a report says of the health of an answer."""

from fidedigno.model.verdict import Support
from fidedigno.verify.drift.alert import HIGHER_IS_WORSE, LOWER_IS_WORSE
from fidedigno.verify.drift.health import health_of
from fidedigno.verify.report import CheckedClaim, Report, Risk, Span


def report(*supports: Support) -> Report:
    claims = tuple(CheckedClaim(Span(0, 1, "x"), each, 1.0) for each in supports)
    return Report("es", Risk.LOW, 0.5, 0.25, claims=claims)


def test_shares_are_of_the_claims() -> None:
    found = health_of(
        report(Support.SUPPORTED, Support.CONTRADICTED, Support.INCONCLUSIVE, Support.INCONCLUSIVE),
        top_score=0.7,
    )
    assert found == {
        "abstained": 0.0, "top_score": 0.7, "faithfulness": 0.25, "unsupported": 0.75, "contradicted": 0.25,
    }  # fmt: skip
    assert set(found) <= LOWER_IS_WORSE | HIGHER_IS_WORSE


def test_an_answer_without_claims_has_no_shares_and_one_that_abstains_no_faithfulness() -> None:
    assert health_of(report()) == {"abstained": 0.0, "faithfulness": 0.25}
    assert health_of(report(Support.SUPPORTED), abstained=True) == {"abstained": 1.0}
