"""What a parser hands to the chunker: one text, and the blocks that structure it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from fidedigno.model import Box
from fidedigno.model.relation import Relation


class BlockKind(StrEnum):
    """The kinds of block that the chunker treats differently."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"
    CODE = "code"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of the document's text, as ``[start, end)`` character offsets into it.

    ``level`` is the depth of a heading, from 1. ``header`` is the header row (with its rule, where the
    format has one) of a table, repeated before each piece when a table must be cut. ``page`` counts
    from 1, ``box`` is where on it the block stands. ``confidence`` (0 to 1) is that of the recogniser where
    the text was read from an image, the mean over its characters; ``None`` where it was text already.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    page: int | None = None
    header: str = ""
    box: Box | None = None
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """``text`` is the whole parsed text; ``blocks`` are in order and do not overlap.

    ``metadata`` is what the document says of itself in front matter or in its format's properties:
    strings by name, not trusted.
    """

    text: str
    blocks: tuple[Block, ...]
    title: str | None = None
    metadata: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    parser: str = ""
    """Name and version of the parser, kept so that offsets can be reproduced."""
    relations: tuple[Relation, ...] = ()
    """The arrows of its diagrams, in the order of their offsets into ``text``."""


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """What a workspace sets for its parsers.

    ``ocr_pages`` is how many pages of one document, or pictures in it, are read by text recognition at most; with
    0 none is.
    """

    ocr_pages: int = 200


DEFAULT_OPTIONS = ParseOptions()


class Parser(Protocol):
    """Reads the bytes of one file."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse ``content``; ``name`` is the file's name, used in messages and as a last-resort title.

        Raises:
            DocumentFailedError: if the file is empty, broken, encrypted or over a limit.
        """
        ...
