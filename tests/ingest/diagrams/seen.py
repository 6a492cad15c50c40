"""What the tests of the readers compare: arrows by their labels, and the source that each one cites."""

from fidedigno.ingest.diagrams.diagram import Diagram
from fidedigno.model.relation import arrow_line


def lines(diagram: Diagram) -> list[str]:
    """The arrows as a reader sees them."""
    labels = diagram.labels
    return [arrow_line(labels[a.source], labels[a.target], a.label, a.direction) for a in diagram.arrows]


def cited(diagram: Diagram, text: str) -> list[str]:
    """The stretch of the source that each arrow points to."""
    return [text[a.start : a.end] for a in diagram.arrows]


def groups(diagram: Diagram) -> dict[str, tuple[str, ...]]:
    """The frames around each node, by its label."""
    return {node.label: node.group for node in diagram.nodes if node.group}
