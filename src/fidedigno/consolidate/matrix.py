"""The claim matrix: every required fact against the evidence that is left after every rule.

``cover_facts`` is consolidation as a whole. Its result depends on the plan, the pack and the *set* of cards; their
order, ranks and similarities cannot change it. Source: LMS evidence article, "answering demands demonstrating
sufficiency".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from fidedigno.consolidate.authority import admit, is_allowed, settle
from fidedigno.consolidate.conflict import detect_conflict
from fidedigno.consolidate.in_force import OUT_OF_FORCE, reject_out_of_force, select_latest_editions
from fidedigno.consolidate.judged import Judge, declare_judged
from fidedigno.consolidate.lookout import Lookout, look_out
from fidedigno.consolidate.moments import aware
from fidedigno.consolidate.readings import Reading, read_card
from fidedigno.consolidate.said import Said
from fidedigno.consolidate.scope import Fit, Scope, fit
from fidedigno.consolidate.statements import NO_SUPPORT, NONE, Looked, TextSupport, find_statements, look_for
from fidedigno.consolidate.statements_dates import timezone_of
from fidedigno.errors import ConfigurationError
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

NEEDS_SLOT = "needs_slot:"
"""How the reason of a row begins that waits for a slot: ``needs_slot:group``."""
TIMEZONE_UNKNOWN = "timezone_unknown"
"""The reason on a covered instant whose timezone neither text nor card gives."""
STALE = "stale"
"""The reason where every live reading was too old."""


_READ_FROM_SENTENCES = frozenset({FactKind.INSTANT, FactKind.AMOUNT})


class _Sorted(NamedTuple):
    """Cards by what they are worth: ``applying``, ``open`` (a slot is missing), ``expired``."""

    applying: tuple[Evidence, ...]
    open: tuple[Evidence, ...]
    expired: tuple[Evidence, ...]
    fits: Mapping[str, Fit]
    discards: tuple[Discard, ...]


class _Asking(NamedTuple):
    plan: Plan
    pack: Pack
    support: TextSupport
    lookout: Lookout
    readings: dict[str, Reading]
    judge: Judge | None


class _Outcome(NamedTuple):
    row: FactRow
    standing: tuple[Said, ...]
    discards: tuple[Discard, ...]


def cover_facts(
    plan: Plan,
    pack: Pack,
    cards: Iterable[Evidence],
    *,
    text_support: TextSupport = NO_SUPPORT,
    unverifiable: Mapping[str, str] | None = None,
    expired_cards: Iterable[Evidence] = (),
    judge: Judge | None = None,
) -> ClaimMatrix:
    """Consolidate ``cards``, all of which the asker may see, into the claim matrix of ``plan``.

    ``text_support`` is the verdict on facts in words. ``unverifiable`` names the facts whose system could not
    be asked, with the reason. ``expired_cards`` are cards that retrieval already knew to be out of force: they
    never carry a fact, they only tell *expired* from *missing*. ``judge`` may find contradictions in words that
    the rules do not see; see :mod:`fidedigno.consolidate.judged`.

    Raises:
        ConfigurationError: if the contract names a fact that the pack does not define.
    """
    for fact in plan.contract.facts:
        if fact.name not in pack.facts:
            raise ConfigurationError(
                f"pack {pack.name!r} does not define the fact {fact.name!r} of the contract",
                "plan the question again with the pack that answers it",
            )
    plan = replace(plan, as_of=aware(plan.as_of, plan.timezone))
    known_expired = _distinct(expired_cards)
    ids = {card.id for card in known_expired}
    sorted_cards = _sort(plan, pack, [c for c in _distinct(cards) if c.id not in ids], known_expired)
    asking = _Asking(plan, pack, text_support, look_out(plan, pack), {}, judge)
    rows: list[FactRow] = []
    discards = list(sorted_cards.discards)
    for fact in plan.contract.facts:
        outcome = _cover(asking, fact, sorted_cards, (unverifiable or {}).get(fact.name, ""))
        rows.append(outcome.row)
        discards += outcome.discards
    rows = [_with_timezone(row, rows, asking) for row in rows]
    return ClaimMatrix(tuple(rows), tuple(sorted(set(discards), key=_discard_order)))


def _discard_order(discard: Discard) -> tuple[str, str, str, str]:
    return discard.evidence_id, discard.fact, discard.reason.value, discard.in_favour_of


def _distinct(cards: Iterable[Evidence]) -> list[Evidence]:
    """One card for each id, in the order of ids."""
    found: dict[str, Evidence] = {}
    for card in sorted(cards, key=lambda card: (card.id, card.version, card.content)):
        found.setdefault(card.id, card)
    return list(found.values())


def _sort(plan: Plan, pack: Pack, cards: Sequence[Evidence], known_expired: Sequence[Evidence]) -> _Sorted:
    fits = {card.id: fit(card, plan) for card in (*known_expired, *cards)}
    forced = reject_out_of_force(cards, plan.as_of, pack)
    here = [card for card in forced.cards if not fits[card.id].elsewhere]
    elsewhere = [
        Discard(card.id, DiscardReason.OTHER_SCOPE) for card in forced.cards if fits[card.id].elsewhere
    ]
    applying = select_latest_editions([card for card in here if not fits[card.id].open], pack)
    still_open = select_latest_editions([card for card in here if fits[card.id].open], pack)
    left = reject_out_of_force(known_expired, plan.as_of, pack)
    discards = [
        *forced.discards,
        *elsewhere,
        *applying.discards,
        *still_open.discards,
        *left.discards,
        *(Discard(card.id, DiscardReason.SUPERSEDED) for card in left.cards),
    ]
    out = {each.evidence_id for each in discards if each.reason in OUT_OF_FORCE}
    expired = [card for card in (*cards, *known_expired) if card.id in out and not fits[card.id].elsewhere]
    return _Sorted(applying.cards, still_open.cards, tuple(expired), fits, tuple(discards))


def _cover(asking: _Asking, fact: RequiredFact, cards: _Sorted, unverifiable: str) -> _Outcome:
    looked = look_for(asking.pack.facts[fact.name], asking.pack)
    scoped = looked.definition.specific_scope_rules
    general = _said(asking, looked, cards.applying, cards.fits)
    special = _said(asking, looked, cards.open, cards.fits)
    outcome = _weigh(asking, fact, looked, general if scoped else (*general, *special))
    waiting = _waiting_for(asking, fact, looked, cards, general, special, outcome) if scoped else None
    set_aside = [Discard(each.card.id, DiscardReason.OTHER_SCOPE, fact.name) for each in special if scoped]
    discards = (*outcome.discards, *set_aside)
    if waiting is not None:
        return _Outcome(waiting, (), discards)
    if outcome.row.status is FactStatus.MISSING:
        row = _gap(asking, fact, looked, cards, outcome, unverifiable)
        return _Outcome(row, (), discards)
    row = outcome.row
    if asking.judge is not None:
        row = declare_judged(row, outcome.standing, asking.plan.timezone, asking.judge)
    return _Outcome(row, outcome.standing, discards)


def _said(
    asking: _Asking, looked: Looked, cards: Iterable[Evidence], fits: Mapping[str, Fit]
) -> tuple[Said, ...]:
    found = []
    for card in cards:
        rank = asking.pack.rank(card.authority)
        standing = len(asking.pack.ladder) if rank is None else rank
        reading = _reading(asking, looked, card)
        for statement in find_statements(reading, looked, asking.plan.timezone, asking.support):
            found.append(Said(card, statement, standing, fits[card.id].specificity))
    return tuple(found)


def _reading(asking: _Asking, looked: Looked, card: Evidence) -> Reading:
    """The card, read once for all facts with a value; facts in words are told by quotes and need no reading."""
    if looked.definition.kind not in _READ_FROM_SENTENCES:
        return asking.readings.get(card.id) or Reading(card, (), asks_activity=False)
    if card.id not in asking.readings:
        asking.readings[card.id] = read_card(card, asking.lookout)
    return asking.readings[card.id]


def _weigh(asking: _Asking, fact: RequiredFact, looked: Looked, said: Sequence[Said]) -> _Outcome:
    """The row that these statements give: covered, conflicting, or missing."""
    timezone = asking.plan.timezone
    admitted = admit(said, fact, looked.definition, asking.plan.as_of)
    settled = settle(admitted.standing, looked.definition, timezone)
    discards = (*admitted.discards, *settled.discards)
    conflict = detect_conflict(settled.standing, timezone)
    if conflict is not None:
        row = FactRow(
            fact, FactStatus.CONFLICTING, _bare(conflict.statements), _bare(conflict.opposed), conflict.kind
        )
        return _Outcome(row, settled.standing, discards)
    carrying = [each for each in settled.standing if _carries(each)]
    if not carrying:
        return _Outcome(FactRow(fact, FactStatus.MISSING), (), discards)
    unknown = fact.kind is FactKind.INSTANT and not any(s.statement.timezone_known for s in carrying)
    row = FactRow(fact, FactStatus.COVERED, _bare(carrying), reason=TIMEZONE_UNKNOWN if unknown else "")
    return _Outcome(row, settled.standing, discards)


def _bare(said: Iterable[Said]) -> tuple[Statement, ...]:
    return tuple(dict.fromkeys(each.statement for each in said))


def _carries(said: Said) -> bool:
    """Whether a statement settles its fact: ``not on the 12th`` does not say when, ``no penalty`` does."""
    statement = said.statement
    return not statement.negated or not statement.value


def _waiting_for(
    asking: _Asking,
    fact: RequiredFact,
    looked: Looked,
    cards: _Sorted,
    general: Sequence[Said],
    special: Sequence[Said],
    outcome: _Outcome,
) -> FactRow | None:
    """The row of a fact that an open slot would change: the asker's group decides which notice holds.

    Each choice of the open slots is tried: where the cards of that choice would settle the fact otherwise
    than the general ones do, the first open slot that the pack can ask for is named.
    """
    for assumed in sorted({cards.fits[each.card.id].open for each in special}):
        slot = next((name for name, _ in assumed if name in asking.pack.slots), None)
        if slot is None:
            continue
        supposed = [_supposing(each, asking.plan, assumed) for each in special]
        joined = [*general, *(each for each in supposed if each is not None)]
        other = _weigh(asking, fact, looked, joined)
        if not _same_answer(outcome, other):
            known = _bare(each for each in outcome.standing if _carries(each))
            against = _bare(each for each in other.standing if each not in outcome.standing)
            row = FactRow(fact, FactStatus.UNVERIFIABLE, opposed=against, reason=NEEDS_SLOT + slot)
            return replace(row, statements=known) if against else row
    return None


def _supposing(said: Said, plan: Plan, assumed: Scope) -> Said | None:
    supposed = fit(said.card, plan, dict(assumed))
    return said._replace(specificity=supposed.specificity) if supposed.applies else None


def _same_answer(one: _Outcome, other: _Outcome) -> bool:
    """Whether nothing that stood falls, and nothing new is settled or opposed."""
    return one.row.status is other.row.status and set(_bare(one.standing)) <= set(_bare(other.standing))


def _gap(
    asking: _Asking, fact: RequiredFact, looked: Looked, cards: _Sorted, outcome: _Outcome, unverifiable: str
) -> FactRow:
    """Why nothing carries the fact: its system was not reached, its texts are out of force, or nothing is."""
    if unverifiable:
        return FactRow(fact, FactStatus.UNVERIFIABLE, reason=unverifiable)
    if any(each.reason is DiscardReason.STALE for each in outcome.discards):
        return FactRow(fact, FactStatus.UNVERIFIABLE, reason=STALE)
    allowed = [card for card in cards.expired if is_allowed(card, fact)]
    declared = any(fact.name in card.supports for card in allowed)
    if declared or _said(asking, looked, allowed, cards.fits):
        return FactRow(fact, FactStatus.EXPIRED)
    return FactRow(fact, FactStatus.MISSING)


def _with_timezone(row: FactRow, rows: Sequence[FactRow], asking: _Asking) -> FactRow:
    """A timezone that no text states is that in which the covered instants are known to be meant."""
    if row.fact.kind is not FactKind.ZONE or row.status in (FactStatus.COVERED, FactStatus.CONFLICTING):
        return row
    for other in rows:
        if other.fact.kind is not FactKind.INSTANT:
            continue
        said = (*other.statements, *other.opposed)
        stated = next((each for each in said if each.timezone_known), None)
        card = asking.readings[stated.evidence_id].card if stated else None
        if stated and card and stated.value != NONE and is_allowed(card, row.fact):
            zone = timezone_of(stated.value, card.timezone)
            told = replace(stated, fact=row.fact.name, kind=FactKind.ZONE, value=zone)
            return FactRow(row.fact, FactStatus.COVERED, (told,))
    return row
