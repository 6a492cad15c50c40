"""One option of a system: its key, and how its text is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


class OptionError(ValueError):
    """A value cannot be read. ``path`` are the keys below the option at which the fault is."""

    def __init__(self, problem: str, hint: str = "", path: tuple[str, ...] = ()) -> None:
        super().__init__(problem)
        self.hint = hint
        self.path = path


@dataclass(frozen=True, slots=True)
class Place:
    """Where a declaration is: what the paths in it are relative to."""

    folder: Path

    def path(self, value: object) -> Path:
        """The path that a text names; ``~`` is the reader's home.

        Raises:
            OptionError: if it is no text, or cannot be a path.
        """
        if not isinstance(value, str) or not value.strip() or "\0" in value:
            raise OptionError("not a path", "Write the path of a file, relative to this one.")
        try:
            return self.folder / Path(value).expanduser()
        except RuntimeError:
            raise OptionError("not a path: there is no such home", "Write the whole path.") from None


Read = Callable[[object, Place], object]
"""Turns what was written into the value of a field; raises :class:`OptionError` where it cannot."""


@dataclass(frozen=True, slots=True)
class Field:
    """An option. ``key`` is its name in a declaration, ``name`` that of the field it fills.

    A secret is a path whose file is opened only when the system is.
    """

    key: str
    name: str
    read: Read
    is_required: bool = False
    is_path: bool = False
    is_secret: bool = False
    default: object = None
