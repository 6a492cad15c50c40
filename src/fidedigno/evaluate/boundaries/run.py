"""A whole run of the boundary suite: choose personas, make questions, ask, judge, switch an account off."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from fidedigno.access import DirectoryContent, UserEntry
from fidedigno.clock import utc_now
from fidedigno.errors import UsageError
from fidedigno.evaluate.boundaries.canaries import Mark, marks_of
from fidedigno.evaluate.boundaries.conflicts import Pair, find_pairs
from fidedigno.evaluate.boundaries.interview import Interview
from fidedigno.evaluate.boundaries.judge import Judge
from fidedigno.evaluate.boundaries.offboarding import STAGES, Offboarding
from fidedigno.evaluate.boundaries.oracle import Oracle, is_open, key
from fidedigno.evaluate.boundaries.personas import Persona, choose_personas, named_personas
from fidedigno.evaluate.boundaries.private_copy import DATABASE_FILE, INDEX_FOLDER, private_copy
from fidedigno.evaluate.boundaries.questions import Probe, ProbeKind, QuestionMaker, Reader
from fidedigno.evaluate.boundaries.records import Document, Records, read_records
from fidedigno.evaluate.boundaries.report import BoundaryReport
from fidedigno.evaluate.boundaries.routes import routes_not_asked
from fidedigno.evaluate.boundaries.twins import timing_of
from fidedigno.model import Principal, normalise_name

if TYPE_CHECKING:
    from fidedigno.workspace import Fidedigno

MAX_MARKED = 300
"""Of so many documents at most the words are looked for; references are looked for of all."""
OnStep = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class BoundaryOptions:
    """What to run.

    ``users`` are accounts to ask as in place of the seven personas; ``corpora`` limit the documents that are
    asked about (what comes back is judged by all). ``rounds`` is how often a timed pair is asked.
    """

    per_cell: int = 5
    seed: int = 0
    users: tuple[str, ...] = ()
    corpora: tuple[str, ...] = ()
    offboarding: bool = True
    strict_timing: bool = False
    rounds: int = 3

    def __post_init__(self) -> None:
        if self.per_cell < 1 or self.rounds < 1:
            raise UsageError("at least one question a cell, and one round", "write --per-cell 5")


def run_boundaries(
    workspace: Fidedigno,
    lock_file: Path,
    options: BoundaryOptions | None = None,
    on_step: OnStep | None = None,
) -> BoundaryReport:
    """Test the boundaries of a workspace, in a private copy of it.

    Args:
        workspace: the workspace; only read.
        lock_file: that of its ingestion.
        options: what to run.
        on_step: called with the steps done, all of them, and what is being done.

    Raises:
        UsageError: if a user or corpus that was named does not exist.
        BusyError: if an ingestion is running.
        WorkspaceError: if the workspace cannot be copied or read.
    """
    with private_copy(workspace, lock_file) as copy:
        return _Run(copy, options or BoundaryOptions(), on_step).run()


@dataclass(slots=True)
class _Run:
    copy: Fidedigno
    options: BoundaryOptions
    on_step: OnStep | None
    now: datetime = field(default_factory=utc_now)
    done: int = 0
    total: int = 0

    def run(self) -> BoundaryReport:
        """All of it."""
        started = time.perf_counter()
        options = self.options
        report = BoundaryReport(self.now, options.seed, options.per_cell, options.strict_timing)
        report.routes_not_asked = routes_not_asked(type(self.copy))
        records = self._read()
        personas = self._personas(records)
        records = self._write_made_up(personas) or records
        oracle = Oracle(records, self.now)
        targets = self._targets(records)
        public = oracle.readable(None)
        pairs = find_pairs(targets, public)
        readers = _readers(records, oracle, targets)
        asked = {each.user: self._probes(each, targets, pairs, oracle, readers) for each in personas}
        self.total = sum(len(probes) for kinds in asked.values() for probes in kinds.values())
        self.total += len(STAGES) if options.offboarding else 0
        marks = self._marks(records, targets, public, asked.values())
        report.documents, report.marks = len(records.documents), len(marks)
        self._interviews(report, personas, asked, pairs, records, oracle, marks)
        if options.offboarding:
            Offboarding(self.copy, records, oracle, report, self._step).run()
        self._notes(report, records, targets)
        report.seconds = time.perf_counter() - started
        return report

    def _read(self) -> Records:
        return read_records(self.copy.folder / DATABASE_FILE, self.copy.folder / INDEX_FOLDER)

    def _personas(self, records: Records) -> list[Persona]:
        if self.options.users:
            return named_personas(records, self.options.users)
        return choose_personas(records, Oracle(records, self.now), self.copy.settings.owner)

    def _write_made_up(self, personas: Sequence[Persona]) -> Records | None:
        """Write who was made up into the copy; ``None`` where nobody was."""
        made_up = [each for each in personas if each.made_up]
        entries = tuple(
            UserEntry(each.user, each.user, each.email, each.enabled, dict(each.attributes), each.groups)
            for each in made_up
        )
        if not entries:
            return None
        self.copy.directory.load(DirectoryContent(entries, ()), replace=False)
        return self._read()

    def _targets(self, records: Records) -> list[Document]:
        known = {each.name for each in records.corpora.values()}
        if set(self.options.corpora) - known:
            raise UsageError("there is no corpus of a name that was given", "see 'fidedigno corpora list'")
        wanted = set(self.options.corpora) or known
        return [
            each
            for each in records.documents.values()
            if each.texts and each.in_force(self.now) and each.corpus.name in wanted
        ]

    def _probes(
        self,
        persona: Persona,
        targets: Sequence[Document],
        pairs: Sequence[Pair],
        oracle: Oracle,
        readers: dict[int, str],
    ) -> dict[ProbeKind, list[Probe]]:
        readable = oracle.readable(persona.user, as_if_enabled=True)
        reader = Reader(readable, self.copy.settings.owner, readers)
        rng = random.Random(f"{self.options.seed}:{persona.kind.value}:{persona.user}")  # noqa: S311 - no secret
        return QuestionMaker(targets, reader, self.options.per_cell, rng).probes(pairs)

    def _marks(
        self,
        records: Records,
        targets: Sequence[Document],
        public: frozenset[int],
        asked: Iterable[dict[ProbeKind, list[Probe]]],
    ) -> tuple[Mark, ...]:
        """Of every document that is asked about, and of as many others as there is room for."""
        named = {
            probe.target.id: probe.target for kinds in asked for probes in kinds.values() for probe in probes
        }
        others = [each for each in targets if each.id not in named and each.id not in public]
        random.Random(self.options.seed).shuffle(others)  # noqa: S311 - no secret
        chosen = [*named.values(), *others][: max(MAX_MARKED, len(named))]
        return tuple(marks_of(chosen, list(records.documents.values())))

    def _interviews(
        self,
        report: BoundaryReport,
        personas: Sequence[Persona],
        asked: dict[str, dict[ProbeKind, list[Probe]]],
        pairs: Sequence[Pair],
        records: Records,
        oracle: Oracle,
        marks: tuple[Mark, ...],
    ) -> None:
        passages = {chunk: each.id for each in records.documents.values() for chunk in each.chunks}
        interviews = []
        for persona in personas:
            judge = Judge(records.documents, oracle.readable(persona.user), marks, passages)
            talk = Interview(self.copy, persona, judge, report, self._step, self.options.rounds)
            talk.ask_all(asked[persona.user], _reasons(pairs))
            interviews.append(talk)
        for talk in interviews:
            closed = (probe for each in interviews for probe in each.stated if each is not talk)
            talk.borrow(
                islice((p for p in closed if p.target.id not in talk.judge.readable), self.options.per_cell)
            )
        auditors = self._auditors()
        for talk in interviews:
            others = [answer for each in interviews if each is not talk for answer in each.answers]
            mixed = [each for pair in zip_longest(talk.witnessed, others) for each in pair if each]
            talk.open_records(mixed, is_auditor=auditors in oracle.holds(talk.persona.user))
        for kind in ProbeKind:
            seconds = [pair for talk in interviews for pair in talk.seconds.get(kind, ())]
            timing = timing_of(seconds, self.options.seed)
            if timing is not None:
                report.timings[kind.value] = timing

    def _auditors(self) -> str:
        """The key of who may open every record; of nobody where there is none."""
        if not self.copy.settings.auditors:
            return ""
        named = Principal.parse(self.copy.settings.auditors)
        return key(named.kind.value, named.source, normalise_name(named.name))

    def _notes(self, report: BoundaryReport, records: Records, targets: Sequence[Document]) -> None:
        closed = sorted(each.name for each in records.corpora.values() if not is_open(each, self.now))
        if closed:
            report.notes.append(f"closed to everybody when the run began: {', '.join(closed)}")
        if not targets:
            report.notes.append("there is no document in force to ask about")
        report.notes.append("live systems were not asked; translations and paraphrases are not recognised")

    def _step(self, what: str) -> None:
        self.done += 1
        if self.on_step is not None:
            self.on_step(min(self.done, self.total), self.total, what)


def _readers(records: Records, oracle: Oracle, targets: Sequence[Document]) -> dict[int, str]:
    """Somebody who may read each document, to be named in injections."""
    found: dict[int, str] = {}
    wanted = {each.id for each in targets}
    seen: set[frozenset[int]] = set()
    for name in sorted(records.people):
        readable = oracle.readable(name)
        if readable in seen:
            continue
        seen.add(readable)
        for document in readable & wanted:
            found.setdefault(document, name)
    return found


def _reasons(pairs: Sequence[Pair]) -> dict[ProbeKind, str]:
    """Why nothing of a kind was asked."""
    return {
        ProbeKind.ANSWERABLE: "reads nothing",
        ProbeKind.OUTSIDE: "reads everything",
        ProbeKind.KNOWN: "reads everything",
        ProbeKind.INJECTION: "reads everything",
        ProbeKind.CONFLICT: "no sentence to ask about" if pairs else "no public/internal pair found",
    }
