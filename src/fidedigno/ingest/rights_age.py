"""As of when the rights that a folder states are true.

Those of an ordinary folder are true when it is read. A copy of another system says itself when its rights
were read there: reading the copy again makes them no younger.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from fidedigno.sources.files import RIGHTS_FILE

_LONGEST = 64


def rights_read_at(folder: Path, now: datetime) -> datetime | None:
    """The moment, never later than ``now``; ``None`` for a copy that does not know it."""
    try:
        with (folder / RIGHTS_FILE).open("rb") as file:
            said = datetime.fromisoformat(file.read(_LONGEST).decode("ascii").strip())
    except (FileNotFoundError, NotADirectoryError):
        return now
    except (OSError, ValueError):
        return None
    return min(said, now) if said.tzinfo is not None else None
