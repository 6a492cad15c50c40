"""Which value each fact has for each state of an assignment; what was not told is never a value."""

from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fidedigno.gather.moodle_facts import ABSENT, LONGEST_FEEDBACK, gap_of, supplied_facts, value_of
from fidedigno.gather.state import Gap
from fidedigno.sources.moodle import (
    AssignmentState,
    Fact,
    Grade,
    Reason,
    SubmissionState,
    TokenKind,
    Visibility,
)

NOW = datetime(2026, 11, 12, 9, tzinfo=UTC)
MADRID = ZoneInfo("Europe/Madrid")
DUE = datetime(2026, 11, 13, 23, 59, tzinfo=MADRID)
NONE: Fact[Any] = Fact.of(None, NOW)


def of(value: Any) -> Fact[Any]:
    return Fact.of(value, NOW)


BASE = AssignmentState(
    "campus", 4, 41, 901, TokenKind.SERVICE, of(Visibility.VISIBLE), of("P1"), NONE, of(DUE), NONE, NONE,
    NONE, of(SubmissionState.NEW), of(True), of(False), NONE, NONE, NONE, of(()),
)  # fmt: skip


def told(fact: str, **changes: Any) -> str | Gap:
    value = value_of(fact, replace(BASE, **changes))
    assert value is not None
    assert value.read_at.tzinfo is not None
    return value.gap if value.gap is not None else value.value


@pytest.mark.parametrize("reason", Reason)
def test_what_was_not_told_is_a_gap_for_every_fact(reason: Reason) -> None:
    unknown: Fact[Any] = Fact.unverifiable(reason, NOW)
    kept = {"site", "person", "course", "assignment", "token"}
    state = replace(BASE, **{each.name: unknown for each in fields(BASE) if each.name not in kept})
    for name in supplied_facts():
        value = value_of(name, state)
        assert value is not None
        assert (value.gap, value.value) == (gap_of(unknown), "")


def test_a_fact_of_another_system_is_not_supplied() -> None:
    assert value_of("attempts-left", BASE) is None
    assert "attempts-left" not in supplied_facts()


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "open"),
        ({"locked": of(True)}, "locked"),
        ({"locked": of(True), "can_submit": of(False)}, "locked"),
        ({"can_submit": of(False)}, "closed"),
        ({"can_submit": of(False), "opens": of(DUE - timedelta(days=30))}, "closed"),
        ({"can_submit": of(False), "opens": of(DUE)}, "not_yet_open"),
        ({"can_submit": Fact.unverifiable(Reason.TIMED_OUT, NOW)}, Gap.SOURCE_FAILED),
        (
            {"can_submit": of(False), "opens": Fact.unverifiable(Reason.NO_SOURCE, NOW)},
            Gap.NO_SOURCE,
        ),
    ],
)
def test_whether_it_can_be_handed_in(changes: dict[str, Any], state: str | Gap) -> None:
    assert told("submission-open", **changes) == state


def test_dates_carry_their_offset_and_their_zone() -> None:
    assert told("due-date") == "2026-11-13T23:59+01:00"
    assert told("timezone") == "Europe/Madrid"
    assert told("due-date", due=NONE) == ABSENT
    assert told("timezone", due=NONE) == ABSENT
    assert told("timezone", due=NONE, cut_off=of(DUE)) == "Europe/Madrid"


def test_a_new_submission_is_none_and_completion_may_not_be_tracked() -> None:
    assert told("submission-status") == "none"
    assert told("submission-status", submission=of(SubmissionState.DRAFT)) == "draft"
    assert told("completion-state") == "not_tracked"
    assert told("completion-state", complete=of(False)) == "incomplete"
    assert told("completion-state", complete=of(True)) == "complete"
    assert told("individual-extension", extension=of(DUE)) == "granted"
    assert told("visibility", visibility=of(Visibility.NOT_AVAILABLE)) == "not_visible"


@pytest.mark.parametrize(
    ("grade", "shown"),
    [
        (Grade(87, 0, 100, "87.00"), "87.00 / 100"),
        (Grade(8.7, 0, 10, "8,70"), "8,70 / 10"),
        (Grade(87, 0, 100, ""), "87 / 100"),
        (Grade(87, 0, None, "87.00"), "87.00"),
        (Grade(87, 0, 100, "87.00 / 100"), "87.00 / 100"),
        (Grade(87, 0, 100, "87.00 %"), "87.00 %"),
        (Grade(2, 1, 3, "Apto"), "Apto"),
        (Grade(95, 0, 100, "A (95)"), "A (95)"),
        (Grade(2, 1, 3, "<span class='x'>Bien &amp; claro</span>"), "Bien & claro"),
        (Grade(1, 1, 3, "none"), '"none"'),
    ],
)
def test_a_mark_is_told_as_moodle_shows_it(grade: Grade, shown: str) -> None:
    assert told("grade", grade=of(grade)) == shown


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Bien &amp; <b>claro</b>.</p><script>alert(1)</script>", "Bien & claro."),
        ("Falta &lt;b&gt;", "Falta <b>"),
        ("<style>p{}</style><p style='display:none'>oculto</p>visto", "visto"),
        ("<meta charset='utf-16'><p>Añadido: ñandú €</p>", "Añadido: ñandú €"),
        ("<p>a\u202eb\x1b[31mc</p>", "a b [31mc"),
        ("<p></p>", ABSENT),
        ("  &nbsp; <br> <!-- nada -->", ABSENT),
        ("none", '"none"'),
        ("<img src=x onerror=alert(1)>", Gap.NO_SOURCE),
        ("<video src=v></video>", Gap.NO_SOURCE),
        ("<script>alert(1)</script>", Gap.NO_SOURCE),
        ("x" * (LONGEST_FEEDBACK + 1), Gap.NO_SOURCE),
        ("\ud800 sí", "? sí"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_feedback_is_the_plain_text_that_a_reader_sees(html: str, text: str | Gap) -> None:
    assert told("feedback", feedback=of(html)) == text


@given(st.text(max_size=300))
def test_no_feedback_breaks_the_reading_or_acts_on_a_terminal(html: str) -> None:
    value = told("feedback", feedback=of(html or " "))
    assert isinstance(value, Gap) or (value and not set(value) & set("\x1b\x07\r\n\u202e"))
