"""What can be compared exactly in a sentence: its instants, its amounts and its denials."""

from __future__ import annotations

from dataclasses import dataclass

from fidedigno.consolidate.amounts import find_amounts, same_amount
from fidedigno.consolidate.negation import find_denials
from fidedigno.consolidate.statements_dates import agree, find_instants
from fidedigno.model import Evidence


@dataclass(frozen=True, slots=True)
class Quantities:
    """Canonical instants and amounts of a text, and whether it denies something."""

    instants: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    denies: bool = False


def quantities_in(text: str, card: Evidence, timezone: str) -> Quantities:
    """Read ``text`` as a stretch of ``card``: relative dates count from when the card took effect."""
    return Quantities(
        tuple(each.value for each in find_instants(text, card, timezone)),
        tuple(each.value for each in find_amounts(text, card.language)),
        bool(find_denials(text)),
    )


def unmatched(claim: Quantities, source: Quantities, timezone: str) -> str:
    """The kind of the first quantity of ``claim`` that ``source`` does not have: ``instant``, ``amount`` or
    empty where every one is there."""
    for instant in claim.instants:
        if not any(agree(instant, other, timezone) for other in source.instants):
            return "instant"
    for amount in claim.amounts:
        if not any(same_amount(amount, other) for other in source.amounts):
            return "amount"
    return ""
