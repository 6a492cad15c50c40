"""The candidates from which a fact in words may be quoted: those whose cards count for this plan at all."""

from __future__ import annotations

from collections.abc import Sequence

from fidedigno.consolidate.in_force import reject_out_of_force, select_latest_editions
from fidedigno.consolidate.scope import fit
from fidedigno.gather import Candidate
from fidedigno.model import EvidenceKind, FactKind, Plan, RequiredFact
from fidedigno.plan.pack import Pack


def select_relevant(plan: Plan, pack: Pack, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Keep the candidates in force, of the latest edition, for this scope, that a fact in words may rest on.

    The order of retrieval stays. A card of another scope, or of a scope that the plan leaves open, is left
    out where its fact lets the more specific rule.
    """
    facts = [fact for fact in plan.contract.facts if fact.kind is FactKind.TEXT]
    cards = [each.evidence for each in candidates]
    forced = reject_out_of_force(cards, plan.as_of, pack).cards
    scoped = any(pack.facts[fact.name].specific_scope_rules for fact in facts)
    here = [
        card for card in forced if not (found := fit(card, plan)).elsewhere and not (scoped and found.open)
    ]
    kept = {card.id for card in select_latest_editions(here, pack).cards}
    return tuple(each for each in candidates if each.evidence.id in kept and _may_carry(each, facts))


def _may_carry(candidate: Candidate, facts: Sequence[RequiredFact]) -> bool:
    card = candidate.evidence
    return any(
        card.kind in fact.kinds
        and EvidenceKind.PASSAGE in fact.kinds
        and (not fact.authorities or card.authority in fact.authorities)
        and (not card.supports or fact.name in card.supports)
        for fact in facts
    )
