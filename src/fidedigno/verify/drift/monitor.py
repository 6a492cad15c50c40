"""The monitor of drift: keeps what each answer looked like, and says how a new one stands to the earlier ones.

It never stands in the way of an answer: what goes wrong with the database or the key is logged once, without any
text, and nothing is said of drift until it works again. It does not say which of two answers is right. Source:
hallucination detector article, check 5 and next steps (signals across questions).
"""

from __future__ import annotations

import logging
import math
import re
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from fidedigno.clock import Clock, utc_now
from fidedigno.errors import FidedignoError, UsageError
from fidedigno.verify.drift.alert import DISTANCE, DriftAlert, Health, find_alerts
from fidedigno.verify.drift.entry import Given, Recorded
from fidedigno.verify.drift.fingerprint import Fingerprint, distance, fingerprint
from fidedigno.verify.outage import Outage
from fidedigno.verify.report import Drift
from fidedigno.verify.settings import VerifySettings

if TYPE_CHECKING:
    from fidedigno.database import Database
    from fidedigno.verify.drift.store import DriftStore

_log = logging.getLogger(__name__)
_Result = TypeVar("_Result")
_SIGNAL = re.compile(r"[a-z][a-z0-9_]{0,39}")
_MAX_SIGNALS = 20
_EXPIRED_EACH = 256
"""Answers after which what is too old is deleted."""


