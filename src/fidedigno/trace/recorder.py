"""Recording what is asked: answers, searches and failures, each as one record of ids and codes; and, under a
debug grant alone, as text. Whatever goes wrong here is logged by its code and changes nothing for who asks."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime

from fidedigno.access import LiveOutcome, Permit
from fidedigno.errors import FidedignoError
from fidedigno.model import Answer, CorpusNames, Evidence, Identity, Plan, Question
from fidedigno.trace.auditing import Auditing
from fidedigno.trace.circumstances import Circumstances, Searched, trace_of_search
from fidedigno.trace.keys import KeyRing
from fidedigno.trace.make import trace_of
from fidedigno.trace.record import Asked, FilterTrace, Trace
from fidedigno.trace.store import TraceStore

_log = logging.getLogger(__name__)


class Recorder:
    """Records for one workspace.

    Args:
        store: keeps the records.
        keys: name people in them.
        auditing: holds the debug grants.
        permit: what an identity may read, for the result of the filter.
    """

    def __init__(
        self,
        store: TraceStore,
        keys: KeyRing,
        auditing: Auditing,
        permit: Callable[[Identity, CorpusNames], Permit],
    ) -> None:
        self._store = store
        self._keys = keys
        self._auditing = auditing
        self._permit = permit

    def answered(
        self,
        question: Question,
        answer: Answer,
        plan: Plan,
        seconds: Mapping[str, float],
        identity: Identity,
        cards: Sequence[Evidence],
        live_errors: Iterable[str],
        live_checks: Mapping[int, LiveOutcome],
    ) -> None:
        """Record an answer, which carries its whole matrix here."""
        errors = [("state", code) for code in live_errors]

        def make() -> Trace:
            return trace_of(
                answer,
                plan,
                seconds,
                identity=identity,
                key=self._keys.current(),
                cards=cards,
                errors=errors,
                live_checks=live_checks,
                asked=self._circumstances(question, identity),
            )

        self._keep(answer.id, make)
        try:
            self._auditing.sweep()
        except FidedignoError as error:
            _log.error("debug grants that have ended were not deleted (%s)", error.code)
        self._auditing.texts.keep(question.text, answer, identity, cards, question.corpora)

    def searched(
        self, question: Question, cards: Sequence[Evidence], seconds: Mapping[str, float], identity: Identity
    ) -> None:
        """Record a search for passages."""
        done = Searched(_new_id(), Asked.SEARCH, datetime.now(UTC), tuple(cards), seconds)
        self._keep_search(done, question, identity)

    def failed(self, question: Question, identity: Identity, code: str, kind: Asked = Asked.ANSWER) -> None:
        """Record a question, or a search, that an error ended."""
        done = Searched(_new_id(), kind, datetime.now(UTC), refusal="failed")
        self._keep_search(done, question, identity, (code,))

    def _keep_search(
        self, done: Searched, question: Question, identity: Identity, errors: tuple[str, ...] = ()
    ) -> None:
        def make() -> Trace:
            return trace_of_search(
                done,
                identity=identity,
                key=self._keys.current(),
                asked=self._circumstances(question, identity, errors),
                language=question.language or "",
            )

        self._keep(done.id, make)

    def _keep(self, record_id: str, make: Callable[[], Trace]) -> None:
        try:
            self._store.keep(make())
        except FidedignoError as error:
            _log.error("the record of answer %s was not kept (%s)", record_id, error.code)

    def _circumstances(
        self, question: Question, identity: Identity, errors: tuple[str, ...] = ()
    ) -> Circumstances:
        counted = None
        try:
            permit = self._permit(identity, question.scope.corpora)
            counted = FilterTrace(len(permit.corpora), len(permit.classes), len(permit.excluded))
        except FidedignoError as error:
            errors = (*errors, error.code)
        return Circumstances(question.corpora, question.assistant, counted, errors)


def _new_id() -> str:
    return secrets.token_hex(8)
