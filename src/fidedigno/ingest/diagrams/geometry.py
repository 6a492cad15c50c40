"""From drawn shapes, lines and words to a diagram: what stands in a box names it, a line joins what it touches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from fidedigno.ingest.diagrams.diagram import Diagram, DiagramBuilder, both_ways, too_large
from fidedigno.model.relation import Box

Point = tuple[float, float]

MAX_SHAPES = 5_000
MAX_LINES = 5_000
MAX_WORDS = 20_000
TOUCH = 12.0
"""How far from a shape a line may end and still mean it, in units of the drawing."""
LABEL_DISTANCE = 18.0
"""How far from a line words may stand and still be its label."""
LARGEST_HEAD = 30.0
"""A filled triangle wider than this is a shape and no arrow head."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through ``points``, with an arrow head at its first or last point."""

    points: tuple[Point, ...]
    starts_with_head: bool = False
    ends_with_head: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of text, one line of it, where it stands."""

    text: str
    box: Box


@dataclass(slots=True)
class Drawing:
    """What is drawn, in one system of coordinates, ``y`` downwards. ``heads`` are filled triangles by their points."""

    shapes: list[Box] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    heads: list[tuple[Point, ...]] = field(default_factory=list)


class Boxes:
    """Boxes that can be asked which of them lies near a point. Of the ``hollow`` ones only the border counts."""

    def __init__(self, boxes: Sequence[Box], hollow: Sequence[int] = ()) -> None:
        self._hollow = np.zeros(len(boxes), dtype=bool)
        self._hollow[list(hollow)] = True
        self._boxes = np.array(boxes, dtype=np.float64).reshape(-1, 4)
        sides = self._boxes[:, 2:] - self._boxes[:, :2]
        self._areas = sides[:, 0] * sides[:, 1]

    def smallest_near(self, point: Point, distance: float) -> int | None:
        """The number of the smallest box that holds the point or lies within ``distance`` of it."""
        x, y = point
        boxes = self._boxes
        dx = np.maximum(np.maximum(boxes[:, 0] - x, x - boxes[:, 2]), 0)
        dy = np.maximum(np.maximum(boxes[:, 1] - y, y - boxes[:, 3]), 0)
        depth = np.minimum(
            np.minimum(x - boxes[:, 0], boxes[:, 2] - x), np.minimum(y - boxes[:, 1], boxes[:, 3] - y)
        )
        close = (dx * dx + dy * dy <= distance * distance) & ~(self._hollow & (depth > distance))
        near = np.flatnonzero(close)
        return int(near[np.argmin(self._areas[near])]) if near.size else None

    def holding(self, box: Box) -> list[int]:
        """The numbers of the larger boxes around the middle of ``box``, the largest first."""
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        area = (box[2] - box[0]) * (box[3] - box[1])
        boxes = self._boxes
        inside = (boxes[:, 0] <= x) & (x <= boxes[:, 2]) & (boxes[:, 1] <= y) & (y <= boxes[:, 3])
        found = np.flatnonzero(inside & (self._areas > area))
        return [int(each) for each in found[np.argsort(-self._areas[found], kind="stable")]]


def box_of(points: Sequence[Point]) -> Box:
    """The box around points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs), min(ys), max(xs), max(ys))


def is_head(points: Sequence[Point]) -> bool:
    """Whether a filled shape is an arrow head: small, with few corners, and no rectangle."""
    corners = list(dict.fromkeys((round(x, 2), round(y, 2)) for x, y in points))
    if not 3 <= len(corners) <= 5:
        return False
    left, top, right, bottom = box_of(corners)
    if max(right - left, bottom - top) > LARGEST_HEAD:
        return False
    around = zip(corners, (*corners[1:], corners[0]), strict=True)
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in around)) / 2
    longest = max(math.dist(a, b) for a in corners for b in corners)
    # Of the square over its longest side, a triangle covers at most half; slivers are dashes.
    share = area / max(longest * longest, 1e-9)
    return share >= 0.08 and (len(corners) == 3 or not _is_rectangle(corners))


def _is_rectangle(corners: Sequence[Point]) -> bool:
    if len(corners) != 4:
        return False
    a, b, c, d = corners
    return abs(math.dist(a, c) - math.dist(b, d)) <= 0.1 * math.dist(a, c)


