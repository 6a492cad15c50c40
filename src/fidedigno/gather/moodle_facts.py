"""Which facts Moodle supplies, by the names that packs use, each as a canonical value or a gap.

A fact that this table does not have is never supplied. What Moodle says does not exist is :data:`ABSENT`;
what it did not tell is a gap, and never a value.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from fidedigno.errors import DocumentFailedError
from fidedigno.gather.state import Gap
from fidedigno.ingest.parse import parser_for
from fidedigno.sources.moodle import AssignmentState, Fact, Grade, ReadStatus, Reason, SubmissionState
from fidedigno.sources.moodle.names import one_line

ABSENT = "none"
"""The value of a date, mark or comment that Moodle says there is none of."""

LONGEST_FEEDBACK = 200_000
"""Characters of HTML; a longer one is not told, and never cut."""
_TAG = re.compile(r"<[^<>]{0,1000}>")
_NUMBER = re.compile(r"[-−]?\d+(?:[.,]\d+)?")
_MEDIA = re.compile(r"<(?:img|audio|video|iframe|object|embed|svg|math|canvas)\b", re.IGNORECASE)

_GAPS = {
    Reason.NOT_PERMITTED: Gap.NOT_AVAILABLE,
    Reason.SOURCE_ERROR: Gap.SOURCE_FAILED,
    Reason.TIMED_OUT: Gap.SOURCE_FAILED,
    Reason.NO_SOURCE: Gap.NO_SOURCE,
}
_SUBMISSIONS = {
    SubmissionState.NONE: "none",
    SubmissionState.NEW: "none",
    SubmissionState.DRAFT: "draft",
    SubmissionState.SUBMITTED: "submitted",
    SubmissionState.REOPENED: "reopened",
}


@dataclass(frozen=True, slots=True)
class Value:
    """A canonical value, or why there is none; ``read_at`` is when Moodle was asked."""

    read_at: datetime
    value: str = ""
    gap: Gap | None = None


def value_of(fact: str, state: AssignmentState) -> Value | None:
    """What Moodle says of a pack's fact; ``None`` where it is none of Moodle's facts."""
    tell = _TELLERS.get(fact)
    return tell(state) if tell else None


def supplied_facts() -> tuple[str, ...]:
    """The names of every fact of an assignment that can be supplied."""
    return tuple(_TELLERS)


def gap_of(fact: Fact[Any]) -> Gap:
    """Why a fact is not known."""
    return _GAPS[fact.reason or Reason.SOURCE_ERROR]


def _told(fact: Fact[Any], tell: Callable[[Any], str]) -> Value:
    if fact.status is ReadStatus.UNVERIFIABLE:
        return Value(fact.read_at, gap=gap_of(fact))
    return Value(fact.read_at, ABSENT if fact.status is ReadStatus.NONE else tell(fact.value))


def _instant(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")


def _open(state: AssignmentState) -> Value:
    """Whether it can be handed in now; before its opening date Moodle only says that it cannot."""
    if state.locked.value is True:
        return Value(state.locked.read_at, "locked")
    if state.can_submit.value is True:
        return Value(state.can_submit.read_at, "open")
    if not state.can_submit.is_verified:
        return _told(state.can_submit, str)
    if not state.opens.is_verified:
        return _told(state.opens, str)
    early = state.opens.value is not None and state.can_submit.read_at < state.opens.value
    return Value(state.can_submit.read_at, "not_yet_open" if early else "closed")


def _completion(state: AssignmentState) -> Value:
    told = _told(state.complete, lambda done: "complete" if done else "incomplete")
    return Value(told.read_at, "not_tracked") if told.value == ABSENT else told


def _extension(state: AssignmentState) -> Value:
    return _told(state.extension, lambda _: "granted")


def _zone(state: AssignmentState) -> Value:
    """The timezone in which the dates are given: the site's own, known wherever a date is."""
    if not state.due.is_verified:
        return _told(state.due, str)
    zone = next((each.value.tzinfo for each in (state.due, state.opens, state.cut_off) if each.value), None)
    return Value(state.due.read_at, str(zone) if zone is not None else ABSENT)


def free_text(text: str) -> str:
    """A text that somebody wrote; one that is the very word of :data:`ABSENT` is quoted."""
    return f'"{text}"' if text == ABSENT else text


def _grade(state: AssignmentState) -> Value:
    return _told(state.grade, lambda grade: free_text(_mark(grade)))


def _mark(grade: Grade) -> str:
    """As Moodle shows it; the maximum is added to a bare number, never to a word, letter or percentage."""
    shown = " ".join(html.unescape(_TAG.sub(" ", grade.shown)).split()) or f"{grade.value:g}"
    bare = _NUMBER.fullmatch(shown) is not None
    return f"{shown} / {grade.maximum:g}" if bare and grade.maximum is not None else shown


def _feedback(state: AssignmentState) -> Value:
    """The marker's words. What was written without any (a picture, a recording) is not told."""
    told = _told(state.feedback, str)
    if told.gap is not None or state.feedback.status is ReadStatus.NONE:
        return told
    if len(told.value) > LONGEST_FEEDBACK:
        return Value(told.read_at, gap=Gap.NO_SOURCE)
    text = _plain(told.value)
    if text:
        return Value(told.read_at, free_text(text))
    left = _TAG.sub("", html.unescape(told.value)).strip()
    if left or _MEDIA.search(told.value):
        return Value(told.read_at, gap=Gap.NO_SOURCE)
    return Value(told.read_at, ABSENT)


def _plain(written: str) -> str:
    content = written.encode("utf-8", "replace")
    try:
        text = parser_for("feedback.html", content).parse(content, name="feedback.html").text
    except DocumentFailedError:
        return ""  # nothing that a reader sees
    return one_line(text, len(text))


_TELLERS: Mapping[str, Callable[[AssignmentState], Value]] = {
    "due-date": lambda state: _told(state.due, _instant),
    "cut-off-date": lambda state: _told(state.cut_off, _instant),
    "opening-date": lambda state: _told(state.opens, _instant),
    "timezone": _zone,
    "individual-extension": _extension,
    "extension-date": lambda state: _told(state.extension, _instant),
    "last-moment": lambda state: _told(state.last_moment, _instant),
    "submission-open": _open,
    "submission-status": lambda state: _told(state.submission, _SUBMISSIONS.__getitem__),
    "completion-state": _completion,
    "grade": _grade,
    "feedback": _feedback,
    "visibility": lambda state: _told(
        state.visibility, lambda seen: "visible" if seen == "visible" else "not_visible"
    ),
}
