"""SVG as well-known programs export it: Graphviz, Mermaid and PlantUML leave the names of the ends in it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence

from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder, both_ways
from fidedigno.ingest.diagrams.geometry import Boxes, Point, box_of
from fidedigno.ingest.diagrams.inflate import MAX_INFLATED_BYTES, RAW
from fidedigno.ingest.diagrams.svg_shapes import Placed, applied, points_of, visible
from fidedigno.ingest.diagrams.xml import Element, XmlDocument
from fidedigno.model.relation import Box

_PLANT_SOURCE = re.compile(r"(?:SRC=\[|plantuml-src\s+)~?[01]?([0-9A-Za-z_-]{4,})")
_PLANT_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
_MERMAID_NODE = re.compile(r"(?:.*-)?flowchart-(.+)-\d+")
_MERMAID_EDGE = re.compile(r"(?:.*[-_])?L[-_](.+)[-_]\d+")


def classes_of(element: Element) -> frozenset[str]:
    """The classes of an element."""
    return frozenset(element.get("class").split())


def plantuml_source(document: XmlDocument, text: str) -> str | None:
    """The source that PlantUML leaves in its export, decoded; ``None`` if there is none that can be."""
    for comment in document.comments:
        if "@startuml" in comment:
            # A comment may not hold two hyphens, so they were parted.
            return comment[: comment.find("@enduml")].replace("- -", "--")
    match = _PLANT_SOURCE.search(text)
    if match is None:
        return None
    values = [_PLANT_ALPHABET.index(character) for character in match[1]]
    values += [0] * (-len(values) % 4)
    packed = bytearray()
    for i in range(0, len(values), 4):
        a, b, c, d = values[i : i + 4]
        packed += bytes(((a << 2 | b >> 4) & 255, (b << 4 | c >> 2) & 255, (c << 6 | d) & 255))
    unpacker = zlib.decompressobj(RAW)
    try:
        found = unpacker.decompress(bytes(packed), MAX_INFLATED_BYTES)
    except zlib.error:
        return None
    return found.decode("utf-8", "replace") if unpacker.eof else None


def read_graphviz_svg(document: XmlDocument) -> Diagram | None:
    """Read an export of Graphviz; ``None`` if it is none.

    Raises:
        DocumentFailedError: if it is over a limit.
    """
    groups = [
        each for each in visible(document.root) if each.element.name == "g" and each.element.find("title")
    ]
    kinds = {
        kind: [g for g in groups if kind in classes_of(g.element)] for kind in ("cluster", "node", "edge")
    }
    if not kinds["node"]:
        return None
    builder = DiagramBuilder("graphviz")
    graph = next((g.element for g in groups if "graph" in classes_of(g.element)), None)
    if graph is not None:
        builder.title = " ".join(child.words() for child in graph.children if child.name == "text")
    frames = [(_title(each), _box(each)) for each in kinds["cluster"]]
    around = Boxes([box or (0, 0, 0, 0) for _, box in frames])
    for (name, box), each in zip(frames, kinds["cluster"], strict=True):
        holders = around.holding(box) if box else []
        builder.group(name, _text(each), frames[holders[-1]][0] if holders else None)
    for each in kinds["node"]:
        box = _box(each)
        holders = around.holding(box) if box and frames else []
        builder.node(_title(each), _text(each), frames[holders[-1]][0] if holders else None, box)
    for each in kinds["edge"]:
        if (ends := _ends(_title(each), builder)) is not None:
            direction, swapped = both_ways(*_drawn_heads(each))
            source, target = (ends[1], ends[0]) if swapped else ends
            builder.arrow(source, target, _text(each), direction, box=_box(each))
    return builder.build()


def _title(placed: Placed) -> str:
    title = placed.element.find("title")
    return title.text.strip() if title is not None else ""


def _text(placed: Placed) -> str:
    return " ".join(each.words() for each in placed.element.walk() if each.name == "text")


def _points(placed: Placed, names: Sequence[str]) -> Iterator[list[Point]]:
    for each in placed.element.walk():
        if each.name in names and (points := points_of(each)[0]):
            yield [applied(placed.matrix, point) for point in points]


def _box(placed: Placed) -> Box | None:
    points = [
        p for found in _points(placed, ("polygon", "ellipse", "path", "rect", "polyline")) for p in found
    ]
    return box_of(points) if points else None


def _ends(title: str, builder: DiagramBuilder) -> tuple[str, str] | None:
    """The names in ``a:port->b``, parted where both are known: a name may hold an arrow itself."""
    for match in re.finditer(r"->|--", title[:2_000]):
        pair = []
        for name in (title[: match.start()], title[match.end() :]):
            bare = name if builder.knows(name) else name.partition(":")[0]
            if builder.knows(bare):
                pair.append(bare)
        if len(pair) == 2:
            return pair[0], pair[1]
    return None


def _drawn_heads(placed: Placed) -> tuple[bool, bool]:
    """Whether a polygon is drawn at the beginning and at the end of an edge's path."""
    path = next(_points(placed, ("path",)), None)
    if path is None:
        return False, "->" in _title(placed)
    found = [False, False]
    for polygon in _points(placed, ("polygon",)):
        x = sum(p[0] for p in polygon) / len(polygon)
        y = sum(p[1] for p in polygon) / len(polygon)
        away = [(x - end[0]) ** 2 + (y - end[1]) ** 2 for end in (path[0], path[-1])]
        found[0 if away[0] < away[1] else 1] = True
    return found[0], found[1]


