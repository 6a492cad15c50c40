"""A question as it arrives, checked and bounded."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime

MAX_QUESTION_CHARACTERS = 4_000
"""Longest question accepted. Longer input is refused, not cut: a cut question is another question."""


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked, in which corpora to look (all permitted ones where empty), and as of when.

    ``text`` is kept in NFC with control characters turned into spaces.

    Raises:
        ValueError: if the text has no letter or digit, or is longer than
            :data:`MAX_QUESTION_CHARACTERS`, or if ``asked_at`` has no timezone.
    """

    text: str
    corpora: frozenset[str] = frozenset()
    asked_at: datetime | None = None
    language: str | None = None

    def __post_init__(self) -> None:
        if len(self.text) > MAX_QUESTION_CHARACTERS:
            raise ValueError(f"a question may have at most {MAX_QUESTION_CHARACTERS:,} characters")
        normalised = unicodedata.normalize("NFC", self.text)
        visible = "".join(" " if unicodedata.category(c) in {"Cc", "Cs"} else c for c in normalised)
        if not any(character.isalnum() for character in visible):
            raise ValueError("the question has no letter or digit")
        object.__setattr__(self, "text", " ".join(visible.split()))
        if self.asked_at is not None and self.asked_at.tzinfo is None:
            raise ValueError("asked_at needs a timezone")

    @property
    def moment(self) -> datetime:
        """The instant at which evidence must be in force."""
        return self.asked_at or datetime.now(UTC)
