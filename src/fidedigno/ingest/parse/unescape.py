"""Takes the backslashes of generated Markdown out again: ``snake\\_case`` must be found as it was written."""

from __future__ import annotations

import re
from dataclasses import replace

from fidedigno.ingest.parsed import Block, BlockKind

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{}~])")
"""A backslash before punctuation; before ``|`` it stays, because there it keeps a table's cells apart."""


def without_escapes(text: str, blocks: tuple[Block, ...]) -> tuple[str, tuple[Block, ...]]:
    """Rebuild a text block by block without escapes; code stays as it is."""
    parts: list[str] = []
    moved: list[Block] = []
    at = 0
    for block in blocks:
        source = text[block.start : block.end]
        if block.kind is not BlockKind.CODE:
            source = _ESCAPED.sub(r"\1", source)
        header = _ESCAPED.sub(r"\1", block.header)
        moved.append(replace(block, start=at, end=at + len(source), header=header))
        parts.append(source)
        at += len(source) + 2
    return "\n\n".join(parts), tuple(moved)
