"""Whether what an answer puts in quotation marks stands so in the evidence.

Case, accents, spacing, punctuation and typographic marks may differ; ``[…]`` and insertions in brackets are cuts.
Fewer than three words are no quotation but a term. A quotation in a language that the evidence is not in is a
translation and is not judged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from fidedigno.consolidate.plain import plain
from fidedigno.verify.entities.evidence import Evidence
from fidedigno.verify.report import EvidenceSpan

MOST = 200
"""Quotations that are read of one answer."""
_LONGEST = 1_200
_SHORTEST = 3
_NEAR = 0.6
"""Share of a quotation's words that a stretch must have to be what was meant."""
_QUOTED = re.compile(
    rf"“(?P<curly>[^“”]{{5,{_LONGEST}}})”|«(?P<angled>[^«»]{{5,{_LONGEST}}})»|„(?P<low>[^„“”]{{5,{_LONGEST}}})[“”]"
    rf"|(?<![\w\"])\"(?P<straight>[^\"\n]{{5,{_LONGEST}}})\"(?!\w)"
    rf"|(?<!\w)‘(?P<single>(?:[^‘’\n]|(?<=\w)’(?=\w)){{5,{_LONGEST}}})’(?!\w)"
    rf"|(?<![\w'])'(?P<plain>(?:[^'\n\s]|\s(?!')|(?<=\w)'(?=\w)){{5,{_LONGEST}}})'(?!\w)"
)
_CUT = re.compile(r"\[[^\[\]\n]{0,80}\]|\(\s?(?:\.{3}|…)\s?\)|\.{3,}|…")
_WORD = re.compile(r"[^\W_]+")
_MOST_PLACES = 400


class Quotation(NamedTuple):
    """``answer[start:end]`` is quoted, without the marks; ``near`` is the stretch that was meant, where one is."""

    start: int
    end: int
    verbatim: bool
    words: int
    near: EvidenceSpan | None = None


def quotations_in(answer: str, evidence: Evidence, skipped: bytearray) -> Iterator[Quotation]:
    """The quotations of ``answer`` in order."""
    for number, match in enumerate(_QUOTED.finditer(answer)):
        if number >= MOST:
            return
        if skipped[match.start()]:
            continue
        group = match.lastgroup or ""
        start, end = match.span(group)
        folded = plain(answer[start:end])
        words = _WORD.findall(folded)
        if len(words) < _SHORTEST:
            continue
        pieces = [piece for part in _CUT.split(folded) if (piece := _WORD.findall(part))]
        if _stands(pieces, evidence):
            yield Quotation(start, end, True, len(words))
        else:
            yield Quotation(start, end, False, len(words), _nearest(words, evidence))


def _stands(pieces: list[list[str]], evidence: Evidence) -> bool:
    """Whether the pieces stand in one source, word for word and in this order."""
    if not pieces:
        return True
    return any(_follow(pieces, first, evidence) for first in evidence.found(pieces[0]))


def _follow(pieces: list[list[str]], first: int, evidence: Evidence) -> bool:
    source, after = evidence.tokens[first].source, first + len(pieces[0])
    for piece in pieces[1:]:
        at = next(evidence.found(piece, after), None)
        if at is None or evidence.tokens[at].source != source:
            return False
        after = at + len(piece)
    return True


def _nearest(words: list[str], evidence: Evidence) -> EvidenceSpan | None:
    """The stretch of a passage, about as long, that shares most words with the quotation, if it shares enough."""
    size = len(words)
    wanted = Counter(words)
    places = sorted(
        (place, word) for word in wanted for place in evidence.positions.get(word, ())[: _MOST_PLACES * 4]
    )
    best, most, low = (0, -1), 0, 0
    have: Counter[str] = Counter()
    shared = 0
    for high, (place, word) in enumerate(places):
        have[word] += 1
        shared += have[word] <= wanted[word]
        while places[low][0] < place - size - size // 4:
            gone = places[low][1]
            shared -= have[gone] <= wanted[gone]
            have[gone] -= 1
            low += 1
        if shared > most:
            best, most = (places[low][0], places[high][0]), shared
    if most < max(2, _NEAR * size):
        return None
    return evidence.span(*best)
