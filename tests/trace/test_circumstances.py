"""What surrounds a record: scope, filter, refusals and errors, and a search as a record of its own."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.model import ClaimMatrix, Clarification, Decision, Route
from fidedigno.trace.circumstances import (
    MAX_ERRORS,
    MAX_FOUND,
    MAX_SCOPE,
    Circumstances,
    Searched,
    error_code,
    in_circumstances,
    refusal_of,
    trace_of_search,
)
from fidedigno.trace.format import MAX_TRACE_CHARACTERS, read_trace, write_trace
from fidedigno.trace.record import Asked, FilterTrace, Use
from tests.trace.made import CONTRACT, GUIDE, KEY, NOTICE, NOW, answer, identity, passage, plan, trace


def search(*cards: Any, asked: Circumstances | None = None, **changes: Any) -> Any:
    done = Searched("s1", Asked.SEARCH, NOW, cards, {"total": 0.02}, **changes)
    return trace_of_search(done, identity=identity(), key=KEY, asked=asked or Circumstances(), language="es")


def test_a_search_is_recorded_with_what_it_found_and_no_decision() -> None:
    made = search(GUIDE, NOTICE)
    assert (made.kind, made.decision, made.refusal, made.key) == (Asked.SEARCH, None, "", KEY.id)
    assert [each.evidence for each in made.sources] == [GUIDE.id, NOTICE.id]
    assert {each.use for each in made.sources} == {Use.CITED}
    assert made.user == KEY.user("default", "ana")
    assert read_trace(write_trace(made)) == made


def test_a_search_that_finds_nothing_says_the_same_whatever_the_reason() -> None:
    assert search().refusal == "nothing_found"


def test_scope_and_assistant_are_marks_and_numbers_stay() -> None:
    asked = Circumstances(
        frozenset({"salarios", "actas"}), "Asesor RR. HH.", FilterTrace(2, 7, 1), ("FID500",)
    )
    made = search(GUIDE, asked=asked)
    assert len(made.scope) == 2
    assert (made.filter, made.errors) == (FilterTrace(2, 7, 1), ("FID500",))
    text = write_trace(made)
    assert not [word for word in ("salarios", "actas", "Asesor", "RR") if word in text]
    assert made.scope == tuple(sorted(KEY.fingerprint("corpus", each) for each in ("salarios", "actas")))


@given(st.text(min_size=1))
def test_only_codes_are_kept_of_errors(text: str) -> None:
    made = error_code(f"Zqxw {text}", KEY)
    assert made.startswith("#")
    assert "Zqxw" not in made
    assert error_code("FID201", KEY) == "FID201"
    assert error_code("timed_out", KEY) == "timed_out"
    assert error_code("FIDáéí", KEY).startswith("#")
    assert error_code("FID²³¹", KEY).startswith("#")


def test_long_lists_are_cut_and_it_is_said() -> None:
    cut: set[str] = set()
    asked = Circumstances(
        frozenset(f"c{each}" for each in range(MAX_SCOPE + 1)),
        errors=tuple("e" + "abcdefghij"[each % 10] * (each + 1) for each in range(MAX_ERRORS + 1)),
    )
    made = in_circumstances(trace(), asked, KEY, cut)
    assert (len(made.scope), len(made.errors), cut) == (MAX_SCOPE, MAX_ERRORS, {"scope", "errors"})
    many = search(*(passage(each) for each in range(1, MAX_FOUND + 5)))
    assert (len(many.sources), many.cut) == (MAX_FOUND, {"sources"})
    assert len(write_trace(many)) < MAX_TRACE_CHARACTERS


ABSTAINS: Any = {"decision": Decision.ABSTAIN, "claims": (), "evidence": (), "verdicts": ()}
REFUSE = replace(CONTRACT, route=Route.OUT_OF_SCOPE)


@pytest.mark.parametrize(
    ("changes", "planned", "code"),
    [
        ({"decision": Decision.ANSWER}, {}, ""),
        ({"decision": Decision.ANSWER_LIMITED}, {}, "unverifiable_no"),
        ({**ABSTAINS, "matrix": ClaimMatrix()}, {}, "not_covered"),
        ({"decision": Decision.CONFLICT, "matrix": ClaimMatrix()}, {}, "conflict"),
        ({"decision": Decision.ESCALATE, "matrix": ClaimMatrix()}, {}, "escalate"),
        ({"decision": Decision.ANSWER_LIMITED, "matrix": ClaimMatrix()}, {}, "limited"),
        (ABSTAINS, {"contract": REFUSE}, "out_of_scope"),
        (
            {"decision": Decision.CLARIFY},
            {"clarification": Clarification("group", ("Grupo A",))},
            "needs_clarification",
        ),
    ],
)
def test_why_there_was_no_answer_is_a_code(changes: Any, planned: Any, code: str) -> None:
    expected = "unverifiable" if code == "unverifiable_no" else code
    assert refusal_of(answer(**changes), plan(**planned), KEY, gathered=True) == expected


def test_nothing_gathered_is_told_apart_from_not_covered_by_what_was_readable_alone() -> None:
    made = answer(**ABSTAINS, matrix=ClaimMatrix())
    assert refusal_of(made, plan(), KEY, gathered=False) == "nothing_found"
