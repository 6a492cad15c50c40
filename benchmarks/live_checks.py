"""What live checks add to a search: asked every time, remembered, refused in part, and of a source that hangs.

The documents are made of random words, the source answers after a fixed time, and the situations take turns
question by question, so that what else the machine does falls on all of them alike.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.common import keep, milliseconds, show
from fidedigno import Fidedigno, Settings
from fidedigno.access import DirectoryContent, GroupEntry, LiveRules, UserEntry
from fidedigno.connections import MIRRORS_FOLDER
from fidedigno.connector_sync import folder_name
from fidedigno.gather import HybridRetriever
from fidedigno.live_checks import LiveDocuments
from fidedigno.model import AccessList, Identity, Principal, Question
from fidedigno.sources.connector import Change, Changes, Coverage, LiveVerdict, SourceItem, Upserted

DOCUMENTS = 400
QUESTIONS = 40
ANSWER_SECONDS = 0.05
DEADLINE_SECONDS = 0.5
WANTED = 20
WARMING = 3
AT_REST = "grants at rest alone"
REMEMBERED = "the same question again, verdicts remembered"
SOURCE = "made:corp"
STAFF = Principal.group("made:corp:staff")
DECLARATION = {
    "owner": "ana", "audience": "department", "sensitivity": "internal", "revocation_lag": "1d",
    "freshness": "365d", "ai_allowed": True,
}  # fmt: skip


@dataclass
class Source:
    """A system of random documents that answers after ``seconds``; never, if they are ``None``."""

    name: str = SOURCE
    seconds: float | None = 0.0
    refused: frozenset[str] = frozenset()
    texts: dict[str, str] = field(default_factory=dict)

    async def changes(self, cursor: str | None) -> Changes:  # noqa: ARG002 - all of them, always
        """Every document."""
        return Changes(Coverage.FULL, self._stream(), lambda: "1")

    async def _stream(self) -> AsyncIterator[Change]:
        for key, text in self.texts.items():
            yield Upserted(self._item(key, text))

    def _item(self, key: str, text: str) -> SourceItem:
        async def read() -> bytes:
            return text.encode()

        acl, moment = AccessList.any_of(STAFF), datetime(2026, 1, 1, tzinfo=UTC)
        return SourceItem(key, f"{key}.md", key, acl, "1", moment, read)

    async def people(self) -> DirectoryContent:
        """Ana, who is all the staff."""
        staff = GroupEntry(STAFF.name, STAFF.name, frozenset({Principal.user("ana")}))
        return DirectoryContent((UserEntry("ana", "ana"),), (staff,), partial=True)

    def known_as(self, person: Identity) -> tuple[str, ...]:
        """By their names here."""
        return (person.user,) if person.user is not None else ()

    async def check(self, person: str, external_id: str) -> LiveVerdict:  # noqa: ARG002 - one person
        """Yes, unless it is one of the refused."""
        await asyncio.sleep(3600 if self.seconds is None else self.seconds)
        return LiveVerdict.DENIED if external_id in self.refused else LiveVerdict.ALLOWED

    async def close(self) -> None:
        """Nothing is open."""


def sentences(rng: random.Random) -> list[str]:
    """Texts of common and rare words."""
    # Letters only: a word with a figure would be taken for an identifier.
    ends = ("ra", "lo", "ti", "nus", "mes", "con", "pel", "dor", "sa", "vi")
    words = [f"{a}{b}{end}" for a in "bcdfglmnprst" for b in "aeiou" for end in ends]
    weights = [1 / (number + 1) for number in range(len(words))]
    return [" ".join(rng.choices(words, weights, k=60)) for _ in range(DOCUMENTS)]


def prepare(place: Path, texts: dict[str, str], *, live: bool) -> Fidedigno:
    """A workspace with the documents; asked about live, or not."""
    place.mkdir()
    workspace = Fidedigno.create(place, admin="owner", settings=Settings(embedder="none", workers=0))
    pattern = {"access_pattern": "live_check"} if live else {}
    done = workspace.sync(Source(texts=texts), {**DECLARATION, **pattern})
    workspace.ingest(done.mirror.folder)
    return workspace


def retriever(workspace: Fidedigno, source: Source | None, rules: LiveRules) -> HybridRetriever:
    """Searches the workspace, asking ``source`` in its own way; without one, as the workspace does."""
    begin = workspace.live.begin
    if source is not None:
        live = LiveDocuments(workspace._database, workspace.directory, rules)
        live.use(SOURCE, source, workspace.folder / MIRRORS_FOLDER / folder_name(SOURCE))
        begin = live.begin
    return HybridRetriever(workspace.index, workspace.embedder, workspace.catalog, live=begin)


def situations(plain: Fidedigno, asked: Fidedigno, refused: frozenset[str]) -> dict[str, HybridRetriever]:
    """The ways to search that are compared, by name."""
    always = LiveRules(seconds=DEADLINE_SECONDS, cache_seconds=0)
    slow, partly = Source(seconds=ANSWER_SECONDS), Source(seconds=ANSWER_SECONDS, refused=refused)
    return {
        AT_REST: retriever(plain, None, always),
        "asked, answered at once": retriever(asked, Source(), always),
        "asked, answered in 50 ms": retriever(asked, slow, always),
        REMEMBERED: retriever(asked, slow, LiveRules(cache_seconds=3600)),
        "answered in 50 ms, one document in ten refused": retriever(asked, partly, always),
        "the source hangs, and is left alone": retriever(asked, Source(seconds=None), always),
    }


def main() -> None:
    """Ask the same questions in every situation, one after the other."""
    rng = random.Random(4)  # noqa: S311 - sample data
    texts = {f"d{number}": text for number, text in enumerate(sentences(rng))}
    refused = frozenset(rng.sample(sorted(texts), DOCUMENTS // 10))
    chosen = rng.sample(sorted(texts.values()), QUESTIONS)
    questions = [Question(" ".join(rng.sample(text.split(), 4))) for text in chosen]
    with tempfile.TemporaryDirectory() as folder:
        plain = prepare(Path(folder) / "plain", texts, live=False)
        asked = prepare(Path(folder) / "live", texts, live=True)
        asked.use_live(SOURCE, Source())  # opens the corpus
        compared = situations(plain, asked, refused)
        spent: dict[str, list[float]] = {name: [] for name in compared}
        for question in [*questions[:WARMING], *questions]:
            for name, search in compared.items():
                workspace = plain if name == AT_REST else asked
                identity = workspace.identity("ana")
                if name == REMEMBERED:
                    search.gather(question, identity, WANTED)
                began = time.perf_counter()
                search.gather(question, identity, WANTED)
                spent[name].append(time.perf_counter() - began)
        for search in compared.values():
            search.close()
        for workspace in (plain, asked):
            workspace.close()
    tell({name: values[WARMING:] for name, values in spent.items()})


def tell(spent: dict[str, list[float]]) -> None:
    """Print and keep the figures."""
    base = milliseconds(spent[AT_REST], 50)
    rows = [
        {"situation": name, "p50_ms": (p50 := milliseconds(each, 50)), "p95_ms": milliseconds(each, 95),
         "more_ms": p50 - base}
        for name, each in spent.items()
    ]  # fmt: skip
    show(
        f"search of {WANTED} passages, {DOCUMENTS} documents, {QUESTIONS} questions",
        ("situation", "p50 ms", "p95 ms", "p50 ms above grants at rest"),
        [list(row.values()) for row in rows],
    )
    keep("live_checks", {"documents": DOCUMENTS, "questions": QUESTIONS, "situations": rows})


if __name__ == "__main__":
    main()
