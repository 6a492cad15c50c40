"""What a workspace is connected to: a pack's places, a Moodle, and the records of answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from fidedigno.errors import ConfigurationError, FidedignoError, WorkspaceError
from fidedigno.stores import MOODLE_FILE, PLACES_FILE, Stores

if TYPE_CHECKING:
    from fidedigno.evaluate import SourceState
    from fidedigno.gather.moodle_connection import MoodleConnection
    from fidedigno.gather.state import StateSource
    from fidedigno.plan.declared import DeclaredPlaces
    from fidedigno.sources.moodle import MirrorReport, PeopleRead
    from fidedigno.trace.explain import Explanation

MIRRORS_FOLDER = "mirrors"
_FILE_MODE = 0o600


@dataclass(frozen=True, slots=True)
class MoodleSync:
    """What a synchronisation did. ``folders`` are the mirrors to ingest; ``failed`` are courses by their
    number, with the code of what went wrong; their mirrors and rights stay as old as they were."""

    folders: tuple[Path, ...] = ()
    people: int = 0
    unknown_groups: tuple[str, ...] = ()
    failed: dict[int, str] = field(default_factory=dict)
    written: int = 0
    removed: int = 0

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "folders": [str(each) for each in self.folders],
            "people": self.people,
            "unknown_groups": list(self.unknown_groups),
            "failed": {str(course): code for course, code in self.failed.items()},
            "written": self.written,
            "removed": self.removed,
        }


class Connections(Stores):
    """The stores with what surrounds them."""

    def load_places(self, path: str | Path) -> DeclaredPlaces:
        """Take over the courses, activities and groups that a ``places.yaml`` declares, in place of earlier ones.

        Raises:
            ConfigurationError: if the file is not valid; the earlier places stay.
        """
        from fidedigno.plan.declared import load_places

        places = load_places(Path(path))
        self._keep(PLACES_FILE, Path(path).read_text(encoding="utf-8-sig"))
        self._forget_connections()
        return places

    def connect_moodle(self, path: str | Path) -> MoodleConnection:
        """Connect the Moodle that a ``moodle.yaml`` describes, in place of an earlier one.

        The files of tokens that it names are read where they are, each time the workspace is opened.

        Raises:
            ConfigurationError: if the file is not valid, or a file of tokens is missing or open to others.
        """
        from fidedigno.gather.moodle_connection import load_connection

        source = Path(path).resolve()
        connection = load_connection(source)
        said = yaml.safe_load(source.read_text(encoding="utf-8-sig"))
        for key in ("service_token_file", "person_tokens_file"):
            if key in said:
                said[key] = str((source.parent / said[key]).resolve())
        self._keep(MOODLE_FILE, yaml.safe_dump(said, allow_unicode=True, sort_keys=False))
        self._forget_connections()
        return connection

    def connect_state(self, state: StateSource) -> None:
        """Use a source of live state of your own, until the workspace is closed."""
        self._forget_connections()
        self.__dict__["state"] = state

    def sync_moodle(self, owner: str) -> MoodleSync:
        """Mirror the declared courses that are in the connected Moodle, and load their people and groups.

        The mirrors are folders of files with their rights; ingest :attr:`MoodleSync.folders` afterwards.

        Args:
            owner: who answers for the mirrored documents.

        Raises:
            WorkspaceError: if no Moodle is connected.
        """
        from fidedigno.gather.moodle_connection import load_connection

        path = self.folder / MOODLE_FILE
        if not path.exists():
            raise WorkspaceError("no Moodle is connected", "connect one with 'fidedigno moodle connect FILE'")
        numbers = [each.moodle for each in self.places.courses if each.moodle]
        if not numbers:
            raise ConfigurationError(
                "no declared course has a number in Moodle", "give 'moodle' to courses in places.yaml"
            )
        connection = load_connection(path)
        root = self.folder / MIRRORS_FOLDER / connection.site.name
        sync, people = asyncio.run(_mirror(connection, numbers, root, owner))
        if people is not None:
            self.directory.load(people.content, replace=False)
        return sync

    def why(self, answer_id: str, *, as_user: str | None, language: str | None = None) -> Explanation:
        """Explain an answer to whoever it was given to, or to an auditor.

        Raises:
            NotAvailableError: for anybody else, and where there is no record: one refusal for all.
        """
        from fidedigno.model import Principal
        from fidedigno.trace.explain import explain
        from fidedigno.trace.reader import TraceReader

        named = self.settings.auditors
        auditors = [Principal.parse(named)] if named else []
        reader = TraceReader(self.traces, self.pseudonyms, self.rights, self.authoriser.permit, auditors)
        opened = reader.open(answer_id, self.directory.identity(as_user))
        return explain(opened, self.catalog, language=language, pack=self.pack)

    def sources(self) -> dict[str, SourceState]:
        """Every ingested document by its path, with its version and labels: what a re-evaluation map compares."""
        from fidedigno.evaluate import sources_in

        return sources_in(self._database)

    def forget_answers_of(self, user: str) -> int:
        """Delete every record of a person's answers; returns how many there were."""
        pseudonym = self.pseudonyms.user(self.settings.tenant, self.directory.identity(user).user or user)
        return self.traces.delete_of_user(self.settings.tenant, pseudonym)

    def _keep(self, name: str, text: str) -> None:
        path = self.folder / name
        try:
            path.write_text(text, encoding="utf-8")
            path.chmod(_FILE_MODE)
        except OSError as error:
            raise WorkspaceError(
                f"{path} cannot be written: {error.strerror}", "check the rights of the workspace folder"
            ) from error

    def _forget_connections(self) -> None:
        if "state" in self.__dict__:
            self.state.close()
        for part in ("state", "places", "pipeline"):
            self.__dict__.pop(part, None)


async def _mirror(
    connection: MoodleConnection, courses: Sequence[int], root: Path, owner: str
) -> tuple[MoodleSync, PeopleRead | None]:
    """Mirror each course by itself; the people of those that could be read are loaded together."""
    from fidedigno.ingest.parse import is_supported
    from fidedigno.sources.moodle import (
        CorpusOptions,
        MoodleClient,
        MoodleError,
        mirror_course,
        read_people,
    )

    reports: dict[int, MirrorReport] = {}
    failed: dict[int, str] = {}
    people = None
    async with MoodleClient(connection.site) as client:
        for course in courses:
            try:
                reports[course] = await mirror_course(
                    client, course, root, CorpusOptions(owner), supports=is_supported
                )
            except (MoodleError, FidedignoError) as error:
                failed[course] = _code(error)
        groups = frozenset().union(*(report.groups for report in reports.values()))
        try:
            people = await read_people(client, sorted(reports), extra_groups=groups) if reports else None
        except MoodleError as error:
            failed.update(dict.fromkeys(reports, _code(error)))
            reports = {}
    return _sync(reports, failed, people), people


def _sync(reports: dict[int, MirrorReport], failed: dict[int, str], people: PeopleRead | None) -> MoodleSync:
    return MoodleSync(
        tuple(report.folder for report in reports.values()),
        len(people.content.users) if people else 0,
        people.unknown_groups if people else (),
        failed,
        sum(len(report.written) for report in reports.values()),
        sum(len(report.removed) for report in reports.values()),
    )


def _code(error: Exception) -> str:
    return error.code if isinstance(error, FidedignoError) else type(error).__name__
