"""A statement together with the standing of the card that makes it."""

from __future__ import annotations

from typing import NamedTuple

from fidedigno.consolidate.statements_dates import is_whole_day
from fidedigno.model import Evidence, Statement


class Said(NamedTuple):
    """``rank`` is the authority's place on the ladder, 0 the strongest; ``specificity`` the number of slots
    in which the card's scope equals the plan's."""

    card: Evidence
    statement: Statement
    rank: int
    specificity: int

    def order(self) -> tuple[int, int, bool, str, int, str]:
        """The one order in which statements are looked at and shown: the strongest and most exact first."""
        statement = self.statement
        loose = is_whole_day(statement.value)
        return self.rank, -self.specificity, loose, self.card.id, statement.start, statement.value
