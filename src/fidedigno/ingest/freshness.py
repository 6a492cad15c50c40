"""When a document must be reviewed: by the kind of source that it is (permissions article, stale sources).

Prices are reviewed at every change of prices and product documentation at every release, policies at least each
quarter, a macro of support each month, a legal template by whoever answers for it. What is past its date is
flagged or excluded, as the corpus says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from fidedigno.sources.globs import matches_any


class SourceKind(StrEnum):
    """The five kinds of the article, and whatever else."""

    PRICES = "prices"
    POLICY = "policy"
    PRODUCT = "product"
    LEGAL_TEMPLATE = "legal_template"
    SUPPORT_MACRO = "support_macro"
    OTHER = "other"


LONGEST = {SourceKind.POLICY: timedelta(days=92), SourceKind.SUPPORT_MACRO: timedelta(days=31)}
"""The longest interval of a kind that has one: a quarter, a month."""
_ON_CHANGE = {SourceKind.PRICES, SourceKind.PRODUCT}


@dataclass(frozen=True, slots=True)
class FreshnessRule:
    """For documents whose path matches ``match``: the interval from one review to the next, counted from the last
    change or review; ``last_change`` of what they describe (prices, a release), after which what was not looked
    at since is due; and who reviews.

    Raises:
        ValueError: if the kind asks for more than is given.
    """

    match: tuple[str, ...]
    kind: SourceKind = SourceKind.OTHER
    every: timedelta | None = None
    last_change: datetime | None = None
    owner: str | None = None

    def __post_init__(self) -> None:
        longest = LONGEST.get(self.kind)
        if longest is not None and self.every is not None and self.every > longest:
            raise ValueError(f"'{self.kind}' is reviewed at least every {longest.days} days")
        if self.kind is SourceKind.LEGAL_TEMPLATE and not self.owner:
            raise ValueError("a 'legal_template' needs an owner: who reviews it")
        if self.kind in _ON_CHANGE and self.every is None and self.last_change is None:
            raise ValueError(f"'{self.kind}' needs last_change, the date of the last change, or every")

    def due(self, looked_at: datetime, usual: timedelta) -> datetime:
        """When a document that was last changed or reviewed at ``looked_at`` must be reviewed.

        Raises:
            OverflowError: if that is beyond all dates.
        """
        due = looked_at + (self.every or LONGEST.get(self.kind) or usual)
        if self.last_change is not None and looked_at < self.last_change:
            return min(due, self.last_change)
        return due


def rule_for(path: str, rules: Sequence[FreshnessRule]) -> FreshnessRule | None:
    """The first rule that a document falls under, if there is one."""
    return next((rule for rule in rules if matches_any(path, rule.match)), None)
