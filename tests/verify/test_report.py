"""A report says everything with its texts, and without them nothing that was written by anybody."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.model.verdict import Support
from fidedigno.verify.report import (
    Check,
    CheckedClaim,
    Drift,
    EvidenceSpan,
    Finding,
    Judgement,
    Report,
    Risk,
    Span,
)

MARK = "§"
"""In every text of the reports here, and in nothing else."""
SHARES = st.floats(0, 1)
PLACES = st.tuples(st.integers(0, 99), st.integers(0, 99))
TEXTS = st.text(max_size=8).map(lambda text: f"{MARK}{text}")
SPANS = st.builds(lambda at, text: Span(*at, text), PLACES, TEXTS)
EVIDENCE = st.builds(
    lambda number, at, text: EvidenceSpan(number, *at, text), st.integers(0, 3), PLACES, TEXTS
)
FINDINGS = st.builds(
    Finding,
    st.sampled_from(Check),
    st.sampled_from(["number_differs", "unknown_person"]),
    SPANS,
    st.none() | EVIDENCE,
    st.just("") | TEXTS,
    SHARES,
)
JUDGEMENTS = st.builds(
    Judgement, st.sampled_from(["rules", "combiner"]), st.sampled_from(Support), SHARES, SHARES
)
CLAIMS = st.builds(
    CheckedClaim,
    SPANS,
    st.sampled_from(Support),
    SHARES,
    st.lists(EVIDENCE, max_size=2).map(tuple),
    st.lists(FINDINGS, max_size=2).map(tuple),
    st.lists(JUDGEMENTS, max_size=3).map(tuple),
    st.dictionaries(st.sampled_from(["best", "whole"]), SHARES),
)
REPORTS = st.builds(
    Report,
    st.sampled_from(["es", "en"]),
    st.sampled_from(Risk),
    SHARES,
    SHARES,
    SHARES,
    st.lists(CLAIMS, max_size=3).map(tuple),
    st.lists(FINDINGS, max_size=3).map(tuple),
    st.builds(Drift, st.booleans(), SHARES, SHARES, st.integers(0, 9), st.booleans()),
    st.lists(st.sampled_from(["drift", "entities"]), max_size=2).map(tuple),
    st.lists(st.sampled_from(["patterns"]), max_size=1).map(tuple),
    st.booleans(),
    SHARES,
)


def strings(value: Any) -> Iterator[str]:
    """Every text in JSON values, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


@settings(deadline=None)
@given(REPORTS)
def test_without_texts_a_report_has_none_at_all(report: Report) -> None:
    bare = report.to_dict(text=False)
    assert not any(MARK in each for each in strings(bare))
    assert not {"text", "expected"} & set(strings(bare))
    assert json.loads(json.dumps(bare, allow_nan=False)) == bare


@settings(deadline=None)
@given(REPORTS)
def test_with_texts_it_has_every_one_and_the_same_beside_them(report: Report) -> None:
    whole = report.to_dict()
    assert json.loads(json.dumps(whole, allow_nan=False)) == whole
    texts = [each.answer.text for each in report.findings] + [each.span.text for each in report.claims]
    texts += [each.expected for each in report.findings]
    assert set(texts) <= set(strings(whole))
    assert without_texts(whole) == report.to_dict(text=False)


def without_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_texts(each) for key, each in value.items() if key not in {"text", "expected"}}
    return [without_texts(each) for each in value] if isinstance(value, list) else value


def finding(check: Check) -> Finding:
    return Finding(check, "number_differs", Span(0, 1, "a"))


def claim(support: Support, *judges: Support) -> CheckedClaim:
    judgements = tuple(Judgement(f"judge {number}", each, 0.5) for number, each in enumerate(judges))
    return CheckedClaim(Span(0, 1, "a"), support, 0.9, judgements=judgements)


@pytest.mark.parametrize(
    ("risk", "flagged"), [(Risk.LOW, False), (Risk.MEDIUM, False), (Risk.HIGH, True), (Risk.CRITICAL, True)]
)
def test_high_and_critical_answers_should_not_be_shown(risk: Risk, flagged: bool) -> None:
    assert Report("es", risk, 0.5, 1.0).is_hallucinating is flagged


def test_a_contradiction_is_a_finding_or_a_verdict() -> None:
    def report(**parts: Any) -> Report:
        return Report("es", Risk.LOW, 0.5, 1.0, **parts)

    assert not report().has_contradiction
    assert report(findings=(finding(Check.CONTRADICTION),)).has_contradiction
    assert report(claims=(claim(Support.CONTRADICTED),)).has_contradiction
    assert not report(
        findings=(finding(Check.ENTITIES),), claims=(claim(Support.SUPPORTED),)
    ).has_contradiction


def test_findings_of_a_check_come_in_their_order() -> None:
    findings = (finding(Check.ENTITIES), finding(Check.CONTRADICTION), finding(Check.ENTITIES))
    report = Report("es", Risk.LOW, 0.5, 1.0, findings=findings)
    assert report.of(Check.ENTITIES) == (findings[0], findings[2])
    assert report.of(Check.DRIFT) == ()


@pytest.mark.parametrize(
    ("judges", "disputed"),
    [
        ((), False),
        ((Support.SUPPORTED,), False),
        ((Support.SUPPORTED, Support.SUPPORTED), False),
        ((Support.SUPPORTED, Support.CONTRADICTED), True),
    ],
)
def test_a_claim_is_disputed_where_two_judges_differ(judges: tuple[Support, ...], disputed: bool) -> None:
    assert claim(Support.SUPPORTED, *judges).disputed is disputed


def test_signals_that_were_not_given_are_none_and_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        claim(Support.SUPPORTED).signals["best"] = 1.0  # type: ignore[index]


def test_a_report_moves_with_all_that_it_says_of_the_answer_and_nothing_of_the_evidence() -> None:
    evidence = EvidenceSpan(0, 1, 2, "e")
    finding = Finding(Check.ENTITIES, "unknown_name", Span(2, 4, "ab"), evidence)
    claim = CheckedClaim(Span(0, 5, "abcde"), Support.INCONCLUSIVE, 0.5, (evidence,), (finding,))
    moved = Report("en", Risk.LOW, 0.5, 0.5, claims=(claim,), findings=(finding,)).moved(3)
    assert moved.findings == moved.claims[0].findings
    assert moved.findings == (Finding(Check.ENTITIES, "unknown_name", Span(5, 7, "ab"), evidence),)
    assert (moved.claims[0].span, moved.claims[0].evidence) == (Span(3, 8, "abcde"), (evidence,))
