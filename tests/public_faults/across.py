"""How a test runs over every source that can do what it needs, and what it may ask afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from fidedigno import Fidedigno
from fidedigno.access import UserEntry
from fidedigno.errors import FidedignoError
from fidedigno.index import SearchRequest
from fidedigno.ingest.analyse import analyse_question
from tests.public_faults.adapters import able
from tests.public_faults.systems import ASKERS, PEOPLE, System, Verb, address

F = TypeVar("F", bound=Callable[..., Any])


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
        for name in (*PEOPLE, "eve"):
            workspace.directory.put_user(UserEntry(name, name, address(name)))

    def bring(self, *, contents: bool = True) -> int | None:
        """Synchronise and ingest: how many documents have unknown rights, or ``None`` where that failed."""
        try:
            return self.system.bring(self.workspace, contents=contents)
        except FidedignoError:
            return None

    def readers(self, words: str) -> set[str | None]:
        """Who finds ``words``. Whoever does not find them has no such passage among those ranked either."""
        found = {each for each in ASKERS if self.finds(each, words)}
        assert {each for each in ASKERS if self.ranks(each, words)} == found
        return found

    def finds(self, asker: str | None, words: str) -> bool:
        """Whether a search returns a passage with ``words``."""
        return any(words in each.evidence.content for each in self.workspace.search(words, as_user=asker))

    def ranked(self, asker: str | None, words: str) -> set[int]:
        """The ids of the passages that the engine hands to the fusion of ranks, before anything else."""
        request = SearchRequest(None, tuple(analyse_question(words)), (), None, depth=100)
        rankings = self.workspace.index.rank(self.workspace.identity(asker), request)
        return {number for each in rankings.by_ranker.values() for number in each.chunk_ids}

    def ranks(self, asker: str | None, words: str) -> bool:
        """Whether a passage with ``words`` is among those ranked."""
        return bool(self.ranked(asker, words) & self.holding(words))

    def holding(self, words: str) -> set[int]:
        """The ids of the passages in the whole index that hold ``words``, whoever may read them."""
        rows = self.workspace._table.search().select(["chunk_id", "text"]).limit(10_000).to_arrow()
        texts = zip(rows["chunk_id"].to_pylist(), rows["text"].to_pylist(), strict=True)
        return {number for number, text in texts if words in text}
