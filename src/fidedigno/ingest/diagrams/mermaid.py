"""Mermaid: finds out which kind of diagram a text is, and reads those that draw relations."""

from __future__ import annotations

import re

from fidedigno.errors import DocumentFailedError
from fidedigno.ingest.diagrams.c4 import read_c4
from fidedigno.ingest.diagrams.diagram import Diagram
from fidedigno.ingest.diagrams.mermaid_flow import read_flow
from fidedigno.ingest.diagrams.mermaid_sequence import read_sequence
from fidedigno.ingest.diagrams.mermaid_uml import read_class, read_entities, read_state

MAX_CHARACTERS = 5_000_000
_FRONT = re.compile(r"\s*---[ \t]*\r?\n(.*?)\r?\n[ \t]*---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"^[ \t]*title:[ \t]*(.+?)[ \t]*$", re.MULTILINE)
_SKIPPED = re.compile(r"(?:\s+|%%[^\r\n]*)")
_HEAD = re.compile(r"([A-Za-z][\w-]*)")
_READERS = {
    "graph": read_flow,
    "flowchart": read_flow,
    "flowchart-elk": read_flow,
    "sequenceDiagram": read_sequence,
    "classDiagram": read_class,
    "classDiagram-v2": read_class,
    "erDiagram": read_entities,
    "stateDiagram": read_state,
    "stateDiagram-v2": read_state,
    **dict.fromkeys(("C4Context", "C4Container", "C4Component", "C4Dynamic", "C4Deployment"), read_c4),
}


def read_mermaid(text: str, start: int = 0, end: int | None = None) -> Diagram | None:
    """Read ``text[start:end]``; ``None`` where it is a kind of chart that draws no relations.

    Offsets of arrows count from the beginning of ``text``.

    Raises:
        DocumentFailedError: if it is over a limit.
    """
    stop = len(text) if end is None else end
    if stop - start > MAX_CHARACTERS:
        raise DocumentFailedError(f"the diagram has more than {MAX_CHARACTERS:,} characters", "Split it.")
    title = ""
    front = _FRONT.match(text, start, stop)
    if front is not None:
        start = front.end()
        found = _TITLE.search(front.group(1))
        title = found.group(1).strip("\"'") if found else ""
    while skipped := _SKIPPED.match(text, start, stop):
        start = skipped.end()
    head = _HEAD.match(text, start, stop)
    if head is None or (reader := _READERS.get(head.group(1))) is None:
        return None
    return reader(text, head.end(), stop, title)
