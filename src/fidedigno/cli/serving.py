"""``serve``: the workspace over HTTP; and ``users link``, ``unlink``, ``links``: whose tokens are whose."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fidedigno.cli.directory import users
from fidedigno.cli.options import Json, Workspace, emit, open_workspace
from fidedigno.errors import UsageError

Issuer = Annotated[str, typer.Option("--issuer", help="The issuer, exactly as its tokens name it.")]
Subject = Annotated[str, typer.Option("--subject", help="The subject ('sub') of the person's tokens.")]


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 chooses one.")] = 8080,
    settings: Annotated[
        Path | None,
        typer.Option("--settings", help="Whom to believe; default: serve.yaml of the workspace."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Check the settings and files, and end.")] = False,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Answer over HTTP for whoever a token proves to be, and take accounts from identity providers."""
    try:
        from fidedigno.serve.app import create_app
        from fidedigno.serve.run import run
        from fidedigno.serve.scim.tokens import read_tokens
        from fidedigno.serve.settings import SETTINGS_FILE, ServeSettings, load_serve_settings
        from fidedigno.serve.webhooks import router as webhooks
    except ModuleNotFoundError as error:
        if error.name and error.name.startswith("fidedigno"):
            raise
        raise UsageError(
            f"the server needs {error.name}", "install it with: pip install 'fidedigno[server]'"
        ) from None

    with open_workspace(workspace) as fidedigno:
        path = settings or fidedigno.folder / SETTINGS_FILE
        chosen = load_serve_settings(path) if settings or path.exists() else ServeSettings()
        for provider in chosen.scim:
            read_tokens(provider)
        said = {
            "host": host,
            "port": port,
            "scim": [each.name for each in chosen.scim],
            "oidc": [each.name for each in chosen.oidc],
        }
        emit(said, as_json=json, show=lambda: _announce(host, port, chosen.scim == () and chosen.oidc == ()))
        if not check:
            run(create_app(fidedigno, chosen, [webhooks(fidedigno)]), host, port)


@users.command("link")
def link(
    name: Annotated[str, typer.Argument(help="The user, by name.")],
    issuer: Issuer,
    subject: Subject,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Say whose the tokens of a subject are."""
    from fidedigno.access.links import Link

    made = Link(issuer, subject, name)
    with open_workspace(workspace) as fidedigno:
        fidedigno.links.put(made)
    emit(made._asdict(), as_json=json, show=lambda: typer.echo("linked"))


@users.command("unlink")
def unlink(issuer: Issuer, subject: Subject, json: Json = False, workspace: Workspace = None) -> None:
    """Forget whose the tokens of a subject are."""
    with open_workspace(workspace) as fidedigno:
        fidedigno.links.remove(issuer, subject)
    emit({"issuer": issuer, "subject": subject}, as_json=json, show=lambda: typer.echo("unlinked"))


@users.command("links")
def links(json: Json = False, workspace: Workspace = None) -> None:
    """List whose tokens are whose."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.links.all()

    def show() -> None:
        from fidedigno.cli.show import table

        table(("user", "issuer", "subject"), [(e.user, e.issuer, e.subject) for e in found], "no links")

    emit([each._asdict() for each in found], as_json=json, show=show)


def _announce(host: str, port: int, nobody: bool) -> None:
    typer.echo(f"serving on http://{host}:{port} (Ctrl+C ends it)")
    if nobody:
        typer.echo("serve.yaml declares no issuer and no provider: every request is refused")
