"""``boundaries``: the permission boundaries of this workspace, tested with its own documents and people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fidedigno.cli.options import Json, Workspace, emit, open_workspace
from fidedigno.cli.progress import progress

if TYPE_CHECKING:
    from fidedigno.evaluate.boundaries import BoundaryOptions, BoundaryReport
    from fidedigno.workspace import Fidedigno


def boundaries(
    per_cell: Annotated[
        int, typer.Option("--per-cell", min=1, max=200, help="Questions for each persona and kind.")
    ] = 5,
    seed: Annotated[int, typer.Option("--seed", help="The same seed asks the same questions.")] = 0,
    users: Annotated[
        list[str] | None,
        typer.Option("--users", "-u", help="Ask as this account in place of the seven; may be repeated."),
    ] = None,
    corpora: Annotated[
        list[str] | None,
        typer.Option("--corpora", "-c", help="Ask about documents of this corpus only; may be repeated."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write the report to this file, .md or .html.")
    ] = None,
    offboarding: Annotated[
        bool, typer.Option("--offboarding/--no-offboarding", help="Test an account that is switched off.")
    ] = True,
    strict_timing: Annotated[
        bool, typer.Option("--strict-timing", help="Fail where times are not of one class.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Ask as seven personas what they may and may not know, in a private copy; fails on any violation."""
    from fidedigno.evaluate.boundaries import BoundaryOptions
    from fidedigno.evaluate.boundaries.report_file import check_suffix, write_report

    if report is not None:
        check_suffix(report)
    options = BoundaryOptions(
        per_cell=per_cell,
        seed=seed,
        users=tuple(users or ()),
        corpora=tuple(corpora or ()),
        offboarding=offboarding,
        strict_timing=strict_timing,
    )
    with open_workspace(workspace) as fidedigno:
        done = _run(fidedigno, options, quiet=quiet or json)
    if report is not None:
        write_report(done, report)
    emit(done.as_dict(), as_json=json, show=lambda: _show(done))
    if not done.passed:
        raise typer.Exit(1)


def _run(fidedigno: Fidedigno, options: BoundaryOptions, *, quiet: bool) -> BoundaryReport:
    """Run with a progress bar on standard error."""
    with progress("copying the workspace", quiet=quiet) as step:
        return fidedigno.boundaries(options, on_step=step)


def _show(report: BoundaryReport) -> None:
    """A line for each persona, then what went wrong, the account that was switched off, and the outcome."""
    from fidedigno.cli.show import console, show_lines, table
    from fidedigno.evaluate.boundaries.report_file import parts_of, persona_rows, verdict_of

    table(*persona_rows(report), "nobody asked anything")
    for part in parts_of(report):
        if part.heading in {"The run", "Violations", "Offboarding"}:
            console.print(f"\n[bold]{part.heading}[/]")
            show_lines(part.sentences)
            if part.rows:
                table(part.columns, part.rows, "")
    for route in report.routes_not_asked:
        show_lines([f"NOT ASKED: {route}; the suite does not know how to call it"])
    console.print(f"\n[bold {'green' if report.passed else 'red'}]{verdict_of(report)}[/]")
