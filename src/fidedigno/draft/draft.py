"""What a writer hands over: claims, each with the card that carries it."""

from __future__ import annotations

from dataclasses import dataclass

from fidedigno.consolidate.features import Support
from fidedigno.model import Evidence


@dataclass(frozen=True, slots=True)
class DraftClaim:
    """One statement and its evidence.

    ``evidence`` is the passage's card with its locator narrowed to the quoted stretch and an id of its
    own; ``content`` stays the whole passage, of which ``text`` is an exact slice. ``score`` orders the
    claims of one question by fitness and means nothing across questions.
    """

    text: str
    evidence: Evidence
    score: float

    def __post_init__(self) -> None:
        if not self.text or self.text not in self.evidence.content:
            raise ValueError("a drafted claim is a slice of its evidence")


@dataclass(frozen=True, slots=True)
class Draft:
    """The claims in reading order, and the best sentences for the sufficiency check, best first.

    ``support`` may be there without claims only where nothing quotable was found in the passages.
    """

    claims: tuple[DraftClaim, ...] = ()
    support: tuple[Support, ...] = ()
