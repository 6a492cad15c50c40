"""Verdicts: the words in which every check is told."""

from fidedigno.model import Support, Verdict


def test_the_four_outcomes_are_distinct_words_and_a_verdict_may_have_no_evidence() -> None:
    assert [each.value for each in Support] == [
        "supported",
        "contradicted",
        "out_of_contract",
        "inconclusive",
    ]
    assert Verdict(0, Support.OUT_OF_CONTRACT, "not_in_plan").evidence_id == ""
