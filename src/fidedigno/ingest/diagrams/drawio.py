"""draw.io (diagrams.net): pages, layers, containers and connectors, from its XML, compressed or not."""

from __future__ import annotations

import math
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder, both_ways, broken, too_large
from fidedigno.ingest.diagrams.geometry import Boxes
from fidedigno.ingest.diagrams.inflate import MAX_INFLATED_BYTES, RAW, inflate, unbase64
from fidedigno.ingest.diagrams.xml import Element, read_xml
from fidedigno.model.relation import Box

MAX_PAGES = 500
MAX_CONTAINERS = 20
NEAR = 12.0
"""How far, in the units of the drawing, a loose end of a connector may lie from the shape that it means."""

_HEADS = frozenset(
    ("classic", "classicThin", "block", "blockThin", "open", "openThin", "openAsync", "async", "doubleBlock")
)  # fmt: skip


@dataclass(slots=True)
class _Cell:
    id: str
    label: str
    style: Mapping[str, str]
    parent: str
    is_edge: bool
    is_vertex: bool
    source: str = ""
    target: str = ""
    visible: bool = True
    box: Box | None = None
    ends: dict[str, tuple[float, float]] = field(default_factory=dict)


def read_drawio(content: bytes | str) -> list[Diagram]:
    """Read every page of an ``mxfile``, or a bare ``mxGraphModel``.

    Raises:
        DocumentFailedError: if it is damaged or over a limit.
    """
    root = read_xml(content).root
    if root.name == "mxGraphModel":
        return [_page(root, "", None)]
    if root.name != "mxfile":
        raise broken("it holds no draw.io drawing")
    pages = [child for child in root.children if child.name == "diagram"]
    if len(pages) > MAX_PAGES:
        raise too_large("pages", MAX_PAGES)
    found = []
    budget = MAX_INFLATED_BYTES
    for number, page in enumerate(pages, start=1):
        model = page.find("mxGraphModel")
        if model is None and page.text.strip():
            packed = inflate(unbase64(page.text), RAW, budget)
            budget -= len(packed)
            model = read_xml(urllib.parse.unquote_to_bytes(packed)).root
        if model is not None:
            found.append(_page(model, page.get("name"), number))
    return found


def _page(model: Element, title: str, number: int | None) -> Diagram:
    cells = {cell.id: cell for cell in _cells(model)}
    return _Page(cells, title, number).diagram()


def _cells(model: Element) -> Iterator[_Cell]:
    root = model.find("root")
    for element in root.children if root is not None else ():
        inner, label, id_ = element, element.get("value"), element.get("id")
        if element.name in ("object", "UserObject"):
            wrapped = element.find("mxCell")
            if wrapped is None:
                continue
            inner, label = wrapped, element.get("label")
        elif element.name != "mxCell":
            continue
        cell = _Cell(
            id_,
            label,
            _style(inner.get("style")),
            inner.get("parent"),
            inner.get("edge") == "1",
            inner.get("vertex") == "1",
            inner.get("source"),
            inner.get("target"),
            inner.get("visible", "1") != "0",
        )
        _read_geometry(cell, inner.find("mxGeometry"))
        yield cell


def _style(source: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in source[:5_000].split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs if name.strip()}


def _number(text: str) -> float:
    try:
        value = float(text or 0)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) and abs(value) < 1e9 else 0.0


def _read_geometry(cell: _Cell, geometry: Element | None) -> None:
    if geometry is None:
        return
    left, top = _number(geometry.get("x")), _number(geometry.get("y"))
    if cell.is_vertex and geometry.get("relative") != "1":
        cell.box = (left, top, left + _number(geometry.get("width")), top + _number(geometry.get("height")))
    for point in geometry.children:
        if point.name == "mxPoint" and point.get("as") in ("sourcePoint", "targetPoint"):
            cell.ends[point.get("as")] = (_number(point.get("x")), _number(point.get("y")))


