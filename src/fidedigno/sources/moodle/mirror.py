"""A course as a folder of files that ordinary ingestion reads, and what its ``corpus.yaml`` declares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fidedigno.sources.mirror import MirrorReport, mirror
from fidedigno.sources.moodle.client import MoodleClient
from fidedigno.sources.moodle.connector import MoodleCourse
from fidedigno.sources.moodle.site import MoodleSite


@dataclass(frozen=True, slots=True)
class CorpusOptions:
    """What ``corpus.yaml`` declares of a mirrored course, as its grammar writes it."""

    owner: str
    audience: str = "restricted"
    sensitivity: str = "internal"
    authority: str = "course-official"
    revocation_lag: str = "1h"
    freshness: str = "365d"
    ai_allowed: bool = True
    language: str | None = None


@dataclass(frozen=True, slots=True)
class CourseMirror:
    """What a run did; the groups that access lists name, by id in Moodle; and whether the course is gone."""

    report: MirrorReport
    groups: frozenset[int]
    is_gone: bool


def mirror_folder(root: Path, course: int) -> Path:
    """The folder of a course below a mirror's root."""
    return root / f"course-{course}"


async def mirror_course(
    client: MoodleClient,
    course: int,
    root: Path,
    options: CorpusOptions,
    *,
    supports: Callable[[str], bool] = bool,
) -> CourseMirror:
    """Bring the mirror of a course up to date. One run at a time.

    A course that is not there any more has no documents. Files whose name ``supports`` refuses are left out.

    Raises:
        ConfigurationError: if the service account may not ask what has to be known.
        MoodleError: if the course could not be read whole; nothing has changed then.
        WorkspaceError: if the folder cannot be written.
    """
    connector = MoodleCourse(client, course)
    declared = course_declaration(client.site, course, options)
    report = await mirror(connector, mirror_folder(root, course), declared, supports=supports)
    return CourseMirror(report, connector.groups, connector.is_gone)


def course_declaration(site: MoodleSite, course: int, options: CorpusOptions) -> dict[str, object]:
    """``corpus.yaml`` of a course, as plain data."""
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
    return said
