"""The candidates from which a fact in words may be quoted: those whose cards count for this plan at all."""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.consolidate.in_force import reject_out_of_force, select_latest_editions
from fidedigno.consolidate.scope import fit
from fidedigno.gather import Candidate
from fidedigno.model import Evidence, EvidenceKind, FactKind, Plan, RequiredFact
from fidedigno.plan.pack import Pack


def select_relevant(plan: Plan, pack: Pack, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Keep the candidates in force, of the latest edition, for this scope, that a fact in words may rest on.

    The order of retrieval stays. A card of another scope is left out; one of a scope that the plan leaves
    open stays, and :func:`slot_open_for` tells when it would be quoted.
    """
    facts = [fact for fact in plan.contract.facts if fact.kind is FactKind.TEXT]
    cards = [each.evidence for each in candidates]
    forced = reject_out_of_force(cards, plan.as_of, pack).cards
    here = [card for card in forced if not fit(card, plan).elsewhere]
    # As for every other fact, an edition for another group does not push the general text aside.
    general = [card for card in here if not fit(card, plan).open]
    special = [card for card in here if fit(card, plan).open]
    kept = {card.id for each in (general, special) for card in select_latest_editions(each, pack).cards}
    return tuple(each for each in candidates if each.evidence.id in kept and _may_carry(each, facts))


def slot_open_for(plan: Plan, pack: Pack, card: Evidence) -> str:
    """The slot that must be asked for before ``card`` may be quoted as the best there is: its scope has a value
    that the plan leaves open, and its fact lets the more specific rule. Empty where there is none."""
    facts = [fact for fact in plan.contract.facts if fact.kind is FactKind.TEXT]
    if not any(pack.facts[fact.name].specific_scope_rules for fact in facts):
        return ""
    return next((name for name, _ in fit(card, plan).open if name in pack.slots), "")


def _may_carry(candidate: Candidate, facts: Sequence[RequiredFact]) -> bool:
    card = candidate.evidence
    return any(
        card.kind in fact.kinds
        and card.kind is not EvidenceKind.STATE  # a live reading has values; its words are never quoted
        and EvidenceKind.PASSAGE in fact.kinds
        and (not fact.authorities or card.authority in fact.authorities)
        and (not card.supports or fact.name in card.supports)
        for fact in facts
    )
