"""``pack``, ``places``, ``assistants`` and ``moodle``: what governs answers."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fidedigno.cli.options import Json, Workspace, emit, open_workspace

if TYPE_CHECKING:
    from fidedigno.plan.assistants import Assistant

pack = typer.Typer(help="Packs: question classes, contracts and authorities.", no_args_is_help=True)
places = typer.Typer(help="Courses, activities and groups by name.", no_args_is_help=True)
assistants = typer.Typer(help="Assistants: what each may look in, and for whom.", no_args_is_help=True)
moodle = typer.Typer(help="Moodle as a source of documents and of live state.", no_args_is_help=True)


@pack.command("check")
def check_pack(
    folder: Annotated[Path, typer.Argument(help="The folder that holds pack.yaml.")], json: Json = False
) -> None:
    """Check a pack, and show what it asks of each class of questions."""
    from fidedigno.plan.load import load_pack

    found = load_pack(folder)
    classes = [
        {
            "class": each.name,
            "route": each.route.value,
            "critical": [name for name, critical in each.facts if critical],
            "optional": [name for name, critical in each.facts if not critical],
            "slots": list(each.slots),
            "examples": {language: len(examples) for language, examples in each.examples.items()},
        }
        for each in found.classes.values()
    ]
    data = {"name": found.name, "version": found.version, "ladder": list(found.ladder), "classes": classes}

    def show() -> None:
        from fidedigno.cli.show import show_lines, table

        show_lines([f"{found.name} {found.version}: {' > '.join(found.ladder)}"])
        rows = [
            (
                each["class"],
                each["route"],
                ", ".join(found.classes[str(each["class"])].slots),
                ", ".join(name for name, critical in found.classes[str(each["class"])].facts if critical),
            )
            for each in classes
        ]
        table(("class", "route", "scope", "critical facts"), rows, "no classes")

    emit(data, as_json=json, show=show)


@places.command("load")
def load_places(
    file: Annotated[Path, typer.Argument(help="A places.yaml.")],
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Take over the courses, activities and groups that a file declares."""
    with open_workspace(workspace) as fidedigno:
        loaded = fidedigno.load_places(file)
    data = {
        "courses": len(loaded.courses),
        "activities": sum(len(each.activities) for each in loaded.courses),
        "groups": sum(len(each.groups) for each in loaded.courses),
    }
    emit(data, as_json=json, show=lambda: typer.echo(", ".join(f"{n} {name}" for name, n in data.items())))


@assistants.command("load")
def load_assistants(
    file: Annotated[Path, typer.Argument(help="An assistants.yaml.")],
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Take over the assistants that a file declares."""
    with open_workspace(workspace) as fidedigno:
        loaded = fidedigno.load_assistants(file)
    _list_assistants(loaded.by_name.values(), json)


@assistants.command("list")
def list_assistants(
    as_user: Annotated[
        str | None, typer.Option("--as", help="Only those for this user.", show_default=False)
    ] = None,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """List the declared assistants."""
    with open_workspace(workspace) as fidedigno:
        declared = fidedigno.assistants
        found = (
            declared.by_name.values() if as_user is None else declared.seen_by(fidedigno.identity(as_user))
        )
    _list_assistants(found, json)


def _list_assistants(found: Iterable[Assistant], json: bool) -> None:
    data = [
        {
            "name": each.name,
            "title": each.title,
            "corpora": sorted(each.corpora),
            "sensitivity": each.reach.scope.sensitivity.name.lower(),
            "live_state": each.reach.live_state,
        }
        for each in found
    ]

    def show() -> None:
        from fidedigno.cli.show import joined, table

        rows = [tuple(map(joined, each.values()))[:4] for each in data]
        table(("assistant", "title", "corpora", "up to"), rows, "no assistants")

    emit(data, as_json=json, show=show)


@moodle.command("connect")
def connect_moodle(
    file: Annotated[Path, typer.Argument(help="A moodle.yaml.")],
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Connect a Moodle; its tokens stay in the files that the declaration names."""
    with open_workspace(workspace) as fidedigno:
        connection = fidedigno.connect_moodle(file)
    data = {"name": connection.site.name, "url": connection.site.url}

    def show() -> None:
        from fidedigno.cli.show import show_lines

        show_lines([f"connected {data['name']} at {data['url']}"])

    emit(data, as_json=json, show=show)


@moodle.command("sync")
def sync_moodle(
    owner: Annotated[str, typer.Option("--owner", help="Who answers for the mirrored documents.")],
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Mirror the declared courses with their rights, load their people, and ingest what changed."""
    with open_workspace(workspace) as fidedigno:
        synced = fidedigno.sync_moodle(owner)
        report = fidedigno.ingest(*synced.folders) if synced.folders else None
    data = {**synced.as_dict(), "ingested": report.as_dict() if report else None}

    def show() -> None:
        from fidedigno.cli.show import console, show_lines, show_report

        console.print(
            f"{len(synced.folders)} courses, {synced.people} people, {synced.written} files written, "
            f"{synced.removed} removed"
        )
        for course, code in synced.failed.items():
            console.print(f"[red]failed[/] course {course} ({code}); its rights stay as old as they were")
            show_lines([f"  → {synced.reasons[course]}"])
        if report:
            show_report(report)

    emit(data, as_json=json, show=show)
    if synced.failed:
        raise typer.Exit(1)
