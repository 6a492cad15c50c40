"""``init``, ``ingest``, ``reindex`` and ``forget``."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from fidedigno.cli.options import Json, Workspace, emit, open_workspace
from fidedigno.errors import WorkspaceError
from fidedigno.ingest.report import IngestReport, OnProgress, Progress
from fidedigno.workspace import Fidedigno

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")]


def init(
    path: Annotated[Path, typer.Argument(help="Where to make the folder .fidedigno.")] = Path(),
    admin: Annotated[
        str | None,
        typer.Option(
            help="The user who owns folders that declare nothing; default: you.", show_default=False
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Make a workspace: an index, a directory of users and settings, in the folder .fidedigno."""
    with Fidedigno.create(path, admin=admin or getpass.getuser()) as fidedigno:
        data = {"workspace": str(fidedigno.folder), "owner": fidedigno.settings.owner}

    def show() -> None:
        from rich.markup import escape

        from fidedigno.cli.show import console

        console.print(
            f"workspace [bold]{escape(data['workspace'])}[/], owner [bold]{escape(data['owner'])}[/]"
        )
        console.print("[dim]next: fidedigno users load directory.yaml; fidedigno ingest FOLDER[/]")

    emit(data, as_json=json, show=show)


def ingest(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files or folders; without any, all that were ingested before.", show_default=False
        ),
    ] = None,
    declare: Annotated[
        Path | None,
        typer.Option(help="A corpus.yaml for folders that have none of their own.", show_default=False),
    ] = None,
    quiet: Quiet = False,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Read documents with their permissions into the index; again touches only what changed."""
    with _open_or_create(workspace) as (fidedigno, created), progress_bar(quiet or json) as on_progress:
        report = fidedigno.ingest(*(paths or ()), declare=declare, on_progress=on_progress)
    if created:
        report.notices.insert(0, f"made a workspace here, owned by {fidedigno.settings.owner!r}")
    _emit_report(report, as_json=json)


def reindex(quiet: Quiet = False, json: Json = False, workspace: Workspace = None) -> None:
    """Make the index anew from every ingested folder, for example after changing the embedder."""
    with open_workspace(workspace) as fidedigno, progress_bar(quiet or json) as on_progress:
        report = fidedigno.reindex(on_progress=on_progress)
    _emit_report(report, as_json=json)


def forget(
    document: Annotated[str, typer.Argument(help="Its id, its path, or corpus/path (see corpora show).")],
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Remove a document from everything, and show that no trace is left on disk."""
    with open_workspace(workspace) as fidedigno:
        receipt = fidedigno.forget(document)

    def show() -> None:
        from rich.markup import escape

        from fidedigno.cli.show import console

        console.print(f"forgotten: [bold]{escape(receipt.document)}[/]")
        for line in receipt.lines():
            console.print(f"  {line}")

    emit(receipt.as_dict(), as_json=json, show=show)


@contextmanager
def _open_or_create(path: Path | None) -> Iterator[tuple[Fidedigno, bool]]:
    """The workspace, or a new one in this folder where neither an option nor the environment names one."""
    try:
        fidedigno, created = open_workspace(path), False
    except WorkspaceError:
        if path is not None or Fidedigno.is_named():
            raise
        fidedigno, created = Fidedigno.create(Path(), admin=getpass.getuser()), True
    with fidedigno:
        yield fidedigno, created


@contextmanager
def progress_bar(silent: bool, what: str = "ingesting") -> Iterator[OnProgress | None]:
    """A bar on a terminal, as long as the block lasts; ``None`` where nobody looks."""
    if silent or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[chunks]} chunks"),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None, chunks=0)

        def on_progress(progress: Progress) -> None:
            bar.update(
                task, completed=progress.documents, total=progress.total or None, chunks=progress.chunks
            )

        yield on_progress


def _emit_report(report: IngestReport, *, as_json: bool) -> None:
    def show() -> None:
        from fidedigno.cli.show import show_report

        show_report(report)

    emit(report.as_dict(), as_json=as_json, show=show)
