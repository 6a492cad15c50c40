"""``users`` and ``corpora``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from fidedigno.cli.options import Json, Workspace, emit, lag_words, open_workspace

users = typer.Typer(help="The directory of users and groups.", no_args_is_help=True)
corpora = typer.Typer(help="The declared corpora.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="Name or e-mail.")]


@users.command("load")
def load(
    file: Annotated[Path, typer.Argument(help="YAML, CSV or SCIM-like JSON.")],
    merge: Annotated[
        bool, typer.Option("--merge", help="Keep users and groups that the file lacks.")
    ] = False,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Load users, groups and memberships; all of it or nothing."""
    with open_workspace(workspace) as fidedigno:
        loaded = fidedigno.load_directory(file, merge=merge)
    _say(loaded, f"loaded {loaded['users']} users and {loaded['groups']} groups", json)


@users.command("list")
def list_users(json: Json = False, workspace: Workspace = None) -> None:
    """List the users."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.users()

    def show() -> None:
        from fidedigno.cli.show import table

        rows = [(each["name"], each["email"] or "", "" if each["enabled"] else "disabled") for each in found]
        table(("user", "e-mail", ""), rows, "no users; load some with 'fidedigno users load FILE'")

    emit(found, as_json=json, show=show)


@users.command("show")
def show_user(name: Name, json: Json = False, workspace: Workspace = None) -> None:
    """Show what a person holds: every group, at any depth, and what that opens."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.user(name)

    def show() -> None:
        from fidedigno.cli.show import joined, table

        table(("", ""), [(key, joined(value)) for key, value in found.items()], "")

    emit(found, as_json=json, show=show)


@users.command("enable")
def enable(name: Name, json: Json = False, workspace: Workspace = None) -> None:
    """Let a person ask again."""
    _switch(name, True, json, workspace)


@users.command("disable")
def disable(name: Name, json: Json = False, workspace: Workspace = None) -> None:
    """Switch an account off: from the next question on it reads nothing."""
    _switch(name, False, json, workspace)


@corpora.command("list")
def list_corpora(json: Json = False, workspace: Workspace = None) -> None:
    """List the corpora with their rules and whether they are open."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.corpora()

    def show() -> None:
        from fidedigno.cli.show import table

        columns = (
            "corpus",
            "audience",
            "sensitivity",
            "owner",
            "documents",
            "revocation lag",
            "measured",
            "state",
        )
        keys = (
            "name",
            "audience",
            "sensitivity",
            "owner",
            "documents",
            "revocation_lag",
            "measured",
            "state",
        )
        rows = [[{**each, "measured": lag_words(each)}[key] for key in keys] for each in found]
        table(columns, rows, "no corpora; ingest a folder first")

    emit(found, as_json=json, show=show)


@corpora.command("show")
def show_corpus(
    name: Annotated[str, typer.Argument(help="Name of the corpus.")],
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Show one corpus with its documents."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.corpus(name)

    def show() -> None:
        from fidedigno.cli.show import joined, table

        table(("", ""), [(k, joined(v)) for k, v in found.items() if k != "documents"], "")
        columns = ("id", "document", "version", "chunks", "language", "review", "labels")
        rows = [
            (d["id"], d["path"], d["version"], d["chunks"], d["language"], d["review_at"][:10], _labels(d))
            for d in found["documents"]
        ]
        table(columns, rows, "no documents")

    emit(found, as_json=json, show=show)


def _switch(name: str, enabled: bool, json: bool, workspace: Path | None) -> None:
    with open_workspace(workspace) as fidedigno:
        fidedigno.set_enabled(name, enabled)
    _say({"user": name, "enabled": enabled}, f"{name} is {'enabled' if enabled else 'disabled'}", json)


def _say(data: object, sentence: str, json: bool) -> None:
    def show() -> None:
        from rich.markup import escape

        from fidedigno.cli.show import console

        console.print(escape(sentence))

    emit(data, as_json=json, show=show)


def _labels(document: Mapping[str, dict[str, str]]) -> str:
    return ", ".join(f"{name}={value}" if value else name for name, value in document["labels"].items())
