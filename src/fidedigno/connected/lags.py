"""How long a withdrawn or changed right took from the event in its system until it counted here.

Where the system says when something changed, that is the beginning. Where it does not, the beginning is the
reading before, which is the earliest that it can have been: the figure is then an upper bound, and says so. While
readings fail nothing is measured, and the next measurement is as long as they failed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import delete, select

from fidedigno.connected.tables import LagRow
from fidedigno.database import Database

KEPT = 500
"""How many measurements of a corpus are kept."""


class RightsEvent(StrEnum):
    """What changed."""

    RIGHTS = "rights"
    """The access list of a document."""
    MEMBERS = "members"
    """Who is in a group, or whose account counts."""
    REMOVAL = "removal"
    """A document went, or the connector may not see it any more."""


@dataclass(frozen=True, slots=True)
class LagSummary:
    """The measurements of a corpus. ``exact`` counts those that were no upper bound."""

    measured: int
    exact: int
    p50: timedelta
    p95: timedelta
    longest: timedelta

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``, in seconds."""
        return {
            "measured": self.measured,
            "exact": self.exact,
            "p50_seconds": round(self.p50.total_seconds(), 3),
            "p95_seconds": round(self.p95.total_seconds(), 3),
            "max_seconds": round(self.longest.total_seconds(), 3),
        }


class Lags:
    """The measurements of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        corpus: str,
        event: RightsEvent,
        *,
        since: datetime,
        counted_at: datetime,
        exact: bool,
        events: int,
    ) -> None:
        """Keep one measurement, and the last :data:`KEPT` of its corpus.

        Args:
            corpus: its name.
            event: what changed.
            since: when it changed, or the earliest that it can have.
            counted_at: when it began to count here. A clock that went back makes no negative lag.
            exact: whether the system said ``since``.
            events: how many such changes the measurement stands for.
        """
        lag = max(timedelta(0), counted_at - since)
        with self._database.session() as session:
            session.add(
                LagRow(
                    corpus=corpus,
                    event=event.value,
                    counted_at=counted_at,
                    lag=lag,
                    exact=exact,
                    events=events,
                )
            )
            session.flush()
            mine = select(LagRow.id).where(LagRow.corpus == corpus).order_by(LagRow.id.desc())
            last = session.scalars(mine.offset(KEPT - 1).limit(1)).first()
            if last is not None:
                session.execute(delete(LagRow).where(LagRow.corpus == corpus, LagRow.id < last))

    def summaries(self) -> dict[str, LagSummary]:
        """What was measured of each corpus that has a measurement."""
        found: dict[str, list[tuple[timedelta, bool]]] = {}
        with self._database.snapshot() as connection:
            for corpus, lag, exact in connection.execute(select(LagRow.corpus, LagRow.lag, LagRow.exact)):
                found.setdefault(corpus, []).append((lag, exact))
        return {corpus: _summary(measured) for corpus, measured in found.items()}


def percentile(ordered: Sequence[timedelta], share: float) -> timedelta:
    """The smallest value that at least ``share`` of the values do not exceed (nearest rank).

    Args:
        ordered: at least one value, the smallest first.
        share: above 0, at most 1.
    """
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _summary(measured: list[tuple[timedelta, bool]]) -> LagSummary:
    ordered = sorted(lag for lag, _ in measured)
    return LagSummary(
        len(measured),
        sum(exact for _, exact in measured),
        percentile(ordered, 0.5),
        percentile(ordered, 0.95),
        ordered[-1],
    )
