"""What features need of the evidence, read once for all claims: its words, their pairs and their letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import NamedTuple

from fidedigno.consolidate.passages import Word
from fidedigno.verify.align import EvidenceText, Line
from fidedigno.verify.kept import Kept

_GRAM = 4


class LineWords(NamedTuple):
    """One sentence of the evidence: its words, the content words among them, their stems in order.

    ``terms`` are those of the sentence and of what stands over it; ``near`` pairs of stems at most two apart.
    """

    words: tuple[Word, ...] = ()
    content: tuple[Word, ...] = ()
    written: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()
    stems: tuple[str, ...] = ()
    near: frozenset[tuple[str, str]] = frozenset()


NO_LINE = LineWords()


@dataclass(frozen=True, slots=True)
class EvidenceWords:
    """The words of the whole evidence, pairs of neighbours (as written, and of stems), and groups of letters."""

    text: EvidenceText
    words: frozenset[str]
    bigrams: frozenset[tuple[str, str]]
    pairs: frozenset[tuple[str, str]]
    grams: frozenset[str]
    _lines: dict[int, LineWords] = field(default_factory=dict, repr=False, compare=False)

    def line(self, number: int) -> LineWords:
        """A sentence, read once."""
        if number not in self._lines:
            line = self.text.lines[number]
            content = tuple(word for word in line.words if word.terms)
            stems = tuple(stem_of(word) for word in content)
            near = frozenset((one, other) for at, one in enumerate(stems) for other in stems[at + 1 : at + 3])
            written = frozenset(word.text for word in line.words)
            self._lines[number] = LineWords(
                line.words, content, written, line.terms | line.above, stems, near
            )
        return self._lines[number]


def read_evidence(text: EvidenceText) -> EvidenceWords:
    """Read the evidence for :func:`fidedigno.verify.features.measure`."""
    parts = [
        _kept.get(
            (text.texts[number], text.passages[number].language),
            len(text.texts[number]),
            lambda held=tuple(lines): _read(held),  # type: ignore[misc]
        )
        for number, lines in groupby(text.lines, key=lambda line: line.passage)
    ]
    return EvidenceWords(
        text,
        frozenset().union(*(part.words for part in parts)),
        frozenset().union(*(part.bigrams for part in parts)),
        frozenset().union(*(part.pairs for part in parts)),
        frozenset().union(*(part.grams for part in parts)),
    )


class _Part(NamedTuple):
    """The same of one passage."""

    words: frozenset[str]
    bigrams: frozenset[tuple[str, str]]
    pairs: frozenset[tuple[str, str]]
    grams: frozenset[str]


_kept: Kept[_Part] = Kept()


def _read(lines: Sequence[Line]) -> _Part:
    words: set[str] = set()
    bigrams: set[tuple[str, str]] = set()
    pairs: set[tuple[str, str]] = set()
    for line in lines:
        written = [word.text for word in line.words]
        words.update(written)
        bigrams.update(pairwise(written))
        pairs.update(pairwise(stem_of(word) for word in line.words if word.terms))
    grams = frozenset(gram for word in words for gram in grams_of(word))
    return _Part(frozenset(words), frozenset(bigrams), frozenset(pairs), grams)


def stem_of(word: Word) -> str:
    """One stem of a content word, always the same one."""
    return min(word.terms)


def grams_of(word: str) -> list[str]:
    """The groups of four letters of a word, its edges included."""
    padded = f" {word} "
    return [padded[at : at + _GRAM] for at in range(max(1, len(padded) - _GRAM + 1))]
