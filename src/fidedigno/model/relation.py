"""A relation that a diagram draws: an arrow between two named things, with its direction and its place."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """Where the heads of an arrow are: at its target only, at both ends, or nowhere (a plain line)."""

    ONE_WAY = "one_way"
    BOTH = "both"
    NONE = "none"


_SIGNS = {Direction.ONE_WAY: "→", Direction.BOTH: "↔", Direction.NONE: "—"}

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in the units of the diagram (points for a page of a PDF, from its top left)."""


@dataclass(frozen=True, slots=True)
class Relation:
    """``source`` and ``target`` are the words that a reader sees on the two ends, ``label`` those on the arrow.

    ``start`` and ``end`` are character offsets into the parsed text of the document, of the arrow. ``box``
    is where a drawn arrow lies; ``None`` where the diagram is written as text. ``reply`` marks the answer
    """

    source: str
    target: str
    label: str
    direction: Direction
    start: int
    end: int
    box: Box | None = None
    reply: bool = False

    @property
    def text(self) -> str:
        """The arrow as one line: ``OrderService → OrderCreated: publica``."""
        return arrow_line(self.source, self.target, self.label, self.direction)


def arrow_line(source: str, target: str, label: str, direction: Direction) -> str:
    """An arrow as a reader sees it, in one line of text."""
    line = f"{source} {_SIGNS[direction]} {target}"
    return f"{line}: {label}" if label else line


def unwritten_arrows(relations: Sequence[Relation], text: str) -> str:
    """The arrows that ``text`` does not say as they are read, a paragraph for each; mostly none."""
    lines = dict.fromkeys(each.text for each in relations)
    return "\n\n".join(line for line in lines if line not in text)


def encode_relations(relations: Sequence[Relation]) -> str:
    """Relations as one string, for storage; empty for none."""
    if not relations:
        return ""
    rows = [
        [r.source, r.target, r.label, r.direction.value, r.start, r.end, r.box, r.reply] for r in relations
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def decode_relations(stored: str) -> tuple[Relation, ...]:
    """What :func:`encode_relations` wrote.

    Raises:
        ValueError: if it is something else.
    """
    if not stored:
        return ()
    return tuple(_relation(row) for row in json.loads(stored))


def _relation(row: object) -> Relation:
    match row:
        case [str(source), str(target), str(label), str(direction), int(start), int(end), box, bool(reply)]:
            return Relation(source, target, label, Direction(direction), start, end, _box(box), reply)
    raise ValueError("a stored relation is damaged")


def _box(value: object) -> Box | None:
    match value:
        case None:
            return None
        case [int() | float() as a, int() | float() as b, int() | float() as c, int() | float() as d]:
            if all(math.isfinite(each) for each in (a, b, c, d)):
                return (float(a), float(b), float(c), float(d))
    raise ValueError("a stored relation has a damaged box")
