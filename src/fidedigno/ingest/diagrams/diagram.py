"""The common form of every diagram: named nodes, arrows between them, frames around them; with limits.

Readers fill a :class:`DiagramBuilder`; whatever the source says, it never holds more than the limits.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from fidedigno.errors import DocumentFailedError
from fidedigno.model.relation import Box, Direction

MAX_NODES = 20_000
MAX_ARROWS = 20_000
MAX_LABEL_CHARACTERS = 300
MAX_LINES_A_NODE = 200
MAX_NOTES = 2_000
MAX_GROUP_DEPTH = 20
"""Frames nested more deeply are taken for the innermost of these."""

_BREAK = re.compile(
    r"<\s*/?\s*(?:br|p|div|li|hr|tr|td|ul|ol|h[1-6])\b[^<>]{0,300}>|\\n|\\l|\\r", re.IGNORECASE
)
_GUILLEMETS = re.compile(r"<<([^<>]{0,100})>>")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,2000}>")
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class Node:
    """``label`` is what a reader sees on it, ``lines`` what stands below (fields of a class), ``group`` the
    frames around it, outermost first."""

    id: str
    label: str
    group: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Arrow:
    """From node to node, by id. ``start`` and ``end`` are offsets into the source text, where it is one."""

    source: str
    target: str
    label: str = ""
    direction: Direction = Direction.ONE_WAY
    start: int | None = None
    end: int | None = None
    box: Box | None = None
    reply: bool = False


@dataclass(frozen=True, slots=True)
class Diagram:
    """One drawing. ``nodes`` and ``arrows`` are in the order in which the source names them."""

    kind: str
    title: str = ""
    nodes: tuple[Node, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    notes: tuple[str, ...] = ()
    page: int | None = None

    @property
    def labels(self) -> dict[str, str]:
        """What a reader sees on each node, by id."""
        return {node.id: node.label for node in self.nodes}


def plain_label(source: str) -> str:
    """The words of a label on one line: without tags, entities, line breaks and characters nobody sees."""
    text = source[: MAX_LABEL_CHARACTERS * 20]
    if "<" in text:
        text = _GUILLEMETS.sub(r"«\1»", text)
        text = _TAG.sub("", _BREAK.sub(" ", text))
    if "&" in text:
        text = html.unescape(text)
    if "\\" in text:
        text = _BREAK.sub(" ", text)
    return " ".join(_INVISIBLE.sub("", text).split())[:MAX_LABEL_CHARACTERS].strip()


def too_large(what: str, limit: int) -> DocumentFailedError:
    """The error of a diagram over one of the limits."""
    return DocumentFailedError(f"the diagram has more than {limit:,} {what}", "Split it.")


def broken(why: str) -> DocumentFailedError:
    """The error of a diagram that cannot be read."""
    return DocumentFailedError(f"the diagram is damaged: {why}", "Open it in its program and save it again.")


@dataclass(slots=True)
class _Entry:
    label: str | None = None
    group: str | None = None
    lines: list[str] = field(default_factory=list)
    box: Box | None = None


class DiagramBuilder:
    """Collects nodes, arrows and frames as a reader meets them. Labels and frames may come after their use."""

    def __init__(self, kind: str, page: int | None = None) -> None:
        self.kind = kind
        self.title = ""
        self.page = page
        self._nodes: dict[str, _Entry] = {}
        self._arrows: list[Arrow] = []
        self._groups: dict[str, tuple[str, str | None]] = {}
        self._notes: list[str] = []

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found at all."""
        return not (self._nodes or self._arrows or self._groups or self._notes)

    def knows(self, id_: str) -> bool:
        """Whether a node of this id was named."""
        return id_ in self._nodes

    def has_group(self, id_: str) -> bool:
        """Whether a frame of this id was named."""
        return id_ in self._groups

    def node(
        self, id_: str, label: str | None = None, group: str | None = None, box: Box | None = None
    ) -> str:
        """Name a node; a label or frame given once stays unless another is given. Returns the id."""
        entry = self._nodes.get(id_)
        if entry is None:
            if len(self._nodes) >= MAX_NODES:
                raise too_large("nodes", MAX_NODES)
            entry = self._nodes[id_] = _Entry()
        if label is not None:
            words = plain_label(label)
            entry.label = words if words or entry.label is None else entry.label
        if group is not None and entry.group is None:
            entry.group = group
        if box is not None:
            entry.box = box
        return id_

    def line(self, id_: str, text: str) -> None:
        """Add a line below the label of a node."""
        self.node(id_)
        words = plain_label(text)
        if words and len(self._nodes[id_].lines) < MAX_LINES_A_NODE:
            self._nodes[id_].lines.append(words)

    def group(self, id_: str, label: str, parent: str | None = None) -> str:
        """Name a frame."""
        if id_ not in self._groups and len(self._groups) >= MAX_NODES:
            raise too_large("frames", MAX_NODES)
        self._groups[id_] = (plain_label(label), parent)
        return id_

    def relabel(self, id_: str, label: str) -> None:
        """Give a frame its words, where they come after it was opened."""
        self._groups[id_] = (plain_label(label), self._groups.get(id_, ("", None))[1])

    def note(self, text: str) -> None:
        """Add words that stand beside the drawing."""
        words = plain_label(text)
        if words and len(self._notes) < MAX_NOTES:
            self._notes.append(words)

    def arrow(
        self,
        source: str,
        target: str,
        label: str = "",
        direction: Direction = Direction.ONE_WAY,
        *,
        start: int | None = None,
        end: int | None = None,
        box: Box | None = None,
        reply: bool = False,
    ) -> None:
        """Draw an arrow; its ends become nodes, unless they are frames."""
        if len(self._arrows) >= MAX_ARROWS:
            raise too_large("arrows", MAX_ARROWS)
        for each in (source, target):
            if each not in self._groups:
                self.node(each)
        self._arrows.append(Arrow(source, target, plain_label(label), direction, start, end, box, reply))

    def build(self) -> Diagram:
        """The diagram. An end of an arrow that turned out to be a frame is a node with the frame's label."""
        ends = dict.fromkeys(end for arrow in self._arrows for end in (arrow.source, arrow.target))
        frames = [id_ for id_ in ends if id_ in self._groups and id_ not in self._nodes]
        nodes = [self._node(id_, entry) for id_, entry in self._nodes.items()]
        nodes += [Node(id_, self._groups[id_][0] or plain_label(id_)) for id_ in frames]
        return Diagram(
            self.kind,
            plain_label(self.title),
            tuple(nodes),
            tuple(self._arrows),
            tuple(self._notes),
            self.page,
        )

    def _node(self, id_: str, entry: _Entry) -> Node:
        if id_ in self._groups:
            return Node(id_, entry.label or self._groups[id_][0] or plain_label(id_))
        label = entry.label if entry.label is not None else plain_label(id_)
        return Node(id_, label, self._path(entry.group), tuple(entry.lines), entry.box)

    def _path(self, group: str | None) -> tuple[str, ...]:
        path: list[str] = []
        seen: set[str] = set()
        while group is not None and group not in seen and len(seen) < MAX_GROUP_DEPTH:
            seen.add(group)
            label, group = self._groups.get(group, ("", None))
            if label:
                path.append(label)
        return tuple(reversed(path))


def both_ways(left: bool, right: bool) -> tuple[Direction, bool]:
    """The direction of a line with a head at its left or right end, and whether the ends must be swapped."""
    if left and right:
        return Direction.BOTH, False
    if left:
        return Direction.ONE_WAY, True
    return (Direction.ONE_WAY if right else Direction.NONE), False


def arrows_of(diagrams: Iterable[Diagram]) -> int:
    """How many arrows several diagrams have together."""
    return sum(len(diagram.arrows) for diagram in diagrams)
