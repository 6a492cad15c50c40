"""Plots of two shares against each other, as SVG inside a page. They read in light and in dark."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

_SIZE, _LEFT, _TOP, _RIGHT, _BELOW = 220, 40, 10, 10, 36
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """A point with the interval of its second coordinate."""

    x: float
    y: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Plot:
    """What is drawn: ``first`` and ``second`` as lines, ``marks`` and ``second_marks`` as points with intervals,
    ``levels`` as dashed level lines; the diagonal where it means something."""

    title: str
    across: str
    up: str
    first: Sequence[Point] = ()
    second: Sequence[Point] = ()
    marks: Sequence[Mark] = ()
    second_marks: Sequence[Mark] = ()
    levels: Sequence[float] = ()
    diagonal: bool = False

    def svg(self) -> str:
        """A figure with its caption; its texts are escaped."""
        width, height = _LEFT + _SIZE + _RIGHT, _TOP + _SIZE + _BELOW
        title = html.escape(self.title)
        parts = [
            f'<figure><figcaption>{title}</figcaption><svg role="img" aria-label="{title}" width="{width}" '
            f'height="{height}" viewBox="0 0 {width} {height}">',
            self._axes(),
        ]
        parts += [_path([(0, each), (1, each)], "dashed") for each in self.levels]
        parts += [_path([(0, 0), (1, 1)], "dashed")] if self.diagonal else []
        parts += [_path(self.first, "first")] if self.first else []
        parts += [_path(self.second, "second")] if self.second else []
        for marks, style in ((self.marks, "first"), (self.second_marks, "second")):
            for each in marks:
                parts.append(_path([(each.x, each.low), (each.x, each.high)], style))
                parts.append(f'<circle class="{style}" cx="{_x(each.x)}" cy="{_y(each.y)}" r="3.5"/>')
        return "".join(parts) + "</svg></figure>"

    def _axes(self) -> str:
        frame = f'<rect class="frame" x="{_LEFT}" y="{_TOP}" width="{_SIZE}" height="{_SIZE}"/>'
        ticks = "".join(
            f'<text x="{_x(each)}" y="{_TOP + _SIZE + 14}" text-anchor="middle">{each:g}</text>'
            f'<text x="{_LEFT - 5}" y="{_y(each)}" text-anchor="end" dominant-baseline="middle">{each:g}</text>'
            for each in _TICKS
        )
        across, up = html.escape(self.across), html.escape(self.up)
        names = (
            f'<text x="{_LEFT + _SIZE / 2}" y="{_TOP + _SIZE + 30}" text-anchor="middle">{across}</text>'
            f'<text transform="translate(10 {_TOP + _SIZE / 2}) rotate(-90)" text-anchor="middle">{up}</text>'
        )
        return frame + ticks + names


def _x(value: float) -> float:
    return round(float(_LEFT) + _SIZE * min(max(value, 0.0), 1.0), 1)


def _y(value: float) -> float:
    return round(_TOP + _SIZE * (1 - min(max(value, 0.0), 1.0)), 1)


def _path(points: Sequence[Point], style: str) -> str:
    way = " ".join(f"{'M' if place == 0 else 'L'}{_x(x)} {_y(y)}" for place, (x, y) in enumerate(points))
    return f'<path class="{style}" d="{way}"/>'
