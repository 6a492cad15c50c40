"""Whether a card concerns the asker's case: its scope against the slots of the plan.

A slot with another value: the card is about others and does not count. Every slot equal, or none declared:
it applies, and the more slots are equal the more specific it is. A slot that the plan leaves open (a notice
to group B, the asker's group unknown): the card is no truth about this person, and it is not used; where it
would change the answer, the slot has to be asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from fidedigno.model import Evidence, Plan

Scope = tuple[tuple[str, str], ...]
"""Slots with their values, folded and in order."""


class Fit(NamedTuple):
    """How a card's scope meets a plan.

    ``elsewhere`` is true where a slot has another value. ``specificity`` counts the equal slots. ``open``
    are the card's slots, with their values, that the plan does not fill.
    """

    elsewhere: bool
    specificity: int
    open: Scope

    @property
    def applies(self) -> bool:
        """Whether the card counts for this asker."""
        return not self.elsewhere and not self.open


def scope_of(card: Evidence) -> Scope:
    """The scope that a card declares; empty values declare nothing."""
    return tuple(sorted((name.strip(), _same(value)) for name, value in card.scope.items() if value.strip()))


def fit(card: Evidence, plan: Plan, assumed: Mapping[str, str] | None = None) -> Fit:
    """Compare a card's scope with the plan's slots; ``assumed`` fills slots that the plan leaves open."""
    elsewhere, equal, open_slots = False, 0, []
    for name, value in scope_of(card):
        filled = plan.slot(name) or (assumed or {}).get(name)
        if filled is None:
            open_slots.append((name, value))
        elif _same(filled) == value:
            equal += 1
        else:
            elsewhere = True
    return Fit(elsewhere, equal, tuple(open_slots))


def _same(value: str) -> str:
    return value.strip().casefold()
