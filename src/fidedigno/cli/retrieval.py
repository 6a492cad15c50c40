"""``fidedigno tune``: weights of the rankers from judged questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fidedigno.cli.options import Json, Workspace, emit, open_workspace
from fidedigno.cli.progress import progress

if TYPE_CHECKING:
    from fidedigno.evaluate.tune import Tuned


def tune(
    judged: Annotated[
        Path, typer.Argument(help="Judged questions, one JSON object a line.", show_default=False)
    ],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Measure only; set nothing.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
    json: Json = False,
    workspace: Workspace = None,
) -> None:
    """Fit the weights of the rankers to judged questions; they are set only if they are surely better than ranks."""
    from fidedigno.config import change_setting
    from fidedigno.evaluate.judged import read_judged

    questions = read_judged(judged)
    with open_workspace(workspace) as fidedigno:
        with progress("searching", quiet=quiet or json) as step:
            done = fidedigno.tune(questions, on_step=step)
        is_set = done.accepted and not dry_run
        if is_set:
            change_setting(fidedigno.folder, "weights", dict(done.weights))
    emit(done.to_dict() | {"set": is_set}, as_json=json, show=lambda: _show(done, is_set=is_set))


def _show(done: Tuned, *, is_set: bool) -> None:
    """The gain with its interval, and what became of it."""
    from fidedigno.cli.show import console, show_lines

    low, high = done.interval
    lines = [
        f"questions {done.questions}, of which {done.unfound} have no relevant passage among what was found",
        f"nDCG@10 by ranks {done.base:.3f}, by weights {done.tuned:.3f} (on questions that did not choose them)",
        f"gain {done.gain:+.3f}, 95 % interval [{low:+.3f}, {high:+.3f}]",
        "weights " + ", ".join(f"{name} {weight:g}" for name, weight in done.weights.items()),
    ]
    show_lines(lines)
    if not done.accepted:
        console.print("[yellow]not set:[/] the gain may be chance; ranks are fused as before")
    elif is_set:
        console.print("[green]set[/] in settings.yaml; remove 'weights' there to fuse ranks again")
    else:
        console.print("not set: --dry-run")
