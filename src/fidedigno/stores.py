"""The stores of a workspace and what is built on them, each opened when it is first needed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fidedigno import page_parts
from fidedigno.config import Settings
from fidedigno.errors import FidedignoError
from fidedigno.page_parts import PageParts
from fidedigno.parts import part
from fidedigno.stopwatch import Stopwatch

if TYPE_CHECKING:
    from fidedigno.access import AclClasses, Authoriser, Corpora, Directory, DocumentRights
    from fidedigno.access.links import Links
    from fidedigno.database import Database
    from fidedigno.gather import Candidate, RetrievalPolicy
    from fidedigno.gather.state import StateSource
    from fidedigno.index.partitioned import PartitionedIndex
    from fidedigno.index.partitions import Partitions
    from fidedigno.index.with_pages import WriterWithPages
    from fidedigno.ingest.catalog import Catalog
    from fidedigno.ingest.embed import Embedder
    from fidedigno.language_model import LanguageModel
    from fidedigno.live_checks import LiveDocuments
    from fidedigno.model import Identity, Question
    from fidedigno.pipeline import Answered, Pipeline
    from fidedigno.plan.assistants import Assistants
    from fidedigno.plan.declared import DeclaredPlaces
    from fidedigno.plan.pack import Pack
    from fidedigno.plan.planner import Planner
    from fidedigno.trace.auditing import Auditing
    from fidedigno.trace.parts import TrailParts
    from fidedigno.trace.store import TraceStore

DATABASE_FILE = "state.sqlite"
INDEX_FOLDER = page_parts.INDEX_FOLDER
PACKS_FOLDER = "packs"
PLACES_FILE = "places.yaml"
ASSISTANTS_FILE = "assistants.yaml"
MOODLE_FILE = "moodle.yaml"
_PARTS = (
    "_database", "directory", "links", "authoriser", "classes", "rights", "declared", "catalog", "pack",
    "places", "assistants", "state", "_trail", "language_model", "live",
)  # fmt: skip


class Stores(PageParts):
    """The parts of one workspace folder. Closing it lets go of all of them."""

    _own_state: StateSource | None = None
    ahead = timedelta()
    """How far the clock is moved on: for tests of what time does to access lists."""

    def __init__(self, folder: Path, settings: Settings, origins: dict[str, str]) -> None:
        self.folder = folder
        self.settings = settings
        self.origins = origins

    def now(self) -> datetime:
        """The present instant, by which the age of access lists is judged."""
        return datetime.now(UTC) + self.ahead

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
    def links(self) -> Links:
        """Whose the subjects of an issuer's tokens are."""
        from fidedigno.access.links import Links

        return Links(self._database)

    @part
    def authoriser(self) -> Authoriser:
        """Turns identities into permits."""
        from fidedigno.access import Authoriser

        return Authoriser(
            self._database,
            self.now,
            directory=self.directory,
            classes=self.classes,
            tenant=self.settings.tenant,
            live_sources=lambda: self.live.sources,
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

        return Corpora(self._database, self.now, lambda: self.live.sources)

    @part
    def live(self) -> LiveDocuments:
        """The sources that are asked about documents when a question arrives."""
        from fidedigno.access import LiveRules
        from fidedigno.live_checks import LiveDocuments

        settings = self.settings
        rules = LiveRules(settings.live_seconds, settings.live_cache_seconds, settings.live_parallel)
        live = LiveDocuments(self._database, self.directory, rules)
        self._ask_live(live)
        return live

    def _ask_live(self, live: LiveDocuments) -> None:
        """Connect what is to be asked live: nothing here."""

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
    def _tables(self) -> Partitions:
        from fidedigno.index.partitions import SHARED, Partitions

        embedder, separate = self.embedder, self.declared.separate
        tables = Partitions(self.folder / INDEX_FOLDER, embedder.fingerprint, embedder.dimensions, separate)
        tables.table(SHARED)  # an index that cannot be used says so to everybody, whatever they may read
        return tables

    @property
    def _table(self) -> Any:
        return self._tables.table(0)

    @part
    def index(self) -> PartitionedIndex:
        """The reading side of the index."""
        from fidedigno.index.lance import VectorSearch
        from fidedigno.index.partitioned import PartitionedIndex

        settings = self.settings
        vectors = VectorSearch(settings.exact_below, settings.probes, settings.refine)
        return PartitionedIndex(self._tables, self.authoriser.permit, vectors)

    @part
    def writer(self) -> WriterWithPages:
        """The writing side of the index, pages with it."""
        from fidedigno.index.with_pages import WriterWithPages

        return WriterWithPages(self._tables, self.page_writer)

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
    def _trail(self) -> TrailParts:
        from fidedigno.trace.parts import TrailParts, TrailRules

        of = self.settings
        return TrailParts(
            self._database,
            self.folder,
            TrailRules(of.tenant, of.trace_days, of.trace_limit, of.auditors),
            identity=self.directory.identity,
            permit=self.authoriser.permit,
            declared=self.declared.all,
        )

    @property
    def audit(self) -> Auditing:
        """The audit trail, for auditors and operators."""
        return self._trail.auditing

    @property
    def traces(self) -> TraceStore:
        """The records of answers and searches."""
        return self._trail.store

    @part
    def _policy(self) -> RetrievalPolicy:
        """How passages are searched."""
        from fidedigno.gather import RetrievalPolicy

        of = self.settings
        return RetrievalPolicy(
            depth=of.depth,
            rankers=frozenset(of.rankers),
            word_coverage=of.word_coverage,
            neighbours=of.neighbours,
            weights=dict(of.weights.items()),
            collapse=of.collapse,
            diversity=of.diversity,
        )

    @part
    def pipeline(self) -> Pipeline:
        """The way of a question."""
        from fidedigno.gather import HybridRetriever
        from fidedigno.gather.rerank import open_rerank
        from fidedigno.pipeline import Governance, Pipeline
        from fidedigno.plan.declared import NOWHERE

        retriever = HybridRetriever(
            self.index,
            self.embedder,
            self.catalog,
            self._policy,
            self.live.begin,
            self.page_finder,
            open_rerank(self.settings),
        )
        # A source that lists the declared places itself has the last word: nothing stands in for its nothing.
        declared = NOWHERE if getattr(self.state, "lists_declared", False) else self.places
        zone, model = self.settings.timezone, self.language_model
        governance = Governance(
            self.planner, declared, self.state, zone, model, self.assistants, self.verifier
        )
        return Pipeline(
            retriever,
            self.embedder,
            self.settings.candidates,
            self.settings.compared_sentences,
            governance,
            self._record,
            self._trail.recorder.failed,
        )

    def _record(self, done: Answered, identity: Identity) -> None:
        """Keep the record of an answer; one that cannot be kept is logged and changes nothing."""
        self._remember(done)
        cards = [*done.reading.cards, *(each.evidence for each in done.gathered.candidates)]
        answer = replace(
            done.answer, matrix=done.matrix, verdicts=done.checked.verdicts, quality=done.quality
        )
        self._trail.recorder.answered(
            done.question,
            answer,
            done.plan,
            done.seconds,
            identity,
            cards,
            done.reading.errors,
            done.live_checks,
        )

    def _searched(self, question: Question, identity: Identity, limit: int) -> tuple[Candidate, ...]:
        """Search for passages, and record it."""
        from fidedigno.trace.record import Asked

        watch = Stopwatch()
        try:
            found = self.pipeline.gather(question, identity, limit)
        except FidedignoError as error:
            self._trail.recorder.failed(question, identity, error.code, Asked.SEARCH)
            raise
        shown = found.candidates[:limit]
        cards = [each.evidence for each in shown]
        self._trail.recorder.searched(question, cards, watch.seconds(found.seconds), identity)
        return shown

    def _forget_parts(self) -> None:
        for name in ("_tables", "index", "writer", "pipeline", "planner"):
            self.__dict__.pop(name, None)
        self._forget_page_parts()

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
            if "live" in self.__dict__:
                self.live.close()
            if "index" in self.__dict__:
                self.index.close()
            self._close_checks()
            if "_database" in self.__dict__:
                self._database.close()
            for name in _PARTS:
                self.__dict__.pop(name, None)
            self._forget_parts()
            self._close_page_encoder()


def _is_shipped(name: str) -> bool:
    return name == Path(name).name and files("fidedigno").joinpath("packs", name, "pack.yaml").is_file()
