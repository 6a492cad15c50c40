from __future__ import annotations

from fidedigno.verify.entities.nearest import Candidate
from fidedigno.verify.entities.places import finding_at
from fidedigno.verify.report import Check, EvidenceSpan, Span


def test_a_finding_says_where_it_is_and_what_the_evidence_has() -> None:
    span = EvidenceSpan(0, 3, 9, "Dundee")
    found = finding_at("in Perth", 3, 8, "unknown_place", Candidate("Dundee", span), 0.7)
    assert (found.check, found.answer, found.evidence) == (Check.ENTITIES, Span(3, 8, "Perth"), span)
    assert (found.expected, found.certainty) == ("Dundee", 0.7)


def test_without_a_candidate_nothing_is_expected() -> None:
    found = finding_at("in Perth", 3, 8, "unknown_place", None, 0.7)
    assert (found.evidence, found.expected) == (None, "")
