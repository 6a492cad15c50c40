"""Alerts: somebody is told, once, when a corpus closes or opens again, or when unknown access lists appear.

An alert holds the name of a corpus, a code and a number. It goes to the log always, and to a command or an address
where the settings name one. Each channel is told again until it has taken it, and then no more until something
changes: so a channel may hear of something twice where its answer was lost, and never not at all.
"""

from __future__ import annotations

import json
import logging
import subprocess
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from fidedigno.access.corpora import Closure
from fidedigno.connected.tables import AlertRow
from fidedigno.errors import FidedignoError

if TYPE_CHECKING:
    from fidedigno.config import Settings
    from fidedigno.connected.health import CorpusHealth
    from fidedigno.database import Database

SECONDS = 10.0
"""How long a command or an address may take."""
_ANNOUNCED = frozenset({Closure.STALE, Closure.SYNCED_IN_FUTURE})
_OPEN, _NONE = "open", "none"
_log = logging.getLogger(__name__)


class AlertError(FidedignoError):
    """A channel of alerts did not take one; it is told again."""

    code = "FID530"


@dataclass(frozen=True, slots=True)
class Alert:
    """One thing to tell. ``event`` is ``corpus_closed``, ``corpus_reopened`` or ``unknown_rights``."""

    event: str
    corpus: str
    code: str
    documents: int
    at: datetime

    def as_dict(self) -> dict[str, str | int]:
        """What a command reads and an address is sent."""
        return {
            "event": self.event,
            "corpus": self.corpus,
            "code": self.code,
            "documents": self.documents,
            "at": self.at.isoformat(),
        }


Channel = Callable[[Alert], None]
"""Tells somebody of an alert; raises :class:`AlertError` where it could not."""


def log_alert(alert: Alert) -> None:
    """Write an alert to the log."""
    _log.warning("%s: %s (%s, %d documents)", alert.corpus, alert.event, alert.code, alert.documents)


def run_command(command: tuple[str, ...]) -> Channel:
    """A channel that runs a program, without a shell, and gives it the alert as JSON on its standard input."""

    def tell(alert: Alert) -> None:
        try:
            done = subprocess.run(  # noqa: S603 - the operator's own program, without a shell
                command, input=json.dumps(alert.as_dict()).encode(), timeout=SECONDS, check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            raise AlertError(
                f"the alert command failed: {type(error).__name__}", "Check alert_command."
            ) from None
        if done.returncode:
            raise AlertError(f"the alert command ended with {done.returncode}", "Check alert_command.")

    return tell


def post_to(url: str) -> Channel:
    """A channel that sends the alert as JSON to an address. Redirections are not followed."""

    def tell(alert: Alert) -> None:
        try:
            import httpx
        except ModuleNotFoundError:
            raise AlertError(
                "alert_url needs the package httpx", "pip install fidedigno[connectors]"
            ) from None
        try:
            answer = httpx.post(url, json=alert.as_dict(), timeout=SECONDS, follow_redirects=False)
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            # Without the address: it may hold a secret.
            raise AlertError(f"the alert was not sent: {type(error).__name__}", "Check alert_url.") from None
        if not answer.is_success:
            raise AlertError(f"the alert was refused: status {answer.status_code}", "Check alert_url.")

    return tell


def channels_of(settings: Settings) -> dict[str, Channel]:
    """The log, and what the settings name."""
    channels: dict[str, Channel] = {"log": log_alert}
    if settings.alert_command:
        channels["command"] = run_command(settings.alert_command)
    if settings.alert_url:
        channels["url"] = post_to(settings.alert_url)
    return channels


class Alerts:
    """Tells channels of what has changed since they were last told.

    Args:
        database: where it is remembered what each was told.
        channels: by name.
    """

    def __init__(self, database: Database, channels: Mapping[str, Channel]) -> None:
        self._database = database
        self._channels = channels

    def tell(self, corpora: Iterable[CorpusHealth], now: datetime) -> list[Alert]:
        """Tell each channel of what it was not told yet.

        Returns:
            What at least one channel took, once each.
        """
        said = self._said()
        told: dict[tuple[str, str], Alert] = {}
        corpora = list(corpora)
        for name, channel in self._channels.items():
            for each in corpora:
                for subject, state, alert in _states(each, now):
                    before = said.get((name, subject, each.name), _OPEN if subject == "closed" else _NONE)
                    if state == before:
                        continue
                    if alert is not None and not _was_told(name, channel, alert):
                        continue
                    self._remember(name, subject, each.name, state, now)
                    if alert is not None:
                        told.setdefault((subject, each.name), alert)
        self._forget_all_but({each.name for each in corpora}, said)
        return list(told.values())

    def _said(self) -> dict[tuple[str, str, str], str]:
        with self._database.snapshot() as connection:
            rows = connection.execute(
                select(AlertRow.channel, AlertRow.subject, AlertRow.corpus, AlertRow.said)
            )
            return {(row[0], row[1], row[2]): row[3] for row in rows}

    def _remember(self, channel: str, subject: str, corpus: str, state: str, now: datetime) -> None:
        with self._database.session() as session:
            session.merge(AlertRow(channel=channel, subject=subject, corpus=corpus, said=state, said_at=now))

    def _forget_all_but(self, corpora: set[str], said: Mapping[tuple[str, str, str], str]) -> None:
        gone = {corpus for _, _, corpus in said} - corpora
        if gone:
            with self._database.session() as session:
                session.execute(delete(AlertRow).where(AlertRow.corpus.in_(sorted(gone)[:500])))


def _states(corpus: CorpusHealth, now: datetime) -> Iterable[tuple[str, str, Alert | None]]:
    """Each subject, how it stands, and what to say of it if that is new."""
    closure = corpus.closure
    if closure in _ANNOUNCED:
        code = closure.value
        yield "closed", code, Alert("corpus_closed", corpus.name, code, 0, now)
    elif corpus.open:
        yield "closed", _OPEN, Alert("corpus_reopened", corpus.name, _OPEN, 0, now)
    if corpus.unknown:
        yield "unknown", "some", Alert("unknown_rights", corpus.name, "unknown", corpus.unknown, now)
    else:
        yield "unknown", _NONE, None


def _was_told(name: str, channel: Channel, alert: Alert) -> bool:
    try:
        channel(alert)
    except AlertError as error:
        _log.error("%s: an alert was not taken by %s (%s: %s)", alert.corpus, name, error.code, error.message)
        return False
    return True
