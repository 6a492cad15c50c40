"""The governed draft: what the claim matrix covers, and nothing else, in the words of the sources.

In: the plan, the matrix, the cards and the extractive draft of the passages that still count. Out: claims,
each of one required fact, with the narrowed cards that carry them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fidedigno.draft.conclusion import conclude
from fidedigno.draft.draft import Draft, DraftClaim
from fidedigno.draft.extractive import narrow
from fidedigno.model import (
    Claim,
    ClaimMatrix,
    Evidence,
    EvidenceKind,
    FactKind,
    FactRow,
    FactStatus,
    Plan,
    Statement,
)
from fidedigno.plan.pack import Pack


@dataclass(frozen=True, slots=True)
class GovernedDraft:
    """Claims in reading order, and every card that one of them or a conflict names, by its id."""

    claims: tuple[Claim, ...] = ()
    cards: Mapping[str, Evidence] = field(default_factory=dict)


class _Writing:
    """Collects claims; the same words for two facts are one claim of the first, and the same words of two
    cards in conflict are two."""

    def __init__(self, cards: Mapping[str, Evidence]) -> None:
        self._source = cards
        self.cards: dict[str, Evidence] = {}
        self.claims: dict[tuple[object, ...], Claim] = {}

    def add(self, claim: Claim, *, opposed: bool = False) -> None:
        """Keep a claim whose cards are kept."""
        known = [
            each for each in self.claims.values() if (each.text, each.derived) == (claim.text, claim.derived)
        ]
        if not known or (opposed and all(each.evidence_ids != claim.evidence_ids for each in known)):
            self.claims[claim.text, claim.derived, claim.evidence_ids] = claim

    def keep(self, card: Evidence) -> str:
        """Keep a card; returns its id."""
        self.cards.setdefault(card.id, card)
        return card.id

    def quote(self, statement: Statement) -> str | None:
        """The narrowed card of a statement, kept; ``None`` where its card is not at hand."""
        card = self._source.get(statement.evidence_id)
        if card is None or statement.text not in card.content:
            return None
        if card.kind is EvidenceKind.STATE:
            return self.keep(card)
        return self.keep(narrow(card, statement.start, statement.end))


def write_covered(
    plan: Plan,
    pack: Pack,
    matrix: ClaimMatrix,
    cards: Mapping[str, Evidence],
    quoted: Draft,
    language: str,
) -> GovernedDraft:
    """Write what is covered, in the order of the contract; both sides of what conflicts.

    Args:
        plan: with the day or hour that the question is about.
        pack: for the window of the question's class.
        matrix: what is covered.
        cards: the cards of the matrix by id.
        quoted: the extractive draft, for facts that are told in whole sentences.
        language: of the system's own conclusion.
    """
    writing = _Writing(cards)
    window = pack.classes[plan.question_class].window if plan.question_class in pack.classes else None
    conclusion = conclude(plan, matrix, window, language) if window else None
    if conclusion is not None and all(each in cards for each in conclusion.evidence_ids):
        quotes = [_quote_of(matrix, each, conclusion.fact, writing) for each in conclusion.evidence_ids]
        ids = tuple(each for each in quotes if each is not None)
        if len(ids) == len(conclusion.evidence_ids):
            writing.add(Claim(conclusion.text, ids, conclusion.fact, derived=True))
    for row in matrix.rows:
        # Every instant is told with its own timezone; a conflict is told whatever it is about.
        if row.status is FactStatus.CONFLICTING or (row.fact.told and row.fact.kind is not FactKind.ZONE):
            _write_row(row, writing, quoted)
    return GovernedDraft(tuple(writing.claims.values()), writing.cards)


def _quote_of(matrix: ClaimMatrix, evidence_id: str, fact: str, writing: _Writing) -> str | None:
    """The card of a conclusion, narrowed to what it states; that of its own fact first."""
    rows = sorted(matrix.rows, key=lambda row: row.fact.name != fact)
    for row in rows:
        for statement in row.statements:
            if statement.evidence_id == evidence_id:
                return writing.quote(statement)
    return None


def _write_row(row: FactRow, writing: _Writing, quoted: Draft) -> None:
    if row.status is FactStatus.CONFLICTING:
        for statement in (*row.statements, *row.opposed):
            _write_statement(row, statement, writing, opposed=True)
    elif row.status is FactStatus.COVERED and (quotes := _quotes_of(row, quoted)):
        for each in quotes:
            writing.add(Claim(each.text, (writing.keep(each.evidence),), row.fact.name))
    elif row.status is FactStatus.COVERED:
        # Without quotes, a fact in words is told by all that states it (both editions of what changed).
        told = row.statements if row.fact.kind is FactKind.TEXT else row.statements[:1]
        for statement in told:
            _write_statement(row, statement, writing)


def _quotes_of(row: FactRow, quoted: Draft) -> tuple[DraftClaim, ...]:
    """The quoted sentences of the cards that still carry a fact in words."""
    if row.fact.kind is not FactKind.TEXT:
        return ()
    carrying = {each.evidence_id for each in row.statements}
    return tuple(each for each in quoted.claims if each.evidence.id.partition(":")[0] in carrying)


def _write_statement(row: FactRow, statement: Statement, writing: _Writing, *, opposed: bool = False) -> None:
    kept = writing.quote(statement)
    if kept is not None:
        writing.add(Claim(statement.text, (kept,), row.fact.name), opposed=opposed)
