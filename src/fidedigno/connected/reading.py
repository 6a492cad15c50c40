"""One reading of one connection: mirror, ingest, measure, and write down how it went.

People count as soon as they are loaded, documents once the index has them: so the lag of a membership is measured
before ingestion and that of a document after it. What was read and could not be ingested is remembered, with the
moment since which it may be true, until an ingestion succeeds.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fidedigno.clock import Clock, utc_now
from fidedigno.connected.book import DONE, Run, Standing
from fidedigno.connected.lags import RightsEvent
from fidedigno.errors import FidedignoError
from fidedigno.sources.connector import Coverage

if TYPE_CHECKING:
    from fidedigno.access.content import DirectoryContent
    from fidedigno.connected.declaration import Connection
    from fidedigno.connector_sync import ConnectorSync
    from fidedigno.ingest.report import IngestReport, OnProgress
    from fidedigno.sources.mirror import MirrorReport
    from fidedigno.workspace import Fidedigno

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a reading went. ``code``, ``problem`` and ``hint`` are those of the error that ended it, if one did.

    ``unknown`` and ``failed`` are ids of documents in their system, for operators.
    """

    connection: str
    contents: bool
    run: Run
    code: str = ""
    problem: str = ""
    hint: str = ""
    unknown: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    ingested: IngestReport | None = field(default=None, compare=False)

    @property
    def is_done(self) -> bool:
        """Whether it succeeded and took effect."""
        return not self.code

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "connection": self.connection,
            **self.run.as_dict(),
            "error": {"code": self.code, "message": self.problem, "hint": self.hint} if self.code else None,
            "unknown": list(self.unknown),
            "failed": list(self.failed),
            "ingested": self.ingested.as_dict() if self.ingested else None,
        }


def read_connection(
    workspace: Fidedigno,
    connection: Connection,
    *,
    contents: bool = True,
    go_on: Callable[[], bool] = lambda: True,
    on_progress: OnProgress | None = None,
    clock: Clock = utc_now,
) -> Reading:
    """Bring what a connected system gives up to date, and write down how it went. Raises no error of it.

    Args:
        workspace: the workspace.
        connection: which system.
        contents: whether to read contents too, or rights alone, which also relabels.
        go_on: asked before each content is read.
        on_progress: called after each ingested document.
        clock: the time, with a timezone.
    """
    attempt = _Attempt(workspace, connection, contents, clock)
    try:
        attempt.make(go_on, on_progress)
    except FidedignoError as error:
        return attempt.ended(error)
    except Exception as error:  # noqa: BLE001 - one system that breaks must not keep the others from being read
        kind = type(error).__name__
        _log.error("%s: a reading ended with an unforeseen %s", connection.name, kind)
        return attempt.ended(FidedignoError(f"unexpected {kind}", "Report this; it is a fault of ours."))
    return attempt.ended(None)