def read_mermaid_svg(document: XmlDocument) -> Diagram | None:
    """Read a flowchart that Mermaid exported; ``None`` if it is none.

    Raises:
        DocumentFailedError: if it is over a limit.
    """
    builder = DiagramBuilder("mermaid")
    edges: list[Element] = []
    labels: list[tuple[str, str]] = []
    for placed in visible(document.root):
        element, classes = placed.element, classes_of(placed.element)
        if (
            element.name == "g"
            and "node" in classes
            and (match := _MERMAID_NODE.fullmatch(element.get("id")))
        ):
            builder.node(match[1], element.words())
        elif element.name == "g" and "cluster" in classes:
            builder.note(element.words())
        elif element.name == "g" and "edgeLabel" in classes:
            inner = next((each.get("data-id") for each in element.walk() if each.get("data-id")), "")
            labels.append((inner, element.words()))
        elif element.name == "path" and (
            "flowchart-link" in classes or _MERMAID_EDGE.fullmatch(element.get("id"))
        ):
            edges.append(element)
    if not edges or not any(builder.knows(each) for each in _names(edges[0], builder)):
        return None
    by_id = dict(labels)
    for number, edge in enumerate(edges):
        names = _names(edge, builder)
        if len(names) != 2:
            continue
        own = by_id.get(edge.get("data-id") or edge.get("id"))
        label = own if own is not None else labels[number][1] if len(labels) == len(edges) else ""
        direction, swapped = both_ways("marker-start" in edge.attributes, "marker-end" in edge.attributes)
        pair = (names[1], names[0]) if swapped else (names[0], names[1])
        points = points_of(edge)[0]
        builder.arrow(*pair, label, direction, box=box_of(points) if points else None)
    return builder.build()


def _names(edge: Element, builder: DiagramBuilder) -> list[str]:
    """The ends of an edge: by its classes ``LS-a LE-b``, else by its id ``L_a_b_0``."""
    classes = classes_of(edge)
    named = [each[3:] for mark in ("LS-", "LE-") for each in sorted(classes) if each.startswith(mark)]
    if len(named) == 2 and all(builder.knows(each) for each in named):
        return named
    match = _MERMAID_EDGE.fullmatch(edge.get("data-id") or edge.get("id"))
    inside = match[1] if match else ""
    for parted in re.finditer(r"[-_]", inside[:500]):
        pair = [inside[: parted.start()], inside[parted.end() :]]
        if all(builder.knows(each) for each in pair):
            return pair
    return []
