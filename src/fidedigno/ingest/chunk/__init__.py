"""Chunking: a parsed document comes in, pieces that fit the embedder and keep its structure go out.

A chunk is always a verbatim slice of the parsed text, so that a citation can be shown in place, and
never holds the text of two sections.
"""

from fidedigno.ingest.chunk.document import DEFAULT_MAX_TOKENS, DEFAULT_OVERLAP_TOKENS, chunk_document
from fidedigno.ingest.chunk.sentences import sentences_of
from fidedigno.ingest.chunk.tokens import estimate_tokens, token_counter

__all__ = [
    "DEFAULT_MAX_TOKENS",
    "DEFAULT_OVERLAP_TOKENS",
    "chunk_document",
    "estimate_tokens",
    "sentences_of",
    "token_counter",
]
