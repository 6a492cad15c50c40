"""A made-up connected system for the benchmarks of permissions: documents, groups, and readers of many sizes.

Each reader may read a fifth of all documents, whatever the number of groups: five groups grant many documents
each, five thousand hardly one. Which fifth is shuffled, so that no reader's classes lie side by side.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from fidedigno.access.content import DirectoryContent, GroupEntry, UserEntry
from fidedigno.model import NOBODY, AccessList, Identity, Principal
from fidedigno.sources.connector import (
    Change,
    Changes,
    Coverage,
    GroupExpansion,
    LiveVerdict,
    SourceItem,
    Upserted,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

DOCUMENTS = 10_000
PASSAGES = 10
READERS = {"five": 5, "fifty": 50, "fivehundred": 500, "fivethousand": 5_000}
"""Readers, with how many groups hold each of them."""
NAME = "bench:corp"
DECLARATION = {
    "owner": "owner", "audience": "department", "sensitivity": "internal", "revocation_lag": "1d",
    "freshness": "365d", "ai_allowed": True,
}  # fmt: skip
WORDS = 3_000
_WRITTEN = datetime(2026, 11, 1, tzinfo=UTC)
_PARTS = len(READERS) + 1


class RandomVectors:
    """An embedder that costs next to nothing: a random unit vector for each text. Counts what it embeds."""

    fingerprint = "random/384"
    dimensions = 384

    def __init__(self) -> None:
        self.embedded = 0
        self._random = np.random.default_rng(5)

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Random unit vectors."""
        self.embedded += len(texts)
        vectors = self._random.normal(size=(len(texts), self.dimensions)).astype(np.float32)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)

    def question(self, text: str) -> NDArray[np.float32]:
        """One more."""
        return self.passages([text])[0]


class MadeUpSystem:
    """A :class:`~fidedigno.sources.connector.Connector`; ``rights`` gives the access list of each document."""

    name = NAME
    group_expansion = GroupExpansion.AT_QUERY

    def __init__(self, documents: int = DOCUMENTS) -> None:
        self.documents = documents
        draw = random.Random(4)  # noqa: S311 - sample data
        self._words = [[f"w{draw.randint(0, WORDS)}" for _ in range(60)] for _ in range(500)]
        self._places = list(range(documents))
        draw.shuffle(self._places)
        self.rights: Callable[[int], AccessList] = self.of_readers

    def of_readers(self, number: int) -> AccessList:
        """A group of one of the readers; a fifth of the documents have a list that no reader satisfies."""
        part, rank = self._places[number] % _PARTS, self._places[number] // _PARTS
        if part == len(READERS):
            return AccessList.any_of(group(f"nobody-{rank}"))
        reader = list(READERS)[part]
        return AccessList.any_of(group(f"{reader}-{rank % READERS[reader]}"))

    def _text(self, number: int) -> bytes:
        parts = [
            f"## Part {part}\n\nshared {' '.join(self._words[(number * PASSAGES + part) % 500])}.\n"
            for part in range(PASSAGES)
        ]
        return f"# Document {number}\n\n{''.join(parts)}".encode()

    def _item(self, number: int) -> SourceItem:
        async def read() -> bytes:
            return self._text(number)

        title = f"Document {number}"
        return SourceItem(str(number), f"{number}.md", title, self.rights(number), "1", _WRITTEN, read)

    async def _stream(self) -> AsyncIterator[Change]:
        for number in range(self.documents):
            yield Upserted(self._item(number))

    async def changes(self, cursor: str | None) -> Changes:
        """All documents, each time."""
        return Changes(Coverage.FULL if cursor is None else Coverage.SINCE, self._stream(), lambda: "1")

    async def people(self) -> DirectoryContent:
        """The readers and their groups."""
        groups = tuple(
            GroupEntry(f"{NAME}:{reader}-{number}", f"{reader} {number}", frozenset({Principal.user(reader)}))
            for reader, count in READERS.items()
            for number in range(count)
        )
        return DirectoryContent(tuple(UserEntry(each, each) for each in READERS), groups, partial=True)

    def known_as(self, person: Identity) -> tuple[str, ...]:  # noqa: ARG002 - nobody is asked about
        """Nobody."""
        return ()

    async def check(self, person: str, external_id: str) -> LiveVerdict:  # noqa: ARG002
        """Not offered."""
        return LiveVerdict.UNKNOWN

    async def close(self) -> None:
        """Nothing to let go of."""


def group(name: str) -> Principal:
    """A group of the system."""
    return Principal.group(f"{NAME}:{name}")


def one_list(turn: int) -> Callable[[int], AccessList]:
    """Every document under one and the same list, another one at each turn."""
    acl = AccessList.any_of(group(f"five-{turn % 5}"), group(f"fifty-{turn % 50}"))
    return lambda _: acl


def own_lists(turn: int) -> Callable[[int], AccessList]:
    """Every document under a list that no other document has, another one at each turn."""
    return lambda number: AccessList.any_of(
        group(f"five-{turn % 5}"), group(f"own-{number}"), group(f"fifty-{turn % 50}")
    )


def closed(_: int) -> AccessList:
    """Nobody."""
    return NOBODY
