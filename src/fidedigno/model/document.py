"""Documents as a source yields them, their versions, and the chunks that are indexed and retrieved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from fidedigno.model.access_list import AccessList
from fidedigno.model.corpus import Sensitivity
from fidedigno.model.relation import Relation, unwritten_arrows

DISTANT_PAST = datetime(1, 1, 1, tzinfo=UTC)
DISTANT_FUTURE = datetime(9999, 12, 31, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Validity:
    """When a document is in force: from ``effective_from`` (included) until ``effective_until`` (excluded).

    ``None`` leaves that end open. Both instants carry a timezone.
    """

    effective_from: datetime | None = None
    effective_until: datetime | None = None

    def __post_init__(self) -> None:
        for instant in (self.effective_from, self.effective_until):
            if instant is not None and instant.tzinfo is None:
                raise ValueError("a validity date needs a timezone")
        if self.start >= self.end:
            raise ValueError("effective_until must be later than effective_from")

    @property
    def start(self) -> datetime:
        """The first instant in force; the distant past where it was left open."""
        return self.effective_from or DISTANT_PAST

    @property
    def end(self) -> datetime:
        """The first instant no longer in force; the distant future where it was left open."""
        return self.effective_until or DISTANT_FUTURE

    def covers(self, moment: datetime) -> bool:
        """Whether the document is in force at ``moment``."""
        return self.start <= moment < self.end


ALWAYS = Validity()


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document with the nine ingestion controls captured (permissions article, ingestion controls).

    They are: source system, id, owner, access list, sensitivity, created/updated, review date, whether
    AI may use it, and whether it holds personal data. A document that lacks one is refused before it
    gets here; ``contains_personal_data`` is what the source or its owner declared, or ``None`` to let
    detection decide.
    """

    source: str
    external_id: str
    corpus: str
    title: str | None
    media_type: str
    owner: str
    acl: AccessList
    sensitivity: Sensitivity
    authority: str
    created_at: datetime
    updated_at: datetime
    review_at: datetime
    ai_allowed: bool
    contains_personal_data: bool | None = None
    language: str | None = None
    version_label: str | None = None
    validity: Validity = ALWAYS
    scope: tuple[tuple[str, str], ...] = ()
    """Whom or what it concerns (``course``, ``group``, ``activity`` ...), as names and values; nothing:
    everybody it reaches."""
    supports: tuple[str, ...] = ()
    """The facts that it establishes, where its owner declared them."""
    series: str = ""
    """The text of which this is one edition, where its owner named it."""
    labels: tuple[tuple[str, str], ...] = ()
    """The labels that its system gave it, by name."""
    stale_from: datetime | None = None
    """From when nobody finds it until it is reviewed; ``None`` where its corpus only flags what is stale."""


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a document's content. ``number`` counts from 1; ``content_hash`` is SHA-256, hex."""

    document_id: int
    version_id: int
    number: int
    content_hash: str
    label: str | None
    updated_at: datetime
    validity: Validity = ALWAYS

    @property
    def display(self) -> str:
        """What a person reads: the source's own label where it has one, else the number."""
        return self.label or f"v{self.number}"


CHUNK_ORDINAL_BITS = 20


class Box(NamedTuple):
    """A rectangle on a page, as seen: shares (0 to 1) of its width and height from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float

    def joined(self, other: Box) -> Box:
        """The smallest box that holds both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def chunk_id_of(version_id: int, ordinal: int) -> int:
    """The stable id of the ``ordinal``-th chunk (from 0) of a version.

    Raises:
        ValueError: beyond 2**20 chunks in one document.
    """
    if not 0 <= ordinal < 1 << CHUNK_ORDINAL_BITS:
        raise ValueError("a document may have at most 1,048,576 chunks")
    return version_id << CHUNK_ORDINAL_BITS | ordinal


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of one version: the unit that is indexed and retrieved.

    ``start`` and ``end`` are character offsets into the parsed text of the version (for text formats,
    into the file decoded as it is), so that a citation can be shown in place. ``text`` is exactly
    that slice, except for a table cut in pieces, whose header row is repeated in ``header``. ``section``
    is the path of headings. ``page`` counts from 1 where the format has pages. ``identifiers`` are
    whole codes (host names, error codes, order numbers), case-folded.
    """

    ordinal: int
    text: str
    start: int
    end: int
    section: tuple[str, ...] = ()
    page: int | None = None
    kind: str = "text"
    header: str = ""
    context: str = ""
    """What the chunk is told about its document so that it can be found; generated, never a source."""
    identifiers: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    """The arrows of diagrams in it."""
    tokens: int = 0
    """Length in tokens of the embedder that the chunker was given."""
    box: Box | None = None
    """Where on ``page`` it stands; what of it stands on later pages is not in the box."""
    confidence: float | None = None
    """The lowest of its blocks that were read from an image, 0 to 1; ``None`` where none was."""

    @property
    def arrows(self) -> str:
        """The arrows that its text does not say as they are read, a paragraph for each; mostly none."""
        return unwritten_arrows(self.relations, self.text)
