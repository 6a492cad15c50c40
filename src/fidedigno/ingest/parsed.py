"""What a parser hands to the chunker: one text, and the blocks that structure it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

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
    from 1.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    page: int | None = None
    header: str = ""


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


class Parser(Protocol):
    """Reads the bytes of one file."""

    def parse(self, content: bytes, *, name: str) -> ParsedDocument:
        """Parse ``content``; ``name`` is the file's name, used in messages and as a last-resort title.

        Raises:
            DocumentFailedError: if the file is empty, broken, encrypted or over a limit.
        """
        ...
