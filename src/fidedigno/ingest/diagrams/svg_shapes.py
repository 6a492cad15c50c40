"""The shapes, lines and words of an SVG in one system of coordinates: transforms applied, hidden elements left out."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from fidedigno.ingest.diagrams.geometry import Drawing, Line, Point, Words, box_of, is_head
from fidedigno.ingest.diagrams.xml import Element
from fidedigno.model.relation import Box

MAX_POINTS = 2_000
"""Of one path; more are not read."""

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate)\s*\(([^)]{0,300})\)")
_LONG = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_DEFINITIONS = frozenset(
    (
        "defs",
        "marker",
        "style",
        "script",
        "metadata",
        "symbol",
        "clipPath",
        "mask",
        "pattern",
        "title",
        "desc",
    )
)
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_CHARACTER_WIDTH = 0.55
"""Of the size of its letters, about: a piece of text does not say how wide it is."""


class Placed(NamedTuple):
    """A visible element, where it is drawn, and the paint that it inherits."""

    element: Element
    matrix: Matrix
    paint: Mapping[str, str]


def numbers(source: str, limit: int = MAX_POINTS * 8) -> list[float]:
    """The numbers in a text, those that are not finite or absurd as 0."""
    found = []
    for match in _NUMBER.finditer(source):
        value = float(match.group())
        found.append(value if math.isfinite(value) and abs(value) < 1e9 else 0.0)
        if len(found) >= limit:
            break
    return found


def times(a: Matrix, b: Matrix) -> Matrix:
    """The matrix that first does ``b`` and then ``a``."""
    return (
        a[0] * b[0] + a[2] * b[1],
        a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3],
        a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4],
        a[1] * b[4] + a[3] * b[5] + a[5],
    )


def applied(matrix: Matrix, point: Point) -> Point:
    """A point moved by a matrix."""
    x, y = point
    return (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])


def transform_of(source: str) -> Matrix:
    """The matrix of a ``transform`` attribute."""
    matrix = IDENTITY
    for name, inside in _TRANSFORM.findall(source[:2_000]):
        given = numbers(inside, 6)
        if name == "matrix" and len(given) == 6:
            step: Matrix = (given[0], given[1], given[2], given[3], given[4], given[5])
        elif name == "translate" and given:
            step = (1, 0, 0, 1, given[0], given[1] if len(given) > 1 else 0.0)
        elif name == "scale" and given:
            step = (given[0], 0, 0, given[-1], 0, 0)
        elif name == "rotate" and given:
            angle = math.radians(given[0])
            turn = (math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle), 0.0, 0.0)
            x, y = (given[1], given[2]) if len(given) > 2 else (0.0, 0.0)
            step = times(times((1, 0, 0, 1, x, y), turn), (1, 0, 0, 1, -x, -y))
        else:
            continue
        matrix = times(matrix, step)
    return matrix


def style_of(element: Element) -> dict[str, str]:
    """The paint that an element declares, by attribute or inline style."""
    names = ("fill", "stroke", "marker-start", "marker-end", "display", "visibility", "opacity", "font-size")
    found = {name: element.get(name).strip() for name in names if name in element.attributes}
    for part in element.get("style")[:5_000].split(";"):
        name, _, value = part.partition(":")
        found[name.strip().lower()] = value.strip()
    return found


def visible(root: Element) -> Iterator[Placed]:
    """Every element that is drawn, in order."""
    waiting = [Placed(root, IDENTITY, {})]
    while waiting:
        placed = waiting.pop()
        yield placed
        below = []
        for child in placed.element.children:
            own = style_of(child)
            if (
                child.name in _DEFINITIONS
                or own.get("display") == "none"
                or own.get("visibility") == "hidden"
            ):
                continue
            if own.get("opacity") in ("0", "0.0"):
                continue
            kept = {k: v for k, v in placed.paint.items() if k in ("fill", "stroke", "font-size")}
            matrix = times(placed.matrix, transform_of(child.get("transform")))
            below.append(Placed(child, matrix, {**kept, **own}))
        waiting.extend(reversed(below))


def path_points(source: str) -> tuple[list[Point], bool]:
    """The points of a path's ``d``, control points included, and whether it is closed."""
    points: list[Point] = []
    at: Point = (0.0, 0.0)
    first = at
    closed = False
    for command, inside in _COMMAND.findall(source[:200_000]):
        kind, relative = command.lower(), command.islower()
        given = numbers(inside)
        if kind == "z":
            closed, at = True, first
            continue
        size = _LONG[kind]
        for start in range(0, len(given) - size + 1, size):
            step = given[start : start + size]
            for x, y in _pairs(kind, step, at, relative=relative):
                points.append((x, y))
            if points:
                at = points[-1]
            if kind == "m" and start == 0:
                first = at
            if len(points) >= MAX_POINTS:
                return points, closed
    if len(points) > 2 and math.dist(points[0], points[-1]) < 0.01:
        closed = True
    return points, closed


