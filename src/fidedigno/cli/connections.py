"""``connect``, ``connections``, ``sync`` and ``watch``: connected systems."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fidedigno.cli.ingestion import Quiet, progress_bar
from fidedigno.cli.options import Json, Workspace, emit, open_workspace

if TYPE_CHECKING:
    from fidedigno.connected.reading import Reading
    from fidedigno.connected.watch import Watcher

connections = typer.Typer(help="The connected systems.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="Name of the connection (see connections list).")]


def connect(
    file: Annotated[Path, typer.Argument(help="A connection.yaml.")],
    no_check: Annotated[
        bool, typer.Option("--no-check", help="Take it over without asking the system.")
    ] = False,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Connect a system that a file describes; reads a little from it to prove that it answers."""
    from fidedigno.connected import load_connection
    from fidedigno.connected.probe import prove

    with open_workspace(workspace) as fidedigno:
        proof = None if no_check else prove(load_connection(file))
        connection = fidedigno.connections.put(file)
    data = {**connection.as_dict(), "proof": proof.as_dict() if proof else None}

    def show() -> None:
        from fidedigno.cli.show import show_lines

        lines = [f"connected {connection.name}: rights every {connection.rights_every}"]
        if proof is not None and proof.people is not None:
            lines.append(f"it answered: {proof.people} people")
        elif proof is not None and not proof.documents:
            lines.append("it answered, and showed no document: check what its account may read")
        elif proof is not None and not proof.rights:
            lines.append("it answered, but the rights of its first document cannot be read: it stays closed")
        elif proof is not None:
            lines.append("it answered, with a document and its rights")
        show_lines([*lines, f"next: fidedigno sync {connection.name}"])

    emit(data, as_json=json, show=show)


@connections.command("list")
def list_connections(json: Json = False, workspace: Workspace = None) -> None:
    """List the connections: how often they are read, how groups are resolved, and how they stand."""
    from fidedigno.connected.health import connections_health

    with open_workspace(workspace) as fidedigno:
        found = connections_health(fidedigno)

    def show() -> None:
        from fidedigno.cli.show import table

        columns = ("connection", "kind", "groups", "rights every", "contents every", "rights read", "last")
        rows = []
        for each in found:
            said = each.as_dict()
            keys = ("kind", "group_expansion", "rights_every", "contents_every", "rights_read_at")
            last = each.problem or (each.last.outcome if each.last else "never read")
            rows.append((each.name, *(str(said.get(key) or "–")[:19] for key in keys), last))
        table(columns, rows, "no connections; connect a system with 'fidedigno connect FILE'")

    emit([each.as_dict() for each in found], as_json=json, show=show)


@connections.command("show")
def show_connection(name: Name, json: Json = False, workspace: Workspace = None) -> None:
    """Show one connection: its declaration as it is kept, how it stands, and its last readings."""
    from fidedigno.connected.health import connections_health

    with open_workspace(workspace) as fidedigno:
        text = fidedigno.connections.text(name)
        health = next(each for each in connections_health(fidedigno) if each.name == name)
        runs = fidedigno.book.runs(name)
    data = {**health.as_dict(), "declaration": text, "runs": [each.as_dict() for each in runs]}

    def show() -> None:
        from fidedigno.cli.show import show_lines, table

        hidden = ("declaration", "runs", "last")
        table(("", ""), [(key, value) for key, value in data.items() if key not in hidden], "")
        show_lines(["", *text.splitlines(), ""])
        rows = [
            (
                str(each.began_at)[:19],
                str(each.ended_at - each.began_at).partition(".")[0],
                "contents" if each.contents else "rights",
                each.outcome,
                ", ".join(f"{count} {what}" for what, count in each.counts.items() if count),
            )
            for each in runs
        ]
        table(("began", "took", "of", "outcome", "counts"), rows, "never read")

    emit(data, as_json=json, show=show)


@connections.command("remove")
def remove_connection(name: Name, json: Json = False, workspace: Workspace = None) -> None:
    """Forget a connection; its corpus closes when its rights grow old, and its people stay."""
    with open_workspace(workspace) as fidedigno:
        fidedigno.connections.remove(name)
        fidedigno.book.forget(name)

    def show() -> None:
        from fidedigno.cli.show import show_lines

        show_lines([f"removed {name}; what was indexed closes when its rights are older than its lag"])

    emit({"removed": name}, as_json=json, show=show)


def sync(
    names: Annotated[
        list[str] | None, typer.Argument(help="Connections; all, when left out.", show_default=False)
    ] = None,
    rights: Annotated[
        bool, typer.Option("--rights", help="Renew rights, people and groups alone; reads no content.")
    ] = False,
    quiet: Quiet = False,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Bring rights, people and documents of connected systems up to date; ends with 1 if one failed."""
    from fidedigno.connected.reading import read_connection
    from fidedigno.connected.watch import tell_alerts

    readings: list[Reading] = []
    with open_workspace(workspace) as fidedigno:
        chosen = [fidedigno.connections.get(name) for name in names or fidedigno.connections.names()]
        for connection in chosen:
            with progress_bar(quiet or json, connection.name) as on_progress:
                reading = read_connection(fidedigno, connection, contents=not rights, on_progress=on_progress)
            readings.append(reading)
            if not json:
                _show_reading(reading)
        tell_alerts(fidedigno)

    def show() -> None:
        from fidedigno.cli.show import console

        if not readings:
            console.print("[yellow]no connections; connect a system with 'fidedigno connect FILE'[/]")

    emit([each.as_dict() for each in readings], as_json=json, show=show)
    if not all(each.is_done for each in readings):
        raise typer.Exit(1)


def watch(
    once: Annotated[bool, typer.Option("--once", help="Read what is due now, and end.")] = False,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Read each connection when it is due, rights more often than contents, until it is stopped."""
    from fidedigno.connected.watch import Watcher

    def tell(reading: Reading) -> None:
        if json:
            _print_line(reading.as_dict())
        else:
            _show_reading(reading)

    with open_workspace(workspace) as fidedigno:
        watcher = Watcher(fidedigno, tell=tell)
        with _stopped_by_signals(watcher):
            readings = watcher.run_once() if once else []
            if not once:
                watcher.run()
    if not all(each.is_done for each in readings):
        raise typer.Exit(1)


@contextmanager
def _stopped_by_signals(watcher: Watcher) -> Iterator[None]:
    """SIGTERM and a first Ctrl-C end the watcher in order; a second Ctrl-C ends it at once."""

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - the form of a handler
        watcher.stop()
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = {each: signal.signal(each, stop) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _print_line(data: dict[str, Any]) -> None:
    import json

    typer.echo(json.dumps(data, ensure_ascii=False))


def _show_reading(reading: Reading) -> None:
    """What a reading changed, in plain words; external ids of what stays closed or old."""
    from fidedigno.cli.show import console, show_lines
    from fidedigno.connected.words import words_of

    head, *rest = words_of(reading)
    console.print(f"[bold]{reading.connection}[/] {'[green]✓[/]' if reading.is_done else '[red]✗[/]'}")
    show_lines([f"  {head}", *(f"  {line}" for line in rest)])
