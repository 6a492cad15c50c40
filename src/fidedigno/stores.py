"""The stores of a workspace and what is built on them, each opened when it is first needed."""

from __future__ import annotations

import logging
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fidedigno.config import Settings
from fidedigno.errors import FidedignoError

if TYPE_CHECKING:
    from fidedigno.access import AclClasses, Authoriser, Corpora, Directory, DocumentRights
    from fidedigno.database import Database
    from fidedigno.gather.state import StateSource
    from fidedigno.index.lance import LanceIndex
    from fidedigno.index.lance_writer import LanceIndexWriter
    from fidedigno.ingest.catalog import Catalog
    from fidedigno.ingest.embed import Embedder
    from fidedigno.language_model import LanguageModel
    from fidedigno.model import Identity
    from fidedigno.pipeline import Answered, Pipeline
    from fidedigno.plan.assistants import Assistants
    from fidedigno.plan.declared import DeclaredPlaces
    from fidedigno.plan.pack import Pack
    from fidedigno.plan.planner import Planner
    from fidedigno.trace.pseudonym import PseudonymKey
    from fidedigno.trace.store import TraceStore

DATABASE_FILE = "state.sqlite"
INDEX_FOLDER = "index"
PACKS_FOLDER = "packs"
PLACES_FILE = "places.yaml"
ASSISTANTS_FILE = "assistants.yaml"
MOODLE_FILE = "moodle.yaml"
KEY_FILE = "traces.key"
_PARTS = (
    "_database", "directory", "authoriser", "classes", "rights", "declared", "catalog", "pack", "places", "assistants",
    "state", "traces", "pseudonyms", "language_model",
)  # fmt: skip
_OPENING = threading.RLock()
_log = logging.getLogger(__name__)


if TYPE_CHECKING:
    part = cached_property
else:

    class part(cached_property):  # noqa: N801 - used as a decorator
        """A part that is made when it is first needed, and once, whoever asks for it at the same time.

        ``cached_property`` alone makes one for each thread that comes early, and the threads and connections
        of all but the last would never be closed.
        """

        def __get__(self, instance, owner=None):
            """The part; once made it is found in the instance before this is asked."""
            with _OPENING:
                return super().__get__(instance, owner)


