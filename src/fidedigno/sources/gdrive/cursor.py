"""Where the next reading of changes begins: a place in each feed, and what has to be looked at again.

Three things that feeds do not tell are kept beside the places. A grant that ends by itself makes no change:
its file is looked at again then. A list that could not be read is read again. And a removed folder takes along
what is in it without naming it: the folders are remembered by a short hash, and one that goes means that
everything is read.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import AwareDatetime, StrictInt

from fidedigno.sources.gdrive.wire import FileId
from fidedigno.sources.shapes import Shape, fits

_VERSION = 1


class _Again(Shape):
    subject: str
    at: AwareDatetime


class _Kept(Shape):
    version: StrictInt
    options: str
    feeds: dict[str, str]
    again: dict[FileId, _Again]
    folders: frozenset[str]


@dataclass(frozen=True, slots=True)
class Again:
    """A file to look at again, as whom, from when on."""

    subject: str
    at: datetime


@dataclass(slots=True)
class Cursor:
    """What is remembered between two readings. ``feeds`` are places by the feed's key."""

    feeds: dict[str, str]
    again: dict[str, Again] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)

    def remember_folder(self, folder: str) -> None:
        """There is a folder of that id."""
        self.folders.add(_short(folder))

    def knows_folder(self, folder: str) -> bool:
        """Whether that may be a folder: surely, if it is one; by chance, one in four thousand million."""
        return _short(folder) in self.folders

    def written(self, options: str) -> str:
        """As text. ``options`` is the fingerprint of what the connector was told."""
        said = {
            "version": _VERSION,
            "options": options,
            "feeds": self.feeds,
            "again": {key: {"subject": v.subject, "at": v.at.isoformat()} for key, v in self.again.items()},
            "folders": sorted(self.folders),
        }
        return json.dumps(said, separators=(",", ":"))


def read_cursor(text: str, options: str) -> Cursor | None:
    """What was written; ``None`` if it is of another version, or the connector was told something else."""
    try:
        said: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    kept: tuple[_Kept] | None = fits(_Kept, said)
    if kept is None or kept[0].version != _VERSION or kept[0].options != options:
        return None
    again = {key: Again(each.subject, each.at) for key, each in kept[0].again.items()}
    return Cursor(dict(kept[0].feeds), again, set(kept[0].folders))


def _short(folder: str) -> str:
    return hashlib.sha256(folder.encode()).hexdigest()[:8]
