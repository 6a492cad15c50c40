"""Whose words are quoted first: of what may state a fact in words, the more specific scope, then the stronger
authority.

A regulation is not to be quoted beside an announcement as if they weighed the same. The first tier that
suffices by itself is quoted alone; what weaker tiers would have added is set aside and recorded. A fact that
names no authorities (an explanation) has one tier: it decides nothing for anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fidedigno.consolidate.scope import fit
from fidedigno.gather import Candidate
from fidedigno.model import Discard, DiscardReason, Evidence, FactKind, Plan
from fidedigno.plan.pack import Pack


def tiers_of(plan: Plan, pack: Pack, candidates: Sequence[Candidate]) -> Iterator[tuple[Candidate, ...]]:
    """Ever more of ``candidates``, in their order: the first tier, the first two, and so on to all of them."""
    standings = sorted({_standing(plan, pack, each.evidence) for each in candidates})
    for last in standings:
        yield tuple(each for each in candidates if _standing(plan, pack, each.evidence) <= last)


def set_aside(
    plan: Plan, pack: Pack, quoted: Sequence[Evidence], wanted: Sequence[Evidence]
) -> tuple[Discard, ...]:
    """Why cards that retrieval alone would have quoted (``wanted``) give way to the ``quoted`` ones."""
    if not quoted:
        return ()
    facts = [fact for fact in plan.contract.facts if fact.kind is FactKind.TEXT]
    ruling = quoted[0]
    kept = {_chunk(card.id) for card in quoted}
    found = {}
    for card in wanted:
        if _chunk(card.id) in kept or not facts:
            continue
        specificity, rank = _standing(plan, pack, card)
        stronger = _standing(plan, pack, ruling)
        if (specificity, rank) <= stronger:
            continue
        reason = DiscardReason.GENERAL_SCOPE if specificity > stronger[0] else DiscardReason.LOWER_AUTHORITY
        found[_chunk(card.id)] = Discard(_chunk(card.id), reason, facts[0].name, _chunk(ruling.id))
    return tuple(found.values())


def _standing(plan: Plan, pack: Pack, card: Evidence) -> tuple[int, int]:
    """The smaller the stronger: how general its scope is, then its place on the ladder."""
    facts = [fact for fact in plan.contract.facts if fact.kind is FactKind.TEXT]
    if not any(fact.authorities for fact in facts):
        return (0, 0)
    specific = any(pack.facts[fact.name].specific_scope_rules for fact in facts)
    rank = pack.rank(card.authority)
    return (
        -fit(card, plan).specificity if specific else 0,
        len(pack.ladder) if rank is None else rank,
    )


def _chunk(card_id: str) -> str:
    return card_id.partition(":")[0]
