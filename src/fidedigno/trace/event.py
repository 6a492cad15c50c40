"""Administrative events: who did what to which thing, by codes, pseudonyms, fingerprints and numbers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

EVENT_VERSION = 1
MAX_OBJECTS = 200
OPERATOR = "operator"
"""Stands for whoever runs the command line or calls the library without saying who acts."""


class Action(StrEnum):
    """What was done."""

    ACCOUNT_ENABLED = "account_enabled"
    ACCOUNT_DISABLED = "account_disabled"
    DIRECTORY_LOADED = "directory_loaded"
    CORPUS_DECLARED = "corpus_declared"
    CORPUS_CHANGED = "corpus_changed"
    CORPUS_APPROVED = "corpus_approved"
    APPROVAL_REVOKED = "approval_revoked"
    CONNECTOR_SYNCED = "connector_synced"
    CONNECTOR_FAILED = "connector_failed"
    DOCUMENT_FORGOTTEN = "document_forgotten"
    PERSON_ERASED = "person_erased"
    KEY_ROTATED = "key_rotated"
    KEY_DESTROYED = "key_destroyed"
    DEBUG_GRANTED = "debug_granted"
    DEBUG_REVOKED = "debug_revoked"
    DEBUG_EXPIRED = "debug_expired"
    DEBUG_READ = "debug_read"
    ACCESS_EXPLAINED = "access_explained"
    RECORD_OPENED = "record_opened"
    """An auditor asked why somebody else's answer was given."""
    AUDIT_LISTED = "audit_listed"
    AUDIT_EXPORTED = "audit_exported"


@dataclass(frozen=True, slots=True)
class Event:
    """An act. ``actor`` is a pseudonym, or :data:`OPERATOR`; ``people`` are pseudonyms; ``objects`` are ids and
    fingerprints, each with its kind (``document:17``, ``corpus:#…``); ``numbers`` count. ``result`` is empty, or
    the code of the error that ended it."""

    id: str
    tenant: str
    at: datetime
    action: Action
    key: str
    actor: str = OPERATOR
    people: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    result: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The documented form: these keys, always all of them."""
        return {
            "version": EVENT_VERSION,
            "kind": "event",
            "event": self.id,
            "tenant": self.tenant,
            "at": self.at.astimezone(UTC).isoformat(),
            "action": self.action.value,
            "key": self.key,
            "actor": self.actor,
            "people": list(self.people),
            "objects": list(self.objects[:MAX_OBJECTS]),
            "numbers": dict(self.numbers),
            "result": self.result,
        }

    def write(self) -> str:
        """One line of JSON."""
        return json.dumps(self.as_dict(), separators=(",", ":"), allow_nan=False)


def read_event(text: str) -> Event:
    """Read back what :meth:`Event.write` wrote.

    Raises:
        ValueError: if it is damaged, or of a version that this program does not know.
    """
    try:
        data = json.loads(text)
        known = data["version"] == EVENT_VERSION and data["kind"] == "event"
        event = _event(data) if known else None
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ValueError("the event is damaged") from error
    if event is None:
        raise ValueError("the event is of another version of the format")
    return event


def _event(data: Mapping[str, Any]) -> Event:
    return Event(
        id=str(data["event"]),
        tenant=str(data["tenant"]),
        at=datetime.fromisoformat(data["at"]),
        action=Action(data["action"]),
        key=str(data["key"]),
        actor=str(data["actor"]),
        people=tuple(map(str, data["people"])),
        objects=tuple(map(str, data["objects"])),
        numbers={str(name): int(number) for name, number in data["numbers"].items()},
        result=str(data["result"]),
    )
