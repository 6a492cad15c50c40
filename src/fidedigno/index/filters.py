"""The one filter of every search, made of integers only.

No name of a person, group, corpus or document ever enters it, so nothing that a person types can change
it: the parts are formatted with ``%d`` from values that are checked to be integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from fidedigno.access import Permit
from fidedigno.ingest.rows import microseconds
from fidedigno.model import Sensitivity

NOTHING = "false"
"""The filter that no row passes."""


def one_of(column: str, ids: Iterable[int]) -> str:
    """The condition that ``column`` is one of ``ids``; anything but an integer is a programming error.

    Runs of three or more consecutive ids become ranges, which say the same and cost the engine a
    fraction: a person with thousands of classes usually holds long runs of them.
    """
    ordered = sorted(set(ids))
    for value in ordered:
        if type(value) is not int:
            raise TypeError(f"an id must be an int, not {type(value).__name__}")
    if not ordered:
        return NOTHING
    singles: list[int] = []
    conditions: list[str] = []
    for first, last in _runs(ordered):
        if last - first < 2:
            singles += range(first, last + 1)
        else:
            conditions.append(f"({column} >= {first:d} AND {column} <= {last:d})")
    if singles:
        listed = ",".join(f"{value:d}" for value in singles)
        conditions.append(f"{column} IN ({listed})")
    return conditions[0] if len(conditions) == 1 else "(" + " OR ".join(conditions) + ")"


def _runs(ordered: list[int]) -> Iterator[tuple[int, int]]:
    first = last = ordered[0]
    for value in ordered[1:]:
        if value != last + 1:
            yield first, last
            first = value
        last = value
    yield first, last


def permit_filter(
    permit: Permit, moment: datetime | None, sensitivity: Sensitivity = Sensitivity.RESTRICTED
) -> str:
    """The rows that ``permit`` opens, of ``sensitivity`` at most, and in force at ``moment`` (``None``: whenever).

    An empty permit gives :data:`NOTHING`: the absence of rights is never the absence of a filter.
    """
    if permit.is_empty:
        return NOTHING
    parts = [one_of("acl_class", permit.classes), one_of("corpus_id", permit.corpora)]
    if sensitivity < max(Sensitivity):
        parts.append(f"sensitivity <= {int(sensitivity):d}")
    if moment is not None:
        instant = microseconds(moment)
        parts += [f"effective_from <= {instant:d}", f"effective_until > {instant:d}"]
    if permit.excluded:
        parts.append(f"NOT {one_of('document_id', permit.excluded)}")
    return " AND ".join(parts)
