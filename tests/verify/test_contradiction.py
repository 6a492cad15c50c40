"""Differences are kept only where no sentence of the evidence agrees and the claim does not stand there as it is."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.verify.contradiction import (
    LEAST_SHARE,
    Compared,
    Faced,
    find_contradictions,
    is_said_by,
    stands_in,
)
from fidedigno.verify.report import Check, EvidenceSpan, Span
from fidedigno.verify.statement import Comparison, Difference, Statement, Weigher

CLAIM = Statement.of("The kiln costs 30 euros.")
VALUE = (15, 17)
"""Where ``30`` stands in it."""


def faced(text: str, passage: int = 0, start: int = 0, share: float = 0.8) -> Faced:
    return Faced(EvidenceSpan(passage, start, start + len(text), text), Statement.of(text), share)


def comparing(found: dict[str, Comparison]) -> Weigher:
    """A comparator that says of each sentence what it is told."""

    def weigh(claim: Statement, evidence: Sequence[Statement]) -> list[Comparison]:
        return [found.get(each.text, Comparison()) for each in evidence]

    return weigh


def differs(
    certainty: float = 1.0, expected: str = "", code: str = "number_differs", at: tuple[int, int] = VALUE
) -> Comparison:
    return Comparison(differences=(Difference(code, *at, 4, 6, expected, certainty),))


def never(claim: Statement, evidence: Sequence[Statement]) -> list[Comparison]:
    raise AssertionError


TWO = (faced("for 20 euros"), faced("for 30 euros", passage=1, start=9))


def test_a_difference_is_placed_in_the_answer_and_in_its_passage() -> None:
    compare = comparing({"for 30 euros": differs(0.7, "20")})
    (finding,) = find_contradictions(CLAIM, 100, TWO, [compare]).findings
    assert finding.check is Check.CONTRADICTION
    assert finding.answer == Span(115, 117, "30")
    assert finding.evidence == EvidenceSpan(1, 13, 15, "30")
    assert (finding.code, finding.expected, finding.certainty) == ("number_differs", "20", 0.7)


def test_what_one_sentence_agrees_with_is_no_contradiction_though_another_differs() -> None:
    agreeing = Comparison(agreed=((14, 20),))
    compare = comparing({"for 20 euros": differs(), "for 30 euros": agreeing})
    found = find_contradictions(CLAIM, 0, TWO, [compare])
    assert found == Compared((), ((14, 20),), ())
    assert find_contradictions(CLAIM, 0, TWO[::-1], [compare]) == found


def test_agreement_at_another_place_settles_nothing() -> None:
    compare = comparing({"for 20 euros": differs(), "for 30 euros": Comparison(agreed=((0, 3),))})
    assert len(find_contradictions(CLAIM, 0, TWO, [compare]).findings) == 1


def test_one_comparator_does_not_settle_what_another_finds() -> None:
    agreeing = comparing({"for 20 euros": Comparison(agreed=(VALUE,))})
    differing = comparing({"for 20 euros": differs(code="negation_differs")})
    found = find_contradictions(CLAIM, 0, TWO, [agreeing, differing])
    assert [each.code for each in found.findings] == ["negation_differs"]


def test_of_two_findings_at_one_place_the_surer_is_kept() -> None:
    compare = comparing({"for 20 euros": differs(0.6, "20"), "for 30 euros": differs(0.9, "40")})
    (finding,) = find_contradictions(CLAIM, 0, TWO, [compare]).findings
    assert (finding.certainty, finding.expected) == (0.9, "40")


def test_of_two_as_sure_values_none_is_expected() -> None:
    compare = comparing({"for 20 euros": differs(0.9, "20"), "for 30 euros": differs(0.9, "40")})
    (finding,) = find_contradictions(CLAIM, 0, TWO, [compare]).findings
    assert finding.expected == ""
    same = comparing({"for 20 euros": differs(0.9, "20"), "for 30 euros": differs(0.9, "20")})
    assert find_contradictions(CLAIM, 0, TWO, [same]).findings[0].expected == "20"


def test_findings_are_in_the_order_of_the_answer() -> None:
    both = Comparison(differences=(*differs(0.9).differences, *differs(0.5, at=(4, 8)).differences))
    found = find_contradictions(CLAIM, 0, TWO, [comparing({"for 20 euros": both})])
    assert [each.answer.text for each in found.findings] == ["kiln", "30"]


def test_what_no_sentence_has_is_missing_and_what_one_has_is_not() -> None:
    some = comparing(
        {"for 20 euros": Comparison(missing=(VALUE, (4, 8))), "for 30 euros": Comparison(agreed=(VALUE,))}
    )
    assert find_contradictions(CLAIM, 0, TWO, [some]) == Compared((), (VALUE,), ((4, 8),))


@pytest.mark.parametrize("share", [0.0, LEAST_SHARE - 0.01])
def test_a_sentence_that_hardly_speaks_of_the_claim_contradicts_nothing(share: float) -> None:
    differing = comparing({"for 20 euros": differs()})
    assert find_contradictions(CLAIM, 0, [faced("for 20 euros", share=share)], [differing]) == Compared()
    assert find_contradictions(CLAIM, 0, [], [comparing({})]) == Compared()


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The plan does not include glazes.", "the plan does not include glazes"),
        ("**The plan** does not include glazes!", "The plan does not include glazes."),
        (
            "but it does not include any glazes",
            "The plan is cheap all year, but it does not include any glazes.",
        ),
        ("El plan no incluye esmaltes", "El plan no incluye esmaltes; el horno se paga aparte."),
    ],
)
def test_a_sentence_or_clause_that_is_quoted_is_compared_with_nothing(claim: str, evidence: str) -> None:
    assert (
        find_contradictions(Statement.of(claim), 0, [faced("for 20 euros"), faced(evidence)], [never])
        == Compared()
    )
    assert is_said_by(Statement.of(claim), Statement.of(evidence))


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("the plan includes glazes", "It is not true that the plan includes glazes."),
        ("The plan includes", "The plan includes glazes."),
        ("", ""),
        ("...", "..."),
        ("glazes include the plan", "The plan includes glazes."),
    ],
)
def test_a_part_of_a_clause_is_no_quotation(claim: str, evidence: str) -> None:
    assert not is_said_by(Statement.of(claim), Statement.of(evidence))
    assert not stands_in(Statement.of(claim), Statement.of(evidence))


def test_a_clause_is_said_but_is_not_the_sentence() -> None:
    evidence = Statement.of("El plan no incluye esmaltes; el horno se paga aparte.")
    assert is_said_by(Statement.of("el horno se paga aparte"), evidence)
    assert not stands_in(Statement.of("el horno se paga aparte"), evidence)


@pytest.mark.parametrize(
    ("claim", "passages"),
    [
        (
            "El horno cuesta 30 euros al mes.",
            ["El horno cuesta 20 euros al mes.", "El horno cuesta 30 euros al mes en mayo."],
        ),
        (
            "The kiln costs 30 euros a month.",
            ["The kiln costs 20 euros a month.", "In May the kiln costs 30 euros a month."],
        ),
    ],
)
def test_the_shipped_comparators_are_put_together_so(claim: str, passages: list[str]) -> None:
    language = "es" if claim.startswith("El") else "en"
    statement = Statement.of(claim, language)
    each = [
        Faced(EvidenceSpan(number, 0, len(text), text), Statement.of(text, language), 0.9)
        for number, text in enumerate(passages)
    ]
    assert [found.code for found in find_contradictions(statement, 0, each[:1]).findings] == [
        "amount_differs"
    ]
    assert find_contradictions(statement, 0, each).findings == ()


PLACES = st.tuples(st.integers(0, 10), st.integers(0, 10)).map(lambda ends: (min(ends), max(ends)))
CERTAINTIES = st.sampled_from([0.3, 0.6, 0.9])
COMPARISONS = st.builds(
    lambda agreed, differing, missing: Comparison(
        tuple(agreed),
        tuple(
            Difference("number_differs", *at, 0, 1, expected, certainty)
            for at, expected, certainty in differing
        ),
        tuple(missing),
    ),
    st.lists(PLACES, max_size=2),
    st.lists(st.tuples(PLACES, st.sampled_from(["", "20", "40"]), CERTAINTIES), max_size=3),
    st.lists(PLACES, max_size=2),
)


@settings(deadline=None)
@given(COMPARISONS, COMPARISONS)
def test_findings_follow_the_rules_whatever_the_comparators_say(one: Comparison, other: Comparison) -> None:
    found = find_contradictions(CLAIM, 0, TWO, [comparing({"for 20 euros": one, "for 30 euros": other})])
    agreed = {*one.agreed, *other.agreed}
    kept: dict[tuple[int, int], list[Difference]] = {}
    for each in (*one.differences, *other.differences):
        if not any(start < each.end and each.start < end for start, end in agreed):
            kept.setdefault((each.start, each.end), []).append(each)
    assert {(each.answer.start, each.answer.end) for each in found.findings} == set(kept)
    for each in found.findings:
        rivals = kept[each.answer.start, each.answer.end]
        surest = max(rival.certainty for rival in rivals)
        assert each.certainty == surest
        wanted = {rival.expected for rival in rivals if rival.certainty == surest and rival.expected}
        assert each.expected == "" or wanted == {each.expected}
    assert set(found.agreed) == agreed
    assert set(found.missing) == {*one.missing, *other.missing} - agreed
