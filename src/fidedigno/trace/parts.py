"""The trail of one workspace, put together: from here the workspace records what is asked and what is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from fidedigno.access import Permit
from fidedigno.database import Database
from fidedigno.errors import FidedignoError
from fidedigno.model import Corpus, CorpusNames, Identity, Principal
from fidedigno.trace.auditing import Auditing, People
from fidedigno.trace.chain import Chain
from fidedigno.trace.debug_grant import GrantFolder
from fidedigno.trace.event import Action
from fidedigno.trace.keys import KeyRing
from fidedigno.trace.ledger import Ledger
from fidedigno.trace.recorder import Recorder
from fidedigno.trace.store import TraceStore
from fidedigno.trace.trail import About, AuditTrail

KEY_FILE = "traces.key"
DEBUG_FOLDER = "debug"


@dataclass(frozen=True, slots=True)
class TrailRules:
    """The settings of a trail: of which organisation it is, for how long and how many records, who may audit
    (``group:NAME`` or ``user:NAME``; nobody if empty)."""

    tenant: str
    days: int
    limit: int
    auditors: str = ""

    def who_audits(self) -> tuple[Principal, ...]:
        """The auditors as principals."""
        return (Principal.parse(self.auditors),) if self.auditors else ()


class TrailParts:
    """The parts of the trail. Making them reads and writes nothing.

    Args:
        database: holds the records.
        folder: holds the keys, the head and the debug grants.
        rules: the settings.
        identity: who somebody is at this moment.
        permit: what an identity may read in some corpora.
        declared: the declared corpora by id.
    """

    def __init__(
        self,
        database: Database,
        folder: Path,
        rules: TrailRules,
        *,
        identity: Callable[[str | None], Identity],
        permit: Callable[[Identity, CorpusNames], Permit],
        declared: Callable[[], Mapping[int, Corpus]],
    ) -> None:
        self.keys = KeyRing(folder / KEY_FILE)
        self.ledger = Ledger(
            database,
            Chain.open(folder),
            retention=timedelta(days=rules.days),
            limit=rules.limit,
            holds=self.keys.holds,
        )
        self.store = TraceStore(self.ledger)
        self.trail = AuditTrail(self.ledger, self.keys, rules.tenant)
        self._declared = declared
        self.auditing = Auditing(
            self.trail,
            People(identity, frozenset(rules.who_audits()), rules.tenant),
            GrantFolder(folder / DEBUG_FOLDER),
            self._by_name,
        )
        self.recorder = Recorder(self.store, self.keys, self.auditing, permit)

    @contextmanager
    def corpora_recorded(self) -> Iterator[None]:
        """Record which corpora were declared inside, and which declarations changed, however it ends."""
        before = self._by_name()
        try:
            yield
        finally:
            after = self._by_name()
            new = tuple(sorted(after.keys() - before.keys()))
            changed = tuple(
                sorted(name for name in after.keys() & before.keys() if after[name] != before[name])
            )
            if new:
                self.trail.note(Action.CORPUS_DECLARED, About(corpora=new))
            if changed:
                self.trail.note(Action.CORPUS_CHANGED, About(corpora=changed))

    @contextmanager
    def sync_recorded(self, connector: str) -> Iterator[None]:
        """Record that a synchronisation went through, or the code of why it did not."""
        about = About(connectors=(connector,))
        try:
            yield
        except FidedignoError as error:
            self.trail.note(Action.CONNECTOR_FAILED, about, result=error.code)
            raise
        self.trail.note(Action.CONNECTOR_SYNCED, about)

    def _by_name(self) -> dict[str, Corpus]:
        return {each.name: each for each in self._declared().values()}
