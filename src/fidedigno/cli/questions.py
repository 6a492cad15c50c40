"""``ask``, ``chat``, ``why``, ``review``, ``search`` and ``schema``."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path
from typing import Annotated, Any

import typer

from fidedigno.cli.options import (
    As,
    Assistant,
    At,
    Context,
    Corpora,
    Json,
    Workspace,
    context_of,
    emit,
    moment,
    open_workspace,
)
from fidedigno.cli.pages import draw_into
from fidedigno.deliver import answer_as_dict, answer_schema, candidate_as_dict
from fidedigno.errors import UsageError


def ask(
    question: Annotated[str, typer.Argument(help="The question, in Spanish or English.")],
    as_user: As,
    corpus: Corpora = None,
    at: At = None,
    context: Context = None,
    assistant: Assistant = "",
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Answer a question from what this user may read, with citations, or abstain."""
    with open_workspace(workspace) as fidedigno:
        answer = fidedigno.ask(
            question, as_user=as_user, corpora=corpus or (), at=moment(at), context=context_of(context),
            assistant=assistant,
        )  # fmt: skip

    def show() -> None:
        from fidedigno.cli.show import show_answer

        show_answer(answer)

    emit(answer_as_dict(answer), as_json=json, show=show)


def search(
    question: Annotated[str, typer.Argument(help="What to look for.")],
    as_user: As,
    corpus: Corpora = None,
    limit: Annotated[int, typer.Option("--limit", "-k", min=1, max=200, help="How many passages.")] = 10,
    explain: Annotated[
        bool, typer.Option("--explain", help="What each ranker adds, and why it is found.")
    ] = False,
    at: At = None,
    assistant: Assistant = "",
    pages_to: Annotated[
        Path | None,
        typer.Option(
            "--pages-to",
            help="Draw the page of each passage that has one into this folder.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Show the passages that this user may read, with each ranker's rank and the fused score."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.search(
            question, as_user=as_user, corpora=corpus or (), at=moment(at), limit=limit, assistant=assistant
        )
        if pages_to is not None:
            draw_into(pages_to, fidedigno, found, as_user)
    data: list[dict[str, Any]] = [candidate_as_dict(each, explain=explain) for each in found]

    def show() -> None:
        from fidedigno.cli.show import show_candidates

        show_candidates(found, explain=explain)

    emit(data, as_json=json, show=show)


def chat(
    as_user: As,
    at: At = None,
    context: Context = None,
    assistant: Assistant = "",
    workspace: Workspace = None,
) -> None:
    """Ask one question after another; a later one may leave out what an earlier one said."""
    from fidedigno.cli.show import console, show_answer, show_lines

    as_of, known = moment(at), context_of(context)
    with open_workspace(workspace) as fidedigno:
        conversation = fidedigno.conversation(as_user=as_user, context=known, assistant=assistant)
        while True:
            try:
                asked = console.input("[bold cyan]?[/] ").strip()
            except EOFError:
                console.print()
                return
            except UnicodeDecodeError:
                raise UsageError("what was typed is not text", "send the questions as UTF-8") from None
            if not asked:
                return
            try:
                show_answer(conversation.ask(asked, at=as_of))
            except ValueError as error:
                show_lines([str(error)])


def why(
    answer: Annotated[str, typer.Argument(help="The id of the answer, as `ask --json` gives it.")],
    as_user: As,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Explain how an answer came about, to whoever it was given to, or to an auditor."""
    with open_workspace(workspace) as fidedigno:
        explanation = fidedigno.why(answer, as_user=as_user)

    def show() -> None:
        from fidedigno.cli.show import show_lines

        show_lines(explanation.lines())

    emit(explanation.as_dict(), as_json=json, show=show)


def review(
    as_user: As,
    before: Annotated[
        int | None,
        typer.Option("--before", help="Go on from here: the number that the page before ends with."),
    ] = None,
    size: Annotated[int, typer.Option("--size", help="How many at most, up to 200.")] = 50,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """List the answers that were handed to a person, newest first; for auditors only."""
    with open_workspace(workspace) as fidedigno:
        queue = fidedigno.review(as_user=as_user, before=before, size=size)
        pack = fidedigno.pack

    def show() -> None:
        from fidedigno.cli.show import show_lines, table

        rows = [
            (
                each.answer_id,
                f"{each.answered_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC",
                each.question_class,
                each.says("en", pack),
            )
            for each in queue.items
        ]
        table(("answer", "when", "class", "why"), rows, "nothing waits for a person here")
        if queue.following is not None:
            show_lines([f"older ones: --before {queue.following}"])

    emit(queue.as_dict(), as_json=json, show=show)


def schema() -> None:
    """Print the JSON Schema of an answer."""
    emit(answer_schema(), as_json=True, show=lambda: None)
