"""What is blanked, that every offset stays, and that reports show the text as it was given."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model.verdict import Support
from fidedigno.verify.report import Check, CheckedClaim, EvidenceSpan, Finding, Span
from fidedigno.verify.unread import as_given, blanked, without_markup

PIECES = st.lists(
    st.sampled_from(["<!--", "-->", "<b>", "</B>", "<script", "</script>", "x", "\n", "<", ">", "İ"])
)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("<p>El faro mide <b>40</b> m.</p>", "El faro mide 40 m."),
        ("The lamp<!-- 99 --> has 12 bulbs.", "The lamp has 12 bulbs."),
        ("Abre<SCRIPT>var a = 7</SCRIPT> el lunes.", "Abre el lunes."),
        ("It <style media='x'>p {top: 3px}</style>opens.", "It opens."),
        ("<a href='https://a.example/9'>Tickets</a> are free.", "Tickets are free."),
        ("Two<br/>lines", "Two lines"),
    ],
)
def test_markup_that_nobody_sees_is_not_read(text: str, seen: str) -> None:
    assert without_markup(text).split() == seen.split()


@pytest.mark.parametrize(
    "text",
    [
        "List<String> names = new ArrayList<>();",
        "if a <b and c> d: the valve opens",
        "5 < 7 and 9 > 3",
        "<!-- never closed: 40 m",
        "<script never closed",
        "<plan> cuesta 4 €",
    ],
)
def test_signs_that_are_no_markup_stay(text: str) -> None:
    assert without_markup(text) == text


@given(PIECES)
def test_every_offset_and_line_stays(pieces: list[str]) -> None:
    text = "".join(pieces)
    seen = without_markup(text)
    assert len(seen) == len(text)
    assert all(now in (before, " ") for now, before in zip(seen, text, strict=True))
    assert seen.count("\n") == text.count("\n")


@pytest.mark.parametrize("piece", ["<!--", "<script", "<b ", "<", "<!-- -->", "</style"])
def test_a_hostile_passage_is_read_in_a_time_that_its_length_allows(piece: str) -> None:
    begin = time.perf_counter()
    without_markup(piece * (200_000 // len(piece)))
    assert time.perf_counter() - begin < 5


def test_places_are_blanked_and_lines_kept() -> None:
    assert blanked("one two\nthree", [(0, 3), (6, 10)]) == "    tw \n  ree"
    assert blanked("one", []) == "one"


def test_a_report_shows_the_words_as_they_were_given() -> None:
    answer, passages = "Note: it is 40 m.", ["It is <b>40</b> m."]
    finding = Finding(Check.CONTRADICTION, "x", Span(12, 16, "    "), EvidenceSpan(0, 6, 13, "   40  "))
    claim = CheckedClaim(Span(6, 17, ""), Support.SUPPORTED, 1.0, (EvidenceSpan(0, 0, 19, ""),), (finding,))
    claims, findings = as_given([claim], [finding], answer, passages)
    assert findings[0].answer.text == "40 m"
    assert findings[0].evidence is not None
    assert findings[0].evidence.text == "<b>40</"
    assert claims[0].span.text == "it is 40 m."
    assert claims[0].evidence[0].text == passages[0]
    assert claims[0].findings == findings
