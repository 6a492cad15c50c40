import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.cli.verification_show import Stretch, excerpt, stretches, wrong_stretches
from fidedigno.model.verdict import Support
from fidedigno.verify.report import Check, CheckedClaim, EvidenceSpan, Finding, Report, Risk, Span

PLACES = st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25)), max_size=5)


@given(st.text(max_size=20), PLACES)
def test_stretches_are_the_text_and_mark_what_is_in_a_place(text: str, places: list[tuple[int, int]]) -> None:
    found = list(stretches(text, places))
    assert "".join(each.text for each in found) == text
    marked = "".join("x" * len(each.text) if each.marked else "." * len(each.text) for each in found)
    wanted = "".join("x" if any(s <= at < e for s, e in places) else "." for at in range(len(text)))
    assert marked == wanted


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ((10, 12), ["It is now ", "14", " days and " + "more words " * 6]),
        ((0, 2), ["It", " is now 14 days and " + "more words " * 6]),
    ],
)
def test_an_excerpt_is_whole_words_around_what_is_cited(place: tuple[int, int], shown: list[str]) -> None:
    passage = "It is now 14 days and " + "more words " * 40
    found = list(excerpt(passage, EvidenceSpan(0, *place, passage[slice(*place)])))
    assert [each.text for each in found][-1] == " …"
    whole = "".join(each.text for each in found)
    assert whole.startswith("".join(shown)[:60])
    assert [each.text for each in found if each.marked] == [passage[slice(*place)]]


def test_an_excerpt_from_within_says_that_there_is_more_on_both_sides() -> None:
    passage = "word " * 60 + "14" + " word" * 60
    found = list(excerpt(passage, EvidenceSpan(0, 300, 302, "14")))
    assert (found[0], found[-1]) == (Stretch("… ", marked=False), Stretch(" …", marked=False))
    assert Stretch("14", marked=True) in found


def test_a_claim_without_support_is_shown_where_nothing_else_is_said_of_it() -> None:
    finding = Finding(Check.CONTRADICTION, "number_differs", Span(3, 5, "30"))
    claims = (
        CheckedClaim(Span(0, 9, ""), Support.CONTRADICTED, 0.9, findings=(finding,)),
        CheckedClaim(Span(10, 19, ""), Support.INCONCLUSIVE, 0.6, evidence=(EvidenceSpan(1, 0, 3, ""),)),
        CheckedClaim(Span(20, 29, ""), Support.SUPPORTED, 0.9),
    )
    found = wrong_stretches(Report("es", Risk.CRITICAL, 0.1, 0.3, claims=claims, findings=(finding,)))
    assert [(each.place.start, each.what) for each in found] == [
        (3, "La fuente da otro número"),
        (10, "sin apoyo suficiente"),
    ]
    assert found[1].evidence == EvidenceSpan(1, 0, 3, "")
