"""Writing administrative events to the trail, and what changes the trail itself: keys, retention, erasure."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from sqlalchemy.orm import Session

from fidedigno.errors import FidedignoError, NotAvailableError
from fidedigno.trace.chain import Place
from fidedigno.trace.circumstances import error_code
from fidedigno.trace.event import OPERATOR, Action, Event
from fidedigno.trace.keys import KeyRing
from fidedigno.trace.ledger import Entry, Kind, Ledger
from fidedigno.trace.pseudonym import PseudonymKey

_log = logging.getLogger(__name__)
_ACTOR: ContextVar[str | None] = ContextVar("fidedigno_actor", default=None)
MAX_PEOPLE = 100


@contextmanager
def acting(user: str | None) -> Iterator[None]:
    """Events that are written inside are of this user of the directory (already authenticated by the caller)."""
    token = _ACTOR.set(user)
    try:
        yield
    finally:
        _ACTOR.reset(token)


@dataclass(frozen=True, slots=True)
class About:
    """What an event is about, by names; they become pseudonyms and fingerprints."""

    people: tuple[str, ...] = ()
    corpora: tuple[str, ...] = ()
    connectors: tuple[str, ...] = ()
    documents: tuple[int, ...] = ()
    ids: tuple[str, ...] = ()
    """Of things that have an id of ours already (``grant:…``, ``key:…``, ``answer:…``)."""
    numbers: Mapping[str, int] | None = None


class AuditTrail:
    """Events of one workspace, and the upkeep of its trail.

    Args:
        ledger: where records are.
        keys: under which people are named.
        tenant: the organisation.
    """

    def __init__(self, ledger: Ledger, keys: KeyRing, tenant: str) -> None:
        self.ledger = ledger
        self.keys = keys
        self._tenant = tenant

    def note(
        self, action: Action, about: About | None = None, *, actor: str | None = None, result: str = ""
    ) -> str:
        """Keep an event. Returns an empty text, or the code of what went wrong, which is logged: an act that
        was done is not undone because its record could not be kept."""
        try:
            self.ledger.add(self._entry(action, about or About(), actor, result, self.keys.current()))
        except FidedignoError as error:
            _log.error("the event %s was not kept (%s)", action.value, error.code)
            return error.code
        return ""

    def require(self, action: Action, about: About | None = None, *, actor: str | None = None) -> None:
        """Keep an event without which the act must not happen.

        Raises:
            NotAvailableError: if it cannot be kept.
        """
        if self.note(action, about, actor=actor):
            raise NotAvailableError("not available")

    def rotate_key(self, *, actor: str | None = None) -> tuple[str, str]:
        """Make a new key for pseudonyms; the former is kept for the records that are under it.

        Returns:
            The ids of the former key and of the new one.

        Raises:
            WorkspaceError: if the key cannot be written, or the event cannot be kept; nothing has changed then.
        """
        with self.ledger.database.session() as session:
            former = self.keys.current()
            place = self._write(session, Action.KEY_ROTATED, About(ids=(f"key:{former.id}",)), former, actor)
            ids = self.keys.rotate()
        self.ledger.chain.advance(place)
        return ids

    def expire(self) -> tuple[int, tuple[str, ...]]:
        """Delete what is older than the retention, fold old tombstones, and destroy the keys that no record is
        under any more. Returns how many records there were, and the ids of the keys.

        Raises:
            WorkspaceError: if that cannot be done.
        """
        removed = self.ledger.expire()
        destroyed: list[str] = []
        place: Place | None = None
        with self.ledger.database.session() as session:
            self.ledger.chain.begin(session)
            in_use = self.ledger.keys_in_use(session)
            for key_id in self.keys.older():
                if key_id not in in_use:
                    about = About(ids=(f"key:{key_id}",))
                    place = self._write(session, Action.KEY_DESTROYED, about, self.keys.current(), None)
                    self.keys.destroy(key_id)
                    destroyed.append(key_id)
        if place is not None:
            self.ledger.chain.advance(place)
        return removed, tuple(destroyed)

    def erase(self, user: str) -> int:
        """Delete every record that is of, or names, a person (as the directory names them), under whichever key;
        returns how many there were.

        Raises:
            WorkspaceError: if a key is missing or the records cannot be deleted: nothing is said to be complete.
        """
        removed = self.ledger.remove_of(self._tenant, self.keys.users(self._tenant, user))
        if removed:
            self.note(Action.PERSON_ERASED, About(numbers={"records": removed}))
        return removed

    def _write(
        self, session: Session, action: Action, about: About, key: PseudonymKey, actor: str | None
    ) -> Place:
        return self.ledger.write(session, self._entry(action, about, actor, "", key))

    def _entry(
        self, action: Action, about: About, actor: str | None, result: str, key: PseudonymKey
    ) -> Entry:
        who = actor if actor is not None else _ACTOR.get()
        acts = key.user(self._tenant, who) if who else OPERATOR
        people = tuple(dict.fromkeys(key.user(self._tenant, each) for each in about.people[:MAX_PEOPLE]))
        event = Event(
            id=secrets.token_hex(8),
            tenant=self._tenant,
            at=self.ledger.clock(),
            action=action,
            key=key.id,
            actor=acts,
            people=people,
            objects=tuple(_objects(about, key)),
            numbers=dict(about.numbers or {}),
            result=error_code(result, key),
        )
        named = frozenset(people) | (frozenset({acts}) if acts != OPERATOR else frozenset())
        return Entry(Kind.EVENT, event.id, self._tenant, key.id, event.at, event.write(), people=named)


def _objects(about: About, key: PseudonymKey) -> Iterable[str]:
    yield from (f"corpus:{key.fingerprint('corpus', each)}" for each in about.corpora)
    yield from (f"connector:{key.fingerprint('connector', each)}" for each in about.connectors)
    yield from (f"document:{each}" for each in about.documents)
    yield from about.ids
