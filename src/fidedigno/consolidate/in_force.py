"""Which cards are in force at the moment asked about, and which edition of a text rules.

In this order, the first rule that a card breaks being the one recorded:

1. validity: ``effective_from`` is included, ``effective_until`` excluded;
2. a card without a version cannot be cited and does not count;
3. an authority that is not on the pack's ladder counts for nothing;
4. of the editions of one series only the latest in force rules.

Nothing here looks at a rank, a similarity or a text. Source: LMS evidence article, the evidence card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from fidedigno.consolidate.moments import aware
from fidedigno.consolidate.scope import scope_of
from fidedigno.model import Discard, DiscardReason, Evidence, EvidenceKind
from fidedigno.plan.pack import Pack

_PIECES = re.compile(r"\d+|\D+")
OUT_OF_FORCE = frozenset(
    {DiscardReason.NOT_YET_IN_FORCE, DiscardReason.NO_LONGER_IN_FORCE, DiscardReason.SUPERSEDED}
)
"""The reasons after which a fact is *expired* where no other evidence states it."""


class Kept(NamedTuple):
    """Cards that passed a rule, and why each of the others did not, in no order that means anything."""

    cards: tuple[Evidence, ...]
    discards: tuple[Discard, ...]


def reject_out_of_force(cards: Iterable[Evidence], as_of: datetime, pack: Pack) -> Kept:
    """Set aside cards that are not in force at ``as_of``, have no version, or no known authority."""
    kept: list[Evidence] = []
    discards: list[Discard] = []
    for card in cards:
        reason = _objection(card, as_of, pack)
        if reason is None:
            kept.append(card)
        else:
            discards.append(Discard(card.id, reason))
    return Kept(tuple(kept), tuple(discards))


def _objection(card: Evidence, as_of: datetime, pack: Pack) -> DiscardReason | None:
    moment = aware(as_of, card.timezone)
    if moment < card.validity.start:
        return DiscardReason.NOT_YET_IN_FORCE
    if moment >= card.validity.end:
        return DiscardReason.NO_LONGER_IN_FORCE
    if not card.version.strip():
        return DiscardReason.NO_VERSION
    if pack.rank(card.authority) is None:
        return DiscardReason.UNKNOWN_AUTHORITY
    return None


def select_latest_editions(cards: Sequence[Evidence], pack: Pack) -> Kept:
    """Keep of each series the latest edition; several cards of one edition all stay.

    The later edition is the one with the later ``effective_from``, then ``updated_at``, then version. An
    edition supersedes only one whose authority is no stronger than its own (a copy in an informal corpus
    cannot push the official text aside) and whose scope it shares (the edition of another group is no
    successor).
    """
    series: dict[str, list[Evidence]] = {}
    for card in cards:
        if card.series:
            series.setdefault(card.series, []).append(card)
    discards = []
    for editions in series.values():
        for card in editions:
            later = [other for other in editions if _supersedes(other, card, pack)]
            if later:
                latest = max(later, key=lambda other: (edition_of(other), other.id))
                discards.append(Discard(card.id, DiscardReason.SUPERSEDED, in_favour_of=latest.id))
    gone = {discard.evidence_id for discard in discards}
    return Kept(tuple(card for card in cards if card.id not in gone), tuple(discards))


def _supersedes(newer: Evidence, older: Evidence, pack: Pack) -> bool:
    stands = pack.rank(newer.authority)
    falls = pack.rank(older.authority)
    strong_enough = stands is not None and (falls is None or stands <= falls)
    return strong_enough and edition_of(newer) > edition_of(older) and _share(newer, older)


def _share(one: Evidence, other: Evidence) -> bool:
    theirs = dict(scope_of(other))
    return all(theirs.get(slot, value) == value for slot, value in scope_of(one))


def edition_of(card: Evidence) -> tuple[datetime, datetime, tuple[tuple[int, int, str], ...]]:
    """What orders the editions of a series: the later is the greater. ``v10`` comes after ``v9``."""
    return (card.validity.start, aware(card.updated_at, card.timezone), _natural(card.version))


def _natural(version: str) -> tuple[tuple[int, int, str], ...]:
    pieces = _PIECES.findall(version.strip().casefold())
    return tuple(_number(piece) if piece.isascii() and piece.isdigit() else (0, 0, piece) for piece in pieces)


def _number(digits: str) -> tuple[int, int, str]:
    """Digits in the order of their number, without the price of converting a very long one."""
    significant = digits.lstrip("0")
    return 1, len(significant), significant


def is_stale(card: Evidence, as_of: datetime, max_age_seconds: int) -> bool:
    """Whether a live reading is too far from ``as_of`` to speak of it, before or after.

    A reading of today says nothing of a past date that is asked about. Only state cards are readings.
    """
    if card.kind is not EvidenceKind.STATE:
        return False
    distance = abs(aware(as_of, card.timezone) - aware(card.retrieved_at, card.timezone))
    return distance > timedelta(seconds=max_age_seconds)
