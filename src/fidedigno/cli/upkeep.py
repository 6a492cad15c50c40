"""``status``, ``doctor`` and ``version``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from fidedigno.cli.options import Json, Workspace, emit, lag_words, open_workspace
from fidedigno.version import __version__


def status(
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="End with 1 if a corpus is closed by a fault, a connection fails or answers got worse.",
        ),
    ] = False,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="Print the state of the corpora for Prometheus instead.")
    ] = False,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Show what the workspace holds, for its operator."""
    from fidedigno.connected.health import is_well

    with open_workspace(workspace) as fidedigno:
        well = not check or (is_well(fidedigno) and not fidedigno.drift_alerts())
        if metrics:
            from fidedigno.serve.metrics import exposition

            typer.echo(exposition(fidedigno), nl=False)
        else:
            found = fidedigno.status()
            emit(found, as_json=json, show=lambda: _show_status(found))
    if not well:
        raise typer.Exit(1)


def _show_status(found: dict[str, Any]) -> None:
    from fidedigno.cli.show import console, show_lines, table

    table(
        ("", ""),
        [
            (key, value)
            for key, value in found.items()
            if key not in {"corpora", "connections", "live_checks", "drift"}
        ],
        "",
    )
    console.print()
    columns = (
        "corpus",
        "documents",
        "chunks",
        "past review",
        "permissions read",
        "measured lag (p95)",
        "state",
    )
    keys = ("name", "documents", "chunks", "past_review", "permissions_age", "lag", "state")
    rows = [[{**each, "lag": lag_words(each)}[key] for key in keys] for each in found["corpora"]]
    table(columns, rows, "no corpora yet")
    if found["connections"]:
        console.print()
        parts = ("name", "group_expansion", "rights_read_at", "failures", "unknown_rights")
        shown = [
            [str(each.get(key) if each.get(key) is not None else "–")[:19] for key in parts]
            for each in found["connections"]
        ]
        table(("connection", "groups", "rights read", "failures", "unknown"), shown, "")
    if found["live_checks"]:
        console.print()
        asked = ("asked live", "breaker", "last failure", "checks", "p95 ms")
        table(asked, [_live_row(each) for each in found["live_checks"]], "")
    show_lines([f"! {each['name']}: {each['what_to_do']}" for each in found["corpora"] if each["what_to_do"]])
    problems = [each for each in found["connections"] if each["problem"]]
    show_lines([f"! {each['name']}: {each['problem']}" for each in problems])
    show_lines([_drift_line(each) for each in found["drift"]["alerts"]])


def _drift_line(alert: dict[str, Any]) -> str:
    """An alert in a line: of which corpus, which measure, since when and since which version of the index."""
    name = alert["corpus"] or "all corpora together"
    began, version = alert["began_at"][:16].replace("T", " "), alert["index_version"] or "?"
    moved = f"{alert['before']:.2f} → {alert['after']:.2f}"
    return (
        f"! {name}: answers got worse ({alert['signal']} {moved}) since {began} UTC, version {version} of the index "
        f"(before: {alert['previous_version'] or '?'}), in {alert['answers']} answers"
    )


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
