"""``audit``: the trail of what was asked and done, for auditors and operators."""

from __future__ import annotations

import csv
import json as json_module
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from fidedigno.cli.options import Corpora, Json, Workspace, emit, moment, open_workspace
from fidedigno.errors import ConfigurationError, UsageError

audit = typer.Typer(help="The audit trail: list, export, verify, keys, debug grants.", no_args_is_help=True)

Auditor = Annotated[str, typer.Option("--as", help="The auditor who looks.", show_default=False)]
From = Annotated[str | None, typer.Option("--from", help="From this date or instant on.", show_default=False)]
To = Annotated[str | None, typer.Option("--to", help="Before this date or instant.", show_default=False)]
By = Annotated[str | None, typer.Option("--by", help="Who does it.", show_default=False)]
Heads = Annotated[
    list[Path] | None,
    typer.Option("--head", help="A head that was kept elsewhere; may be repeated.", show_default=False),
]


@audit.command("list")
def list_trail(
    as_user: Auditor,
    since: From = None,
    until: To = None,
    kind: Annotated[
        list[str] | None,
        typer.Option("--kind", help="answer, search or event; may be repeated.", show_default=False),
    ] = None,
    user: Annotated[
        str | None, typer.Option("--user", help="Of this person, or naming them.", show_default=False)
    ] = None,
    before: Annotated[int | None, typer.Option("--before", help="Go on from here.")] = None,
    size: Annotated[int, typer.Option("--size", help="How many at most, up to 200.")] = 50,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """List the trail, newest first, by ids and codes; for auditors only."""
    from fidedigno.trace.ledger import Kind
    from fidedigno.trace.listing import Wanted

    if unknown := [each for each in kind or () if each not in set(Kind)]:
        raise UsageError(f"there is no kind {unknown[0]!r}", f"one of {', '.join(Kind)}")
    kinds = frozenset(Kind(each) for each in kind or ())
    wanted = Wanted(
        kinds, since=moment(since, "--from"), until=moment(until, "--to"), before=before, size=size
    )
    with open_workspace(workspace) as fidedigno:
        listed = fidedigno.audit.records(wanted, as_user=as_user, user=user)

    def show() -> None:
        from fidedigno.cli.show import show_lines, table

        columns = ("place", "when", "kind", "id", "who", "what", "why")
        rows = [
            (each.sequence, _utc(each.at), each.kind, each.id, each.who[:12], each.what, each.why)
            for each in listed.items
        ]
        table(columns, rows, "nothing is recorded here")
        if listed.following is not None:
            show_lines([f"older ones: --before {listed.following}"])

    emit(listed.as_dict(), as_json=json, show=show)


@audit.command("export")
def export(
    as_user: Auditor,
    since: Annotated[str, typer.Option("--from", help="From this date or instant on.")],
    until: Annotated[str, typer.Option("--to", help="Before this date or instant.")],
    form: Annotated[str, typer.Option("--format", help="jsonl (with the proof) or csv.")] = "jsonl",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write to this new file, for you alone.", show_default=False),
    ] = None,
    workspace: Workspace = None,
) -> None:
    """Export the trail of a period, by ids and codes, with the proof of the chain; for auditors only."""
    if form not in {"jsonl", "csv"}:
        raise UsageError(f"there is no format {form!r}", "give jsonl or csv")
    from_instant, to_instant = moment(since, "--from"), moment(until, "--to")
    assert from_instant is not None and to_instant is not None  # noqa: S101, PT018 - both were given
    with open_workspace(workspace) as fidedigno:
        lines = fidedigno.audit.export(from_instant, to_instant, as_user=as_user)
        if output is None:
            _write(lines, form, sys.stdout)
            return
        try:
            output.touch(0o600, exist_ok=False)
            with output.open("w", encoding="utf-8", newline="") as stream:
                _write(lines, form, stream)
        except OSError as error:
            raise UsageError(
                f"{output} cannot be written: {error.strerror}", "give a new file in a folder of yours"
            ) from error


def _write(lines: Any, form: str, stream: Any) -> None:
    from fidedigno.trace.export import CSV_COLUMNS, csv_row

    if form == "jsonl":
        for line in lines:
            stream.write(json_module.dumps(line, separators=(",", ":")) + "\n")
        return
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    next(lines)
    writer.writerows(csv_row(line) for line in lines)


