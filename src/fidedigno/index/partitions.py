"""The tables of one index: a shared one, and one of its own for each corpus that is to be separate.

A corpus with a table of its own shares no file, no vector index and no word statistics with another one
(permissions article, separate indexes). Where a row stands is never what protects it: every search carries the
filter of its permit, whatever table it reads.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from fidedigno.index.table import TABLE, open_table

SHARED = 0
"""The partition of all corpora that are not separate; ids of corpora begin at 1."""
PREFIX = "corpus-"
"""How the folder of a separate corpus begins; its id follows."""


class Partitions:
    """Opens tables when they are first needed. May be shared by threads.

    ``separate`` gives the ids of the corpora that have a table of their own now.
    """

    def __init__(
        self, folder: Path, fingerprint: str, dimensions: int, separate: Callable[[], frozenset[int]]
    ) -> None:
        self._folder = folder
        self._form = (fingerprint, dimensions)
        self._separate = separate
        self._open: dict[int, Any] = {}
        self._lock = threading.Lock()

    def separate(self) -> frozenset[int]:
        """The corpora that have a table of their own now."""
        return self._separate()

    def table(self, partition: int) -> Any:
        """The table of a partition, made where there is none.

        Raises:
            EmbedderMismatchError: if another embedder made the vectors in it.
            WorkspaceError: if its folder cannot be read or written.
        """
        with self._lock:
            if partition not in self._open:
                self._open[partition] = open_table(self._place(partition), *self._form)
            return self._open[partition]

    def existing(self) -> Iterator[int]:
        """The shared partition, then those that have a table on disk, whatever is declared now."""
        yield SHARED
        for each in sorted(self._folder.glob(f"{PREFIX}*/{TABLE}.lance")):
            number = each.parent.name.removeprefix(PREFIX)
            if number.isascii() and number.isdigit() and int(number) != SHARED:
                yield int(number)

    def exists(self, partition: int) -> bool:
        """Whether there is something to search; a search never makes a table."""
        return partition == SHARED or (self._place(partition) / f"{TABLE}.lance").is_dir()

    def _place(self, partition: int) -> Path:
        return self._folder if partition == SHARED else self._folder / f"{PREFIX}{partition:d}"
