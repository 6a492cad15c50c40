"""The title of a document: what it says of itself, else its first heading, else the name of its file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from fidedigno.ingest.parsed import Block, BlockKind

MAX_TITLE_CHARACTERS = 300
_MARKS = re.compile(r"^\s*(?:#{1,6}|={1,6})\s+|\s+(?:#{1,6}|={1,6})\s*$|\r?\n\s*(?:=+|-+)\s*$")
_ANCHOR = re.compile(r"\s*\{#[^}]*\}\s*$")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")
_EMPHASIS = re.compile(r"(?<!\w)(\*\*|__|\*|_|`+)(?=\S)([^*`\n]{1,300}?)(?<=\S)\1(?!\w)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def plain_heading(source: str) -> str:
    """The words of a heading without the marks of Markdown or AsciiDoc: ``## **A** [b](c)`` is ``A b``."""
    text = source[: MAX_TITLE_CHARACTERS * 4]
    text = _ANCHOR.sub("", _MARKS.sub("", _MARKS.sub("", text)))
    text = _EMPHASIS.sub(r"\2", _LINK.sub(r"\1", text))
    return " ".join(_ESCAPE.sub(r"\1", text).split())[:MAX_TITLE_CHARACTERS]


def title_of(metadata: Mapping[str, object], text: str, blocks: tuple[Block, ...], name: str) -> str:
    """Choose the title."""
    declared = metadata.get("title")
    if isinstance(declared, str) and declared.strip():
        return " ".join(declared.split())[:MAX_TITLE_CHARACTERS]
    for block in blocks:
        if block.kind is BlockKind.HEADING and (heading := plain_heading(text[block.start : block.end])):
            return heading
    return PurePosixPath(name).stem or name
