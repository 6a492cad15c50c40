"""As of when the rights that a folder states are true.

Those of an ordinary folder are true when it is read. A copy of another system says itself when its rights
were read there: reading the copy again makes them no younger. A moment in the future is not believed: a clock
was wrong, and how old the rights are cannot be told.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from fidedigno.access.corpora import CLOCK_SKEW
from fidedigno.sources.files import RIGHTS_FILE

_LONGEST = 64


def rights_read_at(folder: Path, now: datetime) -> datetime | None:
    """The moment, never later than ``now``; ``None`` for a copy that does not know it, or says a later one."""
    try:
        with (folder / RIGHTS_FILE).open("rb") as file:
            said = datetime.fromisoformat(file.read(_LONGEST).decode("ascii").strip())
    except (FileNotFoundError, NotADirectoryError):
        return now
    except (OSError, ValueError):
        return None
    if said.tzinfo is None or said - now > CLOCK_SKEW:
        return None
    return min(said, now)
