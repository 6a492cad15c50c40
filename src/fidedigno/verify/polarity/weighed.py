"""What a comparator found for one place of a claim: a difference, and how surely something agrees there.

A difference counts only where nothing agrees more surely, in its own sentence or in any other that was compared.
"""

from __future__ import annotations

from typing import NamedTuple

from fidedigno.verify.statement import Difference

LEAST = 0.05
"""Below this nothing is said."""


class Weighed(NamedTuple):
    """Of the word at ``place`` of the claim: the certainties that the two speak of one thing, where they differ
    and where they agree, and the difference, with the place of the word of evidence."""

    place: int
    sure: float
    agreed: float
    difference: Difference | None = None
    source: int = 0


def stands(each: Weighed, agreed: float) -> bool:
    """Whether a difference outweighs what agrees."""
    return each.difference is not None and each.difference.certainty >= LEAST and each.sure > agreed
