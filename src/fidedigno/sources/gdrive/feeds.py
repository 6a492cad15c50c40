"""The feeds that are followed, and what they say together about each file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from fidedigno.sources.connector import SourceError, SourceErrorKind
from fidedigno.sources.gdrive import wire
from fidedigno.sources.gdrive.api import DriveApi
from fidedigno.sources.gdrive.cursor import Cursor
from fidedigno.sources.gdrive.directory import Roster, address_of
from fidedigno.sources.gdrive.items import is_folder
from fidedigno.sources.gdrive.options import GoogleDriveOptions
from fidedigno.sources.gdrive.together import together
from fidedigno.sources.instants import instant
from fidedigno.sources.shapes import fits


@dataclass(frozen=True, slots=True)
class Feed:
    """Files of one account, or of one shared drive, read as ``subject``."""

    subject: str
    drive: str | None = None

    @property
    def key(self) -> str:
        """Names it in the cursor."""
        return f"drive:{self.drive}" if self.drive else f"user:{self.subject}"

    def holds(self, file: wire.File) -> bool:
        """Whether a file is of this feed: each file is of one only."""
        return file.drive_id == self.drive if self.drive else not file.drive_id and file.owned_by_me is True


def feeds_of(options: GoogleDriveOptions, roster: Roster) -> list[Feed]:
    """What is to be read. Accounts that do not count any more are left out: nobody can act as them."""
    active = set(roster.active())
    users = sorted(active) if options.users is None else [each for each in options.users if each in active]
    return [Feed(each) for each in users] + [Feed(options.reader, each) for each in options.drives]


@dataclass(slots=True)
class Gathered:
    """What changed: files that are there, by id with their feed; ids that are gone; drives to read anew.

    ``times`` says since when, for files of which a row told it; the earliest counts.
    ``folders`` by feed changed, whoever owns them: rights of the feed's files below may have.
    """

    cursor: Cursor
    files: dict[str, tuple[Feed, wire.File]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    drives: set[str] = field(default_factory=set)
    times: dict[str, datetime] = field(default_factory=dict)
    folders: dict[str, set[str]] = field(default_factory=dict)
    lost: bool = False
    """Something went that held more than is named: everything has to be read."""


async def gather_changes(api: DriveApi, feeds: Iterable[Feed], since: Cursor) -> Gathered | None:
    """All changes of all feeds; ``None`` where a feed does not know its place any more.

    Raises:
        SourceError: if a feed could not be read whole.
    """
    gathered = Gathered(Cursor({}, dict(since.again), set(since.folders)))
    feeds = list(feeds)
    owners = {feed.subject for feed in feeds if feed.drive is None}

    async def ask(feed: Feed) -> tuple[list[wire.Change], str]:
        return await api.changes(feed.subject, feed.drive, since.feeds[feed.key])

    try:
        answers = await together(ask, feeds)
    except SourceError as error:
        # An old place is refused as a bad request, which cannot be told from a strange answer.
        if error.kind in {SourceErrorKind.GONE, SourceErrorKind.SHAPE}:
            return None
        raise
    for feed, (changes, token) in zip(feeds, answers, strict=True):
        gathered.cursor.feeds[feed.key] = token
        for change in changes:
            _take(gathered, feed, change, owners)
    gathered.gone -= gathered.files.keys()
    gathered.lost |= any(since.knows_folder(each) for each in gathered.gone)
    return gathered


def _take(gathered: Gathered, feed: Feed, change: wire.Change, owners: set[str]) -> None:
    """Later rows count. A file that went to another feed is there in that feed's rows."""
    if change.change_type == "drive":
        if change.drive_id is None or change.drive_id != feed.drive:
            return
        gathered.drives.add(change.drive_id)
        gathered.lost |= change.removed is True
        return
    if change.file_id is None:
        gathered.lost = True
        return
    at = instant(change.time)
    if at is not None:
        gathered.times[change.file_id] = min(at, gathered.times.get(change.file_id, at))
    known = gathered.files.get(change.file_id)
    file: tuple[wire.File] | None = fits(wire.File, change.file)
    is_here = file is not None and change.removed is False and file[0].id == change.file_id
    if file is not None and is_here and is_folder(file[0]) and not file[0].trashed:
        gathered.folders.setdefault(feed.key, set()).add(change.file_id)
    if file is not None and is_here and feed.holds(file[0]) and not file[0].trashed:
        gathered.files[change.file_id] = feed, file[0]
    elif file is not None and is_here and _told_elsewhere(feed, file[0], owners):
        return
    elif known is None or known[0] == feed:
        gathered.files.pop(change.file_id, None)
        gathered.gone.add(change.file_id)


def _told_elsewhere(feed: Feed, file: wire.File, owners: set[str]) -> bool:
    """Whether a file that somebody shared with the feed's account is one of another feed's."""
    named = {address_of(each.email_address or "") for each in file.owners or ()}
    return feed.drive is None and not file.drive_id and not file.owned_by_me and bool(named & owners)