class _Page:
    def __init__(self, cells: Mapping[str, _Cell], title: str, number: int | None) -> None:
        self._cells = cells
        self._builder = DiagramBuilder("drawio", number)
        self._builder.title = title
        self._boxes: dict[str, Box] = {}
        self._near: Boxes | None = None
        self._names: list[str] = []
        edges = [each for each in cells.values() if each.is_edge]
        self._ends = {each.source for each in edges} | {each.target for each in edges}

    def diagram(self) -> Diagram:
        shown = [cell for cell in self._cells.values() if self._is_shown(cell)]
        parents = {cell.parent for cell in shown if cell.is_vertex}
        edge_labels: dict[str, list[str]] = {}
        for cell in shown:
            if cell.is_vertex and cell.parent in self._cells and self._cells[cell.parent].is_edge:
                edge_labels.setdefault(cell.parent, []).append(cell.label)
            elif cell.is_vertex:
                self._vertex(cell, holds_others=cell.id in parents)
        for cell in shown:
            if cell.is_edge:
                self._edge(cell, edge_labels.get(cell.id, []))
        return self._builder.build()

    def _chain(self, cell: _Cell) -> Iterator[_Cell]:
        """The containers of a cell from the innermost out; a cycle ends it."""
        seen = {cell.id}
        parent = self._cells.get(cell.parent)
        while parent is not None and parent.id not in seen and len(seen) <= MAX_CONTAINERS:
            seen.add(parent.id)
            yield parent
            parent = self._cells.get(parent.parent)

    def _is_shown(self, cell: _Cell) -> bool:
        """What lies on a hidden layer or in a hidden container, no reader sees."""
        return cell.visible and all(each.visible for each in self._chain(cell))

    def _vertex(self, cell: _Cell, *, holds_others: bool) -> None:
        if cell.box is not None:
            moved = [each.box for each in self._chain(cell) if each.box is not None]
            x, y = sum(box[0] for box in moved), sum(box[1] for box in moved)
            left, top, right, bottom = cell.box
            self._boxes[cell.id] = (left + x, top + y, right + x, bottom + y)
        parent = self._cells.get(cell.parent)
        frame = parent.id if parent is not None and parent.is_vertex else None
        if holds_others:
            self._builder.group(cell.id, cell.label, frame)
        elif "text" in cell.style and cell.id not in self._ends:
            self._builder.note(cell.label)
        else:
            self._builder.node(cell.id, cell.label, frame, self._boxes.get(cell.id))

    def _edge(self, cell: _Cell, labels: list[str]) -> None:
        source = self._meant(cell, cell.source, "sourcePoint")
        target = self._meant(cell, cell.target, "targetPoint")
        if source is None or target is None:
            return
        left = cell.style.get("startArrow", "none") in _HEADS
        right = cell.style.get("endArrow", "classic") in _HEADS
        direction, swapped = both_ways(left, right)
        ends = (target, source) if swapped else (source, target)
        label = " ".join(each for each in (cell.label, *labels) if each)
        self._builder.arrow(
            *ends, label, direction, box=_around(self._boxes.get(source), self._boxes.get(target))
        )

    def _meant(self, cell: _Cell, id_: str, point: str) -> str | None:
        """The shape at one end: the one it is tied to, else the smallest near its loose end."""
        parent = self._cells[id_].parent if id_ in self._cells and not self._cells[id_].label else ""
        if self._builder.has_group(parent) and self._cells[parent].style.get("shape") == "umlLifeline":
            return parent  # The bar on a lifeline of a sequence diagram means the lifeline.
        if id_ in self._cells and (self._builder.knows(id_) or self._builder.has_group(id_)):
            return id_
        if id_ in self._cells and (up := self._cells[id_].parent) and self._builder.has_group(up):
            return up
        at = cell.ends.get(point)
        if at is None:
            return None
        moved = [each.box for each in self._chain(cell) if each.box is not None]
        x, y = at[0] + sum(box[0] for box in moved), at[1] + sum(box[1] for box in moved)
        if self._near is None:
            self._near = Boxes(list(self._boxes.values()))
            self._names = list(self._boxes)
        near = self._near.smallest_near((x, y), NEAR)
        return None if near is None else self._names[near]


def _around(a: Box | None, b: Box | None) -> Box | None:
    """The box around two boxes."""
    if a is None or b is None:
        return a or b
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
