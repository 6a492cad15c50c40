"""One text that names are known from, indexed: its words with their places, its runs without spaces, its references.

Read once for each text and kept (:mod:`fidedigno.verify.kept`). Places count the words of the text from 0; of joined
words (``PaymentService``) the parts stand at the place of the whole.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from fidedigno.consolidate.plain import plain
from fidedigno.verify.entities.articles import Article, articles_in
from fidedigno.verify.entities.labels import labelled_in
from fidedigno.verify.entities.references import Reference, references_in
from fidedigno.verify.kept import Kept

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}(?![a-z])|\d+|[A-Z](?![a-z])")
_MIXED = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}|[A-Za-z]\d|\d[A-Za-z]")


@dataclass
class SourceIndex:
    """``words[place]`` is folded and stands at ``starts[place]``. Not to be changed after it was made."""

    text: str
    cased: bool
    """Whether capitals mean something in it: it has both cases."""
    words: tuple[str, ...]
    starts: tuple[int, ...]
    positions: dict[str, list[int]]
    runs: frozenset[str]
    """Words joined, up to three in a row: ``payment service`` is found as ``paymentservice``."""

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """What it cites by its shape."""
        return tuple(references_in(self.text)[0])

    @cached_property
    def folded(self) -> str:
        """The text without case and accents, of the same length."""
        return plain(self.text)

    @cached_property
    def articles(self) -> tuple[Article, ...]:
        """The articles that it names, those inside a range too."""
        return tuple(articles_in(self.text))

    @cached_property
    def labelled(self) -> tuple[Article, ...]:
        """What it calls by a label and a number."""
        return tuple(labelled_in(self.text, self.folded))


_kept: Kept[SourceIndex] = Kept()


def index_of(text: str) -> SourceIndex:
    """The index of ``text``, read or kept."""
    return _kept.get(text, len(text), lambda: _read(text))


def _read(text: str) -> SourceIndex:
    found = [(match.group(), match.start()) for match in _WORD.finditer(plain(text))]
    words = tuple(word for word, _ in found)
    starts = tuple(start for _, start in found)
    positions: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        if word in positions:
            positions[word].append(place)
        else:
            positions[word] = [place]
    runs = set(words)
    runs.update(map("".join, pairwise(words)))
    runs.update(map("".join, zip(words, words[1:], words[2:], strict=False)))
    last = -1
    changed: set[str] = set()
    for match in _MIXED.finditer(text):
        place = bisect_right(starts, match.start()) - 1
        if place <= last or place < 0:
            continue
        last = place
        for part in _humps(text[starts[place] : starts[place] + len(words[place])]):
            positions.setdefault(part, []).append(place)
            changed.add(part)
            runs.add(part)
    for part in changed:
        # Humps of joined words came after the words.
        positions[part].sort()
    return SourceIndex(text, _is_cased(text), words, starts, positions, frozenset(runs))


@lru_cache(maxsize=8_192)
def _humps(word: str) -> tuple[str, ...]:
    """``payment`` and ``service`` of ``PaymentService``."""
    parts = [plain(part) for part in _HUMP.findall(word)]
    return tuple(parts) if 1 < len(parts) <= 8 else ()


def _is_cased(text: str) -> bool:
    sample = text[:4_000]
    return sample != sample.lower() and sample != sample.upper()
