"""Pairs of a public and an internal document that speak of the same and may differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from fidedigno.evaluate.boundaries.canaries import squeeze
from fidedigno.evaluate.boundaries.records import Document

MIN_TITLE = 6


@dataclass(frozen=True, slots=True)
class Pair:
    """Two documents of one title or one series, of which everybody may read ``public`` only."""

    public: Document
    internal: Document


def find_pairs(documents: Sequence[Document], public: frozenset[int]) -> list[Pair]:
    """The pairs with the same title or series and different texts.

    Args:
        documents: those in force.
        public: the ids of the documents that everybody may read.
    """
    alike: dict[tuple[str, str], list[Document]] = defaultdict(list)
    for each in documents:
        title = squeeze(each.title)
        if len(title) >= MIN_TITLE:
            alike["title", title].append(each)
        if each.series:
            alike["series", each.series].append(each)
    found: dict[tuple[int, int], Pair] = {}
    for group in alike.values():
        for one in (each for each in group if each.id in public):
            for other in (each for each in group if each.id not in public and each.texts != one.texts):
                found[one.id, other.id] = Pair(one, other)
    return list(found.values())
