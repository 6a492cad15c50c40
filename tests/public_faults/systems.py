"""One adapter for each kind of source, all with the same verbs, so that a public fault is one test for all.

A reader is a person (``ann``) or a group (``@hr``). ``None`` instead of a set of readers means what lies
above says it, and at the top whoever the system knows; an empty set means that the system lets nobody read.
What a system cannot do it says in :attr:`System.cannot`, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar

from fidedigno import Fidedigno
from fidedigno.sources.connector import Connector
from fidedigno.sources.http import HttpLimits
from tests.fakes.vendor import Answer, Request, VendorServer

PEOPLE = ("ann", "bob", "cai", "dan")
"""Whoever has an account in the system. ``eve`` is in Fidedigno's directory alone."""
ASKERS: tuple[str | None, ...] = (*PEOPLE, "eve", "nobody-of-that-name", None)
GROUPS: Mapping[str, tuple[str, ...]] = {"hr": ("ann", "bob"), "staff": ("ann", "bob", "cai")}
DOMAIN = "corp.example"
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
FAST = HttpLimits(connect=1.0, attempt=2.0, total=5.0, attempts=2, backoff=0.001)
DECLARATION: Mapping[str, object] = {
    "owner": "owner",
    "audience": "department",
    "sensitivity": "internal",
    "revocation_lag": "1h",
    "freshness": "365d",
    "ai_allowed": True,
}

Readers = Collection[str] | None


class Verb(StrEnum):
    """What a test may ask of a system; each is the name of a method of :class:`System`."""

    PUT = "put"
    DELETE = "delete"
    SHARE = "share"
    FOLDER = "folder"
    NARROW = "narrow"
    MOVE = "move"
    ENTITLE = "entitle"
    JOIN = "join"
    LEAVE = "leave"
    NEST = "nest"
    DROP_GROUP = "drop_group"
    DISABLE = "disable"
    RENAME_USER = "rename_user"
    FAIL_ACL = "fail_acl"
    FAIL_MIDWAY = "fail_midway"
    FAIL_PEOPLE = "fail_people"
    EXPIRE_TOKEN = "expire_token"
    WRONG_TYPES = "wrong_types"
    STAY_SILENT = "stay_silent"
    STRANGE_GROUP = "strange_group"
    STRANGE_PERSON = "strange_person"


@dataclass
class Clock:
    """A clock that stands still until a test moves it."""

    moment: datetime = NOW

    def now(self) -> datetime:
        return self.moment

    def forward(self, **by: float) -> None:
        self.moment += timedelta(**by)


async def no_sleep(seconds: float) -> None:
    return None


