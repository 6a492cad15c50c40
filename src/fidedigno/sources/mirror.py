"""A connected system as a folder of files that ordinary ingestion reads: documents, sidecars, ``corpus.yaml``.

A run first learns all that changed, and changes nothing until it has. Then what is gone is removed, then
every access list is written, then new contents: at no moment is a document there with wider rights than its
system gives it. Where the content that lies there is an older one, rights that are wider now wait for the new
one. An error before the end of the learning changes nothing and leaves the time of the last
complete reading of rights as it was. A content or an access list that could not be read leaves the cursor, so
that the next run asks again for all that changed since.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from fidedigno.clock import Clock, utc_now
from fidedigno.model import AclState
from fidedigno.sources.connector import (
    Changes,
    Connector,
    Coverage,
    SourceError,
    SourceErrorKind,
    SourceItem,
    Upserted,
)
from fidedigno.sources.files import CORPUS_FILE, SIDECAR_SUFFIX
from fidedigno.sources.private_folder import PrivateFolder
from fidedigno.sources.sidecar import as_yaml, sidecar_of

STATE_FILE = ".mirror.json"
_PREFIX = "doc-"


@dataclass(frozen=True, slots=True)
class MirrorState:
    """What a mirror remembers, by name of file: ``versions`` of the contents that are there, the ``external_ids`` of
    the documents, by which their system can be asked about them, and ``rights``, digests of the access lists
    that were last read."""

    cursor: str | None = None
    rights_read_at: datetime | None = None
    versions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    external_ids: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    rights: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class MirrorReport:
    """What a run did, in external ids.

    ``unknown`` have an access list that could not be read: they are closed, and somebody should look.
    ``failed`` could not be read in their present version: an earlier content stays under the new rights, unless
    the system refuses it.
    ``left_out`` are of no kind that can be read. ``coverage`` says what the reading was worth.
    ``rights_changed`` counts documents with other rights than before. ``changed_at`` holds when each of these and
    of the removed changed there, where the system said so. ``postponed`` contents were left for the next run.
    """

    folder: Path
    coverage: Coverage
    written: tuple[str, ...]
    removed: int
    relabelled: int
    unknown: tuple[str, ...]
    failed: tuple[str, ...]
    left_out: int
    rights_read_at: datetime
    rights_changed: int = 0
    changed_at: tuple[datetime, ...] = ()
    postponed: int = 0


def file_name(item: SourceItem) -> str:
    """The name of a document's file: it follows from the external id and the format, and tells neither."""
    suffix = PurePosixPath(item.name).suffix.casefold()
    plain = suffix if suffix[1:].isascii() and suffix[1:].isalnum() and len(suffix) < 12 else ""
    return f"{_stem_of(item.external_id)}{plain}"


def read_state(folder: Path) -> MirrorState:
    """What the mirror in a folder remembers; nothing where there is none, or its memory is not readable."""
    try:
        said = json.loads((folder / STATE_FILE).read_bytes())
        read_at = datetime.fromisoformat(said["rights_read_at"])
        versions = {str(name): str(version) for name, version in said["versions"].items()}
        external_ids = {str(name): str(each) for name, each in said.get("external_ids", {}).items()}
        rights = {str(name): str(digest) for name, digest in said.get("rights", {}).items()}
        # One that has not written down its ids reads everything once more.
        is_told = said["cursor"] is not None and "external_ids" in said
        cursor = str(said["cursor"]) if is_told else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return MirrorState()
    return MirrorState(
        cursor,
        read_at if read_at.tzinfo else None,
        MappingProxyType(versions),
        MappingProxyType(external_ids),
        MappingProxyType(rights),
    )


async def mirror(
    connector: Connector,
    folder: Path,
    declaration: Mapping[str, object],
    *,
    supports: Callable[[str], bool] = bool,
    contents: bool = True,
    go_on: Callable[[], bool] = lambda: True,
    learnt: Callable[[], Awaitable[None]] | None = None,
    now: Clock = utc_now,
) -> MirrorReport:
    """Bring the mirror of a connected system up to date. One run at a time.

    Args:
        connector: the system.
        folder: of the mirror; made if it is not there.
        declaration: ``corpus.yaml`` of the folder, as plain data.
        supports: whether a file of that name can be read.
        contents: whether to read contents too. Without, only rights are renewed and what is gone is removed,
            which is quick and may be done often.
        go_on: asked before each content is read; what is left when it says no is for the next run.
        learnt: called when all changes are known and nothing is written yet; an error of it changes nothing.
        now: the clock.

    Raises:
        SourceError: if the changes could not be read whole; nothing has changed then.
        WorkspaceError: if the folder cannot be written.
    """
    began = now()
    place = PrivateFolder(folder)
    before = read_state(folder)
    changes = await connector.changes(before.cursor)
    upserted, removed, times = await _learnt(changes)
    if learnt is not None:
        await learnt()
    place.write(CORPUS_FILE, as_yaml(declaration))
    run = _Run(place, before, go_on, times)
    readable = {name: item for name, item in upserted.items() if supports(name)}
    run.remove(changes.coverage, set(readable), removed | (set(upserted) - set(readable)))
    run.restrict(readable)
    for name, item in readable.items() if contents else ():
        await run.renew(name, item)
    unknown = tuple(item.external_id for item in readable.values() if item.acl.state is AclState.UNKNOWN)
    is_whole = contents and not run.failed and not unknown and not run.postponed
    run.remember(changes.cursor() if is_whole else before.cursor, began)
    return MirrorReport(
        folder,
        changes.coverage,
        tuple(run.written),
        run.removed,
        run.relabelled,
        unknown,
        tuple(run.failed),
        len(upserted) - len(readable),
        began,
        run.rights_changed,
        tuple(run.changed_at),
        postponed=run.postponed,
    )