def _pairs(kind: str, step: list[float], at: Point, *, relative: bool) -> list[Point]:
    x, y = at if relative else (0.0, 0.0)
    if kind == "h":
        return [(x + step[0], at[1])]
    if kind == "v":
        return [(at[0], y + step[0])]
    if kind == "a":
        return [(x + step[5], y + step[6])]
    return [(x + step[i], y + step[i + 1]) for i in range(0, len(step), 2)]


def points_of(element: Element) -> tuple[list[Point], bool]:
    """The points of an element that draws a shape or line, in its own coordinates, and whether it is closed."""
    value = {
        key: (numbers(element.get(key), 1) or [0.0])[0]
        for key in ("x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2")
    }
    name = element.name
    if name == "rect":
        x, y, w, h = value["x"], value["y"], value["width"], value["height"]
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)], True
    if name in ("circle", "ellipse"):
        rx, ry = (value["r"], value["r"]) if name == "circle" else (value["rx"], value["ry"])
        x, y = value["cx"], value["cy"]
        return [(x - rx, y - ry), (x + rx, y - ry), (x + rx, y + ry), (x - rx, y + ry)], True
    if name == "line":
        return [(value["x1"], value["y1"]), (value["x2"], value["y2"])], False
    if name in ("polygon", "polyline"):
        given = numbers(element.get("points"), MAX_POINTS * 2)
        return list(zip(given[::2], given[1::2], strict=False)), name == "polygon"
    return path_points(element.get("d")) if name == "path" else ([], False)


def drawing_of(root: Element) -> Drawing:
    """Everything that is drawn."""
    drawing = Drawing()
    for placed in visible(root):
        if placed.element.name == "text":
            drawing.words.extend(_text(placed))
        elif placed.element.name == "foreignObject":
            if words := placed.element.words():
                drawing.words.append(Words(words, _rectangle(placed)))
        elif points := points_of(placed.element)[0]:
            _shape(drawing, placed, points)
    return drawing


def _shape(drawing: Drawing, placed: Placed, points: list[Point]) -> None:
    closed = points_of(placed.element)[1]
    moved = tuple(applied(placed.matrix, point) for point in points)
    box = box_of(moved)
    heads = [placed.paint.get(name, "none") not in ("", "none") for name in ("marker-start", "marker-end")]
    is_filled = placed.paint.get("fill", "black") not in ("none", "transparent")
    if any(heads) or (not closed and len(moved) > 1):
        drawing.lines.append(Line(moved, heads[0], heads[1]))
    elif closed and is_filled and placed.element.name in ("polygon", "path") and is_head(moved):
        drawing.heads.append(moved)
    elif closed:
        drawing.shapes.append(box)


def _rectangle(placed: Placed) -> Box:
    x, y, w, h = ((numbers(placed.element.get(k), 1) or [0.0])[0] for k in ("x", "y", "width", "height"))
    return box_of([applied(placed.matrix, p) for p in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))])


def _text(placed: Placed) -> Iterator[Words]:
    """The lines of a text element: itself, and each ``tspan`` that begins at a place of its own."""
    element = placed.element
    rows = [
        each
        for each in element.children
        if each.name == "tspan" and ("x" in each.attributes or "dy" in each.attributes)
    ]
    size = (numbers(placed.paint.get("font-size", ""), 1) or [12.0])[0] or 12.0
    if not rows:
        rows = [element]
    y = (numbers(element.get("y"), 1) or [0.0])[0]
    for row in rows:
        words = row.words()
        x = (numbers(row.get("x") or element.get("x"), 1) or [0.0])[0]
        if "y" in row.attributes:
            y = (numbers(row.get("y"), 1) or [0.0])[0]
        if row is not element and (moved := numbers(row.get("dy"), 1)):
            y += moved[0] * (size if "em" in row.get("dy") else 1)
        if not words:
            continue
        width = len(words) * size * _CHARACTER_WIDTH
        anchor = style_anchor(row, element)
        left = x - width / 2 if anchor == "middle" else x - width if anchor == "end" else x
        corners = ((left, y - size), (left + width, y - size), (left + width, y), (left, y))
        yield Words(words, box_of([applied(placed.matrix, corner) for corner in corners]))


def style_anchor(*elements: Element) -> str:
    """Where text stands to its point: the first of the elements that says so."""
    for element in elements:
        found = element.get("text-anchor") or re.search(
            r"text-anchor\s*:\s*(\w+)", element.get("style")[:5_000]
        )
        if found:
            return found if isinstance(found, str) else found[1]
    return "start"
