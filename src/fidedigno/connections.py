"""What a workspace is connected to: a pack's places, a Moodle, and the records of answers."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import yaml

from fidedigno.errors import ConfigurationError, FidedignoError, UsageError, WorkspaceError
from fidedigno.model import Principal, normalise_name
from fidedigno.moodle_sync import MoodleSync, mirror
from fidedigno.private_file import write_private
from fidedigno.stores import ASSISTANTS_FILE, MOODLE_FILE, PLACES_FILE, Stores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

    from fidedigno.access.content import DirectoryContent
    from fidedigno.connected.alerts import Alerts
    from fidedigno.connected.book import ConnectionBook
    from fidedigno.connected.kept import KeptConnections
    from fidedigno.connected.lags import Lags
    from fidedigno.connector_sync import ConnectorSync
    from fidedigno.evaluate import SourceState
    from fidedigno.gather.moodle_connection import MoodleConnection
    from fidedigno.gather.state import StateSource
    from fidedigno.live_checks import LiveDocuments
    from fidedigno.plan.assistants import Assistants
    from fidedigno.plan.declared import DeclaredPlaces
    from fidedigno.sources.connector import Connector
    from fidedigno.trace.explain import Explanation
    from fidedigno.trace.reader import TraceReader
    from fidedigno.trace.review import Queue

_log = logging.getLogger(__name__)
MIRRORS_FOLDER = "mirrors"
SYNC_LOCK_FILE = "sync.lock"
T = TypeVar("T")


class Connections(Stores):
    """The stores with what surrounds them."""

    def load_places(self, path: str | Path) -> DeclaredPlaces:
        """Take over the courses, activities and groups that a ``places.yaml`` declares, in place of earlier ones.

        Raises:
            ConfigurationError: if the file is not valid; the earlier places stay.
        """
        from fidedigno.plan.declared import load_places

        return self._taken_over(load_places, Path(path), PLACES_FILE)

    def load_assistants(self, path: str | Path) -> Assistants:
        """Take over the assistants that an ``assistants.yaml`` declares, in place of earlier ones.

        Raises:
            ConfigurationError: if the file is not valid; the earlier assistants stay.
        """
        from fidedigno.plan.assistants import load_assistants

        return self._taken_over(load_assistants, Path(path), ASSISTANTS_FILE)

    def _taken_over(self, load: Callable[[Path], T], path: Path, name: str) -> T:
        """Read a declared file, and keep it where it is valid."""
        declared = load(path)
        self._keep(name, path.read_text(encoding="utf-8-sig"))
        self._forget_connections()
        return declared

    def connect_moodle(self, path: str | Path) -> MoodleConnection:
        """Connect the Moodle that a ``moodle.yaml`` describes, in place of an earlier one.

        The files of tokens that it names are read where they are, each time the workspace is opened.

        Raises:
            ConfigurationError: if the file is not valid, or a file of tokens is missing or open to others.
        """
        from fidedigno.gather.moodle_connection import load_connection
        from fidedigno.ingest.strict_yaml import read_yaml

        source = Path(path).resolve()
        connection = load_connection(source)
        said = read_yaml(source.read_text(encoding="utf-8-sig")).data
        for key in ("service_token_file", "person_tokens_file"):
            if key in said:
                said[key] = str((source.parent / said[key]).resolve())
        self._keep(MOODLE_FILE, yaml.safe_dump(said, allow_unicode=True, sort_keys=False))
        self._forget_connections()
        return connection

    def connect_state(self, state: StateSource) -> None:
        """Use a source of live state of your own, until the workspace is closed; it closes the source."""
        self._forget_connections(own_state=True)
        self.__dict__["state"] = self._own_state = state

    def sync_moodle(self, owner: str) -> MoodleSync:
        """Mirror the declared courses that are in the connected Moodle, and load their people and groups.

        The mirrors are folders of files with their rights; ingest :attr:`MoodleSync.folders` afterwards.

        Args:
            owner: who answers for the mirrored documents.

        Raises:
            WorkspaceError: if no Moodle is connected.
            ConfigurationError: if no declared course is in it.
            BusyError: if another synchronisation runs.
        """
        from fidedigno.gather.moodle_connection import load_connection
        from fidedigno.ingest.lock import ingestion_lock

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
        root.mkdir(parents=True, exist_ok=True)
        with ingestion_lock(self.folder / SYNC_LOCK_FILE), self._trail.sync_recorded("moodle"):
            mirrored = mirror(connection, numbers, root, owner)
            if mirrored.content is not None:
                self.directory.load(mirrored.content, replace=False)
            return mirrored.take_effect()

    @property
    def connections(self) -> KeptConnections:
        """The declared connections."""
        from fidedigno.connected.kept import KeptConnections

        return KeptConnections(self.folder)

    @property
    def book(self) -> ConnectionBook:
        """How the readings of each connection went."""
        from fidedigno.connected.book import ConnectionBook

        return ConnectionBook(self._database)

    @property
    def alerts(self) -> Alerts:
        """Tells the channels of the settings when a corpus closes, opens again, or has unknown rights."""
        from fidedigno.connected.alerts import Alerts, channels_of

        return Alerts(self._database, channels_of(self.settings))

    @property
    def lags(self) -> Lags:
        """How long changes of rights took to count."""
        from fidedigno.connected.lags import Lags

        return Lags(self._database)

    def sync(
        self,
        connector: Connector,
        declaration: Mapping[str, object],
        *,
        contents: bool = True,
        go_on: Callable[[], bool] = lambda: True,
        rests_on: Iterable[datetime | None] = (),
    ) -> ConnectorSync:
        """Mirror a connected system, and load its people and groups. Ingest the folder of the mirror afterwards.

        Args:
            connector: the system.
            declaration: what ``corpus.yaml`` declares of it: ``owner``, ``audience``, ``sensitivity``,
                ``revocation_lag``, ``freshness`` and ``ai_allowed`` at least.
            contents: whether to read contents too, or rights alone, which may be done more often.
            go_on: asked before each content is read; what is left when it says no is for the next time.
            rests_on: when other systems were read whose groups the access lists name, ``None`` for one that
                never was: the rights are no younger than the oldest.

        Raises:
            SourceError: if people or changes could not be read whole; nothing has changed then.
            ConfigurationError: if the declaration cannot be used.
            BusyError: if another synchronisation runs.
        """
        from fidedigno.connector_sync import declaration_of, synchronise
        from fidedigno.ingest.lock import ingestion_lock
        from fidedigno.sources.files import RIGHTS_FILE
        from fidedigno.sources.private_folder import PrivateFolder

        whole = declaration_of(connector.name, declaration)
        folder = self._mirror_of(connector.name)
        with ingestion_lock(self.folder / SYNC_LOCK_FILE), self._trail.sync_recorded(connector.name):
            place = PrivateFolder(folder)
            if not place.has(RIGHTS_FILE):
                place.write(RIGHTS_FILE, b"")  # until all is read, of no age that could be told
            users, groups = self.directory.users(), self.directory.groups()
            done = synchronise(connector, folder, whole, groups, users, contents=contents, go_on=go_on)
            self.directory.load(done.content, replace=False)
            moments = [done.mirror.rights_read_at, *rests_on]
            known = [each for each in moments if each is not None]
            place.write(RIGHTS_FILE, min(known).isoformat().encode() if len(known) == len(moments) else b"")
            return done

    def use_live(self, source: str, connector: Connector) -> None:
        """Ask ``connector`` about the documents of ``source`` when a question arrives, until this is closed.

        It opens the corpora that declare ``access_pattern: live_check`` and that ``source``, beside their grants.
        The connector is used from a thread of its own and closed with the workspace, so give it one that nothing
        else uses.
        """
        self.live.use(source, connector, self._mirror_of(source))

    def _mirror_of(self, source: str) -> Path:
        from fidedigno.connector_sync import folder_name

        return self.folder / MIRRORS_FOLDER / folder_name(source)

    def note_reading(self, connection: str, counts: Mapping[str, int], code: str) -> None:
        """Record in the audit trail that a connected system was read, or that it could not be."""
        from fidedigno.trace.event import Action
        from fidedigno.trace.trail import About

        action = Action.CONNECTOR_FAILED if code else Action.CONNECTOR_SYNCED
        self.audit.trail.note(action, About(connectors=(connection,), numbers=dict(counts)), result=code)

    def _ask_live(self, live: LiveDocuments) -> None:
        """Have the connected systems asked whose corpora declare it; one that cannot be opened stays closed."""
        from fidedigno.model import AccessPattern

        for name in self.connections.names():
            try:
                connection = self.connections.get(name)
                if connection.corpus is None:
                    continue
                if connection.corpus.corpus.access_pattern is AccessPattern.LIVE_CHECK:
                    connector = connection.open()
                    live.use(connector.name, connector, self._mirror_of(connector.name))
            except FidedignoError as error:
                _log.error("connection %s cannot be asked live (%s)", name, error.code)

    def sync_people(self, connector: Connector) -> DirectoryContent:
        """Load the people and groups of a connected system that has no documents.

        Raises:
            SourceError: if they could not be read whole; nothing has changed then.
            BusyError: if another synchronisation runs.
        """
        from fidedigno.connector_sync import synchronise_people
        from fidedigno.ingest.lock import ingestion_lock

        with ingestion_lock(self.folder / SYNC_LOCK_FILE):
            content = synchronise_people(connector, self.directory.groups(), self.directory.users())
            self.directory.load(content, replace=False)
            return content

    def why(self, answer_id: str, *, as_user: str | None, language: str | None = None) -> Explanation:
        """Explain an answer to whoever it was given to, or to an auditor.

        Raises:
            NotAvailableError: for anybody else, and where there is no record: one refusal for all.
        """
        from fidedigno.trace.event import Action
        from fidedigno.trace.explain import explain
        from fidedigno.trace.trail import About

        identity = self.directory.identity(as_user)
        opened = self._reader().open(answer_id, identity)
        if opened.as_auditor:
            about = About(ids=(f"answer:{opened.trace.answer_id}",))
            self.audit.trail.require(Action.RECORD_OPENED, about, actor=identity.user)
        return explain(opened, self.catalog, language=language, pack=self.pack)

    def review(self, *, as_user: str | None, before: int | None = None, size: int = 50) -> Queue:
        """The answers that were handed to a person (``escalate``), for an auditor; newest first, by ids and reasons.

        Args:
            as_user: who looks.
            before: ``following`` of the page before.
            size: how many at most, up to 200.

        Raises:
            NotAvailableError: for anybody who is no auditor, whether there are any or not.
            UsageError: if ``size`` is out of range.
        """
        from fidedigno.trace.review import waiting_for_review

        identity = self.directory.identity(as_user)
        return waiting_for_review(self._reader(), identity, self._auditors(), before=before, size=size)

    def _reader(self) -> TraceReader:
        from fidedigno.trace.reader import TraceReader

        permit = self.authoriser.permit
        self._trail.keys.current()  # whoever runs the workspace is told if the secret cannot be used
        return TraceReader(
            self.traces, self._trail.keys, self.rights, permit, self._auditors(), self.live.begin
        )

    def _auditors(self) -> tuple[Principal, ...]:
        named = self.settings.auditors
        return (Principal.parse(named),) if named else ()

    def sources(self) -> dict[str, SourceState]:
        """Every ingested document by its path, with its version and labels: what a re-evaluation map compares."""
        from fidedigno.evaluate import sources_in

        return sources_in(self._database)

    def forget_answers_of(self, user: str) -> int:
        """Delete every record of a person's answers; returns how many there were.

        Raises:
            UsageError: if it is no name.
        """
        # Somebody who has left the directory is named in records as the directory did.
        try:
            name = self.directory.identity(user).user or normalise_name(user)
        except ValueError as error:
            raise UsageError(f"not a name: {error}") from None
        return self.audit.forget_person(name)

    def _keep(self, name: str, text: str) -> None:
        """Write a file of the workspace for its owner alone, whole or not at all."""
        write_private(self.folder / name, text, "check the rights of the workspace folder")

    def _forget_connections(self, *, own_state: bool = False) -> None:
        """Let go of what places and Moodle serve; of somebody's own source of state only if ``own_state``.

        A question that is being answered goes on with the pipeline that it has; its threads end with it.
        """
        if "state" in self.__dict__ and (own_state or self._own_state is None):
            self.__dict__.pop("state").close()
        for part in ("places", "assistants", "pipeline"):
            self.__dict__.pop(part, None)
