"""The checks of a workspace: what holds drafted statements against their sources, and what remembers answers for drift.

The two never meet: who asks is answered by the first, and only operators are told of the second.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from fidedigno.config import Settings
from fidedigno.parts import part

if TYPE_CHECKING:
    from fidedigno.answers_over_time import AnswersOverTime
    from fidedigno.database import Database
    from fidedigno.ingest.catalog import Catalog
    from fidedigno.pipeline import Answered
    from fidedigno.trace.auditing import Auditing
    from fidedigno.verify import Statistics, Verifier, VerifySettings
    from fidedigno.verify.drift import DriftAlert

DRIFT_KEY_FILE = "drift.key"
ALERT_DAYS = 30
"""How long ago a change of the answers may have begun to be told as an alert."""


class Checks:
    """The parts of a workspace that verification needs."""

    folder: Path
    settings: Settings

    if TYPE_CHECKING:

        @property
        def _database(self) -> Database:
            """The store of the workspace."""

        @property
        def catalog(self) -> Catalog:
            """Documents and versions."""

        @property
        def audit(self) -> Auditing:
            """The audit trail."""

        def now(self) -> datetime:
            """The present instant."""

    @part
    def verifier(self) -> Verifier:
        """The checks of what is drafted. They remember nothing: the record of drift is no part of them."""
        from fidedigno.verify import Verifier

        return Verifier(self._verify_settings)

    @part
    def _verify_settings(self) -> VerifySettings:
        """Those of both, read once: a file that is changed meanwhile is no reason for an answer to fail."""
        from fidedigno.verify.settings_file import settings_named

        return settings_named(self.settings.verify)

    @part
    def _over_time(self) -> AnswersOverTime:
        from fidedigno.answers_over_time import AnswersOverTime
        from fidedigno.verify.drift import DriftMonitor

        monitor = DriftMonitor(
            self._database,
            self._verify_settings,
            key_file=self.folder / DRIFT_KEY_FILE,
            clock=self.now,
        )
        return AnswersOverTime(monitor, self.catalog, self.settings.tenant)

    def drift_alerts(self) -> tuple[DriftAlert, ...]:
        """What got worse in the answers over a corpus in the last weeks, for operators; nothing where the setting
        ``drift`` is off. Nobody who asks is told any of it."""
        if not self.settings.drift:
            return ()
        return self._over_time.alerts(self.now() - timedelta(days=ALERT_DAYS))

    def checked_answers(self) -> Statistics | None:
        """What the checks of this process counted so far; ``None`` where nothing was checked yet. For operators."""
        return self.verifier.statistics() if "verifier" in self.__dict__ else None

    def _remember(self, done: Answered) -> None:
        """Count what the checks said of an answer, and have it remembered, behind it."""
        if done.checked.report is not None:
            self.verifier.count(done.checked.report, answer=done.answer.id)
        if self.settings.drift:
            self._over_time.remember(done)

    def _forget_records(self, document_ids: Iterable[int]) -> None:
        """Delete what answers left behind that rest on documents: records, texts and fingerprints."""
        from fidedigno.verify.drift.records import forget_documents

        ids = list(document_ids)
        if "_over_time" in self.__dict__:
            self._over_time.flush()
        with self._database.session() as session:
            forget_documents(session, ids)
        self.audit.forget_documents(ids)
        self._database.purge_deleted()

    def _close_checks(self) -> None:
        if "_over_time" in self.__dict__:
            self._over_time.close()
        for name in ("_over_time", "verifier", "_verify_settings"):
            self.__dict__.pop(name, None)