@audit.command("verify")
def verify(
    head: Heads = None,
    export_file: Annotated[
        Path | None,
        typer.Option("--export", help="Check this export instead of the trail.", show_default=False),
    ] = None,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Check that nothing in the trail was changed, deleted, inserted or cut off; exits with 1 otherwise."""
    from fidedigno.trace.head import Head

    with open_workspace(workspace) as fidedigno:
        if export_file is not None:
            with _opened(export_file) as stream:
                found = fidedigno.audit.verify_export(stream)
        else:
            heads = []
            for each in head or ():
                with _opened(each) as stream:
                    heads.append(Head.parse(stream.read(1_000)))
            found = fidedigno.audit.verify(heads)

    def show() -> None:
        from fidedigno.cli.show import show_lines, table

        state = "whole" if found.whole else "NOT WHOLE"
        show_lines(
            [f"{state}: {found.records} records, {found.deleted} deleted on purpose, head {found.head}"]
        )
        if found.heads_too_old:
            show_lines([f"{found.heads_too_old} heads are of places folded since: they cannot be compared"])
        if found.findings:
            table(("place", "fault"), [(each.sequence, each.fault.value) for each in found.findings], "")

    emit(found.as_dict(), as_json=json, show=show)
    if not found.whole:
        raise typer.Exit(1)


@audit.command("head")
def head(json: Json = False, workspace: Workspace = None) -> None:
    """Print the signed end of the trail, to be kept elsewhere."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.audit.head()
    data = {"sequence": found.sequence, "link": found.link, "head": found.line()}
    emit(data, as_json=json, show=lambda: typer.echo(found.line()))


@audit.command("keys")
def keys(json: Json = False, workspace: Workspace = None) -> None:
    """List the ids of the keys under which people have pseudonyms."""
    with open_workspace(workspace) as fidedigno:
        current, *older = fidedigno.audit.trail.keys.all()
    data = {"current": current.id, "older": [each.id for each in older]}
    rows = [(current.id, "current"), *((each.id, "older") for each in older)]

    def show() -> None:
        from fidedigno.cli.show import table

        table(("key", ""), rows, "")

    emit(data, as_json=json, show=show)


@audit.command("rotate-key")
def rotate_key(by: By = None, json: Json = False, workspace: Workspace = None) -> None:
    """Name people under a new key from now on; the older one is kept while records are under it."""
    with open_workspace(workspace) as fidedigno:
        former, current = fidedigno.audit.rotate_key(by=by)
    data = {"former": former, "current": current}
    emit(data, as_json=json, show=lambda: typer.echo(f"key {current} is current; {former} is kept for now"))


@audit.command("expire")
def expire(json: Json = False, workspace: Workspace = None) -> None:
    """Delete now what has expired: records, keys without records, debug grants with their texts."""
    with open_workspace(workspace) as fidedigno:
        done = fidedigno.audit.expire()
    words = ", ".join(
        f"{len(value) if isinstance(value, list) else value} {name}" for name, value in done.items()
    )
    emit(done, as_json=json, show=lambda: typer.echo(f"deleted: {words}"))


@audit.command("debug-grant")
def debug_grant(
    by: Annotated[str, typer.Option("--by", help="The auditor who grants it.", show_default=False)],
    reason: Annotated[str, typer.Option("--reason", help="Why; without data of people.")],
    until: Annotated[str, typer.Option("--until", help="Until when, at most 7 days from now.")],
    user: Annotated[
        str | None, typer.Option("--user", help="Whose questions; everybody's if not given.")
    ] = None,
    corpus: Corpora = None,
    approved_by: Annotated[
        str | None, typer.Option("--approved-by", help="The second person, for a restricted corpus.")
    ] = None,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Keep texts for a while, encrypted: questions of a person, answers from the corpora that are named."""
    from fidedigno.trace.auditing import DebugRequest

    end = moment(until, "--until")
    assert end is not None  # noqa: S101 - it was given
    wish = DebugRequest(by, reason, end, user or "", frozenset(corpus or ()), approved_by or "")
    with open_workspace(workspace) as fidedigno:
        grant = fidedigno.audit.grant_debug(wish)
    emit(
        grant.as_dict(), as_json=json, show=lambda: typer.echo(f"grant {grant.id} until {_utc(grant.until)}")
    )


@audit.command("debug-list")
def debug_list(as_user: Auditor, json: Json = False, workspace: Workspace = None) -> None:
    """List the debug grants in force; for auditors only."""
    with open_workspace(workspace) as fidedigno:
        grants = fidedigno.audit.debug_grants(as_user=as_user)

    def show() -> None:
        from fidedigno.cli.show import table

        columns = ("grant", "until", "person", "corpora", "by", "approved by", "reason")
        rows = [
            (g.id, _utc(g.until), g.user, ", ".join(sorted(g.corpora)), g.by, g.approved_by, g.reason)
            for g in grants
        ]
        table(columns, rows, "no texts are being kept")

    emit([each.as_dict() for each in grants], as_json=json, show=show)


@audit.command("debug-read")
def debug_read(
    grant: Annotated[str, typer.Argument(help="The id of the grant.")],
    as_user: Auditor,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Show the texts that were kept under a grant in force; for auditors only."""
    with open_workspace(workspace) as fidedigno:
        texts = fidedigno.audit.debug_texts(grant, as_user=as_user)

    def show() -> None:
        from fidedigno.cli.show import show_lines

        for each in texts:
            show_lines([f"{each['at']}  {each['answer']}  {each['user']}", f"  ? {each['question']}"])
            told = (
                [each["message"], *(each["claims"] or ())] if each["message"] is not None else ["(not kept)"]
            )
            show_lines([f"  {each['decision']}: {' '.join(filter(None, told))}"])

    emit(texts, as_json=json, show=show)


@audit.command("debug-revoke")
def debug_revoke(
    grant: Annotated[str, typer.Argument(help="The id of the grant.")],
    by: By = None,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """End a debug grant now, and delete its texts."""
    with open_workspace(workspace) as fidedigno:
        fidedigno.audit.revoke_debug(grant, by=by)
    emit({"revoked": grant}, as_json=json, show=lambda: typer.echo(f"grant {grant} has ended"))


def _opened(path: Path) -> Any:
    try:
        return path.open(encoding="utf-8", errors="replace")
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be read: {error.strerror}", "give a file that is there"
        ) from error


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
