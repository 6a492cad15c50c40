"""Where on a page of a PDF a text stands, so that what is shown of the page is cut to it."""

from __future__ import annotations

from contextlib import closing
from typing import Any, NamedTuple

MARGIN = 0.03
"""Room left above and below, in heights of the page."""
_MAX_LINES = 80
_SHORTEST = 6
_LONGEST = 60


class Band(NamedTuple):
    """A strip of a page over its whole width: top and bottom from the top edge, in heights of the page."""

    top: float
    bottom: float


def band_of(page: Any, text: str) -> Band | None:
    """The strip of a page that holds the lines of ``text``; ``None`` if none of them is found there.

    Args:
        page: an open page of ``pypdfium2``.
        text: of a chunk, as it was parsed; it may go on on other pages.
    """
    height = float(page.get_height())
    edges: list[float] = []
    with closing(page.get_textpage()) as textpage:
        for line in _lines(text):
            with closing(textpage.search(line, match_case=True)) as searcher:
                found = searcher.get_next()
            if found is not None:
                edges += _edges(textpage, *found)
    if not edges or not height > 0:
        return None
    top, bottom = (height - max(edges)) / height - MARGIN, (height - min(edges)) / height + MARGIN
    band = Band(min(1.0, max(0.0, top)), min(1.0, max(0.0, bottom)))
    return band if band.bottom > band.top else None


def _lines(text: str) -> list[str]:
    pieces = [" ".join(line.split())[:_LONGEST].strip() for line in text.splitlines()[:_MAX_LINES]]
    return [each for each in dict.fromkeys(pieces) if len(each) >= _SHORTEST]


def _edges(textpage: Any, index: int, count: int) -> list[float]:
    edges: list[float] = []
    for place in range(textpage.count_rects(index, count)):
        _, bottom, _, top = textpage.get_rect(place)
        edges += [bottom, top]
    return edges
