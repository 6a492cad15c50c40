"""The parts of a workspace that see pages as pictures: their encoder, their index, and what ranks by them.

All of it but the upkeep of the index rests where no encoder is configured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fidedigno.checks import Checks
from fidedigno.parts import part

if TYPE_CHECKING:
    from fidedigno.access import Authoriser, Corpora, DocumentRights
    from fidedigno.gather.visual import PageFinder
    from fidedigno.index.pages import PageIndex
    from fidedigno.index.pages_table import PageTables
    from fidedigno.index.pages_writer import PageIndexWriter
    from fidedigno.index.partitioned import PartitionedIndex
    from fidedigno.ingest.page_encoder import PageEncoder
    from fidedigno.ingest.pages import PagePass

INDEX_FOLDER = "index"
_OF_INDEX = ("_page_tables", "page_index", "page_writer", "page_finder")


class PageParts(Checks):
    """The parts that pages need."""

    if TYPE_CHECKING:

        @property
        def authoriser(self) -> Authoriser:
            """Turns identities into permits."""

        @property
        def declared(self) -> Corpora:
            """The declared corpora."""

        @property
        def rights(self) -> DocumentRights:
            """Which access class each document has."""

        @property
        def index(self) -> PartitionedIndex:
            """The reading side of the index of chunks."""

    @part
    def page_encoder(self) -> PageEncoder | None:
        """The configured encoder of pages; nothing of it is loaded, and nobody asked, where there is none."""
        if not self.settings.page_encoder:
            return None
        from fidedigno.ingest.page_encoder import page_encoder_named

        return page_encoder_named(self.settings.page_encoder, self.settings.page_encoder_key)

    @part
    def _page_tables(self) -> PageTables:
        from fidedigno.index.pages_table import PageTables

        encoder, folder, separate = self.page_encoder, self.folder / INDEX_FOLDER, self.declared.separate
        if encoder is None:
            return PageTables(folder, separate)
        tables = PageTables(folder, separate, encoder.fingerprint, lambda: encoder.dimensions)
        for partition in tables.existing():
            tables.searchable(partition)  # an index that cannot be used says so to everybody
        return tables

    @part
    def page_index(self) -> PageIndex:
        """The reading side of the index of pages."""
        from fidedigno.index.pages import PageIndex

        return PageIndex(self._page_tables, self.authoriser.permit)

    @part
    def page_writer(self) -> PageIndexWriter:
        """The writing side of the index of pages."""
        from fidedigno.index.pages_writer import PageIndexWriter

        return PageIndexWriter(self._page_tables)

    @part
    def page_finder(self) -> PageFinder | None:
        """Ranks by pages; ``None`` where no encoder is configured."""
        if self.page_encoder is None:
            return None
        from fidedigno.gather.visual import PageFinder

        return PageFinder(self.page_index, self.index, self.page_encoder)

    @property
    def page_pass(self) -> PagePass | None:
        """What brings pages into the index; ``None`` where no encoder is configured."""
        if self.page_encoder is None:
            return None
        from fidedigno.ingest.pages import PagePass

        settings = self.settings
        return PagePass(
            self.page_encoder, self.page_writer, self.rights, settings.workers, settings.parse_seconds
        )

    def _forget_page_parts(self) -> None:
        finder = self.__dict__.get("page_finder")
        if finder is not None:
            finder.close()
        for name in _OF_INDEX:
            self.__dict__.pop(name, None)

    def _close_page_encoder(self) -> None:
        encoder = self.__dict__.pop("page_encoder", None)
        if hasattr(encoder, "close"):
            encoder.close()
