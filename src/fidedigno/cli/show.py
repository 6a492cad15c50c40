"""How results look in a terminal. Every text that comes from a document is sanitised first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from fidedigno.deliver import citation, for_terminal, message
from fidedigno.deliver.render import left_out_line, numbered_sources, scope_line, uncertainty_lines
from fidedigno.gather import Candidate
from fidedigno.index import RANKERS
from fidedigno.ingest.report import IngestReport
from fidedigno.model import Answer

console = Console(highlight=False)
_STYLES = {"abstain": "bold yellow", "clarify": "bold cyan", "escalate": "bold magenta"}
_MAX_PROBLEMS = 20
_PREVIEW = 160


def show_answer(answer: Answer) -> None:
    """The direct answer with the numbers of its citations, the citations, and what the contract adds."""
    if answer.message:
        console.print(Text(for_terminal(answer.message), style=_STYLES.get(answer.decision.value, "bold")))
    numbers = numbered_sources(answer)
    citations = {card.id: citation(card, answer.language) for card in answer.evidence}
    for claim in answer.claims:
        marks = "".join(
            f"[{mark}]" for mark in sorted({numbers[citations[each]] for each in claim.evidence_ids})
        )
        text = Text(for_terminal(claim.text))
        text.append(f" {marks}", style="cyan")
        console.print(text)
        console.print()
    for words, number in numbers.items():
        line = Text(f"[{number}] ", style="cyan")
        line.append(for_terminal(words))
        console.print(Padding(line, (0, 0, 0, 1)))
    _show_rest(answer)


def _show_rest(answer: Answer) -> None:
    """Uncertainty, what the check left out, scope and next action, each where there is one, and the id by which to ask
    why."""
    lines = [Text(for_terminal(line), style="yellow") for line in uncertainty_lines(answer)]
    lines += [Text(left_out, style="yellow")] if (left_out := left_out_line(answer)) else []
    lines += [Text(for_terminal(scope_line(answer)), style="dim")] if answer.scope else []
    if answer.next_action:
        lines.append(Text(f"{message('heading_next', answer.language)}: {for_terminal(answer.next_action)}"))
    if lines:
        console.print()
    for line in lines:
        console.print(line)
    console.print(Text(f"fidedigno why {answer.id}", style="dim"))


def show_lines(lines: Iterable[str]) -> None:
    """Plain lines; none of their characters acts on the terminal."""
    for line in lines:
        console.print(Text(for_terminal(line)))


def show_candidates(
    candidates: Sequence[Candidate], rankers: Sequence[str] = RANKERS, *, explain: bool = False
) -> None:
    """A table: fused score, the rank in each ranker (and in others that found something), and where it stands.

    With ``explain`` also what each ranker adds to the score, the context that the passage was indexed with, and the
    identifiers that put it before others.
    """
    rankers = list(dict.fromkeys((*rankers, *(name for each in candidates for name in sorted(each.ranks)))))
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
            *(_place(candidate, ranker, explain=explain) for ranker in rankers),
            f"[bold]{escape(for_terminal(candidate.evidence.title))}[/] [dim]{where}[/]\n"
            + (_why(candidate) if explain else "")
            + escape(for_terminal(preview)),
        )
    console.print(table)


def _place(candidate: Candidate, ranker: str, *, explain: bool) -> str:
    """The rank by a ranker, and what it adds to the fused score."""
    if ranker not in candidate.ranks:
        return "–"
    added = f"\n+{candidate.parts[ranker] * 1000:.1f}" if explain and ranker in candidate.parts else ""
    return f"{candidate.ranks[ranker]}{added}"


def _why(candidate: Candidate) -> str:
    """Lines on why a passage is found, and found here."""
    lines = [f"context: {line}" for line in candidate.context.splitlines()]
    if candidate.matched_identifiers:
        lines.append(f"holds: {', '.join(sorted(candidate.matched_identifiers))}")
    return "".join(f"[dim]{escape(for_terminal(line))}[/]\n" for line in lines)


def show_report(report: IngestReport) -> None:
    """The summary of a run, then each document that stayed out and why."""
    for notice in report.notices:
        console.print(f"[yellow]note:[/] {escape(for_terminal(notice))}")
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
    if report.pages:
        console.print(f"[dim]{report.pages} pages as pictures ({report.pages_encoded} encoded)[/]")
    for problem in report.problems[:_MAX_PROBLEMS]:
        style = "yellow" if problem.kind == "refused" else "red"
        console.print(
            f"[{style}]{problem.kind}[/] {escape(for_terminal(problem.path))}: "
            + escape(for_terminal(problem.reason))
        )
        if problem.hint:
            console.print(f"        [dim]{escape(for_terminal(problem.hint))}[/]")
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


def joined(value: object) -> str:
    """A value as a cell of a table: the items of a list side by side."""
    return ", ".join(str(each) for each in value) if isinstance(value, list) else str(value)
