"""The shapes of other systems' answers: what we need of them, strictly; whatever else they hold is let pass."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from fidedigno.sources.connector import SourceError, SourceErrorKind

M = TypeVar("M")


class Shape(BaseModel):
    """Base of the shapes."""

    # Values stay out of the errors: they may be names, marks or feedback.
    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)


S = TypeVar("S", bound=Shape)


@lru_cache(maxsize=256)
def _adapter(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def fits(shape: type[M] | Any, answer: object) -> tuple[M] | None:
    """The answer in its shape, as a tuple of one; ``None`` if it has another."""
    try:
        return (cast(M, _adapter(cast(Any, shape)).validate_python(answer)),)
    except (ValidationError, RecursionError):
        return None


def read_shape(shape: type[M] | Any, answer: object, what: str) -> M:
    """Check an answer; ``what`` names it for operators.

    Raises:
        SourceError: if it has another shape. Its values are not told.
    """
    checked: tuple[M] | None = fits(shape, answer)
    if checked is None:
        raise SourceError(SourceErrorKind.SHAPE, f"{what}: an answer of another shape")
    return checked[0]


def found(shape: type[S], answer: object) -> S | None:
    """The answer in its shape; ``None`` if it has another."""
    checked: tuple[S] | None = fits(shape, answer)
    return checked[0] if checked else None


def required(shape: type[S], answer: object, what: str) -> S:
    """:func:`read_shape` of a single shape, with its type."""
    checked: S = read_shape(shape, answer, what)
    return checked
