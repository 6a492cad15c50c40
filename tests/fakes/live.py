"""A workspace whose documents must be asked about live, and the system that is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from fidedigno import Fidedigno, Settings
from fidedigno.access.content import DirectoryContent, GroupEntry, UserEntry
from fidedigno.model import AccessList, Principal
from fidedigno.sources.connector import Connector, LiveVerdict
from tests.fakes.connector import ACCOUNT, FakeConnector, Held

SOURCE = "fake:corp"
STAFF = Principal.group("fake:corp:staff")
PEOPLE = ("ann", "bob")
DECLARATION = {
    "owner": "ann",
    "audience": "department",
    "sensitivity": "internal",
    "revocation_lag": "1h",
    "freshness": "365d",
    "ai_allowed": True,
    "access_pattern": "live_check",
    "timezone": "UTC",
}


def system(texts: Mapping[str, str], people: Iterable[str] = PEOPLE) -> FakeConnector:
    """A system with a document for each text, all granted to its staff, and everybody's account called ``a-NAME``."""
    users = [UserEntry(name, name, f"{name}@x.test", attributes={ACCOUNT: f"a-{name}"}) for name in people]
    staff = GroupEntry(STAFF.name, STAFF.name, frozenset(Principal.user(name) for name in people))
    fake = FakeConnector(SOURCE, content=DirectoryContent(tuple(users), (staff,), partial=True))
    for identifier, text in texts.items():
        fake.put(identifier, Held(f"{identifier}.md", text, AccessList.any_of(STAFF)))
    return fake


def asker(**options: object) -> FakeConnector:
    """A connection to the same system for asking it live; it allows everything unless told otherwise."""
    return FakeConnector(SOURCE, **{"usually": LiveVerdict.ALLOWED, **options})  # type: ignore[arg-type]


def open_place(folder: Path, **settings: object) -> Fidedigno:
    """A workspace without vectors that asks every time."""
    fields = {"embedder": "none", "workers": 0, "live_cache_seconds": 0, "live_seconds": 20, **settings}
    folder.mkdir()
    return Fidedigno.create(folder, admin="owner", settings=Settings(**fields))  # type: ignore[arg-type]


def bring(workspace: Fidedigno, connector: Connector, **declared: object) -> None:
    """Synchronise and ingest."""
    done = workspace.sync(connector, {**DECLARATION, **declared})
    workspace.ingest(done.mirror.folder)


def found(workspace: Fidedigno, user: str | None, words: str, limit: int = 10) -> list[str]:
    """The titles that somebody finds, best first."""
    return [
        each.evidence.title.removesuffix(".md") for each in workspace.search(words, as_user=user, limit=limit)
    ]
