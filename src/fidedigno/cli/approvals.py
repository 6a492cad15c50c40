"""``corpora approve``, ``approvals`` and ``revoke-approval``: the written approvals of restricted corpora."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer

from fidedigno.cli import directory
from fidedigno.cli.options import Json, Workspace, emit, moment, open_workspace

commands = directory.corpora
Corpus = Annotated[str, typer.Argument(help="Name of a restricted corpus.")]
By = Annotated[str, typer.Option("--by", help="Who decides: an enabled user.", show_default=False)]
AsRole = Annotated[str, typer.Option("--role", help="In whose name: security or legal.", show_default=False)]


@commands.command("approve")
def approve(
    name: Corpus,
    by: By,
    role: AsRole,
    until: Annotated[str, typer.Option("--until", help="The last moment (2027-06-30).", show_default=False)],
    note: Annotated[str, typer.Option("--note", help="Where the decision is written down.")] = "",
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Write that a restricted corpus may be indexed as it is declared now; security and legal both have to."""
    from fidedigno.access import Role

    with open_workspace(workspace) as fidedigno:
        end = moment(until, "--until") or datetime.now(UTC)
        fidedigno.approvals.approve(name, Role.parse(role), by, end, note)
        found = fidedigno.corpus_state(name)

    def show() -> None:
        from fidedigno.cli.show import show_lines

        done = found["approved_until"]
        rest = f"approved until {done}; ingest it now" if done else "the other approval is missing"
        show_lines([f"{name}: {rest}"])

    emit(found, as_json=json, show=show)


@commands.command("approvals")
def approvals(name: Corpus, json: Json = False, workspace: Workspace = None) -> None:
    """List every approval of a corpus that was written, and which count."""
    with open_workspace(workspace) as fidedigno:
        found = [each.as_dict() for each in fidedigno.approvals.of(name)]

    def show() -> None:
        from fidedigno.cli.show import table

        rows = [
            (
                each["role"], each["approved_by"], each["approved_at"][:16], each["until"][:16],
                "counts" if each["counts"] else f"revoked by {each['revoked_by']}" if each["revoked_by"] else "over",
                each["note"],
            )
            for each in found
        ]  # fmt: skip
        table(("role", "by", "given", "until", "", "note"), rows, "nobody has approved it")

    emit(found, as_json=json, show=show)


@commands.command("revoke-approval")
def revoke_approval(
    name: Corpus, by: By, role: AsRole, json: Json = False, workspace: Workspace = None
) -> None:
    """Take an approval back: the corpus gives nothing from the next question on."""
    from fidedigno.access import Role

    with open_workspace(workspace) as fidedigno:
        fidedigno.approvals.revoke(name, Role.parse(role), by)
        found = fidedigno.corpus_state(name)

    def show() -> None:
        from fidedigno.cli.show import show_lines

        show_lines([f"{name}: closed; 'fidedigno ingest' takes its documents out of the index"])

    emit(found, as_json=json, show=show)
