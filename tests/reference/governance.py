"""The rules of consolidation once more, as short as they can be said, to compare the real ones with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fidedigno.model import Evidence, EvidenceKind


def in_force(cards: Sequence[Evidence], as_of: datetime, ladder: Sequence[str]) -> list[Evidence]:
    return [
        c
        for c in cards
        if (c.validity.effective_from is None or c.validity.effective_from <= as_of)
        and (c.validity.effective_until is None or as_of < c.validity.effective_until)
        and c.version
        and c.authority in ladder
    ]


def latest_of_series(cards: Sequence[Evidence], ladder: Sequence[str]) -> list[Evidence]:
    """Dates are unlike or equal as a whole here: version numbers are single digits."""

    def edition(c: Evidence) -> tuple[float, float, str]:
        start = c.validity.effective_from
        return (start.timestamp() if start else float("-inf"), c.updated_at.timestamp(), c.version)

    def replaced(old: Evidence) -> bool:
        return any(
            new.series == old.series != ""
            and ladder.index(new.authority) <= ladder.index(old.authority)
            and all(old.scope.get(slot, value) == value for slot, value in new.scope.items())
            and edition(new) > edition(old)
            for new in cards
        )

    return [c for c in cards if not replaced(c)]


def concerning(cards: Sequence[Evidence], slots: dict[str, str]) -> list[Evidence]:
    return [c for c in cards if all(slots.get(name) == value for name, value in c.scope.items())]


def ruling(cards: Sequence[Evidence], ladder: Sequence[str]) -> list[Evidence]:
    """State over text, then the more specific, then the stronger, then the later of one voice."""
    for key in (
        lambda c: c.kind is not EvidenceKind.STATE,
        lambda c: -len(c.scope),
        lambda c: ladder.index(c.authority),
    ):
        best = min(map(key, cards), default=None)
        cards = [c for c in cards if key(c) == best]

    def since(c: Evidence) -> datetime:
        return c.validity.effective_from or c.updated_at

    def amended(c: Evidence) -> bool:
        return any(o.scope == c.scope and since(o) > since(c) for o in cards)

    return [c for c in cards if c.kind is EvidenceKind.STATE or not amended(c)]
