"""What the connector remembers between two readings of changes: one text, kept by whoever asks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import AwareDatetime

from fidedigno.sources.shapes import Shape, fits

_VERSION = 1


class _Written(Shape):
    version: int
    full_by: AwareDatetime
    drives: dict[str, str]


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where each drive's changes go on, and by when every permission has to be read again."""

    full_by: datetime
    drives: Mapping[str, str]

    def written(self) -> str:
        """The text that :func:`read_cursor` reads."""
        said = {"version": _VERSION, "full_by": self.full_by.isoformat(), "drives": dict(self.drives)}
        return json.dumps(said, sort_keys=True)


def read_cursor(text: str | None) -> Cursor | None:
    """The cursor in a text; ``None`` where there is none that is understood, so that everything is read."""
    try:
        said = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    shaped: tuple[_Written] | None = fits(_Written, said)
    if shaped is None or shaped[0].version != _VERSION:
        return None
    return Cursor(shaped[0].full_by, shaped[0].drives)
