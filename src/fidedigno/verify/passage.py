"""A passage that an answer is checked against, from whatever system it comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from fidedigno.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Passage:
    """Evidence as text, with what is known of it.

    ``id`` is what citations and reports call it (its place, from 1, where empty). ``language`` is ``es``,
    ``en`` or None (guessed). Relative dates in it (``mañana``) count from ``reference``, an aware moment;
    without one they are not resolved. ``vector`` is its embedding from retrieval, so that it need not be
    computed again: L2-normalised float32, of the same embedder that the verifier uses.
    """

    text: str
    id: str = ""
    language: str | None = None
    reference: datetime | None = None
    vector: NDArray[np.float32] | None = field(default=None, compare=False, repr=False)


def as_passages(passages: Sequence[str | Passage]) -> tuple[Passage, ...]:
    """Plain texts, and passages without an id, are called by their place, from 1.

    Raises:
        UsageError: if it is one text instead of several, or something in it is no text and no passage.
    """
    if isinstance(passages, str | Passage):
        raise UsageError("the passages are one text, not a sequence of texts", "put it in a list")
    return tuple(_as_passage(each, str(number)) for number, each in enumerate(passages, start=1))


def _as_passage(passage: object, place: str) -> Passage:
    if isinstance(passage, str):
        return Passage(passage, place)
    if isinstance(passage, Passage) and isinstance(passage.text, str):
        return passage if passage.id else replace(passage, id=place)
    raise UsageError(
        f"passage {place} is of type {type(passage).__name__}, or has no text",
        "give a text or a Passage for each",
    )
