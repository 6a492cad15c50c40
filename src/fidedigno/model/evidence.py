"""The evidence card: what travels from retrieval to the decision (LMS evidence article)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from fidedigno.model.document import ALWAYS, Box, Validity
from fidedigno.model.relation import Relation


class EvidenceKind(StrEnum):
    """What a card holds."""

    PASSAGE = "passage"
    STATE = "state"
    RULE = "rule"
    RELATION = "relation"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Locator:
    """Where in its source a passage stands, so that it can be opened and highlighted.

    ``start`` and ``end`` are character offsets into the parsed text; ``page`` counts from 1,
    ``box`` is where on it the passage stands. ``confidence`` (0 to 1) tells that the passage was read from an
    image, and how sure the recogniser was.
    """

    uri: str
    section: tuple[str, ...] = ()
    page: int | None = None
    start: int | None = None
    end: int | None = None
    box: Box | None = None
    confidence: float | None = None

    def __str__(self) -> str:
        parts = [self.uri]
        if self.page is not None:
            parts.append(f"p. {self.page}")
        if self.section:
            parts.append(" › ".join(self.section))
        if self.start is not None and self.end is not None:
            parts.append(f"{self.start}-{self.end}")
        return " · ".join(parts)


def _empty() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Evidence:
    """A card: content together with everything needed to judge it.

    ``supports`` names the required facts that the card may establish, where its owner declared them (none:
    the text itself is looked at); ``scope`` limits whom or what it concerns (course, group, service);
    ``audience`` names for whom the corpus was made. Cards of one ``series`` are editions of one text, of
    which only the latest in force rules. ``values`` are the canonical values of a state card by fact (see
    :class:`~fidedigno.model.FactKind`); a passage has none. ``timezone`` is the one in which dates without
    an offset are meant, that of the corpus or course; empty where nobody declared it.
    """

    id: str
    kind: EvidenceKind
    source: str
    document_id: int
    title: str
    authority: str
    corpus: str
    audience: tuple[str, ...]
    version: str
    updated_at: datetime
    retrieved_at: datetime
    content: str
    locator: Locator
    language: str | None = None
    scope: Mapping[str, str] = field(default_factory=_empty)
    validity: Validity = ALWAYS
    supports: tuple[str, ...] = ()
    series: str = ""
    values: Mapping[str, str] = field(default_factory=_empty)
    timezone: str = "UTC"
    relations: tuple[Relation, ...] = ()
    """The arrows of diagrams in a passage, each with its place."""
    review_at: datetime | None = None
    """When its source must be reviewed; ``None`` where nobody reviews it, as a live value."""

    @property
    def past_review(self) -> bool:
        """Whether the source was due for a review when the card was made."""
        return self.review_at is not None and self.review_at <= self.retrieved_at

    def __post_init__(self) -> None:
        object.__setattr__(self, "scope", MappingProxyType(dict(self.scope)))
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
