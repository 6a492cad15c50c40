"""``ask`` and ``search``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from fidedigno.cli.options import As, At, Corpora, Json, Workspace, emit, moment, open_workspace
from fidedigno.deliver import answer_as_dict, candidate_as_dict


def ask(
    question: Annotated[str, typer.Argument(help="The question, in Spanish or English.")],
    as_user: As,
    corpus: Corpora = None,
    at: At = None,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Answer a question from what this user may read, with citations, or abstain."""
    with open_workspace(workspace) as fidedigno:
        answer = fidedigno.ask(question, as_user=as_user, corpora=corpus or (), at=moment(at))

    def show() -> None:
        from fidedigno.cli.show import show_answer

        show_answer(answer)

    emit(answer_as_dict(answer), as_json=json, show=show)


def search(
    question: Annotated[str, typer.Argument(help="What to look for.")],
    as_user: As,
    corpus: Corpora = None,
    limit: Annotated[int, typer.Option("--limit", "-k", min=1, max=200, help="How many passages.")] = 10,
    at: At = None,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Show the passages that this user may read, with each ranker's rank and the fused score."""
    with open_workspace(workspace) as fidedigno:
        found = fidedigno.search(question, as_user=as_user, corpora=corpus or (), at=moment(at), limit=limit)
    data: list[dict[str, Any]] = [candidate_as_dict(each) for each in found]

    def show() -> None:
        from fidedigno.cli.show import show_candidates

        show_candidates(found)

    emit(data, as_json=json, show=show)
