"""A language model that says what it is told, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable

from fidedigno.language_model import Choice, Task

Says = Callable[[Task], Choice | None]


class Scripted:
    """Chooses by a function of the task."""

    def __init__(self, says: Says) -> None:
        self._says = says
        self.asked: list[Task] = []
        self.closed = False

    def choose(self, task: Task) -> Choice | None:
        self.asked.append(task)
        return self._says(task)

    def close(self) -> None:
        self.closed = True


def always(name: str) -> Scripted:
    """Chooses one name, whether it is an option or not."""
    return Scripted(lambda _: Choice(name))


def first() -> Scripted:
    """Prefers a place: the first option, whatever stands there."""
    return Scripted(lambda task: Choice(task.options[0].name))


def nothing() -> Scripted:
    """Never chooses."""
    return Scripted(lambda _: None)
