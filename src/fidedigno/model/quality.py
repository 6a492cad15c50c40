"""How the checks of an answer came out, in numbers and codes. Nothing in it is text of a question or a source."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quality:
    """What verification says of an answer as a whole.

    ``score`` in [0, 1] is that of what is delivered; ``routing`` (``accept``, ``healed_accept``, ``fallback``,
    ``discard``) is where it went. ``risk`` (``low`` to ``critical``) and ``triggered`` are of the draft, before
    anything was left out; ``left_out`` counts the statements that were. ``used`` names the judges that took part.
    It rests on the cards that the answer cites and on nothing else: no other answer, of whomever, changes it.

    Raises:
        ValueError: if the score is no share or a count is negative.
    """

    score: float
    routing: str
    risk: str
    triggered: tuple[str, ...] = ()
    left_out: int = 0
    used: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not (math.isfinite(self.score) and 0 <= self.score <= 1) or self.left_out < 0:
            raise ValueError("a score is a share, and nothing is left out less than never")
