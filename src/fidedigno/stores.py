"""The stores of a workspace and what is built on them, each opened when it is first needed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fidedigno.config import Settings

if TYPE_CHECKING:
    from fidedigno.access import AclClasses, Authoriser, Corpora, Directory, DocumentRights
    from fidedigno.database import Database
    from fidedigno.gather.state import StateSource
    from fidedigno.index.lance import LanceIndex
    from fidedigno.index.lance_writer import LanceIndexWriter
    from fidedigno.ingest.catalog import Catalog
    from fidedigno.ingest.embed import Embedder
    from fidedigno.model import Identity
    from fidedigno.pipeline import Answered, Pipeline
    from fidedigno.plan.declared import DeclaredPlaces
    from fidedigno.plan.pack import Pack
    from fidedigno.plan.planner import Planner
    from fidedigno.trace.pseudonym import PseudonymKey
    from fidedigno.trace.store import TraceStore

DATABASE_FILE = "state.sqlite"
INDEX_FOLDER = "index"
PACKS_FOLDER = "packs"
PLACES_FILE = "places.yaml"
MOODLE_FILE = "moodle.yaml"
KEY_FILE = "traces.key"
_PARTS = (
    "_database", "directory", "authoriser", "classes", "rights", "declared", "catalog", "pack", "places",
    "state", "traces", "pseudonyms",
)  # fmt: skip


class Stores:
    """The parts of one workspace folder. Closing it lets go of all of them."""

    def __init__(self, folder: Path, settings: Settings, origins: dict[str, str]) -> None:
        self.folder = folder
        self.settings = settings
        self.origins = origins

    @cached_property
    def _database(self) -> Database:
        from fidedigno.database import Database

        return Database.open(self.folder / DATABASE_FILE)

    @cached_property
    def directory(self) -> Directory:
        """Users, groups and memberships."""
        from fidedigno.access import Directory

        return Directory(self._database, self.settings.tenant)

    @cached_property
    def authoriser(self) -> Authoriser:
        """Turns identities into permits."""
        from fidedigno.access import Authoriser

        return Authoriser(
            self._database, directory=self.directory, classes=self.classes, tenant=self.settings.tenant
        )

    @cached_property
    def classes(self) -> AclClasses:
        """Interned access lists."""
        from fidedigno.access import AclClasses

        return AclClasses(self._database)

    @cached_property
    def rights(self) -> DocumentRights:
        """Which access class each document has."""
        from fidedigno.access import DocumentRights

        return DocumentRights(self._database)

    @cached_property
    def declared(self) -> Corpora:
        """The declared corpora."""
        from fidedigno.access import Corpora

        return Corpora(self._database, lambda: datetime.now(UTC))

    @cached_property
    def catalog(self) -> Catalog:
        """Documents and versions."""
        from fidedigno.ingest.catalog import Catalog

        return Catalog(self._database)

    @cached_property
    def embedder(self) -> Embedder:
        """The configured embedder."""
        from fidedigno.ingest.embed import embedder_named

        return embedder_named(self.settings.embedder)

    @cached_property
    def _table(self) -> Any:
        from fidedigno.index.table import open_table

        return open_table(self.folder / INDEX_FOLDER, self.embedder.fingerprint, self.embedder.dimensions)

    @cached_property
    def index(self) -> LanceIndex:
        """The reading side of the index."""
        from fidedigno.index.lance import LanceIndex, VectorSearch

        settings = self.settings
        vectors = VectorSearch(settings.exact_below, settings.probes, settings.refine)
        return LanceIndex(self._table, self.authoriser.permit, vectors)

    @cached_property
    def writer(self) -> LanceIndexWriter:
        """The writing side of the index."""
        from fidedigno.index.lance_writer import LanceIndexWriter

        return LanceIndexWriter(self._table)

    @cached_property
    def pack(self) -> Pack:
        """The pack by which questions are planned."""
        from fidedigno.plan.general import GENERAL
        from fidedigno.plan.load import load_pack, shipped_pack

        named = self.settings.pack
        if not named:
            return GENERAL
        return load_pack(Path(named)) if Path(named).is_dir() else shipped_pack(named)

    @cached_property
    def planner(self) -> Planner:
        """Plans questions by the pack."""
        from fidedigno.plan.classify import Classifier
        from fidedigno.plan.general import GENERAL, OneClass
        from fidedigno.plan.load import fitted_folder
        from fidedigno.plan.planner import Planner

        if self.pack is GENERAL:
            return Planner(GENERAL, OneClass())
        fitted = fitted_folder(self.pack.name)
        return Planner(
            self.pack, Classifier(self.pack, self.embedder, cache=self.folder / PACKS_FOLDER, fitted=fitted)
        )

    @cached_property
    def places(self) -> DeclaredPlaces:
        """The declared courses, activities and groups."""
        from fidedigno.plan.declared import NOWHERE, load_places

        path = self.folder / PLACES_FILE
        return load_places(path) if path.exists() else NOWHERE

    @cached_property
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

    @cached_property
    def traces(self) -> TraceStore:
        """The records of answers."""
        from fidedigno.trace.store import TraceStore

        days = timedelta(days=self.settings.trace_days)
        return TraceStore(self._database, retention=days, limit=self.settings.trace_limit)

    @cached_property
    def pseudonyms(self) -> PseudonymKey:
        """The secret under which records name people."""
        from fidedigno.trace.pseudonym import PseudonymKey

        return PseudonymKey.open(self.folder / KEY_FILE)

    @cached_property
    def pipeline(self) -> Pipeline:
        """The way of a question."""
        from fidedigno.gather import HybridRetriever
        from fidedigno.pipeline import Governance, Pipeline

        retriever = HybridRetriever(self.index, self.embedder, self.catalog, self.settings.depth)
        governance = Governance(self.planner, self.places, self.state, self.settings.timezone)
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
        self.traces.keep(
            trace_of(
                answer,
                done.plan,
                done.seconds,
                identity=identity,
                key=self.pseudonyms,
                cards=cards,
                errors=errors,
            )
        )

    def _forget_parts(self) -> None:
        for part in ("_table", "index", "writer", "pipeline", "planner"):
            self.__dict__.pop(part, None)

    def close(self) -> None:
        """Close the database and let go of the index."""
        if "_database" in self.__dict__:
            self._database.close()
        if "index" in self.__dict__:
            self.index.close()
        if "state" in self.__dict__:
            self.state.close()
        for part in _PARTS:
            self.__dict__.pop(part, None)
        self._forget_parts()
