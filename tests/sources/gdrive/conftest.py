"""A small Workspace, and connectors to it, for every test of the connector."""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from fidedigno.access import Directory
from fidedigno.database import Database
from fidedigno.sources.connector import Change, Coverage, Removed, SourceItem, Upserted
from fidedigno.sources.gdrive import GoogleDrive, GoogleDriveOptions, ServiceAccount
from fidedigno.sources.http import HttpLimits
from tests.fakes.gdrive import NOW, Workspace, group, member, sign, user

FAST = HttpLimits(attempt=2.0, total=4.0, attempts=3, backoff=0.001)
BOT = "bot@project.example"


@dataclass
class Clock:
    """The present moment of a test."""

    moment: datetime = NOW
    waits: list[float] = field(default_factory=list)

    def now(self) -> datetime:
        return self.moment

    def later(self, **how: float) -> None:
        self.moment += timedelta(**how)

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    """Ana, Luis and Eva of corp.example; a group Staff with Luis; a shared drive read by the admin."""
    with Workspace() as fake:
        fake.add_user("100", "admin@corp.example", isAdmin=True)
        fake.add_user("101", "Ana@corp.example", aliases=["ana.garcia@corp.example"])
        fake.add_user("102", "luis@corp.example")
        fake.add_user("103", "eva@corp.example")
        fake.add_group("g1", "staff@corp.example", member("102"))
        fake.add_drive("DRIVE", user("admin@corp.example", "organizer"), group("staff@corp.example"))
        yield fake


Make = Callable[..., GoogleDrive]


@pytest.fixture
async def make(workspace: Workspace, clock: Clock) -> AsyncIterator[Make]:
    """Make a connector: ``make(drives=(), link_shares=True)`` sets options."""
    made: list[GoogleDrive] = []

    def one(**said: Any) -> GoogleDrive:
        given = {key: said.pop(key) for key in ("sign", "link") if key in said}
        options = {"users": ("ana@corp.example",), "drives": ("DRIVE",), "limits": FAST, **said}
        urls = {"drive_url": workspace.url, "admin_url": workspace.url, "token_url": workspace.url + "/token"}
        declared = GoogleDriveOptions(
            "corp", ServiceAccount(BOT, "key-1"), "admin@corp.example", **{**urls, **options}
        )
        connector = GoogleDrive(declared, sleep=clock.sleep, now=clock.now, **{"sign": sign, **given})
        made.append(connector)
        return connector

    yield one
    for each in made:
        await each.close()


@dataclass
class Read:
    """A reading that was taken in whole."""

    coverage: Coverage
    changes: list[Change]
    cursor: str

    @property
    def items(self) -> dict[str, SourceItem]:
        return {each.item.external_id: each.item for each in self.changes if isinstance(each, Upserted)}

    @property
    def removed(self) -> set[str]:
        return {each.external_id for each in self.changes if isinstance(each, Removed)}


async def take(connector: GoogleDrive, cursor: str | None = None) -> Read:
    """Read changes to their end."""
    changes = await connector.changes(cursor)
    found = [each async for each in changes.stream]
    return Read(changes.coverage, found, changes.cursor())


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store that was migrated once for all tests."""
    path = tmp_path_factory.mktemp("store") / "empty.db"
    Database.open(path).close()
    return path.read_bytes()


@pytest.fixture
def directory(tmp_path: Path, empty_store: bytes) -> Iterator[Directory]:
    """A directory that holds nobody yet."""
    path = tmp_path / "directory.db"
    path.write_bytes(empty_store)
    database = Database.open(path)
    yield Directory(database)
    database.close()


async def readers(connector: GoogleDrive, directory: Directory, item: SourceItem) -> set[str]:
    """Who of the Workspace may read an item, by the real directory with nested groups."""
    directory.load(await connector.people(), replace=False)
    return {each.name for each in directory.users() if item.acl.allows(directory.identity(each.name))}
