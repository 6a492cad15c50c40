"""The arrows drawn on the pages of a PDF, each as a paragraph of its own behind the text of its page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fidedigno.ingest.diagrams.diagram import Diagram
from fidedigno.ingest.diagrams.render import relation_of
from fidedigno.ingest.parse.pdf_blocks import PageBlock
from fidedigno.ingest.parsed import Block, BlockKind
from fidedigno.model.relation import Relation


def relations_of_pages(diagrams: Iterable[Diagram]) -> list[tuple[int, Relation]]:
    """Every arrow with its page, in order, each line once a page; where it stands in the text is not known yet."""
    found: dict[tuple[int, str], Relation] = {}
    for diagram in diagrams:
        labels = diagram.labels
        for arrow in diagram.arrows:
            relation = relation_of(arrow, labels, 0, 0)
            if relation is not None:
                found.setdefault((diagram.page or 0, relation.text), relation)
    return [(page, relation) for (page, _), relation in found.items()]


def with_arrows(blocks: Sequence[PageBlock], arrows: Sequence[tuple[int, Relation]]) -> list[PageBlock]:
    """The blocks, and behind those of each page its arrows."""
    lines = [PageBlock(BlockKind.PARAGRAPH, relation.text, 0, page) for page, relation in arrows]
    # sorted() is stable: within a page the text comes first.
    return sorted([*blocks, *lines], key=lambda block: block.page) if lines else list(blocks)


def placed(
    arrows: Sequence[tuple[int, Relation]], text: str, blocks: Sequence[Block]
) -> tuple[Relation, ...]:
    """The arrows at their paragraphs in the finished text."""
    at: dict[tuple[int | None, str], Block] = {}
    for block in blocks:
        at[block.page, text[block.start : block.end]] = block
    found = []
    for page, relation in arrows:
        block = at[page, relation.text]
        found.append(
            Relation(
                relation.source,
                relation.target,
                relation.label,
                relation.direction,
                block.start,
                block.end,
                relation.box,
            )
        )
    return tuple(found)
