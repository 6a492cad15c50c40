"""A bar that shows how far something is, on standard error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Step(Protocol):
    """Is told what is done, of how much, and what is being done where that changes."""

    def __call__(self, done: int, total: int, what: str | None = None, /) -> None:
        """Show it."""


@contextmanager
def progress(what: str, *, quiet: bool) -> Iterator[Step]:
    """A progress bar, or nothing where it is to be quiet."""
    if quiet:
        yield lambda _done, _total, _what=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total, now=None: bar.update(task, completed=done, total=total, description=now)
