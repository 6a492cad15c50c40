"""A diagram as the text that a reader sees: title, frames, one line for each arrow, and what else is written in it.

No word is added: only the signs ``→``, ``↔``, ``—`` and ``›``, and colons and commas between what stands there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fidedigno.ingest.diagrams.diagram import Arrow, Diagram, too_large
from fidedigno.ingest.parsed import Block, BlockKind, ParsedDocument
from fidedigno.model.relation import Relation, arrow_line

MAX_CHARACTERS = 10_000_000
LABELS_A_LINE = 12
"""A frame with more nodes gives more lines, each beginning with its name."""


def render(diagrams: Sequence[Diagram], *, title: str, parser: str) -> ParsedDocument:
    """Write diagrams one after the other. Offsets of relations point to their line in the text.

    Raises:
        DocumentFailedError: if the text would be over a limit.
    """
    page = _Page()
    for diagram in diagrams:
        page.write(diagram)
    return ParsedDocument(
        page.separator.join(page.parts),
        tuple(page.blocks),
        next((each.title for each in diagrams if each.title), title),
        parser=parser,
        relations=tuple(page.relations),
    )


def relation_of(arrow: Arrow, labels: dict[str, str], start: int, end: int) -> Relation | None:
    """An arrow by what a reader sees on its ends; ``None`` where one of them has no words."""
    source, target = labels.get(arrow.source, ""), labels.get(arrow.target, "")
    if not source or not target:
        return None
    return Relation(source, target, arrow.label, arrow.direction, start, end, arrow.box, arrow.reply)


class _Page:
    """The text so far. Each line is a block of its own, so that it can be cited by itself."""

    separator = "\n\n"

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.blocks: list[Block] = []
        self.relations: list[Relation] = []
        self._at = 0

    def write(self, diagram: Diagram) -> None:
        """Add a diagram."""
        if diagram.title:
            self._line(diagram.title, diagram.page, BlockKind.HEADING)
        for line in _frames(diagram):
            self._line(line, diagram.page)
        labels = diagram.labels
        for arrow in diagram.arrows:
            if labels.get(arrow.source) and labels.get(arrow.target):
                text = arrow_line(labels[arrow.source], labels[arrow.target], arrow.label, arrow.direction)
                start, end = self._line(text, diagram.page)
                relation = relation_of(arrow, labels, start, end)
                self.relations.extend([relation] if relation else [])
            elif arrow.label:
                self._line(arrow.label, diagram.page)
        for line in (*_described(diagram), *_alone(diagram), *diagram.notes):
            self._line(line, diagram.page)

    def _line(self, text: str, page: int | None, kind: BlockKind = BlockKind.PARAGRAPH) -> tuple[int, int]:
        start = self._at + (len(self.separator) if self.parts else 0)
        end = start + len(text)
        if end > MAX_CHARACTERS:
            raise too_large("characters of text", MAX_CHARACTERS)
        self.parts.append(text)
        self.blocks.append(Block(kind, start, end, level=1 if kind is BlockKind.HEADING else 0, page=page))
        self._at = end
        return start, end


def _frames(diagram: Diagram) -> Iterator[str]:
    inside: dict[tuple[str, ...], dict[str, None]] = {}
    for node in diagram.nodes:
        if node.group and node.label:
            inside.setdefault(node.group, {})[node.label] = None
    for group, found in inside.items():
        for line in _lists(list(found)):
            yield f"{' › '.join(group)}: {line}"


def _described(diagram: Diagram) -> Iterator[str]:
    for node in diagram.nodes:
        for start in range(0, len(node.lines), LABELS_A_LINE):
            lines = "; ".join(node.lines[start : start + LABELS_A_LINE])
            yield f"{node.label}: {lines}" if node.label else lines


def _alone(diagram: Diagram) -> Iterator[str]:
    """Nodes that no line above names."""
    labels = diagram.labels
    drawn = [arrow for arrow in diagram.arrows if labels.get(arrow.source) and labels.get(arrow.target)]
    ends = {end for arrow in drawn for end in (arrow.source, arrow.target)}
    alone = [n.label for n in diagram.nodes if n.label and not (n.group or n.lines or n.id in ends)]
    yield from _lists(list(dict.fromkeys(alone)))


def _lists(labels: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(labels), LABELS_A_LINE):
        yield ", ".join(labels[start : start + LABELS_A_LINE])
