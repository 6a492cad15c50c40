"""A course as a folder of files that ordinary ingestion reads: documents, their sidecars, ``corpus.yaml``.

A run first learns everything about rights and texts, and changes nothing until it has. Then what is gone is
removed, then every access list is written, then new contents: at no moment is a document there with wider
rights than Moodle gives it. A temporary error deletes nothing, and leaves the time of the last complete
reading of rights, :func:`read_mirror`, as it was: do not ingest a mirror whose last run failed as if its
rights were fresh.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

import yaml

from fidedigno.sources.files import CORPUS_FILE, SIDECAR_SUFFIX
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.documents import (
    CourseDocument,
    CourseDocuments,
    RemoteFile,
    course_is_gone,
    read_documents,
)
from fidedigno.sources.moodle.errors import (
    MoodleError,
    MoodleNotAvailableError,
    MoodleUnknownError,
    UnknownCause,
)
from fidedigno.sources.moodle.site import MoodleSite
from fidedigno.sources.private_folder import PrivateFolder

_STATE = ".moodle.json"
_OURS = re.compile(r"(?:section|page|assign|label|file)-\d.*")


@dataclass(frozen=True, slots=True)
class CorpusOptions:
    """What ``corpus.yaml`` declares of a mirrored course, as its grammar writes it."""

    owner: str
    audience: str = "department"
    sensitivity: str = "internal"
    authority: str = "course-official"
    revocation_lag: str = "1h"
    freshness: str = "365d"
    ai_allowed: bool = True
    language: str | None = None


@dataclass(frozen=True, slots=True)
class MirrorState:
    """What a mirror remembers: when its rights were last read whole, and each document's version."""

    rights_read_at: datetime | None = None
    versions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class MirrorReport:
    """What a run did, in names of files.

    ``stale`` could not be read this time: they keep their old content under their new rights. ``failed``
    could not be read and are not there. ``groups`` are those that access lists name, by id in Moodle.
    ``left_out`` counts modules by kind that make no document.
    """

    folder: Path
    written: tuple[str, ...]
    removed: tuple[str, ...]
    stale: tuple[str, ...]
    failed: tuple[str, ...]
    groups: frozenset[int]
    left_out: Mapping[str, int]
    rights_read_at: datetime | None

    @property
    def is_complete(self) -> bool:
        """Whether every document is there in its present version."""
        return not self.stale and not self.failed


def mirror_folder(root: Path, course: int) -> Path:
    """The folder of a course below a mirror's root."""
    return root / f"course-{course}"


