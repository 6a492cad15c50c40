"""Evidence that speaks of a claim is found by its words; against a slow model that counts them one by one."""

import math
import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.consolidate.passages import words_in
from fidedigno.verify import align
from fidedigno.verify.align import BLOCK, FAMILY, FAMILY_SHARE, FIGURE_WEIGHT, Aligned, EvidenceText
from fidedigno.verify.passage import Passage


def evidence(*passages: str, language: str | None = "en", limit: int = 1_000_000) -> EvidenceText:
    return EvidenceText([Passage(each, language=language) for each in passages], limit)


def aligned(claim: str, text: EvidenceText, language: str | None = "en") -> Aligned:
    return text.align(words_in(claim, language=language))


def best(claim: str, text: EvidenceText, language: str | None = "en") -> str:
    return text.span(aligned(claim, text, language).windows[0].line).text


def share_in(terms: frozenset[str], text: EvidenceText, line: int) -> float:
    """How surely a sentence has a word: as a reader would tell who looks at every sentence for every word."""
    lines = text.lines
    if any(terms & (each.terms | each.above) for each in lines):
        return float(bool(terms & (lines[line].terms | lines[line].above)))
    families = {term[:FAMILY] for term in terms if len(term) > FAMILY}
    return FAMILY_SHARE * any(term[:FAMILY] in families for term in lines[line].terms if len(term) > FAMILY)


def modelled(claim: str, text: EvidenceText, language: str | None) -> tuple[list[float], Aligned]:
    """Shares of every sentence, and what the alignment is then."""
    concepts = list(dict.fromkeys(word.terms for word in words_in(claim, language=language) if word.terms))
    count = range(len(text.lines))
    weights = [
        math.log1p(
            (len(count) + 1)
            / (max(sum(term in each.terms | each.above for each in text.lines) for term in terms) + 0.5)
        )
        * (FIGURE_WEIGHT if min(terms)[0].isdigit() else 1.0)
        for terms in concepts
    ]
    total = sum(weights)
    shares = [[share_in(terms, text, line) for terms in concepts] for line in count]

    def weighed(values: list[float]) -> float:
        return sum(weight * value for weight, value in zip(weights, values, strict=True)) / total

    most = [max((shares[line][at] for line in count), default=0.0) for at in range(len(concepts))]
    pairs = [
        [max(one, other) for one, other in zip(shares[line], shares[line + 1], strict=True)]
        for line in count[:-1]
        if text.lines[line].passage == text.lines[line + 1].passage
    ]
    each = [weighed(share) for share in shares]
    whole = Aligned(
        (),
        max(each, default=0.0),
        max([*map(weighed, pairs), *each], default=0.0),
        weighed(most),
        sum(most) / len(concepts),
    )
    return each, whole


WORDS = [
    "kiln", "kilns", "clay", "glaze", "glazing", "cancellation", "cancelled", "cancels", "14", "15", "the", "of",
    "horno", "hornos", "el", "barro",
]  # fmt: skip
SENTENCES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(lambda words: " ".join(words) + ".")
LINES = st.one_of(SENTENCES, SENTENCES.map("- {}\n".format), SENTENCES.map("\n\n# {}\n\n".format))
PASSAGES = st.lists(st.lists(LINES, max_size=5).map(" ".join), max_size=3)


@settings(deadline=None)
@given(SENTENCES, PASSAGES, st.sampled_from(["es", "en", None]))
def test_shares_are_those_of_a_reader_who_looks_at_every_sentence_for_every_word(
    claim: str, passages: list[str], language: str | None
) -> None:
    text = evidence(*passages, language=language)
    found = aligned(claim, text, language)
    if not any(word.terms for word in words_in(claim, language=language)):
        assert found == Aligned((), 1.0, 1.0, 1.0, 1.0)
        return
    shares, whole = modelled(claim, text, language)
    assert (found.best, found.pair, found.whole, found.plain) == pytest.approx(
        (whole.best, whole.pair, whole.whole, whole.plain)
    )
    assert found.best <= found.pair <= found.whole + 1e-9
    assert [each.share for each in found.windows] == pytest.approx(
        [shares[each.line] for each in found.windows]
    )
    assert len(found.windows) == min(align.MOST_WINDOWS, sum(share > 0 for share in shares))
    left = [share for line, share in enumerate(shares) if line not in {each.line for each in found.windows}]
    assert all(share <= found.windows[-1].share + 1e-9 for share in left if share > 0)


