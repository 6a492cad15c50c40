"""The campus, end to end: what `make demo` shows.

Ingests a small fictional campus with its permissions, asks it as ten different people in Spanish and in
English, and compares every answer with the expected one. Where real documents are at hand
(``../shared/data/corpora``), it asks some of those too. Ends with 1 when anything differs.
"""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

from cases import Case, cited_documents, load_cases
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fidedigno import Fidedigno
from fidedigno.model import Answer

EXAMPLES = Path(__file__).resolve().parent
CAMPUS = EXAMPLES / "campus"
WORKSPACE = EXAMPLES.parent / ".demo"
REAL = EXAMPLES.parents[1] / "shared" / "data" / "corpora"
RUNBOOKS = REAL / "oncall-runbooks-en" / "content" / "runbooks" / "kubernetes"
DJANGO_CHAPTERS = ("django_orm", "how_the_internet_works", "django_urls", "django_models")
SAME_QUESTION = ("deadline-group-a", "deadline-group-b", "deadline-outsider", "deadline-last-year")

console = Console(highlight=False)


def main() -> int:
    """Run the demonstration and return the exit code."""
    started = time.perf_counter()
    shutil.rmtree(WORKSPACE, ignore_errors=True)
    with Fidedigno.init(WORKSPACE, admin="sofia") as fidedigno:
        console.rule("[bold]1 · Ingest a campus, with its permissions")
        fidedigno.load_directory(CAMPUS / "directory.yaml")
        for declaration in sorted(CAMPUS.glob("*/corpus.yaml")):
            ingest(fidedigno, declaration.parent)
        cases = load_cases(CAMPUS / "questions.yaml")
        if RUNBOOKS.is_dir():
            cases += ingest_real_documents(fidedigno)

        by_id = {case.id: case for case in cases}
        console.rule("[bold]2 · One question, four situations")
        for name in SAME_QUESTION:
            show(by_id[name], ask(fidedigno, by_id[name]))

        console.rule("[bold]3 · Every question")
        answered = [(case, ask(fidedigno, case)) for case in cases]
        for case, answer in answered:
            if case.id not in SAME_QUESTION:
                show(case, answer)

    console.rule("[bold]4 · Expected and got")
    wrong = compare(answered)
    total = len(answered)
    console.print(
        f"\n[bold]{total - wrong} of {total}[/] as expected, in {time.perf_counter() - started:.0f} s. "
        f"The workspace is in {WORKSPACE.name}/."
    )
    return 1 if wrong else 0


def ingest_real_documents(fidedigno: Fidedigno) -> list[Case]:
    """Ingest two sets of documents that carry no declaration of their own, and return their questions."""
    ingest(fidedigno, RUNBOOKS, declare=EXAMPLES / "real" / "runbooks.yaml")
    chapters = [REAL / "course-django-es" / "es" / chapter for chapter in DJANGO_CHAPTERS]
    ingest(fidedigno, *chapters, declare=EXAMPLES / "real" / "django-course.yaml")
    return load_cases(EXAMPLES / "real" / "questions.yaml")


def ingest(fidedigno: Fidedigno, *folders: Path, declare: Path | None = None) -> None:
    """Ingest folders of one corpus and say in a line what happened."""
    name = declare.stem if declare else folders[0].name
    started = time.perf_counter()
    with console.status(f"Reading {name} ..."):
        report = fidedigno.ingest(*folders, declare=declare)
    console.print(
        f"  {name:<22} {report.indexed:>3} documents, {report.chunks:>3} passages "
        f"[dim]in {time.perf_counter() - started:.1f} s[/]"
    )
    for refusal in report.refused:
        console.print(f"  [yellow]refused[/] {escape(str(refusal))}")


def ask(fidedigno: Fidedigno, case: Case) -> Answer:
    """Ask one case as its person and at its date."""
    return fidedigno.ask(case.question, as_user=case.person, at=case.at)


def show(case: Case, answer: Answer) -> None:
    """Print a question, what came out and where it stands."""
    console.print(f"\n[bold cyan]{case.person}[/] [dim]{case.at:%Y-%m-%d}[/] {escape(case.question)}")
    if not answer.claims:
        console.print(f"  [yellow]{answer.decision.value}[/] {escape(answer.message)}")
        return
    for claim in answer.claims:
        console.print(f"  {escape(shorten(claim.text))}")
    for card in answer.evidence:
        section = " › ".join(card.locator.section[-1:])
        console.print(f"  [dim]— {escape(card.title)} · {escape(section)} · {escape(card.version)}[/]")


def shorten(text: str, limit: int = 320) -> str:
    """One line of ``text``, cut at a word where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[:limit].rsplit(" ", 1)[0] + " …"


def compare(answered: list[tuple[Case, Answer]]) -> int:
    """Print the table of expected against got and return how many differ."""
    table = Table("", "question", "as", "expected", "got", "what it tests", pad_edge=False)
    wrong = 0
    for case, answer in answered:
        failures = case.failures(answer)
        wrong += bool(failures)
        got = "; ".join(failures) or cited_short(answer)
        mark = "[red]✗[/]" if failures else "[green]✓[/]"
        table.add_row(mark, case.id, case.person, escape(case.expected), escape(got), escape(case.tests))
    console.print(table)
    return wrong


def cited_short(answer: Answer) -> str:
    """The first document cited, by its file name, or the decision."""
    cited = cited_documents(answer)
    return cited[0].rsplit("/", 1)[-1] if cited else answer.decision.value


if __name__ == "__main__":
    sys.exit(main())
