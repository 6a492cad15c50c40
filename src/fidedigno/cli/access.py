"""``access``: why somebody may read a document, and who may; for administrators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from fidedigno.cli.options import Json, Workspace, emit, open_workspace

access = typer.Typer(help="Why somebody may read a document, for administrators.", no_args_is_help=True)

Document = Annotated[str, typer.Argument(help="Its id, its path, or corpus/path.")]
Administrator = Annotated[
    str | None,
    typer.Option(
        "--as", help="The administrator who asks; the workspace's owner if left out.", show_default=False
    ),
]


@access.command("explain")
def explain(
    user: Annotated[str, typer.Argument(help="By name or e-mail; 'anyone' is the public.")],
    document: Document,
    as_user: Administrator = None,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Show the chain by which a person may, or may not, read a document."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.administration(as_user=as_user or fidedigno.settings.owner).explain(
            None if user == "anyone" else user, document
        )
    emit(found, as_json=json, show=lambda: _show_chain(user, found))


@access.command("who")
def who(
    document: Document, as_user: Administrator = None, json: Json = False, workspace: Workspace = None
) -> None:
    """List everybody who may read a document now."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.administration(as_user=as_user or fidedigno.settings.owner).who(document)

    def show() -> None:
        from fidedigno.cli.show import show_lines, table

        if found["corpus_closed"] or found["blocked"]:
            show_lines([f"nobody: {_blocked(found)}"])
            return
        rows = [("anyone",)] if found["anyone"] else []
        table(("may read",), [*rows, *((name,) for name in found["users"])], "nobody may read it")

    emit(found, as_json=json, show=show)


def _blocked(found: dict[str, Any]) -> str:
    closed = found["corpus_closed"]
    return f"its corpus is closed ({closed.replace('_', ' ')})" if closed else "the document itself is closed"


def _show_chain(user: str, found: dict[str, Any]) -> None:
    from rich.text import Text
    from rich.tree import Tree

    from fidedigno.cli.show import console
    from fidedigno.deliver import for_terminal

    def line(good: bool, words: str) -> Text:
        return Text(f"{'✓' if good else '✗'} {for_terminal(words)}", style="green" if good else "red")

    verdict = "may read" if found["readable"] else "may not read"
    tree = Tree(line(found["readable"], f"{user} {verdict} {found['document']}"))
    for good, words in _conditions(found):
        tree.add(line(good, words))
    for number, clause in enumerate(found["clauses"], start=1):
        node = tree.add(
            line(bool(clause["met_by"]), f"clause {number}: any of {', '.join(clause['principals'])}")
        )
        for chain in clause["met_by"]:
            node.add(Text(for_terminal(" → ".join(chain))))
    for chain in found["denied_by"]:
        tree.add(line(False, f"denied by {' → '.join(chain)}"))
    console.print(tree)


def _conditions(found: dict[str, Any]) -> Iterator[tuple[bool, str]]:
    """What has to hold besides the access list, each with whether it does."""
    if found["user"] is None:
        yield True, "nobody whom the directory knows: the public"
    else:
        yield found["enabled"], "the account is enabled" if found["enabled"] else "the account is disabled"
    closed = found["corpus_closed"]
    state = f"closed: {closed.replace('_', ' ')}" if closed else "open"
    yield closed is None, f"the corpus {found['corpus']} is {state}"
    if found["needs_approval"]:
        until = found["approved_until"]
        yield bool(until), f"it is approved until {until}" if until else "it is not approved"
    if found["asks_source"]:
        yield True, "its source is asked again at each question"
    if found["pending"]:
        yield False, "a change of its rights is being written"
    if found["stale_since"]:
        yield False, f"it is past its review date ({found['stale_since'][:10]}), and its corpus excludes it"
    if found["access_list"] != "list":
        yield False, f"its access list is {found['access_list']}"
