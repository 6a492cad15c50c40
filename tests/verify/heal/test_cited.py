"""The edits of citation marks that point at the wrong passage."""

from __future__ import annotations

from fidedigno.verify.heal.changes import ChangeKind, applied
from fidedigno.verify.heal.cited import corrected
from fidedigno.verify.report import Check, EvidenceSpan, Finding, Span

ANSWER = "El barco zarpa a las ocho [1]. Hay cena [1, 3]."


def finding(mark: str, expected: str) -> Finding:
    start = ANSWER.index(mark)
    span = Span(start, start + len(mark), mark)
    return Finding(
        Check.FAITHFULNESS, "citation_misplaced", span, EvidenceSpan(1, 0, 3, "abc"), expected, 0.9
    )


def healed(*findings: Finding) -> str:
    return applied(ANSWER, corrected(ANSWER, findings))


def test_the_mark_becomes_that_of_the_passage_which_says_it() -> None:
    assert healed(finding("[1]", "[2]")) == "El barco zarpa a las ocho [2]. Hay cena [1, 3]."
    (change,) = corrected(ANSWER, [finding("[1]", "[2]")])
    assert (change.kind, change.reason) == (ChangeKind.REPLACED, "citation_misplaced")
    assert change.evidence == EvidenceSpan(1, 0, 3, "abc")


def test_a_mark_for_which_there_is_no_other_goes_with_the_blank_before_it() -> None:
    assert healed(finding("[1, 3]", "")) == "El barco zarpa a las ocho [1]. Hay cena."


def test_two_claims_under_one_mark_keep_it_only_if_both_want_the_same() -> None:
    assert healed(finding("[1]", "[2]"), finding("[1]", "[2]")).startswith("El barco zarpa a las ocho [2].")
    assert healed(finding("[1]", "[2]"), finding("[1]", "[3]")).startswith("El barco zarpa a las ocho.")


def test_nothing_misplaced_changes_nothing() -> None:
    assert corrected(ANSWER, []) == ()