@settings(deadline=None)
@given(st.lists(st.text(max_size=80), max_size=4), st.integers(1, 200), st.text(max_size=40))
def test_places_are_those_of_the_passages_whatever_they_hold(
    passages: list[str], limit: int, claim: str
) -> None:
    text = evidence(*passages, language=None, limit=limit)
    for number, line in enumerate(text.lines):
        span = text.span(number)
        assert passages[span.passage][span.start : span.end] == span.text
        assert span.text.strip() == span.text != ""
        assert all(line.start <= word.start < word.end <= line.end for word in line.words)
        for word in line.words:
            assert words_in(passages[span.passage][word.start : word.end])[0].text == word.text
    assert sum(len(each) for each in passages) <= limit or text.truncated
    found = aligned(claim, text, None)
    assert all(0.0 <= each <= 1.0 + 1e-9 for each in (found.best, found.pair, found.whole, found.plain))


@pytest.mark.parametrize(
    ("claim", "sentence", "language"),
    [
        ("Glazes dry in 9 days", "Glazes dry in 4 days.", "en"),
        ("Los esmaltes secan en 9 días", "El esmalte seca en 4 días.", "es"),
    ],
)
def test_a_wrong_number_does_not_hide_its_sentence(claim: str, sentence: str, language: str) -> None:
    text = evidence(f"Kiln 9 is hot. {sentence} Horno 9.", language=language)
    assert best(claim, text, language) == sentence


def test_words_of_one_family_are_near_and_the_same_word_is_nearer() -> None:
    text = evidence("Generators hum. Glaze is red.")
    assert aligned("General", text).best == pytest.approx(FAMILY_SHARE)
    assert aligned("Generator", text).best == 1.0
    assert aligned("Gene", text).best == 0.0


def test_what_joins_two_sentences_is_carried_by_the_pair() -> None:
    text = evidence("The kiln is hot. The clay is wet.", "The glaze is red.")
    both = aligned("The kiln is hot and the clay wet", text)
    assert (both.best < 1.0, both.pair, both.whole) == (True, 1.0, 1.0)
    apart = aligned("The clay is wet and the glaze red", text)
    assert (apart.pair < 1.0, apart.whole) == (True, pytest.approx(1.0))


@pytest.mark.parametrize(
    ("passage", "claim", "sentence", "above"),
    [
        (
            "# Summer term\n\nFees are due in May.",
            "Fees of the summer term",
            "Fees are due in May.",
            "# Summer term",
        ),
        (
            "The summer rules are:\n\n- Fees are due.",
            "Summer fees due",
            "- Fees are due.",
            "The summer rules are:",
        ),
        (
            "| Clay | Price |\n|---|---|\n| Red | 3 € |\n| White | 4 € |",
            "White clay price",
            "| White | 4 € |",
            "| Clay | Price |",
        ),
    ],
)
def test_what_stands_over_a_sentence_speaks_for_it(
    passage: str, claim: str, sentence: str, above: str
) -> None:
    text = evidence(passage)
    window = aligned(claim, text).windows[0]
    assert text.span(window.line).text == sentence
    assert text.above(window.line) == above
    assert window.share == pytest.approx(1.0)


def test_a_long_heading_is_read_in_part() -> None:
    text = evidence("# " + "kiln " * 1_000 + "zenith\n\nClay is wet.")
    assert len(text.above(0)) <= align.MOST_ABOVE
    assert aligned("zenith", text).windows == ()


