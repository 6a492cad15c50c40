"""Who rules: which statements of a fact stand beside each other and which are set aside, by which rule.

The rules, in this order; each looks only at what the ones before it left:

1. ``not_allowed_for_fact``: the contract names who may supply the fact, and this kind of card or this
   authority is not among them. Facts about a person come from live state only.
2. ``stale``: a live reading too far from the moment asked about.
3. ``state_rules``: what a live system says rules over what a text says, where the pack says so.
4. ``amended``, among live readings: of two readings of one system the later is what holds.
5. ``general_scope``: the more slots a card's scope shares with the question the more specific it is, and the
   more specific rules, where the pack says so. Any authority on the ladder that the fact allows may do this:
   a notice to the group rules over the guide of the course for that group.
6. ``lower_authority``: the stronger step of the pack's ladder rules.
7. ``amended``, among texts: of one authority and one scope the later rules, where the pack says so; it is later
   by ``effective_from``, else by its last change. Equal moments amend nothing.

Rules 3 to 7 set a statement aside only where it *says otherwise*: who agrees with the one that rules stands
beside it. What remains and still differs is a conflict, and is not decided here. Nothing looks at a rank of
retrieval, a similarity, or the order in which cards arrive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from fidedigno.consolidate.conflict import differ
from fidedigno.consolidate.in_force import is_stale
from fidedigno.consolidate.moments import aware
from fidedigno.consolidate.said import Said
from fidedigno.consolidate.scope import scope_of
from fidedigno.model import Discard, DiscardReason, Evidence, EvidenceKind, RequiredFact
from fidedigno.plan.pack import FactDefinition


class Settled(NamedTuple):
    """What stands, in canonical order, and what was set aside."""

    standing: tuple[Said, ...]
    discards: tuple[Discard, ...]


def admit(said: Iterable[Said], fact: RequiredFact, definition: FactDefinition, as_of: datetime) -> Settled:
    """Rules 1 and 2: who may speak of the fact at all, at the moment asked about."""
    standing, discards = [], []
    for each in said:
        reason = None
        if not is_allowed(each.card, fact):
            reason = DiscardReason.NOT_ALLOWED_FOR_FACT
        elif is_stale(each.card, as_of, definition.max_age_seconds):
            reason = DiscardReason.STALE
        if reason is None:
            standing.append(each)
        else:
            discards.append(Discard(each.card.id, reason, fact.name))
    return Settled(tuple(standing), tuple(discards))


def is_allowed(card: Evidence, fact: RequiredFact) -> bool:
    """Whether a contract lets this kind of card, of this authority, supply the fact."""
    return card.kind in fact.kinds and (not fact.authorities or card.authority in fact.authorities)


def settle(said: Sequence[Said], definition: FactDefinition, timezone: str) -> Settled:
    """Rules 3 to 7, among statements that were admitted."""
    standing, discards = sorted(said, key=Said.order), list[Discard]()
    for applies, tier, together, reason in _rules(definition):
        if not applies:
            continue
        kept: list[Said] = []
        for each in sorted(standing, key=tier):
            ruler = _ruler(each, kept, tier, together, timezone)
            if ruler is None:
                kept.append(each)
            else:
                discards.append(Discard(each.card.id, reason, definition.name, ruler.card.id))
        standing = sorted(kept, key=Said.order)
    return Settled(tuple(standing), tuple(discards))


_Tier = Callable[[Said], Any]


def _rules(definition: FactDefinition) -> tuple[tuple[bool, _Tier, _Tier, DiscardReason], ...]:
    """Each rule: whether it applies, its order (less is stronger), among whom, and its name."""
    return (
        (definition.state_rules, _is_text, _everybody, DiscardReason.STATE_RULES),
        (True, _earliness, _one_system, DiscardReason.AMENDED),
        (definition.specific_scope_rules, _generality, _everybody, DiscardReason.GENERAL_SCOPE),
        (True, _weakness, _everybody, DiscardReason.LOWER_AUTHORITY),
        (definition.later_amends, _earliness, _one_voice, DiscardReason.AMENDED),
    )


def _ruler(each: Said, kept: Sequence[Said], tier: _Tier, together: _Tier, timezone: str) -> Said | None:
    """The first standing statement of a stronger tier that says otherwise."""
    stronger = (k for k in kept if tier(k) < tier(each) and together(k) == together(each))
    return next((k for k in stronger if differ(k, each, timezone)), None)


def _is_text(said: Said) -> bool:
    return said.card.kind is not EvidenceKind.STATE


def _everybody(_: Said) -> tuple[str, ...]:
    return ()


def _generality(said: Said) -> int:
    return -said.specificity


def _weakness(said: Said) -> int:
    return said.rank


def _earliness(said: Said) -> float:
    return -_since(said.card).timestamp()


def _since(card: Evidence) -> datetime:
    if card.kind is EvidenceKind.STATE:
        return aware(card.retrieved_at, card.timezone)
    return card.validity.effective_from or aware(card.updated_at, card.timezone)


def _one_voice(said: Said) -> tuple[Any, ...]:
    """Texts of one authority and one scope; a reading of a live system is no text."""
    card = said.card
    own = card.id if card.kind is EvidenceKind.STATE else ""
    return (card.authority, scope_of(card), own)


def _one_system(said: Said) -> tuple[Any, ...]:
    """Readings of one live system of one scope; a text stands alone."""
    card = said.card
    own = "" if card.kind is EvidenceKind.STATE else card.id
    return (card.source, card.authority, scope_of(card), own)