async def _learnt(changes: Changes) -> tuple[dict[str, SourceItem], set[str], dict[str, datetime]]:
    """What is there, by name of file, the digests of what is gone, and since when, by digest, where it was said.

    The last word on a document counts.
    """
    upserted: dict[str, SourceItem] = {}
    removed: set[str] = set()
    times: dict[str, datetime] = {}
    named: dict[str, str] = {}
    async for change in changes.stream:
        identifier = change.item.external_id if isinstance(change, Upserted) else change.external_id
        upserted.pop(named.pop(identifier, ""), None)
        stem = _stem_of(identifier)
        if change.at is not None:
            times[stem] = change.at
        if isinstance(change, Upserted):
            name = named[identifier] = file_name(change.item)
            upserted[name] = change.item
            removed.discard(stem)
        else:
            removed.add(stem)
    return upserted, removed, times


class _Run:
    def __init__(
        self,
        folder: PrivateFolder,
        before: MirrorState,
        go_on: Callable[[], bool],
        times: Mapping[str, datetime],
    ) -> None:
        self._folder = folder
        self._versions = dict(before.versions)
        self._external_ids = dict(before.external_ids)
        self._rights = dict(before.rights)
        self._go_on = go_on
        self._times = times
        self.changed_at: list[datetime] = []
        self.written: list[str] = []
        self.failed: list[str] = []
        self.removed = 0
        self.relabelled = 0
        self.rights_changed = 0
        self.postponed = 0

    def remove(self, coverage: Coverage, there: set[str], gone: set[str]) -> None:
        """Remove what is gone, and what lies there under the name of another format."""
        stems = {_stem(each): each for each in there}
        gone_stems = {_stem(each) for each in gone}
        for name in self._folder.names():
            if not name.startswith(_PREFIX):
                continue
            document = name.removesuffix(SIDECAR_SUFFIX)
            stem = _stem(document)
            listed = stems.get(stem)
            kept = document == listed or (
                listed is None and coverage is Coverage.SINCE and stem not in gone_stems
            )
            if kept:
                continue
            # The document before its sidecar, which may be all that closes it; "." sorts it first.
            if self._folder.remove(name) and name == document:
                self.removed += 1
                self._note_time(stem)
            self._forget(document)

    def restrict(self, items: Mapping[str, SourceItem]) -> None:
        """Write the present rights beside each content that is there, under that content's version."""
        self._external_ids |= {name: item.external_id for name, item in items.items()}
        self.relabelled += self._folder.write_all(
            (name + SIDECAR_SUFFIX, self._sidecar(name, item))
            for name, item in items.items()
            if self._folder.has(name)
        )
        for name, item in items.items():
            # An unread list closes its document and says nothing of what was before it.
            if item.acl.state is not AclState.UNKNOWN:
                digest = item.acl.digest
                if self._rights.get(name, digest) != digest:
                    self.rights_changed += 1
                    self._note_time(_stem(name))
                self._rights[name] = digest

    def _sidecar(self, name: str, item: SourceItem) -> bytes:
        version = self._versions.get(name, "")
        is_current = version and version == item.version
        before = None if is_current else self._folder.read(name + SIDECAR_SUFFIX) or b""
        return sidecar_of(item, version, before)

    def _note_time(self, stem: str) -> None:
        if stem in self._times:
            self.changed_at.append(self._times[stem])

    async def renew(self, name: str, item: SourceItem) -> None:
        """Read the content if it is another one than that which is there."""
        if item.version and self._versions.get(name) == item.version and self._folder.has(name):
            return
        if self.postponed or not self._go_on():
            self.postponed += 1
            return
        try:
            content = await item.read()
        except SourceError as error:
            self.failed.append(item.external_id)
            if error.kind is SourceErrorKind.NOT_AVAILABLE:
                self._drop(name)  # gone, or closed to us, between the list and the reading
            return
        sidecar = sidecar_of(item, item.version)
        # One that lies there is under rights that hold for both contents; a new one may not lie there without any.
        if not self._folder.has(name):
            self._folder.write(name + SIDECAR_SUFFIX, sidecar)
        if self._folder.write(name, content):
            self.written.append(item.external_id)
        self._folder.write(name + SIDECAR_SUFFIX, sidecar)
        self._versions[name] = item.version

    def _drop(self, name: str) -> None:
        self.removed += self._folder.remove(name)
        self._folder.remove(name + SIDECAR_SUFFIX)
        self._forget(name)

    def _forget(self, name: str) -> None:
        for known in (self._versions, self._external_ids, self._rights):
            known.pop(name, None)

    def remember(self, cursor: str | None, read_at: datetime) -> None:
        """Write what the next run has to know."""
        there = set(self._folder.names())
        external_ids = {name: each for name, each in self._external_ids.items() if name in there}
        said = {
            "cursor": cursor,
            "rights_read_at": read_at.isoformat(),
            "versions": dict(sorted(self._versions.items())),
            "external_ids": dict(sorted(external_ids.items())),
            "rights": dict(sorted(self._rights.items())),
        }
        self._folder.write(STATE_FILE, json.dumps(said, indent=1).encode())


def _stem_of(external_id: str) -> str:
    return _PREFIX + hashlib.sha256(external_id.encode("utf-8", "replace")).hexdigest()[:32]


def _stem(name: str) -> str:
    return name.partition(".")[0]
