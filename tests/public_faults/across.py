"""How a test runs over every source that can do what it needs, and what it may ask afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest

from fidedigno import Fidedigno
from fidedigno.errors import FidedignoError
from fidedigno.index import Rankings, SearchRequest
from fidedigno.ingest.analyse import analyse_question
from fidedigno.model import Identity
from tests.public_faults.adapters import able
from tests.public_faults.systems import ASKERS, System, Verb


def across(*verbs: Verb) -> pytest.MarkDecorator:
    """Run the test with every source that can do all of ``verbs``, each as ``world``."""
    return pytest.mark.parametrize("world", able(*verbs), indirect=True)


def on(*titles: str) -> pytest.MarkDecorator:
    """Run the test with the sources named: those that the fault is about."""
    return pytest.mark.parametrize("world", list(titles), indirect=True)


class World:
    """A workspace and one system."""

    def __init__(self, workspace: Fidedigno, system: System) -> None:
        self.workspace = workspace
        self.system = system

    def bring(self, *, contents: bool = True) -> int:
        """Synchronise and ingest; how many documents have unknown rights."""
        return self.system.bring(self.workspace, contents=contents)

    def attempt(self) -> int | None:
        """As :meth:`bring`, where it may fail: ``None`` then."""
        try:
            return self.bring()
        except FidedignoError:
            return None

    def readers(self, words: str) -> set[str | None]:
        """Who finds ``words``. Whoever does not find them has no such passage among those ranked either."""
        holding, found = self.holding(words), set()
        for asker in ASKERS:
            ranked: set[int] = set()
            with self._watched(ranked):
                is_found = self.finds(asker, words)
            assert bool(ranked & holding) == is_found, asker
            found |= {asker} if is_found else set()
        return found

    def finds(self, asker: str | None, words: str) -> bool:
        """Whether a search returns a passage with ``words``."""
        return any(words in each.evidence.content for each in self.workspace.search(words, as_user=asker))

    def ranked(self, asker: str | None, words: str) -> set[int]:
        """The ids of the passages that the engine hands to the fusion of ranks, before anything else."""
        request = SearchRequest(None, tuple(analyse_question(words)), (), None, depth=100)
        rankings = self.workspace.index.rank(self.workspace.identity(asker), request)
        return {number for each in rankings.by_ranker.values() for number in each.chunk_ids}

    @contextmanager
    def _watched(self, ranked: set[int]) -> Iterator[None]:
        """Note which passages the engine ranks meanwhile."""
        index = self.workspace.index
        rank = index.rank

        def noted(identity: Identity, request: SearchRequest) -> Rankings:
            found = rank(identity, request)
            ranked.update(number for each in found.by_ranker.values() for number in each.chunk_ids)
            return found

        with patch.object(index, "rank", noted):
            yield

    def holding(self, words: str) -> set[int]:
        """The ids of the passages in the whole index that hold ``words``, whoever may read them."""
        rows = self.workspace._table.search().select(["chunk_id", "text"]).limit(10_000).to_arrow()
        texts = zip(rows["chunk_id"].to_pylist(), rows["text"].to_pylist(), strict=True)
        return {number for number, text in texts if words in text}
