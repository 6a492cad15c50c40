"""Mermaid sequence diagrams: participants, messages between them, notes."""

from __future__ import annotations

import re

from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder
from fidedigno.ingest.diagrams.mermaid_flow import mermaid_words
from fidedigno.ingest.diagrams.statements import statements
from fidedigno.model.relation import Direction

_PARTICIPANT = re.compile(r"(?:create\s+)?(?:participant|actor)\s+(\S.*?)(?:\s+as\s+(.+))?", re.IGNORECASE)
_META = re.compile(r"@\{.*\}")
_MESSAGE = re.compile(
    r"(?P<from>[^:>]+?)\s*(?P<arrow><<-->>|<<->>|-->>|->>|-->|->|--x|-x|--\)|-\))\s*[+-]?\s*"
    r"(?P<to>[^:]+?)\s*(?::\s*(?P<text>.*))?"
)
_NOTE = re.compile(r"note\s+(?:left of|right of|over)\s+[^:]+:\s*(.+)", re.IGNORECASE)
_BOX = re.compile(r"box(?:\s+(.*))?", re.IGNORECASE)
_COLOUR = re.compile(r"(?:rgba?\([^)]*\)|transparent|#[0-9a-fA-F]{3,8})\s*", re.IGNORECASE)
_BLOCKS = ("loop", "alt", "opt", "par", "critical", "break", "rect", "par_over")


def read_sequence(text: str, start: int, stop: int, title: str = "") -> Diagram:
    """Read a sequence diagram whose keyword ends at ``start``.

    Raises:
        DocumentFailedError: if it is over a limit.
    """
    builder = DiagramBuilder("mermaid")
    builder.title = title
    frame: str | None = None
    open_blocks = 0
    for line in statements(text, start, stop, "%%"):
        words = line.text.rstrip(";")
        first = words.split(None, 1)[0].lower()
        if first in _BLOCKS:
            open_blocks += 1
        elif words.lower() == "end":
            if open_blocks:
                open_blocks -= 1
            else:
                frame = None
        elif match := _PARTICIPANT.fullmatch(words):
            name = _META.sub("", match[1]).strip()
            builder.node(name, mermaid_words(match[2]) if match[2] else None, frame)
        elif match := _NOTE.fullmatch(words):
            builder.note(mermaid_words(match[1]))
        elif match := _MESSAGE.fullmatch(words):
            _message(builder, match, line.start, line.end)
        elif match := _BOX.fullmatch(words):
            frame = builder.group(f"box {line.start}", _COLOUR.sub("", match[1] or "", count=1))
        elif first == "title" or first.startswith("title:"):
            builder.title = words[5:].lstrip(": ")
    return builder.build()


def _message(builder: DiagramBuilder, match: re.Match[str], start: int, end: int) -> None:
    arrow = match["arrow"]
    direction = Direction.NONE if arrow in ("->", "-->") else Direction.ONE_WAY
    if arrow.startswith("<<"):
        direction = Direction.BOTH
    is_reply = arrow.startswith("--") and direction is Direction.ONE_WAY
    label = mermaid_words(match["text"] or "")
    builder.arrow(
        match["from"].strip(), match["to"].strip(), label, direction, start=start, end=end, reply=is_reply
    )