def test_passages_longer_than_a_block_are_cut_between_words_and_keep_what_stands_over_them() -> None:
    rows = "".join(f"| q{number:05} | {number} |\n" for number in range(3_000))
    passage = f"# Stock\n\n| Code | Pieces |\n|---|---|\n{rows}"
    assert len(passage) > 2 * BLOCK
    text = evidence(passage)
    assert len(text.lines) == 3_000
    assert {text.above(line) for line in range(3_000)} == {"# Stock | Code | Pieces |"}
    assert best("q02999", text) == "| q02999 | 2999 |"


def test_a_heading_begins_a_block_and_a_table_before_it_is_over() -> None:
    rows = "".join(f"| a{number:05} | {number} |\n" for number in range(1_200))
    passage = f"| Code | Pieces |\n|---|---|\n{rows}\n# Second\n\n| b | 1 |\n" + "Clay is wet. " * 200
    text = evidence(passage)
    (line,) = (number for number in range(len(text.lines)) if text.span(number).text == "| b | 1 |")
    assert text.above(line) == "# Second"


@pytest.mark.parametrize("unit", ["clay ", "Clay is wet. ", "clay\n", "clay. \n\n", "claywetredhot"])
def test_no_character_of_a_long_passage_is_lost(unit: str) -> None:
    passage = unit * (3 * BLOCK // len(unit))
    text = evidence(passage)
    held = "".join(text.span(line).text for line in range(len(text.lines)))
    assert "".join(held.split()) == "".join(passage.split())
    if " " in unit:
        words = {word.text for line in text.lines for word in line.words}
        assert words <= {"clay", "is", "wet"}


def test_no_more_is_read_than_the_limit_and_no_figure_is_cut() -> None:
    text = evidence("The kiln costs 1500 euros.", "Clay is wet.", limit=17)
    assert text.truncated
    assert [text.span(line).text for line in range(len(text.lines))] == ["The kiln costs"]
    whole = evidence("The kiln costs 1500 euros.", limit=26)
    assert not whole.truncated
    assert not evidence(limit=1).truncated


@pytest.mark.parametrize("text", [evidence(), evidence(""), evidence("   "), evidence("...")])
def test_without_evidence_nothing_is_carried_and_nothing_is_nothing(text: EvidenceText) -> None:
    assert aligned("The kiln is hot", text) == Aligned((), 0.0, 0.0, 0.0, 0.0)
    assert aligned("it is of the", text) == Aligned((), 1.0, 1.0, 1.0, 1.0)


def test_rare_words_weigh_more() -> None:
    text = evidence("Kiln red. Kiln hot. Kiln wet. Glaze.")
    rare, common, unknown = (text.rarity(frozenset({each})) for each in ("glaze", "kiln", "zenith"))
    assert 0 < common < rare < unknown
    assert evidence().rarity(frozenset({"zenith"})) >= 1.0


def calls_of(passage: str) -> int:
    """How many functions, of Python and of C, were called."""
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(note)
    try:
        evidence(passage)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", ["Clay is wet. ", "clay ", "# a\n\nb\n\n", "- a:\n", "| a | b | c |\n"])
def test_twice_the_passage_takes_twice_the_work(unit: str) -> None:
    small, large = unit * (50_000 // len(unit)), unit * (100_000 // len(unit))
    evidence(small)
    assert calls_of(large) < 2.3 * calls_of(small)


def test_a_long_heading_is_not_read_again_for_every_line_below() -> None:
    heading = "# " + "kiln " * 200 + "\n\n"
    few, many = heading + "- a\n" * 500, heading + "- a\n" * 1_000
    # What was read is kept: a text of its own warms the rest up.
    evidence(few + "- b\n")
    assert calls_of(many) < 2.3 * calls_of(few)


def test_some_of_the_passages_can_be_looked_at_alone() -> None:
    text = evidence("The kiln is hot.", "The kiln is new. It hums.", "The lamp is old.")
    some = text.only({1, 2})
    assert [some.span(line).text for line in range(len(some.lines))] == [
        "The kiln is new.",
        "It hums.",
        "The lamp is old.",
    ]
    assert best("A hot kiln", some) == "The kiln is new."
    assert some.terms == evidence("", "The kiln is new. It hums.", "The lamp is old.").terms
    assert len(text.lines) == 4
    assert text.only(()).lines == []
