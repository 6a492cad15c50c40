"""A question as it arrives, checked and bounded."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import MappingProxyType

from fidedigno.model.scope import ALL_CORPORA, EVERYWHERE, Scope

MAX_QUESTION_CHARACTERS = 4_000
"""Longest question accepted. Longer input is refused, not cut: a cut question is another question."""


MAX_TURNS = 20
"""How many earlier turns of a conversation are looked at."""


@dataclass(frozen=True, slots=True)
class Turn:
    """An earlier question of the same conversation, and the class and scope it was planned with."""

    question: str
    question_class: str = ""
    slots: tuple[tuple[str, str], ...] = ()


def _empty() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked, in which corpora to look (all permitted ones where empty), and as of when.

    ``context`` is what the caller knows of the place where it is asked (``course``, ``activity`` ...);
    ``conversation`` are the earlier turns, oldest first. Both only help to understand the question: neither
    gives a right. ``assistant`` names the one that was asked; ``within`` is what it may look in, and is
    decided by whoever knows assistants, never by the caller.

    ``text`` is kept in NFC with control characters turned into spaces.

    Raises:
        ValueError: if the text has no letter or digit, or is longer than
            :data:`MAX_QUESTION_CHARACTERS`, or if ``asked_at`` has no timezone.
    """

    text: str
    corpora: frozenset[str] = frozenset()
    asked_at: datetime | None = None
    language: str | None = None
    context: Mapping[str, str] = field(default_factory=_empty)
    conversation: tuple[Turn, ...] = ()
    assistant: str = ""
    within: Scope = EVERYWHERE

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
        object.__setattr__(self, "context", MappingProxyType(dict(self.context)))
        object.__setattr__(self, "conversation", tuple(self.conversation)[-MAX_TURNS:])

    @property
    def scope(self) -> Scope:
        """Where to look: what was asked for and what the assistant may look in, both."""
        return Scope(self.corpora or ALL_CORPORA) & self.within

    @property
    def moment(self) -> datetime:
        """The instant at which evidence must be in force."""
        return self.asked_at or datetime.now(UTC)