class Stores:
    """The parts of one workspace folder. Closing it lets go of all of them."""

    _own_state: StateSource | None = None

    def __init__(self, folder: Path, settings: Settings, origins: dict[str, str]) -> None:
        self.folder = folder
        self.settings = settings
        self.origins = origins

    @part
    def _database(self) -> Database:
        from fidedigno.database import Database

        return Database.open(self.folder / DATABASE_FILE)

    @part
    def directory(self) -> Directory:
        """Users, groups and memberships."""
        from fidedigno.access import Directory

        return Directory(self._database, self.settings.tenant)

    @part
    def authoriser(self) -> Authoriser:
        """Turns identities into permits."""
        from fidedigno.access import Authoriser

        return Authoriser(
            self._database, directory=self.directory, classes=self.classes, tenant=self.settings.tenant
        )

    @part
    def classes(self) -> AclClasses:
        """Interned access lists."""
        from fidedigno.access import AclClasses

        return AclClasses(self._database)

    @part
    def rights(self) -> DocumentRights:
        """Which access class each document has."""
        from fidedigno.access import DocumentRights

        return DocumentRights(self._database)

    @part
    def declared(self) -> Corpora:
        """The declared corpora."""
        from fidedigno.access import Corpora

        return Corpora(self._database, lambda: datetime.now(UTC))

    @part
    def catalog(self) -> Catalog:
        """Documents and versions."""
        from fidedigno.ingest.catalog import Catalog

        return Catalog(self._database)

    @part
    def embedder(self) -> Embedder:
        """The configured embedder."""
        from fidedigno.ingest.embed import embedder_named

        return embedder_named(self.settings.embedder)

    @part
    def _table(self) -> Any:
        from fidedigno.index.table import open_table

        return open_table(self.folder / INDEX_FOLDER, self.embedder.fingerprint, self.embedder.dimensions)

    @part
    def index(self) -> LanceIndex:
        """The reading side of the index."""
        from fidedigno.index.lance import LanceIndex, VectorSearch

        settings = self.settings
        vectors = VectorSearch(settings.exact_below, settings.probes, settings.refine)
        return LanceIndex(self._table, self.authoriser.permit, vectors)

    @part
    def writer(self) -> LanceIndexWriter:
        """The writing side of the index."""
        from fidedigno.index.lance_writer import LanceIndexWriter

        return LanceIndexWriter(self._table)

    @part
    def pack(self) -> Pack:
        """The pack by which questions are planned."""
        from fidedigno.plan.general import GENERAL
        from fidedigno.plan.load import load_pack, shipped_pack

        named = self.settings.pack
        if not named:
            return GENERAL
        # A folder that happens to be called like a shipped pack does not take its place.
        if not _is_shipped(named) and Path(named).is_dir():
            return load_pack(Path(named))
        return shipped_pack(named)

    @part
    def language_model(self) -> LanguageModel | None:
        """The configured language model; nothing of it is loaded where there is none."""
        if not self.settings.language_model:
            return None
        from fidedigno.language_model import open_language_model

        return open_language_model(self.settings.language_model)

    @part
    def planner(self) -> Planner:
        """Plans questions by the pack."""
        from fidedigno.plan.classify import Classifier
        from fidedigno.plan.general import GENERAL, OneClass
        from fidedigno.plan.load import fitted_folder
        from fidedigno.plan.planner import Planner

        if self.pack is GENERAL:
            return Planner(GENERAL, OneClass())
        fitted = fitted_folder(self.pack.name)
        cache = self.folder / PACKS_FOLDER
        classifier = Classifier(self.pack, self.embedder, cache=cache, fitted=fitted)
        return Planner(self.pack, classifier, self.language_model)

    @part
    def places(self) -> DeclaredPlaces:
        """The declared courses, activities and groups."""
        from fidedigno.plan.declared import NOWHERE, load_places

        path = self.folder / PLACES_FILE
        return load_places(path) if path.exists() else NOWHERE

    @part
    def assistants(self) -> Assistants:
        """The declared assistants."""
        from fidedigno.plan.assistants import NO_ASSISTANTS, load_assistants

        path = self.folder / ASSISTANTS_FILE
        return load_assistants(path) if path.exists() else NO_ASSISTANTS

    @part
    def state(self) -> StateSource:
        """The connected source of live state."""
        from fidedigno.gather.state import NoStateSource

        path = self.folder / MOODLE_FILE
        if not path.exists():
            return NoStateSource()
        from fidedigno.gather.moodle import MoodleStateSource
        from fidedigno.gather.moodle_connection import load_connection

        connection = load_connection(path)
        return MoodleStateSource(
            connection.site, self.places, connection.find_person, seconds=connection.seconds
        )

    @part
    def traces(self) -> TraceStore:
        """The records of answers."""
        from fidedigno.trace.store import TraceStore

        days = timedelta(days=self.settings.trace_days)
        return TraceStore(self._database, retention=days, limit=self.settings.trace_limit)

    @part
    def pseudonyms(self) -> PseudonymKey:
        """The secret under which records name people."""
        from fidedigno.trace.pseudonym import PseudonymKey

        return PseudonymKey.open(self.folder / KEY_FILE)

    @part
    def pipeline(self) -> Pipeline:
        """The way of a question."""
        from fidedigno.gather import HybridRetriever
        from fidedigno.pipeline import Governance, Pipeline
        from fidedigno.plan.declared import NOWHERE

        retriever = HybridRetriever(self.index, self.embedder, self.catalog, self.settings.depth)
        # A source that lists the declared places itself has the last word: nothing stands in for its nothing.
        declared = NOWHERE if getattr(self.state, "lists_declared", False) else self.places
        zone, model = self.settings.timezone, self.language_model
        governance = Governance(self.planner, declared, self.state, zone, model, self.assistants)
        return Pipeline(
            retriever,
            self.embedder,
            self.settings.candidates,
            self.settings.compared_sentences,
            governance,
            self._record,
        )

    def _record(self, done: Answered, identity: Identity) -> None:
        """Keep the record of an answer; one that cannot be kept is logged and changes nothing."""
        from fidedigno.trace.make import trace_of

        cards = [*done.reading.cards, *(each.evidence for each in done.gathered.candidates)]
        answer = replace(done.answer, matrix=done.matrix)
        errors = [("state", code) for code in done.reading.errors]
        try:
            key = self.pseudonyms
            trace = trace_of(
                answer, done.plan, done.seconds, identity=identity, key=key, cards=cards, errors=errors
            )
            self.traces.keep(trace)
        except FidedignoError as error:
            _log.error("the record of answer %s was not kept (%s)", answer.id, error.code)

    def _forget_parts(self) -> None:
        for name in ("_table", "index", "writer", "pipeline", "planner"):
            self.__dict__.pop(name, None)

    def close(self) -> None:
        """Close the database and let go of the index."""
        try:
            if "pipeline" in self.__dict__:
                self.pipeline.close()
            if "state" in self.__dict__:
                self.state.close()
            if self.__dict__.get("language_model") is not None:
                self.__dict__["language_model"].close()
        finally:
            self.__dict__.pop("_own_state", None)
            if "index" in self.__dict__:
                self.index.close()
            if "_database" in self.__dict__:
                self._database.close()
            for name in _PARTS:
                self.__dict__.pop(name, None)
            self._forget_parts()


def _is_shipped(name: str) -> bool:
    return name == Path(name).name and files("fidedigno").joinpath("packs", name, "pack.yaml").is_file()
