"""How results look in a terminal. Every text that comes from a document is sanitised first."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fidedigno.deliver import citation, for_terminal
from fidedigno.gather import Candidate
from fidedigno.index import RANKERS
from fidedigno.ingest.report import IngestReport
from fidedigno.model import Answer

console = Console(highlight=False)
_STYLES = {"answer": "bold green", "abstain": "bold yellow"}
_MAX_PROBLEMS = 20
_PREVIEW = 160


def show_answer(answer: Answer) -> None:
    """Each claim with the numbers of its citations, then the citations; claims of one section share one."""
    if not answer.claims:
        console.print(Text(answer.message, style=_STYLES.get(answer.decision.value, "bold")))
        return
    citations = {card.id: citation(card, answer.language) for card in answer.evidence}
    numbers = {line: number for number, line in enumerate(dict.fromkeys(citations.values()), start=1)}
    for claim in answer.claims:
        marks = "".join(f"[{numbers[citations[each]]}]" for each in claim.evidence_ids)
        text = Text(for_terminal(claim.text))
        text.append(f" {marks}", style="cyan")
        console.print(text)
        console.print()
    for words, number in numbers.items():
        line = Text(f"[{number}] ", style="cyan")
        line.append(for_terminal(words))
        console.print(Padding(line, (0, 0, 0, 1)))


def show_candidates(candidates: Sequence[Candidate], rankers: Sequence[str] = RANKERS) -> None:
    """A table: fused score, the rank in each ranker, and where the passage stands."""
    if not candidates:
        console.print("[yellow]nothing found[/]")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("#", justify="right")
    table.add_column("RRF×1000", justify="right")
    for ranker in rankers:
        table.add_column(ranker, justify="right")
    table.add_column("passage", overflow="fold")
    for candidate in candidates:
        preview = " ".join(candidate.evidence.content.split())
        preview = preview if len(preview) <= _PREVIEW else preview[: _PREVIEW - 1] + "…"
        where = escape(for_terminal(str(candidate.evidence.locator)))
        table.add_row(
            str(candidate.rank),
            f"{candidate.fused_score * 1000:.1f}",
            *(str(candidate.ranks.get(ranker, "–")) for ranker in rankers),
            f"[bold]{escape(for_terminal(candidate.evidence.title))}[/] [dim]{where}[/]\n"
            + escape(for_terminal(preview)),
        )
    console.print(table)


def show_report(report: IngestReport) -> None:
    """The summary of a run, then each document that stayed out and why."""
    for notice in report.notices:
        console.print(f"[yellow]note:[/] {escape(notice)}")
    rows = [
        ("read", report.read),
        ("indexed", report.indexed),
        ("relabelled", report.relabelled),
        ("unchanged", report.unchanged),
        ("removed", report.removed),
        ("unsupported", report.unsupported),
        ("refused", report.refused),
        ("failed", report.failed),
    ]
    shown = [
        (name, count) for name, count in rows if count or name in {"read", "indexed", "refused", "failed"}
    ]
    console.print(" · ".join(f"{name} [bold]{count}[/]" for name, count in shown))
    console.print(
        f"[dim]{report.chunks} chunks ({report.embedded} embedded) in {report.seconds:.1f} s: "
        f"{report.chunks_per_second:.1f} chunks/s[/]"
    )
    for problem in report.problems[:_MAX_PROBLEMS]:
        style = "yellow" if problem.kind == "refused" else "red"
        console.print(
            f"[{style}]{problem.kind}[/] {escape(for_terminal(problem.path))}: {escape(problem.reason)}"
        )
        if problem.hint:
            console.print(f"        [dim]{escape(problem.hint)}[/]")
    hidden = len(report.problems) - _MAX_PROBLEMS
    if hidden > 0:
        console.print(f"[dim]… and {hidden} more; --json lists all[/]")


def table(columns: Sequence[str], rows: Sequence[Sequence[object]], empty: str) -> None:
    """Print a plain table, or ``empty`` where there is no row."""
    if not rows:
        console.print(f"[yellow]{escape(empty)}[/]")
        return
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        grid.add_column(column, overflow="fold")
    for row in rows:
        grid.add_row(*(escape(for_terminal(str(cell))) for cell in row))
    console.print(grid)