class DriftMonitor:
    """Compares answers with the earlier ones of their questions; many threads and processes may use one record.

    Args:
        where: the file or URL of a record of its own, the database of a workspace, or an open record.
        settings: thresholds, how much is kept, the deadline.
        key_file: where the key of the marks is kept; beside a SQLite file by itself.
        clock: gives the present moment.

    Raises:
        ConfigurationError: if the URL cannot be used, or the database is on a server and no key file is given.
    """

    def __init__(
        self,
        where: DriftStore | Database | Path | str,
        settings: VerifySettings | None = None,
        *,
        key_file: Path | None = None,
        clock: Clock = utc_now,
    ) -> None:
        from fidedigno.verify.drift.store import DriftStore

        self._settings = settings or VerifySettings()
        self._clock = clock
        self._store = (
            where
            if isinstance(where, DriftStore)
            else DriftStore(where, key_file=key_file, deadline=self._settings.drift_deadline_ms / 1000)
        )
        self._outage = Outage()

    def record(
        self,
        question: str,
        answer: str,
        *,
        tenant: str = "",
        corpus: Sequence[str] = (),
        index_version: str = "",
        quality: Mapping[str, float] | None = None,
        at: datetime | None = None,
        documents: Iterable[int] = (),
    ) -> Drift:
        """Keep an answer and say how it stands to the earlier ones of the same question and tenant.

        Args:
            question: in whatever spelling.
            answer: as it was given.
            tenant: whose; nothing is compared across tenants.
            corpus: the corpora that the answer was drawn from.
            index_version: of the index at that moment, however it is named.
            quality: what was measured of the answer, each in [0, 1], by names in lower case such as
                ``faithfulness``, ``unsupported``, ``abstained``, ``top_score``; others are left out.
            at: when it was given, with a timezone; now, where it is not given.
            documents: ids of those that the answer rests on, by which it can be forgotten.

        Returns:
            The drift; ``available`` is False where the record could not be used.

        Raises:
            UsageError: if ``at`` has no timezone.
        """
        moment = at or self._clock()
        if moment.tzinfo is None:
            raise UsageError("the moment of an answer has no timezone", "give an aware moment")
        names = (corpus,) if isinstance(corpus, str) else tuple(corpus)
        based_on = tuple(documents)

        def keep() -> Drift:
            mark = self._store.marks().question(tenant, question)
            given = Given(tenant, mark, moment, names, index_version, quality or {}, based_on)
            return self._keep(given, answer)

        return self._guarded(keep, Drift(available=False))

    def _keep(self, given: Given, answer: str) -> Drift:
        """Keep an answer; the measures of ``given`` are those of the caller, unchecked."""
        from fidedigno.verify.drift import records

        # Before its turn: others need not wait while it reads.
        marks = self._store.marks().under(given.question)
        made = fingerprint(answer[: self._settings.max_answer_characters], marks)
        with self._store.turn() as session:
            earlier = records.earlier(session, given.question, self._settings.drift_window)
            drift = compare(made, earlier, self._settings)
            number = records.keep(
                session,
                replace(given, signals=_signals(given.signals, drift, self._settings)),
                made,
                drift,
                answers=max(self._settings.drift_kept, self._settings.drift_window),
                stream=self._settings.drift_stream,
            )
            if number % _EXPIRED_EACH == 0:
                records.expire(session, self._clock() - timedelta(days=self._settings.drift_days))
        return drift

    def clear(self, question: str | None = None, *, tenant: str = "") -> int:
        """Forget what is kept of a question, or of all questions of the tenant where none is given.

        Returns how many answers that were; 0 where the record cannot be used.
        """

        def forget() -> int:
            from fidedigno.verify.drift import records

            mark = None if question is None else self._store.marks().question(tenant, question)
            with self._store.turn() as session:
                return records.forget(session, tenant, mark)

        return self._guarded(forget, 0)

    def expire(self, older_than: datetime) -> int:
        """Delete what was kept of answers before a moment, of all tenants; how many answers that were.

        Raises:
            UsageError: if the moment has no timezone.
        """
        if older_than.tzinfo is None:
            raise UsageError("the moment to expire before has no timezone", "give an aware moment")

        def delete() -> int:
            from fidedigno.verify.drift import records

            with self._store.turn() as session:
                return records.expire(session, older_than)

        return self._guarded(delete, 0)

    def history(self, question: str, *, tenant: str = "") -> tuple[Recorded, ...]:
        """What is kept of the answers to a question, the oldest first; empty where the record cannot be used."""

        def read() -> tuple[Recorded, ...]:
            from fidedigno.verify.drift import records

            mark = self._store.marks().question(tenant, question)
            with self._store.reading() as session:
                return records.recorded(session, mark)

        return self._guarded(read, ())

    def alerts(self, since: datetime | None = None, *, tenant: str = "") -> tuple[DriftAlert, ...]:
        """The changes in the answers over each corpus of a tenant, by when they began.

        They are looked for at the call, in the last ``drift_stream`` answers of each corpus and of all together;
        what is seen over a corpus is not said of all together once more. Empty where the record cannot be used.

        Args:
            since: only what began then or later.
            tenant: whose.
        """

        def read() -> dict[str, list[Health]]:
            from fidedigno.verify.drift import records

            limit = self._settings.drift_stream
            with self._store.reading() as session:
                names = records.corpora(session, tenant)
                return {name: records.stream(session, tenant, name, limit) for name in names}

        nothing: dict[str, list[Health]] = {}
        streams = self._guarded(read, nothing)
        found: list[DriftAlert] = []
        for corpus in sorted(streams, reverse=True):  # all together comes last
            alerts = find_alerts(tenant, corpus, streams[corpus], self._settings)
            said = {each.signal for each in found} if not corpus else set()
            found += [each for each in alerts if each.signal not in said]
        chosen = (each for each in found if since is None or each.began_at >= since)
        return tuple(sorted(chosen, key=lambda each: (each.began_at, each.corpus, each.signal)))

    def close(self) -> None:
        """Close the connections; a later call opens them again."""
        self._store.close()

    def _guarded(self, work: Callable[[], _Result], otherwise: _Result) -> _Result:
        """Do ``work``; where the record cannot be used, log it once and give ``otherwise``."""
        try:
            result = work()
        except FidedignoError as error:
            self._failed(error.code, error.message)
        except (OSError, ValueError) as error:
            self._failed(type(error).__name__, "the record of drift holds or was given what it cannot hold")
        else:
            self._outage.ends()
            return result
        return otherwise

    def _failed(self, code: str, message: str) -> None:
        if self._outage.begins():
            _log.warning("nothing is said of drift until its record works again: %s %s", code, message)


def compare(made: Fingerprint, earlier: Sequence[Fingerprint], settings: VerifySettings) -> Drift:
    """How a fingerprint stands to earlier ones of its question.

    Drift is a distance (the median, so that one odd answer does not speak for all) above ``drift_threshold``, or a
    mean similarity below ``drift_similarity``, where there are ``drift_minimum`` earlier ones. Fewer are measured
    too, and nothing is detected.
    """
    if not earlier:
        return Drift()
    distances = [distance(made, each) for each in earlier]
    usual, similarity = statistics.median(distances), 1 - math.fsum(distances) / len(distances)
    far = usual > settings.drift_threshold or similarity < settings.drift_similarity
    return Drift(far and len(earlier) >= settings.drift_minimum, usual, similarity, len(earlier))


def _signals(quality: Mapping[str, float], drift: Drift, settings: VerifySettings) -> dict[str, float]:
    """The measures that are names and numbers in [0, 1]; a text can be neither."""
    measured = {
        name: float(value)
        for name, value in list(quality.items())[:_MAX_SIGNALS]
        if _SIGNAL.fullmatch(name) and isinstance(value, Real) and 0 <= value <= 1
    }
    if drift.compared >= settings.drift_minimum:
        measured[DISTANCE] = drift.distance
    return measured
