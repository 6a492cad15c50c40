"""Of any answer whatever: claims in order, no word lost, work in proportion to its length."""

import re
import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fidedigno.ingest.sentences import units
from fidedigno.verify.claims import (
    split_claims,
)

PIECES = [
    "kiln", "barro", "El", "a", "14", "1.5", "núm. 3", "e.g.", "U.S.", "Hola Ana,", "sure,", "gracias",
    "no sé", "I don't know", ", but", " pero", "; ", ", and the ", ": ", ". ", "... ", "? ", "¿", "! ",
    "\n", "\n\n", "- ", "1. ", "b) ", "(2) ", "> ", "| ", "|---|---|\n", "**", "_", "`", "```\n", "# ",
    "[1]", "[1, 2]", "[^3]: ", "【4†s】", "(source 2)", "[x] ", "(", ")", "\"", "«", "»", "😀", "ف", "\ud800",
    "\x00", "\t", "\u200f", " ", "Sources: ", ":",
]  # fmt: skip
ANSWERS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join),
    st.text(max_size=120),
)
WORD = re.compile(r"[^\W_]+")
OUTSIDE = re.compile(
    r"\[\^?\d{1,3}(?:\s?[,;–-]\s?\^?\d{1,3})*\](?:\([^()\s]*\))?|\[\^[^\]\s]*\]|【[^】\n]{0,40}】|[\[(](?:source)\s\d\)"
    r"|\[[xX]\]|\([a-z]\)|(?<![^\W_])(?:\d{1,3}|[a-zA-Z])[.)]|\(\d{1,2}\)"
)
"""What may stand outside every claim: marks of lists, citations, footnotes."""


@settings(deadline=None)
@given(ANSWERS)
@example("[^3]: kiln\n[1] kiln. [2] [3] El [4]")
@example("- 1. a) kiln")
def test_claims_are_in_order_do_not_overlap_and_lose_no_word(answer: str) -> None:
    claims = split_claims(answer)
    assert claims == split_claims(answer)
    ends = [0]
    for each in claims:
        assert ends[-1] <= each.start < each.end <= len(answer)
        assert WORD.search(answer, each.start, each.end)
        assert not answer[each.start].isspace()
        assert not answer[each.end - 1].isspace()
        ends.append(each.end)
    assert [each.sentence for each in claims] == sorted(each.sentence for each in claims)
    held = bytearray(len(answer))
    for each in claims:
        held[each.start : each.end] = b"\x01" * (each.end - each.start)
    may_be_outside = {at for match in OUTSIDE.finditer(answer) for at in range(*match.span())}
    for unit in units(answer):
        for word in WORD.finditer(answer, unit.start, unit.end):
            inside = {bool(held[at]) for at in range(*word.span())}
            assert len(inside) == 1
            assert inside == {True} or word.start() in may_be_outside


def calls_of(answer: str) -> int:
    """How many functions, of Python and of C, were called."""
    count = 0

    def note(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(note)
    try:
        split_claims(answer)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "piece",
    [
        "kiln ",
        "It is hot, but the clay is wet and red. ",
        "[1] ",
        "(",
        ", pero ",
        "- a. b. c. ",
        "- a\n",
        "**a**\n",
        "| a |\n",
        "Hola Ana, ",
        "? ",
    ],
)
def test_twice_the_answer_takes_twice_the_work(piece: str) -> None:
    small, large = piece * 2_000, piece * 4_000
    split_claims(small)
    assert calls_of(large) < 2.2 * calls_of(small) + 200


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        " ",
        "[1",
        "[1, ",
        "【",
        "(",
        '"but ',
        "\x00",
        "_ ",
        "*",
        "`",
        "¿",
        "😀",
        "http://a",
        "the the documents ",
        "if you need any ",
        "[1](a",
    ],
)
def test_a_line_of_100_000_characters_is_read(piece: str) -> None:
    answer = (piece * 100_000)[:100_000]
    assert all(each.end <= len(answer) for each in split_claims(answer))