def connect(drawing: Drawing, kind: str, page: int | None = None) -> Diagram:
    """Find the nodes, frames and arrows of a drawing.

    Words belong to the smallest shape around them. A shape that holds other named shapes is a frame. A line
    with a head, or one that joins two shapes, is an arrow; words near it that stand in no shape are its label.

    Raises:
        DocumentFailedError: if there is more of something than its limit.
    """
    for what, found, limit in (
        ("shapes", drawing.shapes, MAX_SHAPES),
        ("lines", drawing.lines, MAX_LINES),
        ("pieces of text", drawing.words, MAX_WORDS),
    ):
        if len(found) > limit:
            raise too_large(what, limit)
    return _Connector(drawing, DiagramBuilder(kind, page)).diagram()


class _Connector:
    def __init__(self, drawing: Drawing, builder: DiagramBuilder) -> None:
        self._drawing = drawing
        self._builder = builder
        self._texts: dict[int, list[Words]] = {}
        self._free: list[Words] = []
        self._owners: dict[int, str] = {}
        """The frame that each free piece of text stands in, by its number."""
        self._ends: list[tuple[Box, str]] = []
        self._hollow: list[int] = []
        self._head_boxes = Boxes([box_of(points) for points in drawing.heads])

    def diagram(self) -> Diagram:
        self._place_words()
        self._free_labels()
        self._name_shapes()
        joined = self._joined([self._with_heads(line) for line in self._drawing.lines])
        labels, used = self._labels(joined)
        for index, (line, source, target) in enumerate(joined):
            direction, swapped = both_ways(line.starts_with_head, line.ends_with_head)
            ends = (target, source) if swapped else (source, target)
            self._builder.arrow(*ends, labels.get(index, ""), direction, box=box_of(line.points))
        self._leave_words(used)
        return self._builder.build()

    def _place_words(self) -> None:
        shapes = Boxes(self._drawing.shapes)
        for words in self._drawing.words:
            x, y = (words.box[0] + words.box[2]) / 2, (words.box[1] + words.box[3]) / 2
            shape = shapes.smallest_near((x, y), 0.0) if self._drawing.shapes else None
            if shape is None:
                self._free.append(words)
            else:
                self._texts.setdefault(shape, []).append(words)

    def _free_labels(self) -> None:
        """Words whose box fits them tightly and is crossed by a line are that line's label on a ground of its own."""
        tight = [n for n, words in self._texts.items() if _is_tight(self._drawing.shapes[n], words)]
        if not tight or not self._drawing.lines:
            return
        boxes = Boxes([self._drawing.shapes[n] for n in tight])
        crossed: set[int] = set()
        for line in self._drawing.lines:
            ends = {boxes.smallest_near(end, TOUCH / 2) for end in (line.points[0], line.points[-1])}
            for a, b in zip(line.points[:50], line.points[1:50], strict=False):
                for part in (0.0, 0.25, 0.5, 0.75):
                    point = (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
                    found = boxes.smallest_near(point, 0.0)
                    if found is not None and found not in ends:
                        crossed.add(found)
        for found in sorted(crossed):
            self._free.extend(self._texts.pop(tight[found]))

    def _name_shapes(self) -> None:
        """Shapes with words become nodes, or frames if they hold other shapes with words.

        Words in a frame may be its own or those of an arrow inside it: that is seen when the arrows are known.
        """
        named = sorted(self._texts)
        boxes = [self._drawing.shapes[each] for each in named]
        around = Boxes(boxes)
        holders = {number: around.holding(box) for number, box in enumerate(boxes)}
        frames = {number for found in holders.values() for number in found}
        for number in sorted(frames, key=lambda n: (len(holders[n]), n)):
            id_ = self._builder.group(f"shape {number}", "", self._innermost(holders[number]))
            for words in self._texts[named[number]]:
                self._owners[len(self._free)] = id_
                self._free.append(words)
        for number, box in enumerate(boxes):
            id_ = f"shape {number}"
            if number not in frames:
                self._builder.node(
                    id_, _joint(self._texts[named[number]]), self._innermost(holders[number]), box
                )
            elif len(holders) > 1 and sum(number in found for found in holders.values()) == len(boxes) - 1:
                continue  # It holds everything: the paper, and no end of an arrow.
            else:
                self._hollow.append(len(self._ends))
            self._ends.append((box, id_))

    def _innermost(self, holders: Sequence[int]) -> str | None:
        return f"shape {holders[-1]}" if holders else None

    def _leave_words(self, used: set[int]) -> None:
        """What is no label of an arrow is that of the frame it stands in, or a note."""
        of_frames: dict[str, list[Words]] = {}
        for number, words in enumerate(self._free):
            if number in used or self._builder.knows(f"words {number}"):
                continue
            if number in self._owners:
                of_frames.setdefault(self._owners[number], []).append(words)
            else:
                self._builder.note(words.text)
        for id_, found in of_frames.items():
            self._builder.relabel(id_, _joint(found))

    def _with_heads(self, line: Line) -> Line:
        """The line with the heads that are drawn at its ends as triangles of their own."""
        if not self._drawing.heads or len(line.points) < 2:
            return line
        points = list(line.points)
        found = [line.starts_with_head, line.ends_with_head]
        for end, at in ((0, 0), (1, len(points) - 1)):
            head = self._head_boxes.smallest_near(points[at], 2.0)
            if head is not None:
                found[end] = True
                base = points[at]
                points[at] = max(
                    self._drawing.heads[head], key=lambda p: math.dist(p, points[1 if at == 0 else -2])
                )
                points[at] = points[at] if math.dist(points[at], base) <= LARGEST_HEAD else base
        return Line(tuple(points), found[0], found[1])

    def _joined(self, lines: Sequence[Line]) -> list[tuple[Line, str, str]]:
        """The lines that join two nodes. A bare word may be an end where the other is a shape or there is a head."""
        boxes = Boxes([box for box, _ in self._ends], self._hollow)
        free = Boxes([words.box for words in self._free])
        joined = []
        for line in lines:
            ends: list[str] = []
            for point in (line.points[0], line.points[-1]):
                near = boxes.smallest_near(point, TOUCH) if self._ends else None
                if near is not None:
                    ends.append(self._ends[near][1])
                elif self._free and (line.starts_with_head or line.ends_with_head):
                    word = free.smallest_near(point, TOUCH)
                    if word is not None:
                        ends.append(
                            self._builder.node(
                                f"words {word}", self._free[word].text, None, self._free[word].box
                            )
                        )
            # A curve without heads from a shape to itself is part of how the shape is drawn.
            if len(ends) == 2 and (ends[0] != ends[1] or line.starts_with_head or line.ends_with_head):
                joined.append((line, ends[0], ends[1]))
        return joined

    def _labels(self, joined: Sequence[tuple[Line, str, str]]) -> tuple[dict[int, str], set[int]]:
        """The free words nearest to each line, in reading order, and the numbers of those words."""
        found: dict[int, list[Words]] = {}
        used: set[int] = set()
        segments = [
            (index, a, b)
            for index, (line, _, _) in enumerate(joined)
            for a, b in zip(line.points[:50], line.points[1:50], strict=False)
        ]
        if not segments:
            return {}, used
        starts = np.array([a for _, a, _ in segments])
        sides = np.array([b for _, _, b in segments]) - starts
        lengths = np.maximum((sides**2).sum(axis=1), 1e-9)
        for number, words in enumerate(self._free):
            if self._builder.knows(f"words {number}"):
                continue
            middle = np.array([(words.box[0] + words.box[2]) / 2, (words.box[1] + words.box[3]) / 2])
            along = np.clip(((middle - starts) * sides).sum(axis=1) / lengths, 0, 1)
            away = np.abs(middle - (starts + along[:, None] * sides))
            half = np.array([(words.box[2] - words.box[0]) / 2, (words.box[3] - words.box[1]) / 2])
            distances = np.hypot(*np.maximum(away - half, 0).T)
            best = int(np.argmin(distances))
            if distances[best] <= LABEL_DISTANCE:
                found.setdefault(segments[best][0], []).append(words)
                used.add(number)
        return {index: _joint(words) for index, words in found.items()}, used


def _is_tight(shape: Box, words: Sequence[Words]) -> bool:
    left, top, right, bottom = box_of(
        [p for w in words for p in ((w.box[0], w.box[1]), (w.box[2], w.box[3]))]
    )
    size = (bottom - top) / max(1, len(words))
    return shape[3] - shape[1] <= bottom - top + size and shape[2] - shape[0] <= right - left + 1.5 * size


def _joint(words: Sequence[Words]) -> str:
    """Pieces of text in reading order."""
    return " ".join(each.text for each in sorted(words, key=lambda w: (round(w.box[1], 1), w.box[0])))
