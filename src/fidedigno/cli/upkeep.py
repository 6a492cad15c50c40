"""``status``, ``doctor`` and ``version``."""

from __future__ import annotations

from typing import Any

import typer

from fidedigno.cli.options import Json, Workspace, emit, open_workspace
from fidedigno.version import __version__


def status(json: Json = False, workspace: Workspace = None) -> None:
    """Show what the workspace holds, for its operator."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.status()

    def show() -> None:
        from fidedigno.cli.show import console, table

        facts = [(key, value) for key, value in found.items() if key not in {"corpora", "live_checks"}]
        table(("", ""), facts, "")
        console.print()
        columns = ("corpus", "documents", "chunks", "past review", "permissions read", "state")
        keys = ("name", "documents", "chunks", "past_review", "permissions_age", "state")
        table(columns, [[each[key] for key in keys] for each in found["corpora"]], "no corpora yet")
        if found["live_checks"]:
            console.print()
            asked = ("asked live", "breaker", "last failure", "checks", "p95 ms")
            table(asked, [_live_row(each) for each in found["live_checks"]], "")

    emit(found, as_json=json, show=show)


def _live_row(source: dict[str, Any]) -> list[str]:
    ended = ", ".join(f"{count} {outcome}" for outcome, count in source["checks"].items() if count)
    p95 = "" if source["p95_ms"] is None else f"{source['p95_ms']:g}"
    return [source["source"], source["breaker"], source["last_error"], ended, p95]


def doctor(json: Json = False, workspace: Workspace = None) -> None:
    """Check the installation, the settings and the workspace; exits with 1 if something is wrong."""
    from fidedigno.doctor import examine

    findings = examine(workspace)

    def show() -> None:
        from fidedigno.cli.show import table

        marks = {"ok": "✓", "warning": "!", "problem": "✗"}
        table(
            ("", "check", "finding", "what to do"),
            [(marks[f.level], f.check, f.finding, f.hint) for f in findings],
            "",
        )

    emit([finding.as_dict() for finding in findings], as_json=json, show=show)
    if any(finding.level == "problem" for finding in findings):
        raise typer.Exit(1)


def version(json: Json = False) -> None:
    """Print the version."""
    emit({"version": __version__}, as_json=json, show=lambda: typer.echo(__version__))
