"""What the comparators compare: a claim with one sentence of evidence, and what differs between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from fidedigno.consolidate.passages import Word, words_in
from fidedigno.consolidate.plain import plain


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim or a sentence of evidence, read once: whoever has its words already gives them.

    ``context`` is what stands over a sentence of evidence (its heading, the header row of its table); ``before`` is
    the sentence before it. Both may tell what the sentence is about. Words carry folded form and stems; function
    words have no stems. ``reference`` is the moment from which relative dates count.
    """

    text: str
    language: str = "en"
    context: str = ""
    reference: datetime | None = None
    words: tuple[Word, ...] = field(default=(), compare=False)
    folded: str = field(default="", compare=False)
    """The text without case and accents, of the same length."""
    before: str = ""

    def __post_init__(self) -> None:
        if not self.words:
            object.__setattr__(self, "words", tuple(words_in(self.text, language=self.language)))
        if not self.folded:
            object.__setattr__(self, "folded", plain(self.text))

    @classmethod
    def of(
        cls,
        text: str,
        language: str = "en",
        *,
        context: str = "",
        reference: datetime | None = None,
        before: str = "",
    ) -> Statement:
        """Read a text."""
        return cls(text, language, context, reference, before=before)


class Difference(NamedTuple):
    """``claim[start:end]`` says another thing than ``evidence[evidence_start:evidence_end]``.

    ``code`` says what differs. ``expected`` is what the claim would have to say there, in its own language
    and notation where that is known, or empty. ``certainty`` in [0, 1] is how sure it is that both speak of
    the same thing and that it differs.
    """

    code: str
    start: int
    end: int
    evidence_start: int
    evidence_end: int
    expected: str = ""
    certainty: float = 1.0


class Comparison(NamedTuple):
    """What a comparator found between a claim and one sentence of evidence.

    ``agreed`` are places in the claim whose value the evidence has, ``missing`` those of which it says
    nothing (no contradiction: another sentence may say it).
    """

    agreed: tuple[tuple[int, int], ...] = ()
    differences: tuple[Difference, ...] = ()
    missing: tuple[tuple[int, int], ...] = ()


Weigher = Callable[[Statement, Sequence[Statement]], Sequence[Comparison]]
"""Takes a claim with all sentences of evidence before it, and gives a comparison with each, in their order: what one
of them settles, another does not contradict."""
