"""The stores of a workspace and what is built on them, each opened when it is first needed."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fidedigno.config import Settings

if TYPE_CHECKING:
    from fidedigno.access import AclClasses, Authoriser, Corpora, Directory, DocumentRights
    from fidedigno.database import Database
    from fidedigno.index.lance import LanceIndex
    from fidedigno.index.lance_writer import LanceIndexWriter
    from fidedigno.ingest.catalog import Catalog
    from fidedigno.ingest.embed import Embedder
    from fidedigno.pipeline import Pipeline

DATABASE_FILE = "state.sqlite"
INDEX_FOLDER = "index"


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
    def pipeline(self) -> Pipeline:
        """The way of a question."""
        from fidedigno.gather import HybridRetriever
        from fidedigno.pipeline import Pipeline

        retriever = HybridRetriever(self.index, self.embedder, self.catalog, self.settings.depth)
        return Pipeline(retriever, self.embedder, self.settings.candidates, self.settings.compared_sentences)

    def _forget_parts(self) -> None:
        for part in ("_table", "index", "writer", "pipeline"):
            self.__dict__.pop(part, None)

    def close(self) -> None:
        """Close the database and let go of the index."""
        if "_database" in self.__dict__:
            self._database.close()
        if "index" in self.__dict__:
            self.index.close()
        for part in ("_database", "directory", "authoriser", "classes", "rights", "declared", "catalog"):
            self.__dict__.pop(part, None)
        self._forget_parts()
