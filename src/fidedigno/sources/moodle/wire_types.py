"""How single values of Moodle's answers are read, and how an answer is checked as a whole.

A date of ``0`` means "not set" and becomes ``None``; a date that is absent or ``null`` where one is due is
not the same, and refused.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar, cast

from pydantic import BeforeValidator, Field, StrictBool

from fidedigno.sources.moodle.errors import MoodleUnknownError, UnknownCause
from fidedigno.sources.shapes import Shape, fits

__all__ = ["Flag", "Id", "Instant", "NullableInstant", "Shape", "Text", "read_shape"]

M = TypeVar("M")
_LAST_EPOCH = 253_402_300_799  # the end of the year 9999


def _instant(value: object) -> datetime | None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _LAST_EPOCH:
        raise ValueError("not a time in seconds")
    return None if value == 0 else datetime.fromtimestamp(value, UTC)


def _instant_or_null(value: object) -> datetime | None:
    return None if value is None else _instant(value)


Id = Annotated[int, Field(strict=True, ge=0)]
Instant = Annotated[datetime | None, BeforeValidator(_instant)]
"""Seconds since 1970 in UTC; 0 is "not set"."""
NullableInstant = Annotated[datetime | None, BeforeValidator(_instant_or_null)]
Flag = Annotated[bool, BeforeValidator(lambda value: bool(value) if value in (0, 1) else value), StrictBool]
"""``true``/``false``, or ``1``/``0`` as some functions write it."""
Text = Annotated[str, Field(strict=True, max_length=20_000_000)]


def read_shape(shape: type[M] | Any, answer: object) -> M:
    """Check an answer.

    Raises:
        MoodleUnknownError: if it has another shape. Its values are not told.
    """
    checked = fits(shape, answer)
    if checked is None:
        raise MoodleUnknownError(UnknownCause.SHAPE)
    return cast(M, checked[0])
