"""The dates of an assignment for one person: one override row wins whole, and rows are never merged.

Locked by recordings of a real Moodle: the row of the person, else the row of the lowest order among the
person's groups; a date that the winning row leaves open is the assignment's own, even if another row has one.
An extension is none of these dates: it moves the last moment only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from fidedigno.testing.moodle.scenario import Assignment, Module, Override, Scenario


@dataclass(frozen=True, slots=True)
class EffectiveDates:
    """Seconds since 1970, 0 where not set; ``override`` is the row that won, if any."""

    opens: int
    due: int
    cutoff: int
    override: Override | None

    def last_moment(self, extension: int) -> int:
        """When submissions close: the cut-off, or a later extension; 0 if they never do."""
        return max(self.cutoff, extension) if self.cutoff else 0


def effective_dates(assignment: Assignment, user: str | None, groups: Iterable[str]) -> EffectiveDates:
    """The dates of ``assignment`` for ``user`` (``None``: for nobody in particular) who is in ``groups``."""
    row = _winning_row(assignment, user, frozenset(groups))
    if row is None:
        return EffectiveDates(assignment.opens, assignment.due, assignment.cutoff, None)
    return EffectiveDates(
        assignment.opens if row.opens is None else row.opens,
        assignment.due if row.due is None else row.due,
        assignment.cutoff if row.cutoff is None else row.cutoff,
        row,
    )


def _winning_row(assignment: Assignment, user: str | None, groups: frozenset[str]) -> Override | None:
    rows = assignment.overrides.values()
    own = [row for row in rows if user is not None and row.user == user]
    if own:
        return own[0]
    of_groups = [row for row in rows if row.group in groups]
    return min(of_groups, key=lambda row: row.order, default=None)


def dates_of(site: Scenario, module: Module, user: str) -> EffectiveDates:
    """The dates of the assignment ``module`` for ``user`` with the groups that the site has them in.

    Raises:
        TypeError: if the module is no assignment.
    """
    if not isinstance(module.body, Assignment):
        raise TypeError("only an assignment has dates")
    groups = (each.key for each in site.groups_of(module.course) if user in each.members)
    return effective_dates(module.body, user, groups)
