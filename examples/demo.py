"""The campus, end to end: what `make demo` shows.

Ingests a small fictional campus with its permissions, asks it as ten different people in Spanish and in
English, and compares every answer with the expected one. Where real documents are at hand
(``../shared/data/corpora``), it asks some of those too. Ends with 1 when anything differs.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fidedigno import Fidedigno
from fidedigno.evaluate import Case, load_cases
from fidedigno.model import Answer, Evidence

EXAMPLES = Path(__file__).resolve().parent
CAMPUS = EXAMPLES / "campus"
WORKSPACE = EXAMPLES.parent / ".demo" / "campus"
REAL = EXAMPLES.parents[1] / "shared" / "data" / "corpora"
RUNBOOKS = REAL / "oncall-runbooks-en" / "content" / "runbooks" / "kubernetes"
DJANGO_COURSE = REAL / "course-django-es" / "es"
SAME_QUESTION = ("deadline-group-a", "deadline-group-b", "deadline-outsider", "deadline-last-year")

console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)


def main() -> int:
    """Run the demonstration and return the exit code."""
    options = parse_options()
    console.quiet = options.json
    started = time.perf_counter()
    shutil.rmtree(options.workspace, ignore_errors=True)
    with Fidedigno.create(options.workspace, admin="sofia") as fidedigno:
        cases = ingest_everything(fidedigno, campus_only=options.campus_only)
        answered = ask_everything(fidedigno, cases)
    wrong = compare(answered)
    right = sum(not case.expected.differences(answer) for case, answer in answered)
    console.print(
        f"\n[bold]{right} of {len(answered)}[/] as expected, {len(answered) - right - wrong} known limits, "
        f"[bold]{wrong}[/] wrong, in {time.perf_counter() - started:.0f} s. "
        f"The workspace is in {options.workspace.name}/."
    )
    if options.json:
        print(json.dumps([report_of(case, answer) for case, answer in answered]))
    return 1 if wrong else 0


def parse_options() -> argparse.Namespace:
    """Read the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workspace", type=Path, default=WORKSPACE, help="made anew on every run")
    parser.add_argument("--campus-only", action="store_true", help="leave the real documents out")
    parser.add_argument("--json", action="store_true", help="print only the comparison, as JSON")
    return parser.parse_args()


def ingest_everything(fidedigno: Fidedigno, *, campus_only: bool) -> list[Case]:
    """Ingest the campus and, where they are at hand, the real documents; return their questions."""
    console.rule("[bold]1 · Ingest a campus, with its permissions")
    fidedigno.load_directory(CAMPUS / "directory.yaml")
    for declaration in sorted(CAMPUS.glob("*/corpus.yaml")):
        ingest(fidedigno, declaration.parent)
    cases = list(load_cases(CAMPUS / "questions.yaml"))
    if RUNBOOKS.is_dir() and not campus_only:
        cases += ingest_real_documents(fidedigno)
    return cases


def ask_everything(fidedigno: Fidedigno, cases: list[Case]) -> list[tuple[Case, Answer]]:
    """Ask every case; those that share a question come first, one under the other."""
    by_id = {case.id: case for case in cases}
    console.rule("[bold]2 · One question, four situations")
    answered = [show(by_id[name], ask(fidedigno, by_id[name])) for name in SAME_QUESTION]
    console.rule("[bold]3 · The other questions")
    answered += [show(case, ask(fidedigno, case)) for case in cases if case.id not in SAME_QUESTION]
    return answered


def ingest_real_documents(fidedigno: Fidedigno) -> list[Case]:
    """Ingest two sets of documents that carry no declaration of their own, and return their questions."""
    ingest(fidedigno, RUNBOOKS, declare=EXAMPLES / "real" / "runbooks.yaml")
    ingest(fidedigno, DJANGO_COURSE, declare=EXAMPLES / "real" / "django-course.yaml")
    return list(load_cases(EXAMPLES / "real" / "questions.yaml"))


def ingest(fidedigno: Fidedigno, folder: Path, declare: Path | None = None) -> None:
    """Ingest the folder of one corpus and say in a line what happened."""
    name = declare.stem if declare else folder.name
    started = time.perf_counter()
    with console.status(f"Reading {name} ..."):
        report = fidedigno.ingest(folder, declare=declare)
    console.print(
        f"  {name:<22} {report.indexed:>3} documents, {report.chunks:>3} passages "
        f"[dim]in {time.perf_counter() - started:.1f} s[/]"
    )
    for problem in report.problems:
        console.print(f"  [yellow]{problem.kind}[/] {escape(problem.reason)}")


def ask(fidedigno: Fidedigno, case: Case) -> Answer:
    """Ask one case as its person and at its date."""
    return fidedigno.ask(case.question, as_user=case.person, corpora=case.corpora, at=case.at)


def show(case: Case, answer: Answer) -> tuple[Case, Answer]:
    """Print a question, what came out and where it stands; return both."""
    console.print(f"\n[bold cyan]{case.person}[/] [dim]{case.at:%Y-%m-%d}[/] {escape(case.question)}")
    if not answer.claims:
        console.print(f"  [yellow]{answer.decision.value}[/] {escape(answer.message)}")
    for claim in answer.claims:
        console.print(f"  {escape(shorten(claim.text))}")
    for citation in dict.fromkeys(cite(card) for card in answer.evidence):
        console.print(f"  [dim]— {escape(citation)}[/]")
    return case, answer


def cite(card: Evidence) -> str:
    """A citation in a line: title, section and version."""
    section = [part for part in card.locator.section if part != card.title]
    return " · ".join([card.title, *section[-1:], card.version])


def shorten(text: str, limit: int = 320) -> str:
    """One line of ``text``, cut at a word where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[:limit].rsplit(" ", 1)[0] + " …"


def compare(answered: list[tuple[Case, Answer]]) -> int:
    """Print the table of expected against got and return how many differ, known limits aside."""
    console.rule("[bold]4 · Expected and got")
    table = Table("", "question", "as", "expected", "got", "what it tests", pad_edge=False)
    wrong = 0
    for case, answer in answered:
        failures = case.expected.differences(answer)
        wrong += case.is_wrong(answer)
        mark = "[red]✗[/]" if case.is_wrong(answer) else "[yellow]~[/]" if failures else "[green]✓[/]"
        got = "; ".join(failures) or cited_short(answer)
        tests = f"{case.tests} (known limit: {case.limit})" if failures and case.limit else case.tests
        table.add_row(mark, case.id, case.person, escape(expected_short(case)), escape(got), escape(tests))
    console.print(table)
    return wrong


def report_of(case: Case, answer: Answer) -> dict[str, object]:
    """The comparison of one case, for ``--json``."""
    return {"id": case.id, "wrong": case.is_wrong(answer), "failures": case.expected.differences(answer)}


def cited_short(answer: Answer) -> str:
    """The first document cited, by its file name, or the decision."""
    cited = [file_of(card.locator.uri) for card in answer.evidence]
    return cited[0] if cited else answer.decision.value


def expected_short(case: Case) -> str:
    """What is expected, in a few words."""
    expected = case.expected
    documents = " or ".join(file_of(each) for each in expected.any_document)
    decisions = " or ".join(sorted(each.value for each in expected.decisions))
    return documents or decisions or "nothing of it"


def file_of(path: str) -> str:
    """The last part of a document's path that tells it apart."""
    return path.removesuffix("/README.md").rsplit("/", 1)[-1]


if __name__ == "__main__":
    sys.exit(main())