def read_mirror(folder: Path) -> MirrorState:
    """What the mirror in a folder remembers; nothing where there is none, or its memory is not readable."""
    try:
        said = json.loads((folder / _STATE).read_bytes())
        read_at = datetime.fromisoformat(said["rights_read_at"])
        versions = {str(name): str(version) for name, version in said["versions"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return MirrorState()
    return MirrorState(read_at if read_at.tzinfo else None, MappingProxyType(versions))


async def mirror_course(
    client: MoodleClient,
    course: int,
    root: Path,
    options: CorpusOptions,
    *,
    supports: Callable[[str], bool] | None = None,
) -> MirrorReport:
    """Bring the mirror of a course up to date. One run at a time.

    A course that is not there any more has no documents. Files whose name
    ``supports`` refuses are left out.

    Raises:
        ConfigurationError: if the service account may not ask what has to be known.
        MoodleError: if the course could not be read whole; nothing has changed then.
        WorkspaceError: if the folder cannot be written.
    """
    try:
        read = await read_documents(client, course)
    except MoodleNotAvailableError:
        read = None
    if read is None and not await course_is_gone(client, course):
        raise MoodleUnknownError(UnknownCause.REFUSED_CALL)
    folder = PrivateFolder(mirror_folder(root, course))
    run = _Run(client, folder, options, read_mirror(folder.path))
    folder.write(CORPUS_FILE, _declaration(client.site, course, options))
    documents = [each for each in read.documents if supports is None or supports(each.name)] if read else []
    return await run.bring(documents, read)


class _Run:
    def __init__(
        self, client: MoodleClient, folder: PrivateFolder, options: CorpusOptions, before: MirrorState
    ) -> None:
        self._client = client
        self._folder = folder
        self._options = options
        self._before = before
        self._versions: dict[str, str] = {}
        self._written: list[str] = []
        self._removed: list[str] = []
        self._stale: list[str] = []
        self._failed: list[str] = []

    async def bring(self, documents: list[CourseDocument], read: CourseDocuments | None) -> MirrorReport:
        self._remove_all_but({each.name for each in documents})
        for document in documents:
            if self._folder.has(document.name):
                self._keep(document)
        for document in documents:
            if self._versions.get(document.name) != document.version or not document.version:
                await self._renew(document)
        read_at = read.read_at if read else None
        self._remember(read_at)
        return MirrorReport(
            folder=self._folder.path,
            written=tuple(self._written),
            removed=tuple(self._removed),
            stale=tuple(self._stale),
            failed=tuple(self._failed),
            groups=read.groups if read else frozenset(),
            left_out=read.left_out if read else MappingProxyType({}),
            rights_read_at=read_at,
        )

    def _remove_all_but(self, names: set[str]) -> None:
        for name in self._folder.names():
            if not _OURS.fullmatch(name):
                continue
            is_sidecar = name.endswith(SIDECAR_SUFFIX)
            if name.removesuffix(SIDECAR_SUFFIX) in names:
                continue
            # The document before its sidecar, which may be all that closes it; "." sorts it first.
            if self._folder.remove(name) and not is_sidecar:
                self._removed.append(name)

    def _keep(self, document: CourseDocument) -> None:
        """Write the present rights beside the content that is there, under that content's version."""
        version = self._before.versions.get(document.name, "")
        self._versions[document.name] = version
        self._folder.write(document.name + SIDECAR_SUFFIX, self._sidecar(document, version))

    async def _renew(self, document: CourseDocument) -> None:
        try:
            content = await self._content(document)
        except MoodleNotAvailableError:
            # Gone between the list and the reading: it is not this course's document any more.
            self._drop(document)
            return
        except MoodleError:
            content = None
        if content is None:
            (self._stale if document.name in self._versions else self._failed).append(document.name)
            return
        self._folder.write(document.name + SIDECAR_SUFFIX, self._sidecar(document, document.version))
        if self._folder.write(document.name, content):
            self._written.append(document.name)
        self._versions[document.name] = document.version

    async def _content(self, document: CourseDocument) -> bytes | None:
        if not isinstance(document.content, RemoteFile):
            return document.content
        remote = document.content
        file = await self._client.download(remote.url, size=remote.size, media_type=remote.media_type)
        return file.content

    def _drop(self, document: CourseDocument) -> None:
        if self._folder.remove(document.name):
            self._removed.append(document.name)
        self._folder.remove(document.name + SIDECAR_SUFFIX)
        self._versions.pop(document.name, None)

    def _sidecar(self, document: CourseDocument, version: str) -> bytes:
        said: dict[str, object] = {
            "title": document.title,
            "acl": document.acl,
            "authority": self._options.authority,
            "version": version or "unknown",
        }
        if document.updated is not None and version == document.version:
            said["updated"] = document.updated.isoformat()
        return _yaml(said)

    def _remember(self, read_at: datetime | None) -> None:
        moment = read_at or self._before.rights_read_at
        said = {
            "rights_read_at": moment.isoformat() if moment else "",
            "versions": dict(sorted(self._versions.items())),
        }
        self._folder.write(_STATE, json.dumps(said, indent=1).encode())


def _declaration(site: MoodleSite, course: int, options: CorpusOptions) -> bytes:
    said: dict[str, object] = {
        "name": f"{site.name}-course-{course}",
        "owner": options.owner,
        "audience": options.audience,
        "sensitivity": options.sensitivity,
        "authority": options.authority,
        "acl": [f"group:{site.course_group(course)}"],
        "ai_allowed": options.ai_allowed,
        "revocation_lag": options.revocation_lag,
        "freshness": options.freshness,
        "timezone": site.timezone,
        "source": f"moodle:{site.name}",
    }
    if options.language is not None:
        said["language"] = options.language
    return _yaml(said)


def _yaml(said: Mapping[str, object]) -> bytes:
    text: str = yaml.safe_dump(dict(said), allow_unicode=True, sort_keys=False, width=1000)
    return text.encode("utf-8", "replace")
