"""Marks: whether one is still hidden from its owner, and how Moodle writes a number."""

from __future__ import annotations

from fidedigno.testing.moodle.scenario import Grade


def is_hidden(grade: Grade, now: int) -> bool:
    """Whether the owner may not see it at ``now``."""
    return grade.hidden or is_hidden_by_date(grade, now)


def is_hidden_by_date(grade: Grade, now: int) -> bool:
    """Whether it is held back until a date that has not come."""
    return grade.hidden_until > now


def plain(value: float) -> float:
    """A number as PHP writes it in JSON: 78, not 78.0."""
    return int(value) if value == int(value) else value
