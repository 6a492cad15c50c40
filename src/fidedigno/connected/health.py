"""How corpora and connections stand, for operators: open or closed and why, what to do, lags, last readings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from fidedigno.access.corpora import Closure
from fidedigno.connected.book import DONE, Run, Standing
from fidedigno.errors import FidedignoError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fidedigno.access import CorpusStatus
    from fidedigno.connected.declaration import Connection
    from fidedigno.connected.lags import LagSummary
    from fidedigno.workspace import Fidedigno

AT_FAULT = frozenset({Closure.NEVER_SYNCED, Closure.NOT_APPROVED, Closure.STALE, Closure.SYNCED_IN_FUTURE})
"""Closures that somebody has to do something about; the others were declared."""


@dataclass(frozen=True, slots=True)
class CorpusHealth:
    """A corpus. ``connection`` is the one that fills it, if one does; ``unknown`` counts documents of it that are
    closed because their rights could not be read."""

    name: str
    open: bool
    closure: Closure | None
    age: timedelta | None
    revocation_lag: timedelta
    lag: LagSummary | None
    connection: str | None
    unknown: int
    failures: int

    @property
    def is_well(self) -> bool:
        """Whether nothing has to be done about it."""
        return self.closure not in AT_FAULT

    @property
    def what_to_do(self) -> str:
        """A sentence for operators; empty where nothing has to be done."""
        if self.closure is Closure.SYNCED_IN_FUTURE:
            return "its rights were read at a time that is still to come: check the clock of this machine"
        again = (
            f"'fidedigno sync {self.connection} --rights'" if self.connection else "'fidedigno ingest FOLDER'"
        )
        if self.closure is Closure.STALE:
            age = _plain(self.age or timedelta())
            why = f"its rights were last read {age} ago and may be {_plain(self.revocation_lag)} old"
            return f"{why}: run {again}{self._failing}"
        if self.closure is Closure.NOT_APPROVED:
            return (
                "it is restricted and two approvals do not stand for it: "
                f"'fidedigno corpora approvals {self.name}' tells which"
            )
        if self.closure is Closure.NEVER_SYNCED:
            return f"its rights were never read whole: run {again.replace(' --rights', '')}{self._failing}"
        if self.unknown:
            return (
                f"the rights of {self.unknown} documents could not be read, so they are closed: "
                f"'fidedigno sync {self.connection}' names them"
            )
        return ""

    @property
    def _failing(self) -> str:
        if not self.failures:
            return ""
        return (
            f"; the last {self.failures} readings failed: see 'fidedigno connections show {self.connection}'"
        )

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``, in seconds."""
        return {
            "permissions_age_seconds": None if self.age is None else round(self.age.total_seconds(), 3),
            "revocation_lag_seconds": self.revocation_lag.total_seconds(),
            "measured_lag": self.lag.as_dict() if self.lag else None,
            "connection": self.connection,
            "unknown_rights": self.unknown,
            "what_to_do": self.what_to_do,
        }


@dataclass(frozen=True, slots=True)
class ConnectionHealth:
    """A connection: what was declared, ``None`` where that is not valid any more, and how it went."""

    name: str
    declared: Connection | None
    standing: Standing
    last: Run | None
    problem: str = ""
    lag: LagSummary | None = None

    @property
    def is_well(self) -> bool:
        """Whether it is valid and its last reading succeeded."""
        return not self.problem and (self.last is None or self.last.outcome == DONE)

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        standing = self.standing
        return {
            **(self.declared.as_dict() if self.declared else {"name": self.name}),
            "problem": self.problem or None,
            "rights_read_at": standing.rights_at.isoformat() if standing.rights_at else None,
            "contents_read_at": standing.contents_at.isoformat() if standing.contents_at else None,
            "measured_lag": self.lag.as_dict() if self.lag else None,
            "failures": standing.failures,
            "unknown_rights": standing.unknown,
            "postponed": standing.postponed,
            "due": standing.due_at is not None,
            "last": self.last.as_dict() if self.last else None,
        }


def corpora_health(workspace: Fidedigno, *, measured: bool = True) -> dict[str, CorpusHealth]:
    """Every corpus by its name; without what was ``measured`` where nobody looks at it."""
    standings, lags = workspace.book.standings(), workspace.lags.summaries() if measured else {}
    names = set(workspace.connections.names())
    return {each.name: _health(each, standings, lags, names) for each in workspace.declared.status()}


def connections_health(workspace: Fidedigno) -> list[ConnectionHealth]:
    """Every connection, by name; one that is not valid any more is told with the reason."""
    standings, lags = workspace.book.standings(), workspace.lags.summaries()
    found = []
    for name in workspace.connections.names():
        declared, problem = None, ""
        try:
            declared = workspace.connections.get(name)
        except FidedignoError as error:
            problem = error.message
        last = next(iter(workspace.book.runs(name, 1)), None)
        standing = standings.get(name, Standing())
        found.append(ConnectionHealth(name, declared, standing, last, problem, lags.get(name)))
    return found


def is_well(workspace: Fidedigno) -> bool:
    """Whether no corpus is closed by a fault, and the last reading of every connection succeeded."""
    healthy = all(each.is_well for each in corpora_health(workspace, measured=False).values())
    return healthy and all(each.is_well for each in connections_health(workspace))


def _health(
    status: CorpusStatus, standings: Mapping[str, Standing], lags: Mapping[str, LagSummary], names: set[str]
) -> CorpusHealth:
    standing = standings.get(status.name, Standing()) if status.name in names else Standing()
    return CorpusHealth(
        status.name, status.open, status.reason, status.age, status.revocation_lag, lags.get(status.name),
        status.name if status.name in names else None, standing.unknown, standing.failures,
    )  # fmt: skip


def _plain(period: timedelta) -> str:
    return str(period).partition(".")[0]
