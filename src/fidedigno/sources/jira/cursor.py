"""What is remembered between two readings: when they began, and a digest of each project's rights.

A change of a permission scheme or of a level's members does not touch any issue. So the digests are what
tells that the issues of a project have to be read again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Cursor:
    """``read_at`` and ``full_at`` are when the last reading, and the last of everything, began."""

    read_at: datetime
    full_at: datetime
    rights: Mapping[str, str]

    def encode(self) -> str:
        """As text, for :meth:`decode`."""
        said = {
            "v": _VERSION,
            "read": self.read_at.astimezone(UTC).isoformat(),
            "full": self.full_at.astimezone(UTC).isoformat(),
            "rights": dict(sorted(self.rights.items())),
        }
        return json.dumps(said, separators=(",", ":"))

    @classmethod
    def decode(cls, text: str | None) -> Cursor | None:
        """The cursor; ``None`` if it is none, or one of another version: everything is read then."""
        try:
            said = json.loads(text or "")
            if said["v"] != _VERSION or not isinstance(said["rights"], dict):
                return None
            read_at, full_at = (datetime.fromisoformat(said[each]) for each in ("read", "full"))
            rights = {str(project): str(digest) for project, digest in said["rights"].items()}
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        if read_at.tzinfo is None or full_at.tzinfo is None:
            return None
        return cls(read_at, full_at, rights)