class System:
    """A source with documents, readers, people and groups. ``title`` is its name in the documentation."""

    title: ClassVar[str]
    cannot: ClassVar[Mapping[Verb, str]] = {}
    renews_tokens: ClassVar[bool] = False
    """Whether an access that has expired can be renewed without a person."""
    fails_whole: ClassVar[bool] = False
    """Whether rights that cannot be read fail the synchronisation instead of closing one document."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.home = folder
        self.stack = stack
        self.clock = Clock()
        self.members = {name: set(members) for name, members in GROUPS.items()}

    # What is there.

    def put(self, key: str, text: str, readers: Readers = None, below: str | None = None) -> None:
        """Make a document, or give one another text; ``below`` names a folder."""
        raise NotImplementedError

    def delete(self, key: str) -> None:
        """Take a document away."""
        raise NotImplementedError

    def share(self, key: str, readers: Readers) -> None:
        """Change who reads a document or a folder, and nothing else of it."""
        raise NotImplementedError

    def folder(self, key: str, readers: Readers = None, below: str | None = None) -> None:
        """Make a folder whose readers are those of what lies in it."""
        raise NotImplementedError

    def narrow(self) -> None:
        """That a list further down only narrows those above it is a promise of the system, not a change."""
        raise NotImplementedError

    def move(self, key: str, below: str) -> None:
        """Move a document into another folder, without another change of it."""
        raise NotImplementedError

    def entitle(self, key: str, title: str) -> None:
        """Let a document or a folder be called otherwise, as far as the system lets people."""
        raise NotImplementedError

    # Who is there.

    def join(self, group: str, person: str) -> None:
        """Put somebody into a group."""
        raise NotImplementedError

    def leave(self, group: str, person: str) -> None:
        """Take somebody out of a group."""
        raise NotImplementedError

    def nest(self, outer: str, inner: str) -> None:
        """Put a group into another one; one that is not there is made, empty."""
        raise NotImplementedError

    def drop_group(self, group: str) -> None:
        """Delete a group."""
        raise NotImplementedError

    def disable(self, person: str) -> None:
        """Switch an account off."""
        raise NotImplementedError

    def rename_user(self, person: str, name: str) -> None:
        """Give an account another name or address; its id stays."""
        raise NotImplementedError

    # What goes wrong.

    def fail_acl(self, key: str, kind: str) -> None:
        """Let the next readings of a document's rights fail: ``refused``, ``throttled`` or ``broken``."""
        raise NotImplementedError

    def fail_midway(self) -> None:
        """Let the next reading of documents fail after it has begun."""
        raise NotImplementedError

    def fail_people(self) -> None:
        """Let the next reading of people fail."""
        raise NotImplementedError

    def expire_token(self) -> None:
        """Let the access expire in the middle of the next synchronisation."""
        raise NotImplementedError

    def wrong_types(self, key: str) -> None:
        """Answer for the rights of a document with something of another shape."""
        raise NotImplementedError

    def stay_silent(self) -> None:
        """From now on the feed of changes tells nothing; only a reading of everything does."""
        raise NotImplementedError

    def strange_group(self, name: str, person: str) -> str:
        """Make a group that calls itself ``name`` as far as the system lets it; returns it as a reader."""
        raise NotImplementedError

    def strange_person(self, name: str) -> None:
        """Make an account that calls itself ``name`` as far as the system lets it, and is nobody's."""
        raise NotImplementedError

    def heal(self) -> None:
        """Let everything work again."""

    # The road into the workspace.

    def bring(self, workspace: Fidedigno, *, contents: bool = True) -> int:
        """Synchronise and ingest; returns how many documents have unknown rights.

        Raises:
            FidedignoError: where the system's own words for it do.
        """
        raise NotImplementedError

    def settle(self) -> None:
        """Let so much time pass that the next synchronisation reads everything."""


class Connected(System):
    """A system behind a connector."""

    def connector(self) -> Connector:
        """A connector to it, to be used once."""
        raise NotImplementedError

    def bring(self, workspace: Fidedigno, *, contents: bool = True) -> int:
        done = workspace.sync(self.connector(), DECLARATION, contents=contents)
        workspace.ingest(done.mirror.folder)
        return len(done.mirror.unknown)


class Served(Connected):
    """A system behind a connector and a fake on loopback."""

    server: VendorServer

    def at_request(self, number: int, action: Callable[[], object], pattern: str = "") -> None:
        """Do something when the ``number``-th request of those from now on has come in."""
        answer, seen = type(self.server)._answer.__get__(self.server), 0

        def counted(request: Request) -> tuple[Answer, bool]:
            nonlocal seen
            seen += pattern in request.path
            if seen == number:
                seen += 1
                action()
            found: tuple[Answer, bool] = answer(request)
            return found

        self.server._answer = counted  # type: ignore[method-assign]

    def heal(self) -> None:
        self.server.failures.clear()
        self.server.__dict__.pop("_answer", None)


def address(person: str) -> str:
    """The address that both sides know somebody by."""
    return f"{person}@{DOMAIN}"


def is_group(reader: str) -> bool:
    return reader.startswith("@")


def directory_yaml(people: Collection[str], groups: Mapping[str, Collection[str]]) -> dict[str, Any]:
    """A directory file's content; members are readers."""
    return {
        "users": [{"name": each, "email": address(each)} for each in people],
        "groups": [
            {"name": name, "members": [principal(each) for each in sorted(members)]}
            for name, members in groups.items()
        ],
    }


def principal(reader: str) -> str:
    """A reader as an access list of files spells it."""
    return f"group:{reader[1:]}" if is_group(reader) else f"user:{reader}"
