"""Excalidraw: shapes with the text bound to them, and arrows with the shapes that they are bound to."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping

from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder, both_ways, broken, too_large
from fidedigno.ingest.diagrams.geometry import Boxes
from fidedigno.ingest.diagrams.inflate import ZLIB, inflate, unbase64
from fidedigno.model.relation import Box

MEDIA_TYPE = "application/vnd.excalidraw+json"
MAX_ELEMENTS = 50_000
NEAR = 16.0
"""How far from a shape an arrow may end that is not bound to it, in the units of the drawing."""

_PAYLOAD = re.compile(r"payload-start\s*-->(.*?)<!--\s*payload-end", re.DOTALL)
_SHAPES = frozenset(("rectangle", "ellipse", "diamond", "image", "embeddable", "iframe"))
_LINES = frozenset(("arrow", "line"))


def read_excalidraw(content: bytes | str) -> Diagram:
    """Read the JSON of a drawing.

    Raises:
        DocumentFailedError: if it is no drawing, or over a limit.
    """
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise broken("it is not valid JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("elements"), list):
        raise broken("it holds no Excalidraw drawing")
    if len(data["elements"]) > MAX_ELEMENTS:
        raise too_large("elements", MAX_ELEMENTS)
    elements = [each for each in data["elements"] if isinstance(each, dict) and not each.get("isDeleted")]
    return _Drawing({str(each.get("id")): each for each in elements}).diagram()


def embedded_in_svg(text: str) -> str | None:
    """The JSON that an SVG export carries in comments; ``None`` if it carries none.

    Raises:
        DocumentFailedError: if what it carries is damaged.
    """
    if MEDIA_TYPE not in text:
        return None
    found = _PAYLOAD.search(text)
    if found is None:
        return None
    return unwrapped(unbase64(found[1]))


def unwrapped(payload: bytes) -> str:
    """The JSON inside an export's wrapper, in which packed bytes are written as characters.

    Raises:
        DocumentFailedError: if it is damaged.
    """
    try:
        data = json.loads(payload)
    except (ValueError, RecursionError):
        raise broken("its embedded drawing is not valid JSON") from None
    if not isinstance(data, dict) or "encoded" not in data:
        return payload.decode("utf-8", "replace")
    encoded = str(data["encoded"]).encode("latin-1", "replace")
    packed = inflate(encoded, ZLIB) if data.get("compressed") else encoded
    return packed.decode("utf-8", "replace")


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return float(value) if math.isfinite(value) and abs(value) < 1e9 else 0.0


def _words(element: Mapping[str, object]) -> str:
    return str(element.get("originalText") or element.get("text") or "")


class _Drawing:
    def __init__(self, elements: Mapping[str, Mapping[str, object]]) -> None:
        self._elements = elements
        self._builder = DiagramBuilder("excalidraw")
        shapes = [id_ for id_, each in elements.items() if each.get("type") in _SHAPES]
        self._shapes = shapes
        self._around = Boxes([_box(elements[id_]) for id_ in shapes])
        self._held: dict[str, list[str]] = {}
        """The words that stand in a shape or on an arrow."""
        self._loose: list[str] = []

    def diagram(self) -> Diagram:
        arrows = [each for each in self._elements.values() if each.get("type") in _LINES]
        bound = {_bound(arrow, key) for arrow in arrows for key in ("startBinding", "endBinding")}
        for id_, each in self._elements.items():
            if each.get("type") == "text" and id_ not in bound:
                self._place(id_, each)
        for id_, each in self._elements.items():
            kind, frame = each.get("type"), str(each.get("frameId") or "") or None
            if kind in ("frame", "magicframe"):
                self._builder.group(id_, str(each.get("name") or ""))
            elif kind in _SHAPES:
                self._builder.node(id_, " ".join(self._held.get(id_, ())), frame, _box(each))
            elif kind == "text" and id_ in bound:
                self._builder.node(id_, _words(each), frame, _box(each))
        for arrow in arrows:
            self._arrow(arrow)
        for id_ in self._loose:
            self._builder.note(_words(self._elements[id_]))
        return self._builder.build()

    def _place(self, id_: str, text: Mapping[str, object]) -> None:
        """Words belong to what they are bound to, else to the smallest shape around them, else to nothing."""
        holder = str(text.get("containerId") or "")
        if holder not in self._elements:
            left, top, right, bottom = _box(text)
            near = self._around.smallest_near(((left + right) / 2, (top + bottom) / 2), 0.0)
            if near is None:
                self._loose.append(id_)
                return
            holder = self._shapes[near]
        self._held.setdefault(holder, []).append(_words(text))

    def _arrow(self, arrow: Mapping[str, object]) -> None:
        points = arrow.get("points")
        ends = [points[0], points[-1]] if isinstance(points, list) and len(points) > 1 else [None, None]
        source = self._meant(arrow, "startBinding", ends[0])
        target = self._meant(arrow, "endBinding", ends[1])
        if source is None or target is None:
            return
        heads = (_is_head(arrow.get("startArrowhead")), _is_head(arrow.get("endArrowhead")))
        direction, swapped = both_ways(*heads)
        label = " ".join(self._held.get(str(arrow.get("id")), ()))
        pair = (target, source) if swapped else (source, target)
        self._builder.arrow(*pair, label, direction, box=_line_box(arrow))

    def _meant(self, arrow: Mapping[str, object], key: str, end: object) -> str | None:
        """What one end is bound to, else the smallest shape near it."""
        bound = _bound(arrow, key)
        if self._builder.knows(bound) or self._builder.has_group(bound):
            return bound
        if not isinstance(end, list) or len(end) < 2:
            return None
        point = (_number(arrow.get("x")) + _number(end[0]), _number(arrow.get("y")) + _number(end[1]))
        near = self._around.smallest_near(point, NEAR)
        return None if near is None else self._shapes[near]


def _bound(arrow: Mapping[str, object], key: str) -> str:
    binding = arrow.get(key)
    return str(binding.get("elementId") or "") if isinstance(binding, dict) else ""


def _is_head(value: object) -> bool:
    return isinstance(value, str) and ("arrow" in value or "triangle" in value)


def _box(element: Mapping[str, object]) -> Box:
    x, y = _number(element.get("x")), _number(element.get("y"))
    return (x, y, x + _number(element.get("width")), y + _number(element.get("height")))


def _line_box(arrow: Mapping[str, object]) -> Box:
    x, y = _number(arrow.get("x")), _number(arrow.get("y"))
    points = arrow.get("points")
    pairs = (
        [p for p in points[:10_000] if isinstance(p, list) and len(p) > 1] if isinstance(points, list) else []
    )
    xs, ys = [x + _number(p[0]) for p in pairs] or [x], [y + _number(p[1]) for p in pairs] or [y]
    return (min(xs), min(ys), max(xs), max(ys))
