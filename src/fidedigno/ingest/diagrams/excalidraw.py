"""Excalidraw: shapes with the text bound to them, and arrows with the shapes that they are bound to."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping

from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder, both_ways, broken
from fidedigno.ingest.diagrams.inflate import ZLIB, inflate, unbase64
from fidedigno.model.relation import Box

MEDIA_TYPE = "application/vnd.excalidraw+json"
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
        self._boxes = {id_: _box(each) for id_, each in elements.items() if each.get("type") not in _LINES}
        self._held: dict[str, list[str]] = {}

    def diagram(self) -> Diagram:
        arrows = [each for each in self._elements.values() if each.get("type") in _LINES]
        for arrow in arrows:
            self._held.setdefault(str(arrow.get("id")), [])
        for each in self._elements.values():
            holder = str(each.get("containerId") or "")
            if each.get("type") == "text" and holder in self._elements:
                self._held.setdefault(holder, []).append(_words(each))
        bound = {self._bound(arrow, key) for arrow in arrows for key in ("startBinding", "endBinding")}
        for id_, each in self._elements.items():
            self._element(id_, each, is_end=id_ in bound)
        for arrow in arrows:
            self._arrow(arrow)
        return self._builder.build()

    def _element(self, id_: str, each: Mapping[str, object], *, is_end: bool) -> None:
        kind = each.get("type")
        frame = str(each.get("frameId") or "") or None
        if kind in ("frame", "magicframe"):
            self._builder.group(id_, str(each.get("name") or ""))
        elif kind in _SHAPES:
            self._builder.node(
                id_, " ".join(self._held.get(id_, ())) or self._loose_text(id_), frame, self._boxes[id_]
            )
        elif kind == "text" and is_end:
            self._builder.node(id_, _words(each), frame, self._boxes[id_])
        elif kind == "text" and str(each.get("containerId") or "") not in self._elements:
            if not self._lies_in_shape(id_):
                self._builder.note(_words(each))

    def _loose_text(self, id_: str) -> str:
        """Text that lies in a shape without being bound to it."""
        if not hasattr(self, "_loose"):
            self._loose = [
                (name, self._boxes[name])
                for name, each in self._elements.items()
                if each.get("type") == "text" and not each.get("containerId")
            ][:2_000]
        return " ".join(
            _words(self._elements[name]) for name, box in self._loose if _inside(box, self._boxes[id_])
        )

    def _lies_in_shape(self, id_: str) -> bool:
        shapes = [name for name, each in self._elements.items() if each.get("type") in _SHAPES][:2_000]
        return any(_inside(self._boxes[id_], self._boxes[name]) for name in shapes)

    def _bound(self, arrow: Mapping[str, object], key: str) -> str:
        binding = arrow.get(key)
        return str(binding.get("elementId") or "") if isinstance(binding, dict) else ""

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
        bound = self._bound(arrow, key)
        if self._builder.knows(bound) or self._builder.has_group(bound):
            return bound
        if not isinstance(end, list) or len(end) < 2:
            return None
        x, y = _number(arrow.get("x")) + _number(end[0]), _number(arrow.get("y")) + _number(end[1])
        near = [
            ((box[2] - box[0]) * (box[3] - box[1]), id_)
            for id_, box in self._boxes.items()
            if self._builder.knows(id_)
            and box[0] - NEAR <= x <= box[2] + NEAR
            and box[1] - NEAR <= y <= box[3] + NEAR
        ]
        return min(near)[1] if near else None


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


def _inside(inner: Box, outer: Box) -> bool:
    x, y = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= x <= outer[2] and outer[1] <= y <= outer[3]
