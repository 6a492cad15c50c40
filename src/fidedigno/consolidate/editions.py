"""What changed between two editions of one text: sentences that say another value, in pairs.

Only for questions that ask for it; elsewhere an old edition never counts. Two editions are of one declared
``series``; their sections are matched by heading and their sentences by the words that they share. A pair
differs where amounts, dates or denials do, or where what is left of the words does; what stands in one edition
alone is told as such by standing alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from fidedigno.consolidate.in_force import edition_of
from fidedigno.consolidate.passages import sentences_of, words_in
from fidedigno.consolidate.scope import fit, scope_of
from fidedigno.model import (
    ClaimMatrix,
    Discard,
    DiscardReason,
    Evidence,
    FactKind,
    FactRow,
    FactStatus,
    Plan,
    RequiredFact,
    Statement,
)
from fidedigno.plan.pack import Pack

MAX_PAIRS = 6
SAME_SENTENCE = 0.5
"""Share of the words of the shorter sentence that two editions of one sentence have in common."""


class _Line(NamedTuple):
    card: Evidence
    start: int
    end: int
    text: str
    words: frozenset[str]
    """Folded words and numbers."""
    section: str


def compare_editions(plan: Plan, pack: Pack, cards: Sequence[Evidence]) -> ClaimMatrix:
    """The matrix of a question about what changed, from ``cards`` of all editions, best first.

    The series of the first card that has two editions is compared: the one that rules at the plan's moment, or
    the latest before it, with the one before.
    """
    facts = [fact for fact in plan.contract.facts if fact.kind is FactKind.TEXT]
    usable, discards = _usable(plan, pack, cards)
    pair = _two_editions(usable)
    statements = tuple(_differences(*pair)) if pair else ()
    rows = [_row(fact, statements) for fact in plan.contract.facts]
    return ClaimMatrix(tuple(rows) if facts else (), tuple(discards))


def _row(fact: RequiredFact, statements: Sequence[Statement]) -> FactRow:
    if fact.kind is FactKind.TEXT and statements:
        told = tuple(
            Statement(fact.name, FactKind.TEXT, "", s.text, s.evidence_id, s.start, s.end) for s in statements
        )
        return FactRow(fact, FactStatus.COVERED, told)
    return FactRow(fact, FactStatus.MISSING)


def _usable(plan: Plan, pack: Pack, cards: Iterable[Evidence]) -> tuple[list[Evidence], list[Discard]]:
    kept, discards = [], []
    allowed = {authority for fact in plan.contract.facts for authority in fact.authorities}
    for card in cards:
        if pack.rank(card.authority) is None:
            discards.append(Discard(card.id, DiscardReason.UNKNOWN_AUTHORITY))
        elif allowed and card.authority not in allowed:
            discards.append(Discard(card.id, DiscardReason.NOT_ALLOWED_FOR_FACT))
        elif fit(card, plan).elsewhere:
            discards.append(Discard(card.id, DiscardReason.OTHER_SCOPE))
        elif card.validity.start > plan.as_of:
            discards.append(Discard(card.id, DiscardReason.NOT_YET_IN_FORCE))
        elif not card.version.strip():
            discards.append(Discard(card.id, DiscardReason.NO_VERSION))
        else:
            kept.append(card)
    return kept, discards


def _two_editions(cards: Sequence[Evidence]) -> tuple[list[Evidence], list[Evidence]] | None:
    """The passages of the newer and the older edition, for one and the same scope."""
    for first in cards:
        if not first.series:
            continue
        same = [card for card in cards if (card.series, scope_of(card)) == (first.series, scope_of(first))]
        documents = {card.document_id: card for card in same}
        ordered = sorted(documents.values(), key=edition_of, reverse=True)
        newer = ordered[0]
        older = next((each for each in ordered if _edition_told(each) != _edition_told(newer)), None)
        if older is not None:
            return (
                [card for card in same if card.document_id == newer.document_id],
                [card for card in same if card.document_id == older.document_id],
            )
    return None


def _edition_told(card: Evidence) -> tuple[datetime, str]:
    """What tells an edition from a copy of it, which may have been changed at another time."""
    return card.validity.start, card.version.strip().casefold()


def _lines(cards: Iterable[Evidence]) -> list[_Line]:
    lines: dict[tuple[int, str], _Line] = {}
    for card in cards:
        section = " ".join(card.locator.section[-1:]).casefold()
        for sentence in sentences_of(card.content):
            text = card.content[sentence.start : sentence.end]
            words = frozenset(word.text for word in words_in(text, language=card.language))
            line = _Line(card, sentence.start, sentence.end, text, words, section)
            lines.setdefault((card.document_id, text), line)  # chunks overlap
    return list(lines.values())


def _differences(newer: Sequence[Evidence], older: Sequence[Evidence]) -> Iterable[Statement]:
    """Both sides of each sentence that changed, the newer first, in the order of retrieval."""
    new, old = _lines(newer), _lines(older)
    kept = {_bare(line) for line in new} & {_bare(line) for line in old}
    new, old = ([line for line in lines if _bare(line) not in kept] for lines in (new, old))
    pairs = 0
    for line in new:
        counterpart = _counterpart(line, old)
        if counterpart is None or pairs == MAX_PAIRS:
            continue
        pairs += 1
        old.remove(counterpart)
        for each in (line, counterpart):
            yield Statement("", FactKind.TEXT, "", each.text, each.card.id, each.start, each.end)


def _bare(line: _Line) -> str:
    """What a sentence says apart from its spacing and Markdown's marks."""
    return " ".join(line.text.replace("*", "").replace("_", "").split())


def _counterpart(line: _Line, others: Sequence[_Line]) -> _Line | None:
    """The sentence of the other edition under the same heading that shares most words."""
    best, most = None, SAME_SENTENCE
    for other in others:
        if other.section != line.section or not other.words or not line.words:
            continue
        shared = len(line.words & other.words) / min(len(line.words), len(other.words))
        if shared > most or (shared == most and best is None):
            best, most = other, shared
    return best
