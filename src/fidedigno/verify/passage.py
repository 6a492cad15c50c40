"""A passage that an answer is checked against, from whatever system it comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

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
    vector: NDArray[np.float32] | None = None


def as_passages(passages: Sequence[str | Passage]) -> tuple[Passage, ...]:
    """Plain texts become passages that are called by their place, from 1."""
    return tuple(
        Passage(each, str(number)) if isinstance(each, str) else each
        for number, each in enumerate(passages, start=1)
    )
