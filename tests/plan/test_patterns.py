import re
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fidedigno.plan.patterns import MAX_CHARACTERS, PatternError, compile_pattern
from fidedigno.plan.wording import MAX_CHARACTERS as MAX_QUESTION


@pytest.mark.parametrize(
    "pattern",
    [r"\bhasta cuando\b", r"\bdue (?:date|day)?\b", r"a.{0,20}b", r"entreg\w*", r"[ab+*]+c", r"(?:ab){2}", r"x\*+"],
)  # fmt: skip
def test_a_plain_pattern_is_compiled(pattern: str) -> None:
    assert compile_pattern(pattern).pattern == pattern


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (r"(a+)+b", "repeats a group"),
        (r"(?:a|a)*b", "repeats a group"),
        (r"((ab?)c){2,9}", "repeats a group"),
        (r"(?:(?:a|b)c)+", "repeats a group"),
        (r"a.*b.*c", "more than one repetition without an end"),
        (r"\w{0,80}x\w{0,80}", "multiply to"),
        (r"(a)\1", "refers back"),
        (r"(?P<n>a)(?P=n)", "no names"),
        (r"(?i)a", "no names, flags"),
        (r"(a", "not a regular expression"),
        (r"a{5,2}", "not a regular expression"),
        (r"a++b" * 2, "more than one"),
        (r"a?", "matches everywhere"),
        (r"", "empty"),
        (r"¿Qué", "never matches"),
        (r"\bGuía\b", "never matches"),
        ("a" * (MAX_CHARACTERS + 1), "longer than"),
        ("a{99999999999999999999}", "multiply to"),
    ],
)
def test_a_pattern_that_is_broken_useless_or_slow_is_refused(pattern: str, why: str) -> None:
    with pytest.raises(PatternError, match=re.escape(why)):
        compile_pattern(pattern)


PIECES = st.sampled_from(
    ["a", "b", r"\w", ".", "[ab]", "(?:", "(", ")", "|", "*", "+", "?", "{0,9}", "{2,}", "{3}", r"\b", "??", "a*"]
)  # fmt: skip


@settings(deadline=timedelta(seconds=5))
@given(st.lists(PIECES, min_size=1, max_size=12).map("".join))
def test_whatever_is_accepted_ends_soon_on_the_worst_of_questions(pattern: str) -> None:
    try:
        compiled = compile_pattern(pattern)
    except PatternError:
        return
    for text in ("a" * MAX_QUESTION, "ab" * (MAX_QUESTION // 2), "a" * (MAX_QUESTION - 1) + "!"):
        compiled.search(text)


@given(st.text(max_size=40))
def test_no_text_at_all_raises_anything_but_the_refusal(pattern: str) -> None:
    try:
        compiled = compile_pattern(pattern)
    except PatternError:
        return
    assert compiled.pattern == pattern
