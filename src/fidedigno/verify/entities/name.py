"""A name or a reference in a text, its kind, and whoever can read names.

Nothing is decided here: this is what readers hand over and the check compares.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Protocol


class NameKind(StrEnum):
    """What a name is of; ``NAME`` where only its capitals are known. ``unknown_<kind>`` is the finding's code."""

    PERSON = "person"
    ORGANISATION = "organisation"
    PLACE = "place"
    PRODUCT = "product"
    NAME = "name"
    PAPER = "paper"
    """arXiv, DOI, ISBN, PMID."""
    URL = "url"
    ARTICLE = "article"
    """Article, section, clause, annex of a text; number of a law."""
    IDENTIFIER = "identifier"
    """Codes, tickets, hashes, addresses of mail, handles."""


class Name(NamedTuple):
    """``text[start:end]`` of what was read, which is ``text``.

    ``certainty`` in [0, 1] is how sure the reader is that it is a name at all.
    """

    start: int
    end: int
    text: str
    kind: NameKind
    certainty: float = 1.0


class NameReader(Protocol):
    """Finds names in a text by some model. It need not find references, and must take any text."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    def names(self, text: str) -> tuple[Name, ...]:
        """The names of ``text`` in order, with offsets into it, none over another."""
        ...