class _Attempt:
    def __init__(self, workspace: Fidedigno, connection: Connection, contents: bool, clock: Clock) -> None:
        self._workspace, self._connection, self._clock = workspace, connection, clock
        self._contents = contents and connection.corpus is not None
        self._began = clock()
        self._before: Standing = workspace.book.standing(connection.name)
        self._mirror: MirrorReport | None = None
        self._people: DirectoryContent | None = None
        self._ingested: IngestReport | None = None

    def make(self, go_on: Callable[[], bool], on_progress: OnProgress | None) -> None:
        connector = self._connection.open()
        if self._connection.corpus is None:
            self._loaded(self._workspace.sync_people(connector))
            return
        done: ConnectorSync = self._workspace.sync(
            connector,
            self._connection.declared,
            contents=self._contents,
            go_on=go_on,
            rests_on=[self._workspace.book.standing(each).rights_at for each in self._connection.people_from],
        )
        self._mirror = done.mirror
        self._remember(done.mirror)
        self._loaded(done.content)
        self._ingested = self._workspace.ingest(Path(done.mirror.folder), on_progress=on_progress)
        self._count()

    def _loaded(self, content: DirectoryContent) -> None:
        """Measure a change of members, which counts from now on."""
        self._people, digest, before = content, people_digest(content), self._before
        changed = before.people_digest not in {None, digest}
        if changed and before.rights_at is not None:
            self._measure(RightsEvent.MEMBERS, before.rights_at, exact=False, events=1)
        self._workspace.book.update(self._connection.name, people_digest=digest)

    def _remember(self, mirror: MirrorReport) -> None:
        """Add what was read to what waits for ingestion."""
        since = self._before.full_at if mirror.coverage is Coverage.FULL else self._before.rights_at
        if since is None or not (mirror.rights_changed or mirror.removed):
            return
        said = mirror.changed_at
        exact = len(said) == mirror.rights_changed + mirror.removed
        waiting = dict(self._before.pending or {})
        start = min(said) if exact else since
        earlier = waiting.get("since")
        waiting["since"] = (
            min(start, datetime.fromisoformat(earlier)).isoformat() if earlier else start.isoformat()
        )
        waiting["exact"] = exact and waiting.get("exact", True)
        waiting["rights"] = waiting.get("rights", 0) + mirror.rights_changed
        waiting["removal"] = waiting.get("removal", 0) + mirror.removed
        self._workspace.book.update(self._connection.name, pending=waiting)

    def _count(self) -> None:
        """Measure what now counts in the index."""
        waiting = self._workspace.book.standing(self._connection.name).pending
        if not waiting:
            return
        since = datetime.fromisoformat(waiting["since"])
        for event in (RightsEvent.RIGHTS, RightsEvent.REMOVAL):
            if waiting.get(event.value):
                self._measure(event, since, exact=waiting["exact"], events=waiting[event.value])
        self._workspace.book.update(self._connection.name, pending=None)

    def _measure(self, event: RightsEvent, since: datetime, *, exact: bool, events: int) -> None:
        self._workspace.lags.add(
            self._connection.name, event, since=since, counted_at=self._clock(), exact=exact, events=events
        )

    def ended(self, error: FidedignoError | None) -> Reading:
        mirror = self._mirror
        run = Run(self._began, self._clock(), self._contents, error.code if error else DONE, self._counts())
        parts: dict[str, Any] = {}
        if mirror is not None:
            parts |= {"unknown": len(mirror.unknown), "postponed": mirror.postponed}
        if error is None:
            parts["rights_at"] = self._began
            is_whole = mirror is None or not mirror.postponed
            if self._contents and is_whole:
                parts["contents_at"] = self._began
            if mirror is None or mirror.coverage is Coverage.FULL:
                parts["full_at"] = self._began
        self._workspace.book.ended(self._connection.name, run, **parts)
        self._workspace.note_reading(self._connection.name, run.counts, error.code if error else "")
        return Reading(
            self._connection.name,
            self._contents,
            run,
            error.code if error else "",
            error.message if error else "",
            error.hint if error else "",
            mirror.unknown if mirror else (),
            mirror.failed if mirror else (),
            self._ingested,
        )

    def _counts(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        if self._people is not None:
            counts |= {"people": len(self._people.users), "groups": len(self._people.groups)}
        if self._mirror is not None:
            report = self._mirror
            counts |= {
                "written": len(report.written), "removed": report.removed, "relabelled": report.relabelled,
                "rights_changed": report.rights_changed, "unknown": len(report.unknown),
                "failed": len(report.failed), "left_out": report.left_out, "postponed": report.postponed,
            }  # fmt: skip
        return counts


def people_digest(content: DirectoryContent) -> str:
    """A hash of who is in which group and whose account counts; names and addresses do not matter to it."""
    groups = sorted(
        (each.name, sorted(map(str, each.members)) if each.members is not None else None)
        for each in content.groups
    )
    users = sorted((each.name, each.enabled, sorted(each.groups or ())) for each in content.users)
    return hashlib.sha256(json.dumps([groups, users]).encode()).hexdigest()
